"""Whatever is sent to whatever address, the answer is a sentence of ours and none of the checker's."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError

from companion.announcer import Announcer
from companion.referee.unreadable import is_control
from companion.voice.lines import Verbosity
from companion.web import models
from companion.web.app import create_app
from companion.web.language import page_words
from companion.web.unreadable import why_unreadable
from tests.web.house import House

UNREADABLE = (
    "",
    "Ann",
    "Ann dances",
    "Ann plays 3",
    "Ann plays red-7 as mauve",
    "Ann presses many",
    "expect turn Ann",
    "set mood Ann",
    "set direction up",
    "hand is full",
    "scan text",
    'Ann plays "red',
    "game classic",
    "game classic players=Ann,,Ben",
    'game classic players="C\u202eD",Ben',
    'game classic players="A\\u0007B",Ben',
    "game classic players=Ann,Ben stacking=often",
    "game classic players=Ann,Ben stakcing=any",
    "game classic players=Ann,Ben dealer",
    "game classic players=Ann,Ben labels=none",
)

WRONG: list[Any] = [
    None,
    "x",
    "",
    -1,
    1.5,
    10**20,
    True,
    [],
    [[2, 1]],
    [[1]],
    [[0, 1, 2]],
    [["a", "b"]],
    {},
    "\ud800",
    "y" * 9999,
]
_CHECKERS = re.compile(
    r"[Ii]nput|valid|[Vv]alue error|parse|pydantic|dictionary|decode|Expecting|instance|type=|assert"
)


def _routes(house: House) -> Iterator[APIRoute]:
    def walk(routes: list[Any]) -> Iterator[APIRoute]:
        for route in routes:
            if isinstance(route, APIRoute):
                yield route
            elif (inner := getattr(route, "original_router", None)) is not None:
                yield from walk(inner.routes)

    yield from walk(house.app.router.routes)


def _requests(route: APIRoute, method: str) -> Iterator[dict[str, Any]]:
    """Every parameter and every field of the body in turn, with all that it may not be."""
    for parameter in route.dependant.query_params:
        yield from ({"params": {parameter.alias: str(wrong)}} for wrong in WRONG if wrong != "\ud800")
    for body in route.dependant.body_params:
        yield from ({"content": text, "headers": JSON} for text in ("", "[", "{", '"x"', "null", "3", "[]", "\xff"))
        yield {"content": "{}", "headers": {"content-type": "text/plain"}}
        fields = next(model for model in _models(body.field_info.annotation)).model_fields
        for name, wrong in itertools.product(fields, WRONG):
            sent = {**dict.fromkeys(fields, "gate"), name: wrong}
            yield {"content": json.dumps(sent), "headers": JSON}
    if not route.dependant.body_params and method == "POST":
        yield {"content": "\xff\xfe", "headers": {"content-type": "multipart/form-data; boundary=x"}}
        yield {"content": "{", "headers": JSON}


JSON = {"content-type": "application/json"}


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _models(inner)


def _told(answer: httpx.Response) -> str:
    """What a reader gets to see of a refusal."""
    if answer.headers["content-type"] == "application/json":
        body = answer.json()
        assert (body["accepted"], body["code"] != "") == (False, True)
        return str(body["message"])
    main = re.search(r"<main.*?</main>", answer.text, re.DOTALL)
    assert main is not None
    return re.sub(r"<[^>]+>|&[#\w]+;", " ", main[0])


def test_no_address_answers_in_the_words_of_the_checker(bench_house: House) -> None:
    bench_house.says("game extreme players=Ann,Ben", "top red-7")
    phone = bench_house.phone("127.0.0.1")
    assert phone.join("Ann").status_code == 200
    tried = refused = 0
    described = set(bench_house.app.openapi()["paths"])
    assert described <= {route.path for route in _routes(bench_house)}
    routes = [(route, method) for route in _routes(bench_house) for method in sorted(route.methods or ())]
    for route, method in routes:
        if route.path == "/api/events":  # its parameters below: what is no refusal never ends
            continue
        for sent in _requests(route, method):
            answer = phone.request(method, route.path, **sent)
            tried += 1
            assert answer.status_code < 500, (method, route.path, sent)
            if answer.status_code >= 400:
                refused += 1
                told = _told(answer)
                assert not _CHECKERS.search(told), (method, route.path, sent, told)
    assert (tried > 200, refused > 100) == (True, True)
    stream = phone.get("/api/events?spoken=perhaps")
    assert stream.json()["message"] == "The request cannot be read: spoken must be true or false."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", ["/fair?game=x", "/api/fair?game=0", "/api/spoken?since=99999999999999999999"])
def test_a_wrong_number_in_an_address_is_told_in_the_reader_s_language(
    house: House, path: str, language: str
) -> None:
    answer = house.phone(headers={"accept-language": language}).get(path)
    assert answer.status_code == 400
    told = _told(answer)
    assert ("doit" if language == "fr" else " must be ") in told
    assert re.search("game|since", told)


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/api/state"), ("GET", "/api/bench/press"), ("PUT", "/say")])
def test_a_way_that_an_address_does_not_know_is_told_in_a_sentence(
    bench_house: House, method: str, path: str
) -> None:
    answer = bench_house.phone("127.0.0.1").request(method, path)
    assert answer.status_code == 405
    assert "This address cannot be used in that way." in _told(answer)


def _findings(annotation: Any, value: Any) -> Iterator[Any]:
    try:
        TypeAdapter(annotation).validate_python(value)
    except ValidationError as error:
        yield from error.errors()


BODIES = [models.Statement, models.Join, models.BenchPress, models.BenchScan, models.BenchFault, models.BenchPin]


@pytest.mark.parametrize("model", BODIES)
def test_every_way_in_which_a_field_can_be_wrong_has_a_sentence_of_its_own(model: type[BaseModel]) -> None:
    words, tried = page_words("en"), 0
    for field, wrong in itertools.product(model.model_fields, WRONG):
        for error in _findings(model, {field: wrong}):
            told = why_unreadable({**error, "loc": ("body", *error["loc"])}, words)
            assert "/openapi.json" not in told, error
            assert str(error["loc"][0]) in told
            tried += 1
    assert tried > 5


@pytest.mark.parametrize("statement", UNREADABLE)
def test_a_statement_that_cannot_be_read_is_answered_in_the_readers_language(house: House, statement: str) -> None:
    host = house.joined("Ann")
    told = {
        language: host.post("/api/statements", json={"statement": statement}, headers={"accept-language": language})
        for language in ("en", "fr")
    }
    assert {answer.status_code for answer in told.values()} == {400}
    english, french = (answer.json()["message"] for answer in told.values())
    assert english != french
    assert not any(is_control(character) for character in english + french)


FILES_UNREADABLE = (
    *(statement for statement in UNREADABLE if statement and not statement.startswith("expect")),
    "game nowhere players=Ann,Ben",
    "game classic players=Ann,Ben target=-5",
    "expect",
    "expect weather fine",
    "expect turn",
    "expect phase asleep",
    "expect side left",
    "expect refused why",
    "expect hand",
    "expect owes Ann 2 coins",
    "expect says hello",
)


@pytest.mark.parametrize("line", FILES_UNREADABLE)
def test_a_line_of_a_file_that_cannot_be_read_is_told_in_the_readers_language(house: House, line: str) -> None:
    english, french = _file_told(house, f"# a file\n{line}\n")
    assert english.startswith("Line 2 cannot be read: ")
    assert french.startswith("La ligne 2 est illisible")
    assert french.partition(": ")[2].removesuffix(".") not in english


@pytest.mark.parametrize(
    ("lines", "english", "french"),
    [
        (
            ["game classic players=A,a"],
            "Line 1, “game classic players=A,a”, is refused: A and a count as one name: give one of them another.",
            "A et a",
        ),
        (
            ["Ann plays red-7"],
            "Line 1, “Ann plays red-7”, is refused: no game has begun in the file before it.",
            "aucune partie",
        ),
        (
            ["game classic players=Ann,Ben", "expect owes Ann 2 cards"],
            "Line 2, “expect owes Ann 2 cards”, does not hold: found nobody owes anything.",
            "personne ne doit rien",
        ),
    ],
)
def test_a_line_of_a_file_that_does_not_hold_is_told_with_its_reason_alone(
    house: House, lines: list[str], english: str, french: str
) -> None:
    announcer = Announcer(("en",), Verbosity.NORMAL, lambda: house.whereabouts)
    house.app = create_app(replace(house._web, words=announcer.words))
    told = _file_told(house, "\n".join(lines))
    assert told[0] == english
    assert french in told[1]
    assert not re.search("Pas encore|Scannez|badges", told[1])


def _file_told(house: House, text: str) -> tuple[str, str]:
    """What is wrong with a file, in English and in French."""
    host = house.joined("Ann")
    told = [
        host.post("/api/games", {"text": text}, headers={"accept-language": language}) for language in ("en", "fr")
    ]
    assert {answer.status_code for answer in told} <= {400, 422}
    english, french = (str(answer.json()["message"]) for answer in told)
    return english, french
