"""Is it fair? What the launcher drew at this table, in words that everybody understands, and in figures."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.errands.launcher import show_launcher
from companion.fairness import Verdict, figures
from companion.launcher_kind import launcher_kind
from companion.storage.journal import Launch
from companion.web.language import page_words
from companion.web.views.fairness_view import Record, bars, in_words, record
from companion.web.views.launcher_words import count_words, fire_words
from firmware_bridge.fire_profiles import USUAL_COUNTS, USUAL_FIRE, Launcher, our_profiles, read_profiles
from tests.web.house import House, opened
from tests.web.looks import Visit, narrow_enough, problems

GAME = ("game extreme players=Ann,Ben,Cem", "top green-7")
FEW = (0, 3, 0, 0, 1, 2, 0)
KIND = launcher_kind(our_profiles(), USUAL_FIRE, USUAL_COUNTS)
SHUFFLED = our_profiles().fire_profile(USUAL_FIRE)
#: Fields of the JSON that ``launcher --json`` has too.
AS_THE_COMMAND = (
    "profile", "presses", "fires", "fire_rate", "gaps", "longest_dry_run", "longest_fire_run", "cards_per_fire",
    "cards_per_press", "chi_square", "p",
)  # fmt: skip


def seen(html: str) -> str:
    """What a reader sees, one space between words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def drawn(presses: int, seed: int = 3) -> list[int]:
    """What a launcher draws, one card a fire."""
    launcher = Launcher(SHUFFLED, our_profiles().count_profile("one"), random.Random(seed))
    return [launcher.draw() for _ in range(presses)]


def test_before_the_first_press_the_page_says_that_there_is_nothing_yet(house: House) -> None:
    html = seen(house.phone().get("/fair").text)
    assert "The launcher has not decided any press yet." in html
    assert "When it fires It fires as often" in html
    told = house.phone().get("/api/fair").json()
    assert (told["presses"], told["chi_square"], told["p"], told["enough"]) == (0, None, None, False)
    assert told["published"] == {
        "presses": 96, "fires": 34, "fire_rate": 0.3542, "gaps": {"1": 7, "2": 3, "3": 13, "4": 11},
        "longest_dry_run": 3, "longest_fire_run": 2,
    }  # fmt: skip


def test_a_launcher_that_always_fires_is_told_so_before_there_are_many_fires(tmp_path: Path) -> None:
    for house in opened(tmp_path, fire="test_always"):
        house.says(*GAME)
        house.launches(*[1] * 21)
        told = house.phone().get("/api/fair").json()
        assert (told["presses"], told["fires"], told["enough"]) == (21, 21, True)
        text = seen(house.phone().get("/fair").text)
        assert "Luck alone hardly explains that" in text
        assert "Too few fires" not in text


def test_a_few_presses_are_shown_and_said_to_be_few(house: House) -> None:
    house.says(*GAME)
    house.launches(*FEW)
    text = seen(house.phone().get("/fair").text)
    assert "Too few fires to say much: so far 3, and about 57 are needed." in text
    for row in (
        "Presses 7 96",
        "Fires 3 34",
        "Presses that fired 42.9% 35.4%",
        "Longest run without a fire 2 3",
        "Longest run of fires 2 2",
        "Cards a fire 2.0 unknown",
        "Cards a press 0.9 unknown",
        "1 33.3% (1) 20.6%",
        "4 0.0% (0) 32.4%",
        "The gate counted every time as many cards as were drawn.",
    ):
        assert row in text, row


def test_presses_without_a_fire_leave_nothing_to_compare(house: House) -> None:
    house.says(*GAME)
    house.launches(0, 0)
    text = seen(house.phone().get("/fair").text)
    assert "Nothing has fired yet, so there is nothing to compare." in text
    assert "Chi-square" not in text


