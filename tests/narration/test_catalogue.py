"""The French catalogue and the names of cards: complete, really French, and safe to say at a table."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import companion
from companion.locales import voice_catalogue
from companion.referee.cards import Card, Colour
from companion.referee.decks import editions, load_deck
from companion.referee.events import Direction
from companion.voice.lines import EditionName, Line, say
from companion.voice.phrases import LANGUAGES, Phrases

PACKAGE = Path(companion.__file__).parent
#: Forms that a parameter has beside its plain one and ``capital``.
FORMS = {
    "colour": {"f", "partitive", "one"},
    "top": {"one"},
    "two": {"one"},
    "four": {"one"},
    "wild": {"one"},
    "cards": {"one", "every", "kinds"},
}

#: Sentences that need no words of a language: they are made of names and numbers.
BARE = {
    "{card:capital}, {colour}.",
    "{card:capital}.",
    "{colour:capital}.",
    "{cards}",
    "{direction:capital}.",
    "{number}: {card}.",
    "{part:capital}:",
    "{part}: {state}.",
    "{player}.",
    "{player}: {card}, {colour}.",
    "{player}: {card}.",
    "{player}: {n}",
    "{side:capital}:",
    "{topic:capital}.",
    "{text}.",
}

Key = tuple[str, ...]


def catalogue() -> Catalog:
    with (PACKAGE / "locales" / "voice.fr.po").open("rb") as file:
        return read_po(file, locale="fr")


@cache
def french() -> Mapping[Key, tuple[str, ...]]:
    """Every message: English singular and plural to the French ones."""
    return {key(message): texts(message) for message in catalogue() if message.id}


def key(message: Message) -> Key:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def texts(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def said_in_code() -> set[Key]:
    """Every sentence in a call of ``say`` or ``count`` in the voice's code."""
    found: set[Key] = set()
    for file in (PACKAGE / "voice").rglob("*.py"):
        if file.name == "lines.py":  # where say and count are defined
            continue
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in {"say", "count"}:
                number = 2 if call.func.id == "count" else 1
                words = [node.value for node in call.args[:number] if isinstance(node, ast.Constant)]
                assert len(words) == number, f"{file.name}:{call.lineno} does not write its sentence out"
                found.add(tuple(str(word) for word in words))
    return found


