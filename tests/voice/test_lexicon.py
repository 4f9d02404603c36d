"""What the synthesiser is sent instead of what the page shows."""

from __future__ import annotations

import re

import pytest

from companion.voice.lexicon import PIECE_LENGTH, pieces, spoken_form, voices_for


@pytest.mark.parametrize(
    ("shown", "sent"),
    [
        ("Alice dit UNO", "Alice dit uno"),
        ("Contre\u202fUNO\u00a0!", "Contre uno !"),
        ("Ann : Super Joker.", "Ann : Super jokère."),
        ("Il reste 1 carte.", "Il reste une carte."),
        ("Bob pioche 21 cartes.", "Bob pioche vingt et une cartes."),
        ("81 cartes", "quatre-vingt-une cartes"),
        ("121 cartes", "100 vingt et une cartes"),
        ("11 cartes, 71 cartes, 91 cartes", "11 cartes, 71 cartes, 91 cartes"),
        ("1 point, 21 points, 1 appui", "1 point, 21 points, 1 appui"),
        ("2 cartes", "2 cartes"),
        ("1 manche", "une manche"),
        ("Ann : plus deux, rouge", "Ann : +2, rouge"),
        ("Ann : +2 rouge", "Ann : +2 rouge"),
        ("Zoé pioche", "Zoé pioche"),
        ("scannez la carte code PIN ou", "scannez la carte code pine ou"),
        ("à l'adresse 192.168.1.5:8080.", "à l'adresse 192 point 168 point 1 point 5, port 8080."),
        ("à l'adresse 10.0.0.12, ou", "à l'adresse 10 point 0 point 0 point 12, ou"),
        ("à l'adresse uno.local:8080.", "à l'adresse uno point local, port 8080."),
        ("Ann : 7.8 points.", "Ann : 7.8 points."),
        ("Ann : 12, Ben : 80.", "Ann : 12, Ben : 80."),
        ("Unok joue", "Unok joue"),
    ],
)
def test_french_is_sent_as_it_should_be_heard(shown: str, sent: str) -> None:
    assert spoken_form(shown, "fr") == sent
    assert spoken_form(shown, "fr-CA") == sent


def test_english_is_sent_as_it_is_shown_but_for_addresses() -> None:
    assert spoken_form("Ann: UNO! 1 card, +2, Joker.", "en") == "Ann: UNO! 1 card, +2, Joker."
    assert spoken_form("The page is at 192.168.1.5:8080.", "en") == (
        "The page is at 192 dot 168 dot 1 dot 5, port 8080."
    )


@pytest.mark.parametrize("locale", ["en", "fr", "de", "es", "nl"])
@pytest.mark.parametrize("address", ["192.168.0.17:8080", "10.0.0.5:80", "127.0.0.1:41234", "uno-2.local:8080"])
def test_every_part_of_an_address_is_read_by_itself(locale: str, address: str) -> None:
    sent = spoken_form(f"… {address}.", locale)
    assert sent.endswith(".")
    assert "." not in sent[:-1]
    assert ":" not in sent
    assert re.findall(r"[a-z]*[-\d]+", sent) == re.findall(r"[a-z]*[-\d]+", address)


def test_a_language_without_a_table_is_sent_as_it_is_shown() -> None:
    assert spoken_form("Anna: UNO!", "it") == "Anna: UNO!"


@pytest.mark.parametrize("locale", ["en", "fr", "it"])
def test_emoji_and_control_characters_have_no_sound(locale: str) -> None:
    assert spoken_form("Zoé\u200d👩🏽‍🚀️ \x07\tBen\n❤️", locale) == "Zoé Ben"
    assert spoken_form("🎉 !", locale) == ""
    assert spoken_form("Ann 李雷: UNO.", "en") == "Ann : UNO."
    assert spoken_form("[[h@l'oU]] Ann", locale) == "h@l'oU Ann"


def test_a_long_text_is_cut_at_the_ends_of_sentences_and_loses_nothing() -> None:
    text = " ".join(f"This is sentence number {number}." for number in range(30))
    found = pieces(text)
    assert " ".join(found) == text
    assert len(found) > 3
    assert all(len(piece) <= PIECE_LENGTH and piece.endswith(".") for piece in found)
    assert pieces("Ann: red 7.") == ["Ann: red 7."]


def test_every_language_has_a_voice_and_english_behind_it() -> None:
    assert voices_for("fr_FR") == ("roa/fr", "fr", "gmw/en")
    assert voices_for("fr-ca") == voices_for("fr")  # which has no voice of its own
    assert voices_for("en-us") == ("gmw/en-US", "gmw/en", "en")
    assert voices_for("en-GB") == ("gmw/en", "en")
    assert voices_for("it") == ("it", "gmw/en")


def test_the_card_that_says_yes_is_said_and_not_spelled() -> None:
    assert spoken_form("YES sets it aside.", "en") == "yes sets it aside."


@pytest.mark.parametrize(
    ("locale", "shown", "sent"),
    [
        ("nl", "Ann: UNO!", "Ann: uno!"),
        ("nl", "Ann: +2, 1 kaart", "Ann: +2, 1 kaart"),
        ("nl", "Hit two, rood.", "hit toe, rood."),
        ("de", "Ann: UNO! Noch 1 Karte. 21 Karten.", "Ann: uno! Noch eine Karte. 21 Karten."),
        ("de", "Ben: 1 Punkt, 21 Punkte, 101 Punkte", "Ben: ein Punkt, 21 Punkte, 101 Punkte"),
        ("de", "Ann: draw five, Blaugrün.", "Ann: Droh Feif, Blaugrün."),
        ("es", "Ann: ¡UNO! Queda 1 carta.", "Ann: ¡uno! Queda una carta."),
        ("es", "21 cartas, 121 cartas, 11 cartas", "veintiuna cartas, ciento veintiuna cartas, 11 cartas"),
        ("es", "1 punto, 21 puntos, 101 puntos", "un punto, veintiún puntos, ciento un puntos"),
        ("es", "1 pulsación, 2 pulsaciones", "una pulsación, 2 pulsaciones"),
        ("es", "Hit two, azul.", "jit tu, azul."),
    ],
)
def test_dutch_german_and_spanish_are_sent_as_they_should_be_heard(locale: str, shown: str, sent: str) -> None:
    assert spoken_form(shown, locale) == sent
