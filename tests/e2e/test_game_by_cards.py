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
