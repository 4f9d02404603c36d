"""Asking the table from a phone: single parts of the status, the last lines again, and the same as text."""

from __future__ import annotations

from pathlib import Path

from tests.live_table import LiveTable


def ask(table: LiveTable, question: str) -> str:
    answer = table.http.post("/ask", data={"query": question}, headers={"Accept": "application/json"}).json()
    assert answer["accepted"], answer
    return str(answer["message"])


def test_a6_02_every_part_of_the_status_is_asked_for_alone_and_changes_nothing(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        table.accepted(
            "game classic players=Ann,Ben,Cleo", "top blue-7", "Ann plays blue-draw-two", "set score Ben 40"
        )
        before = table.state()
        answers = {question: ask(table, question) for question in ("top", "turn", "counts", "scores", "owed")}
        assert table.state() == before
    assert answers["top"] == "Top card: blue draw two."
    assert answers["turn"].endswith("Direction: clockwise.")
    assert answers["counts"] == "Cards: Ann: 6, Ben: 9, Cleo: 7."
    assert answers["scores"] == "Scores: Ann: 0, Ben: 40, Cleo: 0."
    assert answers["owed"] == "Nobody owes anything."


def test_a6_03_asked_twice_the_line_before_is_said_again_and_the_page_has_them_as_text(
    tmp_path: Path,
) -> None:
    with LiveTable(tmp_path) as table:
        table.join("Ann")
        table.accepted("game classic players=Ann,Ben", "top blue-7")
        for statement in ("Ann plays blue-8", "Ben plays blue-9", "Ann plays blue-5"):
            table.accepted(statement)
        again = [ask(table, "repeat"), ask(table, "repeat")]
        said = [line["text"] for line in table.spoken()]
        page = table.http.get("/").text
    assert again[0] != again[1]
    assert all(line in said for line in again)
    assert all(text.split(".")[0] in page for text in said[-10:])


def test_who_asks_for_the_pin_takes_nothing_from_a_card_that_the_table_waits_for(tmp_path: Path) -> None:
    with LiveTable(tmp_path) as table:
        answer = table.http.post("/pin-aloud")  # a stranger: this phone has not joined
        assert answer.status_code == 303
        assert table.pin not in answer.text
        log = table.spoken()
        assert any("PIN was said aloud" in line["text"] or "Nobody can hear the PIN" in line["text"] for line in log)
        assert all(table.pin not in line["text"] for line in log)
        assert table.state()["version"] == 0
