"""Style and scripts: kept by a browser for good, and by another name as soon as any of them changes."""

from __future__ import annotations

import re

import pytest

from tests.web.house import House


@pytest.mark.parametrize("path", ["/", "/help", "/join"])
def test_every_page_names_them_by_what_is_in_them_and_they_are_kept_for_good(house: House, path: str) -> None:
    named = re.findall(r"/static/[^\"?]+", house.phone().get(path).text)
    assert any(name.endswith("page.css") for name in named)
    for name in named:
        answer = house.phone().get(name)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")


def test_scripts_load_each_other_from_their_own_folder(house: House) -> None:
    [entry] = re.findall(r'src="(/static/[^"]+page\.js)"', house.phone().get("/").text)
    imported = re.findall(r'from "([^"]+)"', house.phone().get(entry).text)
    assert imported
    for name in imported:
        assert re.fullmatch(r"\./[a-z]+\.js", name)
        script = house.phone().get(entry.rpartition("/")[0] + name[1:])
        assert script.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("folder", ["/static", "/static/0123456789abcdef"])
def test_by_an_older_name_or_none_they_come_as_they_are_now_and_are_asked_for_every_time(
    house: House, folder: str
) -> None:
    answer = house.phone().get(f"{folder}/page.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert (
        house.phone().get(f"{folder}/page.css", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    )


@pytest.mark.parametrize("path", ["/static/nosuch.js", "/static/../app.py", "/static/0123456789abcdef/", "/static/"])
def test_what_is_no_file_of_the_page_is_not_there_and_not_kept(house: House, path: str) -> None:
    answer = house.phone().get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
