"""Whatever goes wrong is told in one sentence: to people on a page in their language, to programs as JSON."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from companion.web.pages.problem_pages import FORMS_WITH_FILES
from tests.web.house import House, Phone

BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
FRENCH = {"Cookie": "uno_language=fr", "Accept-Language": "en"}
FOREIGN = {"Host": "evil.example"}
ELSEWHERE = {"Origin": "http://evil.example"}
LONG = b"statement=" + b"x" * 70_000

Sends = Callable[[Phone, dict[str, str]], httpx.Response]
PROBLEMS: dict[str, tuple[int, str, Sends, str]] = {
    "a foreign name": (
        421,
        "foreign-host",
        lambda phone, told: phone.get("/", headers=told | FOREIGN),
        "Cette machine",
    ),
    "another site": (
        403,
        "not-allowed",
        lambda phone, told: phone.post("/say", headers=told | ELSEWHERE),
        "Un autre site",
    ),
    "too long": (
        413,
        "too-large",
        lambda phone, told: phone.request("POST", "/say", content=LONG, headers=told),
        "C’est trop long",
    ),
    "a fault of ours": (500, "failed", lambda phone, told: phone.get("/fair", headers=told), "Cela a échoué"),
    "nothing there": (404, "not-found", lambda phone, told: phone.get("/nosuch", headers=told), "Il n’y a rien ici"),
    "nothing to download": (
        404,
        "not-found",
        lambda phone, told: phone.get("/api/games/99.table", headers=told),
        "",
    ),
}


@pytest.fixture
def faulty(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house in which one page fails."""
    monkeypatch.setattr("companion.web.pages.fair.page", fail)
    return house


def fail(*_: object, **__: object) -> None:
    raise RuntimeError("a fault of ours")


@pytest.mark.parametrize("problem", PROBLEMS)
def test_people_read_a_page_in_the_language_chosen_on_their_phone(faulty: House, problem: str) -> None:
    status, _, send, sentence = PROBLEMS[problem]
    answer = send(faulty.phone(), BROWSER | FRENCH)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="fr">' in answer.text
    assert "Cela n’a pas marché" in answer.text
    assert sentence in answer.text
    closes(answer)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_programs_read_a_code_and_a_sentence(faulty: House, problem: str) -> None:
    status, code, send, _ = PROBLEMS[problem]
    answer = send(faulty.phone(), {"Accept": "application/json"})
    assert (answer.status_code, answer.json()["accepted"], answer.json()["code"]) == (status, False, code)
    assert answer.json()["message"]
    closes(answer)


def test_a_fault_even_of_the_page_that_tells_of_it_is_answered(
    faulty: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.pages.problem_pages.page", fail)
    answer = faulty.phone().get("/fair", headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    closes(answer)


def closes(answer: httpx.Response) -> None:
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("path", "back"), [("/games", True), ("/start", True), ("/say", False)])
def test_a_form_that_is_refused_as_too_long_leads_back_to_its_page(house: House, path: str, back: bool) -> None:
    told = house.joined("Ann").request("POST", path, content=b"text=" + b"x" * 3_000_000, headers=BROWSER)
    if path in FORMS_WITH_FILES:  # the answer stands there beside the form
        assert (told.status_code, told.headers["Location"]) == (303, f"{path}#result")
        return
    assert told.status_code == 413
    assert (f'href="{path}">Back to the form' in told.text) == back
