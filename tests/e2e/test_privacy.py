"""A round with known hands: nothing that leaves the machine names a card that is still in a hand."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from companion.referee.cards import Card
from companion.tags import card_tag
from companion.voice.lines import say
from companion.voice.phrases import Phrases
from tests.live_table import LiveTable

HIDDEN = ("green-9", "yellow-hit-two", "wild-extreme-hit", "blue-discard-all", "green-4")
# A list or a pad of keys to choose a card from holds every card of the deck, whoever has it.
WHOLE_DECK = re.compile(r"<(select|datalist|fieldset)\b.*?</\1>", re.DOTALL)
PAGES = ("/", "/join", "/start", "/bench")


def _words(card: str) -> Iterator[str]:
    """Every form in which a card could show: notation, English, French."""
    yield card
    for locale in ("en", "fr"):
        yield Phrases(locale).text(say("{card}", card=Card.from_word(card))).casefold()


def _routes(table: LiveTable) -> list[str]:
    paths = table.http.get("/openapi.json").json()["paths"]
    readable = [path for path, verbs in paths.items() if "get" in verbs and path != "/api/events"]
    return [path.replace("{game}", "1").replace("{game_id}", "1").replace("{id}", "1") for path in readable]


def _read_all(table: LiveTable, phone: httpx.Client) -> dict[str, str]:
    routes = {*_routes(table), *PAGES, "/api/games/1.table", "/api/games/1.csv", "/api/games/1.json"}
    texts = {}
    for route in sorted(routes):
        answer = phone.get(route, follow_redirects=True)
        texts[route] = WHOLE_DECK.sub("", answer.text.casefold())
    return texts


def _told(seen: dict[str, str], word: str, before: dict[str, str]) -> list[str]:
    """Where a card is named more often than it was before anybody held it (as /help names what its deck can do)."""
    return [where for where, text in seen.items() if text.count(word) > before.get(where, "").count(word)]


def _listen(url: str, heard: list[str], ready: threading.Event) -> None:
    try:
        with httpx.stream("GET", f"{url}/api/events", timeout=30) as stream:
            for line in stream.iter_lines():
                heard.append(line.casefold())
                ready.set()
    except httpx.TransportError:
        return


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_no_hidden_card_leaves_the_machine_before_the_round_is_over(locale: str, tmp_path: Path) -> None:
    log = tmp_path / "speech.jsonl"
    heard: list[str] = []
    ready = threading.Event()
    with LiveTable(tmp_path / "data", "--locale", locale, "--speech-log", str(log)) as table:
        table.join()
        listener = threading.Thread(target=_listen, args=(table.url, heard, ready))
        listener.start()
        assert ready.wait(10)
        table.accepted("game extreme players=Ann,Ben")
        with httpx.Client(base_url=table.url, timeout=20, headers={"Accept-Language": locale}) as stranger:
            before = _read_all(table, stranger)
        before |= {f"player {route}": text for route, text in before.items()}
        table.accepted(
            "Ann holds red-1 red-2 green-9 yellow-hit-two wild-extreme-hit",
            "Ben holds red-3 blue-discard-all green-4",
            "undo",
            "Ben holds red-3 blue-discard-all green-4",
            "top red-5",
            "Ann plays red-1",
        )
        assert table.say("Ben plays yellow-1")["code"] == "not-in-hand"
        assert table.say("Ann says uno")["accepted"]
        with httpx.Client(base_url=table.url, timeout=20, headers={"Accept-Language": locale}) as stranger:
            seen = _read_all(table, stranger)
            player = httpx.Client(base_url=table.url, timeout=20)
            joined = player.post("/api/join", json={"pin": table.pin, "name": "Ben"}).json()
            assert joined["role"] == "player"
            seen |= {f"player {route}": text for route, text in _read_all(table, player).items()}
            # A scan that is refused goes back into the hand: its text is not shown either.
            table.write_tag(card_tag("X", "K1", _ordinal("green-9")))
            scanned = player.get("/api/state").json()
            assert scanned["version"]
            player.close()
        seen["stream"] = "\n".join(heard)
        seen["log"] = "\n".join(table.errors).casefold()
        for card in HIDDEN:
            if card == "green-9":
                continue  # it was laid on the scanner, for all to see
            for word in _words(card):
                hits = _told(seen, word, before)
                assert not hits, (word, hits)

        table.accepted("Ben plays red-3", "Ann plays red-2", "set turn Ben", "set count Ben 1")
        table.accepted("Ben plays red-1")
        assert table.state()["phase"] in {"round-over", "game-over"}
        whole = httpx.get(f"{table.url}/api/games/1.table").text
        assert "Ben holds red-3 blue-discard-all green-4" in whole
    listener.join(10)


def _ordinal(word: str) -> int:
    from companion.referee.decks import load_deck  # noqa: PLC0415

    return load_deck("extreme").cards.index(Card.from_word(word)) + 1
