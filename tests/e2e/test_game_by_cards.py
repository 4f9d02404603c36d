"""A whole game with display off and no phone: only scanner bytes and button edges in, only recorded speech out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.card_game import CardTable, actions

pytestmark = pytest.mark.alone

HERE = Path(__file__).parent / "by_cards"


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_game_is_set_up_played_put_right_and_scored_with_cards_alone_as_the_transcript_has_it(
    locale: str, tmp_path: Path
) -> None:
    written = (HERE / f"game.{locale}.heard").read_text(encoding="utf-8")
    told = CardTable(tmp_path, locale).play(actions(written))
    assert told == [line for line in written.splitlines() if line.strip() and not line.startswith("#")]


def test_both_transcripts_are_of_the_same_game() -> None:
    english, french = (
        actions((HERE / f"game.{locale}.heard").read_text(encoding="utf-8")) for locale in ("en", "fr")
    )
    assert english == french


def test_the_voice_obeys_its_cards_and_remembers_them_when_the_table_is_switched_on_again(tmp_path: Path) -> None:
    first = CardTable(tmp_path, "en", "fr").play(["LANGUAGE", "LANGUAGE", "FASTER"])
    assert [line.strip() for line in first[first.index("LANGUAGE") :]] == [
        "LANGUAGE",
        "Language: English.",
        "LANGUAGE",
        "Langue : français.",
        "FASTER",
        "Plus vite : 190 mots par minute.",
    ]
    again = CardTable(tmp_path, "en", "fr").play(["FASTER"])
    assert again[0].strip().startswith("La table est prête.")
    assert again[-1].strip() == "Plus vite : 210 mots par minute."


def test_a_card_of_a_hand_is_in_no_log_and_in_no_list_when_headphones_name_it(tmp_path: Path) -> None:
    table = CardTable(tmp_path, "en", **{"voice.private_device": "null"})
    told = table.play(["badge 1", "badge 2", "START", "card red-3", "WHATIS", "card green-9"])
    assert told[-1] == "card green-9"
    assert "green" not in (tmp_path / "speech.jsonl").read_text(encoding="utf-8")
