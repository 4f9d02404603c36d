"""A table asked and set from a phone, as by its cards: answered in the phone's language, kept over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live_table import LiveTable

FLAGS = ("--set", 'table.locales=["en", "fr"]')
FRENCH = {"Accept": "application/json", "Accept-Language": "fr"}
ENGLISH = {"Accept": "application/json", "Accept-Language": "en"}


def asked(table: LiveTable, question: str, headers: dict[str, str]) -> str:
    answer = table.http.post("/ask", data={"query": question}, headers=headers)
    assert answer.json()["accepted"], answer.text
    return str(answer.json()["message"]).replace("\u00a0", " ").replace("\u202f", " ")


def said_aloud(table: LiveTable) -> list[str]:
    """What was, or would have been, heard in English, in order; what an answer interrupts is said anew after it."""
    lines = table.http.get("/api/spoken", params={"since": 0}).json()
    return [str(line["text"]) for line in lines if line["locale"] == "en"]


@pytest.mark.alone
def test_a_phone_asks_and_sets_the_voice_as_the_cards_do(tmp_path: Path) -> None:
    with LiveTable(tmp_path, *FLAGS) as table:
        table.join("Ann")
        for statement in ("game classic players=Ann,Ben", "top red-3", "Ann plays red-5", "Ben draws"):
            assert table.say(statement)["accepted"], statement
        told = "The last plays, in order. Top card: red 3. Ann: red 5. Ben draws."
        assert asked(table, "history", ENGLISH) == told
        assert told in said_aloud(table)
        assert asked(table, "history", FRENCH).startswith("Les derniers coups, dans l'ordre.")
        assert asked(table, "help", FRENCH).startswith("À scanner maintenant : ")
        assert asked(table, "help", FRENCH).startswith("Ce que font les cartes.")
        assert any(line.startswith("What the cards do.") for line in said_aloud(table))
        assert asked(table, "slower", FRENCH) == "Moins vite : 150 mots par minute."
        assert "Slower: 150 words a minute." in said_aloud(table)
        assert asked(table, "help", ENGLISH).startswith("The turn.")  # slower help is the same help
        assert asked(table, "louder", ENGLISH).startswith("Louder: ")
        assert asked(table, "stop", ENGLISH) == "Done."
        again = asked(table, "repeat", ENGLISH)
        assert said_aloud(table).count(again) > 1
        assert "150 words a minute" in table.http.get("/").text
    with LiveTable(tmp_path, *FLAGS) as table:
        table.join("Ben")
        page = table.http.get("/", headers={"Accept-Language": "fr"}).text
        assert "150 mots par minute" in page
        assert "volume 70 sur 100" in page, "louder is for one evening only"
