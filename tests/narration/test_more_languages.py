"""Dutch, German and Spanish: whole where they speak, wholly English where they do not, and a list of the latter."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.locales import FILES, LOCALES
from companion.referee.cards import Card, Colour
from companion.settings import model
from companion.voice.game.table_facts import holds
from companion.voice.lexicon import LEXICON
from companion.voice.lines import Line, answer, followed, say
from companion.voice.phrases import Phrases, utterances
from companion.voice.utterance import Priority
from tests.narration.left_in_english import (
    PARTLY,
    catalogue,
    list_of,
    listed,
    nameless,
    translated,
    without_the_unsaid,
)
from tests.narration.test_catalogue import FORMS, fields, has_words, said_in_code
from tests.narration.transcripts import LANGUAGE_GAMES, language_game_anew, statements, words

UNTRANSLATED = say("A sentence that nobody translates, {player}.", player="Ann")
#: What is the same word in English and there.
SAME = {"{player}: UNO!"}


@pytest.mark.parametrize("language", PARTLY)
def test_what_is_left_in_english_is_listed_and_nothing_is_translated_that_nobody_says(language: str) -> None:
    assert set(translated(language)) <= said_in_code(), "python -m tests.narration.left_in_english takes them out"
    written = list_of(language).read_text(encoding="utf-8")
    assert written == listed(language), "python -m tests.narration.left_in_english writes it anew"


def test_what_nobody_says_is_taken_out_and_the_rest_left_as_it_is() -> None:
    head, said = '# head\nmsgid ""\nmsgstr ""', 'msgid "No card."\nmsgstr "Geen kaart."'
    assert without_the_unsaid(f'{head}\n\nmsgid "Hail."\nmsgstr "Heil."\n\n{said}\n') == f"{head}\n\n{said}\n"


@pytest.mark.parametrize("language", PARTLY)
def test_nothing_is_fuzzy_empty_or_the_english_sentence(language: str) -> None:
    assert not [english for english, message in catalogue(language).items() if message.fuzzy]
    for english, told in translated(language).items():
        assert all(told), english
        assert len(told) == len(english), english
        assert not set(filter(has_words, english)) - SAME & set(told), english


@pytest.mark.parametrize("language", PARTLY)
def test_every_parameter_is_said_in_a_form_that_it_has(language: str) -> None:
    for english, told in translated(language).items():
        wanted = {name for text in english for name, _ in fields(text)}
        for text in told:
            assert {name for name, _ in fields(text)} | {"n"} == wanted | {"n"}, english
            assert all(form in {"", "capital"} | FORMS.get(name, set()) for name, form in fields(text)), text
        assert {name for name, _ in fields(told[-1])} == wanted, english


#: English words that are no words there.
ENGLISH = re.compile(
    r"\b(the|cards?|presses|turn|plays?|with|not|now|your|are|for|draw pile|discard(?! all)|deals|badge)\b",
    re.IGNORECASE,
)
#: Words that agree with a player, or name one as a man or a woman.
AGREEING = {
    "nl": r"hij speelt|zij speelt|zijn beurt|haar beurt|winnaar|verliezer|hem aan de beurt",
    "de": r"Spieler(in)?|Sieger(in)?|Gewinner(in)?|Geber(in)?|er ist dran|sie ist dran|seine Karten|ihre Karten",
    "es": r"jugador(a|es|as)?|ganador(a)?|el siguiente|(obliga|elimina|pilla)d[oa]|todos (roban|pulsan|pierden)",
}


@pytest.mark.parametrize("language", PARTLY)
def test_no_english_word_is_left_and_no_word_agrees_with_a_player(language: str) -> None:
    agreeing = re.compile(rf"\b({AGREEING[language]})\b")
    for told in translated(language).values():
        for text in told:
            bare = re.sub(r"{[^}]*}", "", text)
            assert not ENGLISH.search(bare), text
            assert not agreeing.search(bare), text


@pytest.mark.parametrize("language", PARTLY)
def test_turn_lines_end_with_the_name(language: str) -> None:
    for english in ("Your turn, {player}.", "{player} plays again."):
        (told,) = translated(language)[(english,)]
        assert told.endswith("{player}.")


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("nl", "kaart", "kaarten"), ("de", "Karte", "Karten"), ("es", "carta", "cartas")],
)
@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_one_is_singular_and_nothing_else(language: str, one: str, many: str, number: int) -> None:
    assert Phrases(language).text(holds("Ann", number)) == f"Ann: {number} {one if number == 1 else many}."


@pytest.mark.parametrize(
    ("language", "card", "edition", "name"),
    [
        ("nl", "red-7", "classic", "rode 7"),
        ("nl", "green-reverse", "classic", "groene Keer-om"),
        ("nl", "blue-draw-two", "classic", "blauwe Neem-twee"),
        ("nl", "yellow-skip", "classic", "Sla beurt over, geel"),
        ("nl", "wild-draw-four", "classic", "Keuze-Vier"),
        ("nl", "red-hit-two", "extreme", "hit two, rood"),
        ("de", "red-7", "classic", "Rot 7"),
        ("de", "green-reverse", "classic", "Grün Retour"),
        ("de", "blue-draw-two", "classic", "Blau Zieh Zwei"),
        ("de", "yellow-skip", "classic", "Gelb Aussetzen"),
        ("de", "wild", "classic", "Farbenwahl"),
        ("de", "wild-draw-four", "classic", "Zieh Vier Farbenwahl"),
        ("de", "red-hit-two", "extreme", "Drück 2 Mal, Rot"),
        ("de", "wild-extreme-hit", "extreme", "Kartenwerferwahl"),
        ("de", "teal-draw-five", "flip", "draw five, Blaugrün"),
        ("es", "red-7", "classic", "7 rojo"),
        ("es", "yellow-reverse", "classic", "Reversa amarilla"),
        ("es", "blue-draw-two", "classic", "Toma dos, azul"),
        ("es", "wild-draw-four", "classic", "comodín Toma cuatro"),
        ("es", "purple-flip", "flip", "flip, morado"),
    ],
)
def test_cards_are_called_what_they_are_called_there_else_as_in_english(
    language: str, card: str, edition: str, name: str
) -> None:
    colour, _, value = card.partition("-")
    wild = colour == "wild"
    asked = Card(card) if wild else Card(value, Colour(colour))
    assert Phrases(language).name(asked, edition) == name


@pytest.mark.parametrize("language", PARTLY)
def test_english_names_of_cards_are_spelled_for_the_voice_that_says_them(language: str) -> None:
    table = tomllib.loads(LEXICON.read_text(encoding="utf-8"))[language]["english"]
    named = {row.partition(": ")[2] for row in nameless(language)}
    decks = tomllib.loads((FILES / "en.toml").read_text(encoding="utf-8"))["editions"].values()
    short = {
        card["short"]
        for deck in decks
        for card in deck.get("cards", {}).values()
        if "short" in card and card["name"] in named
    }
    assert set(table) == named | short


# A sentence is in one language from its first word to its last


@pytest.mark.parametrize("language", PARTLY)
@pytest.mark.parametrize(
    "phrase",
    [
        UNTRANSLATED,
        followed(say("{player}: {card}.", player="Ann", card=Card("7", Colour.RED)), UNTRANSLATED),
        say("Rules: {rules}.", rules=(say("seven-zero"), UNTRANSLATED)),
    ],
)
def test_a_line_with_a_part_that_has_no_words_is_english_whole_and_read_by_an_english_voice(
    language: str, phrase: Line
) -> None:
    (spoken,) = utterances([answer(phrase)], [language])
    assert list(spoken.texts) == ["en"]
    assert spoken.in_locales((language,)) == [("en", Phrases("en").text(phrase))]
    assert Phrases(language).text(phrase) == Phrases("en").text(phrase)


def test_a_secret_is_read_by_the_voice_that_reads_the_rest_of_its_line() -> None:
    known = say("The PIN was said aloud.")
    hidden = say("PIN: {digits}.", digits="0 4")
    for text, aloud in ((UNTRANSLATED, hidden), (known, UNTRANSLATED)):
        line = Line(text.message, text.params, priority=Priority.URGENT, aloud=aloud)
        (spoken,) = utterances([line], ["de"])
        assert list(spoken.texts) == list(spoken.heard or {}) == ["en"]


@pytest.mark.parametrize(
    ("locales", "heard"),
    [(("fr", "de"), ["fr", "de"]), (("de", "fr"), ["de", "fr"]), (("nl", "de", "es"), ["nl", "de", "es"])],
)
def test_a_table_of_several_languages_hears_each_in_turn_and_english_once_where_some_lack_it(
    locales: tuple[str, ...], heard: list[str]
) -> None:
    (known, unknown) = utterances([answer(say("No card.")), answer(UNTRANSLATED)], locales)
    assert [locale for locale, _ in known.in_locales(locales)] == heard
    assert [locale for locale, _ in unknown.in_locales(locales)] == ["en"]


def test_where_one_language_of_the_table_lacks_a_line_the_other_still_hears_its_own() -> None:
    line = say("At rest the motor driver reports no fault.")
    (spoken,) = utterances([answer(line)], ("de", "fr"))
    assert [locale for locale, _ in spoken.in_locales(("de", "fr"))] == ["fr", "en"]
    (spoken,) = utterances([answer(line)], ("en", "de"))
    assert [locale for locale, _ in spoken.in_locales(("en", "de"))] == ["en"]


def test_the_settings_offer_what_the_table_speaks() -> None:
    assert model.Locale.__args__ == LOCALES  # type: ignore[attr-defined]


# Games, to be read aloud


@pytest.mark.parametrize("path", LANGUAGE_GAMES, ids=lambda path: path.stem)
def test_a_game_is_heard_as_its_transcript_has_it(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == language_game_anew(path)


def test_a_game_is_heard_in_every_language_in_normal_and_in_brief() -> None:
    wanted = {f"game.{language}.{verbosity}" for language in PARTLY for verbosity in ("brief", "normal")}
    assert {path.stem for path in LANGUAGE_GAMES} == wanted


def test_the_games_are_the_same_in_every_language() -> None:
    games = {tuple(statements(path.read_text(encoding="utf-8"))) for path in LANGUAGE_GAMES}
    assert len(games) == 1


@pytest.mark.parametrize("language", PARTLY)
def test_a_transcript_has_in_english_what_the_language_has_no_words_for(language: str) -> None:
    assert words(answer(UNTRANSLATED), language) == "A sentence that nobody translates, Ann."