def test_the_figures_are_those_of_the_command(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.says(*GAME)
    house.launches(*drawn(60))
    show_launcher(our_profiles(), USUAL_FIRE, "one", presses=60, seed=3, json=True)
    command = json.loads(capsys.readouterr().out)
    told = house.phone().get("/api/fair").json()
    assert {name: told[name] for name in AS_THE_COMMAND} == command
    assert command["fires"] > 10


def test_a_pattern_that_began_anew_makes_no_gap_longer_than_it_was(house: House) -> None:
    house.says(*GAME)
    house.launches(0, 0, 0)
    house.launches(0, 0, 1)  # the lid was closed in between
    told = house.phone().get("/api/fair").json()
    assert (told["gaps"], told["longest_dry_run"]) == ({"3": 1}, 5)


def test_a_game_that_begins_in_the_middle_of_a_pattern_counts_its_first_gap_whole(house: House) -> None:
    house.says(*GAME)
    house.launches(0, 0)
    house.says(*GAME)
    house.launches(0, 2, misses=2)
    assert house.phone().get("/api/fair?game=2").json()["gaps"] == {"4": 1}


def test_each_game_can_be_looked_at_alone(house: House) -> None:
    for draws in ((0, 1), (0, 0, 0, 2), ()):
        house.says(*GAME)
        house.launches(*draws)
    phone = house.phone()
    answers = [phone.get(f"/api/fair{query}").json() for query in ("", "?game=1", "?game=2", "?game=3")]
    assert [(answer["game"], answer["presses"]) for answer in answers] == [(None, 6), (1, 2), (2, 4), (3, 0)]
    assert answers[0]["games"] == [1, 2]
    html = phone.get("/fair?game=2").text
    assert '<a class="button" href="/fair?game=2" aria-current="page">Game 2</a>' in html
    assert '<option value="2" selected>Game 2</option>' in html
    assert 'href="/api/fair?game=2"' in html
    assert "In this game the launcher has not decided any press." in seen(phone.get("/fair?game=3").text)


@pytest.mark.parametrize(("game", "status"), [("1", 404), ("0", 400), ("x", 400), ("", 400), ("9" * 30, 400)])
def test_a_game_that_is_none_is_answered_with_a_sentence(house: House, game: str, status: int) -> None:
    answer = house.phone().get(f"/api/fair?game={game}")
    assert answer.status_code == status
    assert answer.json()["message"].endswith(".")
    page = house.phone().get(f"/fair?game={game}")
    assert (page.status_code, "<h1>" in page.text) == (status, True)


def test_new_presses_are_there_at_the_next_look(house: House) -> None:
    house.says(*GAME)
    counts = []
    for _ in range(3):
        house.launches(0, 1)
        counts.append(house.phone().get("/api/fair").json()["presses"])
    assert counts == [2, 4, 6]


def test_only_presses_that_the_launcher_decided_count(house: House) -> None:
    async def counted_out() -> None:
        await house.table.begin_press("Ann", 1)
        await house.table.end_press(1)

    house.says("game classic players=Ann,Ben,Cem draw_from=dispenser", "top green-7")
    house.run(counted_out())
    house.says(*GAME, "Ann presses 3")
    assert house.phone().get("/api/fair").json()["presses"] == 0


def test_what_was_drawn_counts_and_where_the_gate_counted_otherwise_is_told(house: House) -> None:
    house.says(*GAME)
    house.launches(0)
    house.launches(4, misses=1, counted=3)
    told = house.phone().get("/api/fair").json()
    assert told["cards_per_fire"] == {"4": 1}
    assert told["miscounts"] == [{"game": 1, "press": 2, "drawn": 4, "counted": 3}]
    text = seen(house.phone().get("/fair?game=1").text)
    assert "1 time the gate counted another number of cards than was drawn." in text
    assert "Press Drawn Counted 2 4 3" in text
    assert "Game Press Drawn Counted 1 2 4 3" in seen(house.phone().get("/fair").text)


def test_of_many_miscounts_the_latest_are_told() -> None:
    told = record([Launch(n, 1 + n // 20, 2, 1, 0) for n in range(1, 31)], None, KIND.pattern)
    assert len(told.miscounts) == 30
    assert (told.miscounts[18].press, told.miscounts[19].game, told.miscounts[19].press) == (19, 2, 1)


def test_a_press_whose_cards_still_come_or_whose_number_is_awaited_is_not_shown_yet(house: House) -> None:
    house.says(*GAME)
    seen_then = []

    async def look() -> None:
        seen_then.append(len(await house.table.launches()))

    async def scene() -> None:
        await house.table.begin_press("Ann", 4, misses=2)
        await look()
        await house.table.find_press("double-feed")
        await house.table.ask_press()
        await look()

    house.run(scene())
    house.says("Ann presses 5")
    assert seen_then == [0, 0]
    told = house.phone().get("/api/fair").json()
    assert (told["cards_per_fire"], told["gaps"]) == ({"4": 1}, {"3": 1})


def test_a_press_that_was_undone_was_drawn_all_the_same(house: House) -> None:
    house.says(*GAME)
    house.launches(2)
    house.says("undo")
    assert house.phone().get("/api/fair").json()["fires"] == 1


def test_nobody_can_read_who_pressed(house: House) -> None:
    house.says("game extreme players=Zebulon,Ysolde", "top green-7")
    house.launches(0, 2, 0, 4, counted=1)
    for path in ("/fair", "/api/fair"):
        assert not {"Zebulon", "Ysolde"} & set(re.findall(r"\w+", house.phone().get(path).text))


def told(p: float, *, enough: bool = True) -> Record:
    return Record(None, figures([0, 1]), Verdict(2.0, p, enough), (), (1,))


@pytest.mark.parametrize(
    ("p", "often", "judged"),
    [
        (1.0, "in 100 of 100 games", "nothing to wonder at"),
        (0.43, "in 43 of 100 games", "nothing to wonder at"),
        (0.03, "in 3 of 100 games", "rare, but it happens"),
        (0.001, "in fewer than 1 of 100 games", "Luck alone hardly explains that"),
    ],
)
def test_the_chance_is_said_in_plain_words(p: float, often: str, judged: str) -> None:
    sentence = " ".join(in_words(told(p), KIND, page_words("en")))
    assert often in sentence
    assert judged in sentence


def launches(launcher: Launcher, presses: int) -> Iterator[Launch]:
    """What this launcher decides, as the journal keeps it."""
    for number in range(1, presses + 1):
        misses = launcher.misses
        cards = launcher.draw()
        yield Launch(number, 1, cards, cards, misses)


@pytest.mark.parametrize(
    ("profile", "judged"), [(USUAL_FIRE, "nothing to wonder at"), ("coin", "Luck alone hardly explains that")]
)
def test_after_many_presses_honest_luck_is_told_from_another_pattern(profile: str, judged: str) -> None:
    fire = our_profiles().fire_profile(profile)
    launcher = Launcher(fire, our_profiles().count_profile("one"), random.Random(3))
    found = record(list(launches(launcher, 1000)), None, KIND.pattern)
    assert judged in " ".join(in_words(found, KIND, page_words("en")))


def test_a_lid_closed_again_and_again_makes_honest_luck_no_less_honest() -> None:
    launcher = Launcher(SHUFFLED, our_profiles().count_profile("one"), random.Random(3))
    found: list[Launch] = []
    for _ in range(300):
        launcher.reset()
        found += launches(launcher, 20)
    verdict = record(found, None, KIND.pattern).verdict
    assert verdict is not None
    assert verdict.p > 0.01


@pytest.fixture
def listed(tmp_path: Path) -> Iterator[House]:
    """A table whose launcher goes down the published list."""
    yield from opened(tmp_path, fire="historic_fixed")


def test_where_a_list_decides_the_page_warns_of_players_who_count(listed: House) -> None:
    listed.says(*GAME)
    listed.launches(*FEW * 5)
    html = seen(listed.phone().get("/fair").text)
    assert "a player who counts the presses can predict every fire" in html
    assert "Too few fires" in html
    assert listed.phone().get("/api/fair").json()["predictable"]
    kind = launcher_kind(our_profiles(), "historic_fixed", USUAL_COUNTS)
    assert in_words(told(0.9), kind, page_words("en")) == [
        "Here a list decides when it fires, not luck: it is the same for everybody, and can be learned."
    ]


def test_elsewhere_nobody_is_warned(house: House) -> None:
    assert "can predict every fire" not in seen(house.phone().get("/fair").text)


def test_every_profile_of_ours_has_its_words_in_both_languages() -> None:
    profiles, english, french = our_profiles(), page_words("en"), page_words("fr")
    for name in profiles.fire:
        kind = launcher_kind(profiles, name, USUAL_COUNTS)
        assert fire_words(kind, english) != fire_words(kind, french)
    for name in profiles.counts:
        kind = launcher_kind(profiles, USUAL_FIRE, name)
        assert count_words(kind, english) != count_words(kind, french)


def test_a_tables_own_profiles_speak_for_themselves() -> None:
    own = read_profiles(
        {
            "fire": {"mine": {"kind": "chance", "about": "Now and then.", "fires": [1], "of": 9}},
            "counts": {"heap": {"about": "A heap.", "weights": {"9": 1}}},
        }
    )
    kind = launcher_kind(our_profiles().joined(own), "mine", "heap")
    assert (fire_words(kind, page_words("fr")), count_words(kind, page_words("fr"))) == ("Now and then.", "A heap.")


def test_bars_are_drawn_to_one_scale() -> None:
    one, two = bars({1: 1, 2: 3}, {2: 1}, page_words("en"))
    assert (one.share, one.length, one.other_share, one.other_length) == ("25.0%", 25.0, "0.0%", 0.0)
    assert (two.share, two.length, two.other_share, two.other_length) == ("75.0%", 75.0, "100.0%", 100.0)
    even = bars({1: 1, 2: 1}, {1: 1, 2: 3}, page_words("en"))
    assert [(bar.length, bar.other_length) for bar in even] == [(66.7, 33.3), (66.7, 100.0)]
    assert bars({}, {}, page_words("en")) == []


def test_the_page_speaks_french_with_french_numbers(house: House) -> None:
    house.says(*GAME)
    house.launches(*FEW)
    html = house.phone().get("/fair", headers={"Accept-Language": "fr"}).text
    assert '<html lang="fr">' in html
    text = seen(html)
    assert "Trop peu de lancers pour en dire beaucoup" in text
    assert "42,9\u202f%" in html  # a narrow space that does not break
    assert "42,9" in text
    assert "42.9" not in text
    assert re.search(r"Khi carré \d+,\d\d à 3 degrés de liberté", text)


def test_table_and_games_lead_to_the_page(house: House) -> None:
    house.says(*GAME)
    assert 'href="/fair"' in house.phone().get("/").text
    games = house.phone().get("/games").text
    assert 'href="/fair"' in games
    assert 'href="/fair?game=1"' in games


@pytest.fixture
def long_record(house: House) -> House:
    """A table with two games, misses, fires, long gaps and a miscount."""
    house.says(*GAME)
    house.launches(*drawn(30), *(0,) * 9, 8)
    house.says(*GAME)
    house.launches(*FEW)
    house.launches(3, counted=2)
    return house


LOOKS = {
    "dark": {"color_scheme": "dark"},
    "light": {"color_scheme": "light"},
    "forced": {"forced_colors": "active"},
    "french": {"locale": "fr", "color_scheme": "light"},
}


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_is_accessible_and_fits_a_narrow_phone(long_record: House, visit: Visit, look: str) -> None:
    page = visit("/fair", joined=False, viewport={"width": 320, "height": 640}, **LOOKS[look])
    assert page.locator("table.chart").count() == 2
    assert problems(page) == []
    assert narrow_enough(page)
    too_small = page.evaluate(
        "[...document.querySelectorAll('main a, main button, main select')].map((e) => e.getBoundingClientRect())"
        ".filter((box) => box.height < 44 || box.width < 44).length"
    )
    assert too_small == 0


def test_twice_as_large_text_still_fits(long_record: House, visit: Visit) -> None:
    page = visit("/fair", joined=False, locale="fr", viewport={"width": 390, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '225%'")  # the page's own is 112.5
    assert narrow_enough(page)


def test_bars_can_be_seen_in_forced_colours(long_record: House, visit: Visit) -> None:
    page = visit("/fair", joined=False, forced_colors="active")
    ink, ground = page.locator("svg.bar.here").first.evaluate(
        "(bar) => [getComputedStyle(bar).fill, getComputedStyle(document.body).backgroundColor]"
    )
    assert ink != ground


def test_another_game_is_chosen_without_script(long_record: House, visit: Visit) -> None:
    page = visit("/", joined=False, java_script_enabled=False)
    page.get_by_role("link", name="Is it fair?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it fair?")
    page.get_by_label("An earlier game").select_option("Game 1")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("Game 1")
    page.get_by_role("link", name="Game 2").click()
    expect(page.locator("table.chart").first.get_by_role("row")).to_have_count(5)
