"""The page's French: every sentence is there, is French, and has the same blanks as the English one."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.pofile import read_po

import companion.games.scenario
import companion.referee
import companion.web
from companion.locales import LOCALES
from companion.web.language import negotiate

ROOT = Path(companion.web.__file__).parent
REFEREE = Path(companion.referee.__file__).parent
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "NotationError": (1,),
    "UnknownOptionError": (1,),
}
#: Sentences that are the same word in both languages.
SAME = {"Pages", "Table", "Points", "Machine", "Silence", "orange", "Corrections", "Bluff", "UNO Flip", "normal"}


def sentences() -> set[str]:
    found: set[str] = set()
    methods = [("**.py", "python"), ("templates/**.html", "jinja2")]
    for folder in (ROOT, REFEREE):  # whose notation says why a statement cannot be read
        for _file, _line, message, _comments, _context in extract_from_dir(
            folder, method_map=methods, options_map={"templates/**.html": {"silent": "false"}}, keywords=KEYWORDS
        ):
            found |= {message} if isinstance(message, str) else {message[0]}
    lines_of_files = extract_from_file("python", companion.games.scenario.__file__, keywords=KEYWORDS)
    found |= {message for _line, message, *_ in lines_of_files if isinstance(message, str)}
    return found - {"feminine"}  # a context, not a sentence


def french() -> dict[str, tuple[str, ...]]:
    with (resources.files("companion.locales") / "page.fr.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    told: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id and message.context is None:
            key = message.id if isinstance(message.id, str) else message.id[0]
            told[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return told


def test_every_sentence_of_the_page_is_there_in_french_and_none_is_left_over() -> None:
    assert set(french()) == sentences()


def test_no_sentence_was_left_in_english() -> None:
    same = {english for english, said in french().items() if english in said or not all(said)}
    assert same <= SAME


def test_every_blank_is_filled_in_french_too() -> None:
    for english, said in french().items():
        wanted = set(re.findall(r"%\(\w+\)[sd]", english))
        assert set(re.findall(r"%\(\w+\)[sd]", said[0])) - {"%(n)d"} == wanted - {"%(n)d"}, english
        assert len(said) == 1 or "%(n)d" in said[1], english


def test_every_apostrophe_of_the_page_is_the_printed_one_in_both_languages() -> None:
    for english, said in french().items():
        for text in (english, *said):
            assert not re.search(r"\w'\w", text), text


def test_no_french_word_before_a_players_name_would_lose_its_vowel() -> None:
    """De Ben, but d'Ann: a sentence with a blank for the name has another word there."""
    loses = re.compile(r"\b(?:de|[jn]e|[lst]e|me|la|\w*que) %\((?:player|accused|other|winner)\)s", re.IGNORECASE)
    assert [text for said in french().values() for text in said if loses.search(text)] == []


def test_french_signs_stand_apart_as_in_print() -> None:
    for said in french().values():
        for text in said:
            assert not re.search(r"(?<![\u202f\u00a0])[;!?]|[a-zé)]:\s", text), text


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.8,en;q=0.5", "fr"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("de,fr;q=0.1", "fr"),
        ("fr;q=0", "en"),
        ("fr;q=much", "en"),
        ("*", "en"),
        (",;q,=;;", "en"),
    ],
)
def test_the_reader_gets_the_language_that_the_browser_asks_for(header: str | None, locale: str) -> None:
    assert negotiate(header, ["en"]) == locale


def test_where_the_page_lacks_the_readers_language_it_takes_the_tables_first_that_it_has() -> None:
    assert negotiate("de", ["nl", "fr"]) == "fr"
    assert negotiate("nl", ["nl"]) == negotiate(None, ["nl"]) == "en"


def test_what_the_voice_says_is_answered_in_any_of_its_languages() -> None:
    assert negotiate("de-AT, en;q=0.5", ["fr"], LOCALES) == "de"
    assert negotiate("it", ["nl", "fr"], LOCALES) == "nl"
