"""While a round runs nothing that leaves the machine without host rights shows the cards of a hand."""

from __future__ import annotations

import pytest

from tests.web.house import House
from tests.web.test_stream import listening

#: Cards that are in hands and nowhere else, in every spelling that the interface uses.
HIDDEN = ["blue-9", "yellow-skip", "blue 9", "yellow skip", "green-discard-all", "green discard all", "green-8"]
HANDS = ["Ann holds blue-9 yellow-skip red-1", "Ben holds green-discard-all green-8 red-2"]
PATHS = [
    "/api/state",
    "/api/spoken",
    "/api/health",
    "/api/games",
    "/api/games/1.table",
    "/api/games/1.csv",
    "/api/games/1.json",
    "/live",
    "/games",
    "/join",
]


@pytest.fixture
def played(house: House) -> House:
    """A round whose hands are known and run, with hands told, one of them taken back and told again."""
    house.table.narrate = lambda _: ()  # what is said is the narrator's own affair
    house.says("game extreme players=Ann,Ben", HANDS[0], "undo", HANDS[0], HANDS[1], "top red-7", "Ann plays red-1")
    return house


@pytest.mark.parametrize("path", PATHS)
def test_no_page_and_no_download_shows_a_hand(played: House, path: str) -> None:
    played.joined("Zoe")
    for phone in (played.phone(), played.joined("Ben")):
        answer = phone.get(path)
        assert answer.status_code == 200
        assert not [card for card in HIDDEN if card in answer.text], path


def test_the_table_page_names_every_card_alike_to_choose_from_and_none_of_a_hand(played: House) -> None:
    played.joined("Zoe")
    stranger = played.phone().get("/").text
    assert not [card for card in HIDDEN if card in stranger]
    player = played.joined("Ben").get("/").text
    assert {player.count('value="blue-9"'), player.count('value="yellow-9"')} == {player.count('value="red-9"')}


def test_the_stream_shows_no_hand(played: House) -> None:
    played.serve()
    with listening(played) as phone:
        start = phone.next()[1]
        played.says("undo", "undo", "undo")
        texts = [str(phone.next()) for _ in range(3)]
        assert "Ben holds 3" in texts[2]
        assert not [card for card in HIDDEN if card in "".join(texts)]
    with listening(played, start) as phone:
        again = [str(phone.next()) for _ in range(3)]
        assert again == texts


def test_a_players_own_answer_shows_no_hand_and_a_hosts_does(played: House) -> None:
    host, player = played.joined("Ann"), played.joined("Ben")
    played.says("undo", "undo")
    told = player.say("undo").json()
    assert told["accepted"]
    assert not [card for card in HIDDEN if card in str(told)]
    assert "green-8" in str(host.say(HANDS[1]).json())


def test_a_host_downloads_the_full_text(played: House) -> None:
    host = played.joined("Ann")
    assert HANDS[0] in host.get("/api/games/1.table").text


def test_after_the_round_everybody_reads_the_full_text(played: House) -> None:
    played.says("set count Ben 1", "Ben plays red-2")
    assert HANDS[0] in played.phone().get("/api/games/1.table").text
    played.says("round", "Ann holds yellow-9 blue-1")
    text = played.phone().get("/api/games/1.table").text
    assert HANDS[0] in text
    assert "Ann holds 2" in text
    assert "yellow-9" not in text


def test_a_scan_that_told_a_hand_is_hidden(played: House) -> None:
    played.says("set count Ben 1", "Ben plays red-2", "round")
    from companion.referee.notation import read  # noqa: PLC0415 - beside its one use

    played.run(played.table.submit(read("Ann holds blue-9"), statement='scan "TX00001"'))
    for form in ("table", "csv", "json"):
        text = played.phone().get(f"/api/games/1.{form}").text
        assert "TX00001" not in text
        assert "Ann holds 1" in text