def fields(text: str) -> list[tuple[str, str]]:
    """The parameters of a sentence with the form each is wanted in."""
    return [(name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None]


def test_every_sentence_of_the_code_is_in_the_catalogue_and_no_other() -> None:
    assert said_in_code() == set(french())


def test_nothing_is_fuzzy_or_empty() -> None:
    assert not [message.id for message in catalogue() if message.id and message.fuzzy]
    assert not [message for message, words in french().items() if not all(words)]


def test_a_message_has_as_many_forms_in_french_as_it_needs() -> None:
    for message, words in french().items():
        assert len(words) == len(message), message


def test_zero_is_singular_in_french_and_plural_in_english() -> None:
    for message in filter(lambda key: len(key) > 1, french()):
        one, many = message
        for number in (0, 1, 2, 5):
            english, french_form = (
                voice_catalogue(language).ngettext(one, many, number) for language in ("en", "fr")
            )
            assert english == (one if number == 1 else many), (message, number)
            assert french_form == french()[message][number > 1], (message, number)


#: What is counted at a table, as French has it after one and after more.
COUNTED = {"carte": "cartes", "appui": "appuis", "point": "points", "manche": "manches"}


@pytest.mark.parametrize(("form", "allowed"), [(0, COUNTED.keys()), (1, COUNTED.values())])
def test_what_is_counted_has_its_number_in_french(form: int, allowed: Collection[str]) -> None:
    nouns = COUNTED.keys() | set(COUNTED.values())
    for message, words in french().items():
        if len(words) > 1:
            after_the_figure = set(re.findall(r"{n} (\w+)", words[form])) & nouns
            assert after_the_figure <= set(allowed), message


def test_french_has_the_parameters_of_the_english() -> None:
    for message, words in french().items():
        wanted = {name for text in message for name, _ in fields(text)}
        for text in words:
            # One may be said without the figure: "Encore un appui."
            assert {name for name, _ in fields(text)} | {"n"} == wanted | {"n"}, message
        assert {name for name, _ in fields(words[-1])} == wanted, message


def test_parameters_are_wanted_in_forms_that_they_have() -> None:
    for message, words in french().items():
        for text in (*message, *words):
            for name, form in fields(text):
                assert form in {"", "capital"} | FORMS.get(name, set()), text


def has_words(text: str) -> bool:
    """False where a sentence is nothing but names and numbers: those come from each language's own file."""
    return any(char.isalpha() for char in re.sub(r"{[^}]*}", "", text))


def test_no_french_sentence_is_the_english_one() -> None:
    assert not [message for message, words in french().items() if set(filter(has_words, message)) & set(words)]


def test_sentences_of_names_and_numbers_alone_are_listed() -> None:
    bare = {message for (message, *_) in french() if not has_words(message)}
    assert bare == BARE


ENGLISH = re.compile(
    r"\b(the|card|cards|press|presses|turn|play|plays|and|with|not|now|hand|colour|your|is|are|for|of|first)\b",
    re.IGNORECASE,
)


def test_no_english_words_are_left_in_french_sentences() -> None:
    for words in french().values():
        for text in words:
            assert not ENGLISH.search(re.sub(r"{[^}]*}", "", text)), text


#: Words that mean the draw pile here and the discard there, and words that agree with a player.
FORBIDDEN = re.compile(
    r"\b(talons?|écarts?|joueurs?|joueuses?|gagnante?s?|perdante?s?|donneur|donneuse|prise?s?|éliminée?s?|"
    r"dernier|premier|attrapée?s?|passée?s?|sautée?s?|obligée?s?|contrée?s?|tu|toi|ton|"
    r"second|seconde)\b",
    re.IGNORECASE,
)


def test_french_never_says_talon_or_ecart_and_agrees_with_no_player() -> None:
    for words in french().values():
        for text in words:
            assert not FORBIDDEN.search(text), text


def test_french_never_puts_de_or_que_before_a_name() -> None:
    for words in french().values():
        for text in words:
            assert not re.search(r"\b(de|d'|que|qu'|du|au) ?{(player|by|to|dealer|players)", text), text


def test_french_turn_lines_end_with_the_name() -> None:
    for message in ("Your turn, {player}.", "{player} plays again."):
        (text,) = french()[(message,)]
        assert text.endswith("{player}.")


def test_french_is_typed_with_plain_spaces_before_its_punctuation() -> None:
    for words in french().values():
        for text in words:
            bare = re.sub(r"{[^}]*}", "X", text)
            assert not re.search(r"[^ ][:!?;]", bare), text
            assert "\u00a0" not in text, text
            assert "\u202f" not in text, text


def test_french_shows_narrow_and_unbroken_spaces() -> None:
    shown = Phrases("fr").text(say("{player}, name a colour.", player="Ann"))
    assert shown == "Ann, quelle couleur\u202f?"
    assert Phrases("fr").text(say("Undone: done, {player}.", player="Ann")) == (
        "Annulé\u00a0: «\u00a0terminé\u00a0», Ann."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", editions())
def test_every_card_of_every_edition_has_a_name_of_its_own(language: str, edition: str) -> None:
    phrases = Phrases(language)

    def named(card: Card, *, detailed: bool = False) -> str:
        phrase = say("Top card: {card}.", card=card)
        spoken = Line(phrase.message, phrase.params, edition=edition, detailed=detailed)
        return phrases.text(spoken)

    faces = load_deck(edition).faces
    for side in load_deck(edition).colours:
        here = [card for card, face in faces.items() if face.side is side]
        assert len({named(card) for card in here}) == len(here)
    assert len({named(card, detailed=True) for card in faces}) == len(faces), "full: also across the sides"
    words = [card for card in faces if not card.is_number and card.value in named(card) and "-" in card.value]
    assert not words, "a card is called by its notation word"
    assert phrases.text(say("New game: {edition}.", edition=EditionName(edition))).count("UNO") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_and_direction_has_a_name(language: str) -> None:
    phrases = Phrases(language)
    colours = {phrases.text(say("Colour: {colour}.", colour=colour)) for colour in Colour}
    assert len(colours) == len(Colour)
    assert len({phrases.text(say("Direction: {direction}.", direction=way)) for way in Direction}) == len(Direction)


@pytest.mark.parametrize(
    ("colour", "partitive", "feminine"),
    [
        (Colour.RED, "du rouge", "rouge"),
        (Colour.GREEN, "du vert", "verte"),
        (Colour.BLUE, "du bleu", "bleue"),
        (Colour.ORANGE, "de l'orange", "orange"),
        (Colour.PURPLE, "du violet", "violette"),
        (Colour.TEAL, "du turquoise", "turquoise"),
    ],
)
def test_french_colours_have_their_partitive_and_their_feminine(
    colour: Colour, partitive: str, feminine: str
) -> None:
    phrases = Phrases("fr")
    wanted = say("Not possible: {card}. Only {colour} goes along.", card=Card("wild"), colour=colour)
    assert phrases.text(wanted).endswith(f"seulement {partitive}.")
    laying = say("Lay further {colour} cards, {player}, then done.", colour=colour, player="Ann")
    assert f"de couleur {feminine}," in phrases.text(laying)
