"""A5-06: on a Wi-Fi that the machine makes itself, without internet, phones stay and the page is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.web
from companion.address import PageAddress
from tests.web.house import House

#: What phones and computers ask for to find out whether a network has internet.
PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("clients3.google.com", "/generate_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("detectportal.firefox.com", "/success.txt"),
    ("nmcheck.gnome.org", "/check_network_status.txt"),
]
ROOT = Path(companion.web.__file__).parent


@pytest.mark.parametrize(("host", "path"), PROBES)
def test_a5_06_a_phone_that_looks_for_internet_is_told_at_once_where_the_page_is_and_never_that_there_is_any(
    house: House, host: str, path: str
) -> None:
    house.whereabouts = PageAddress("http://10.42.0.1:8080/", way_out=False)
    answer = house.phone().get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "http://10.42.0.1:8080/" in answer.text
    assert "location" not in answer.headers


@pytest.mark.parametrize("path", ["/generate_204", "/hotspot-detect.html", "/connecttest.txt", "/success.txt"])
def test_a5_06_a_probe_by_number_gets_no_sign_of_internet_either(house: House, path: str) -> None:
    answer = house.phone().get(path)
    assert answer.status_code == 404
    assert "Success" not in answer.text


def test_a5_06_no_page_style_or_script_asks_for_anything_elsewhere() -> None:
    elsewhere = re.compile(
        r"""(?:src|href|action)=["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import|import\("""
    )
    files = [path for folder in ("templates", "static") for path in (ROOT / folder).iterdir()]
    assert len(files) > 20
    assert [str(path) for path in files if elsewhere.search(path.read_text(encoding="utf-8"))] == []
