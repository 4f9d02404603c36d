"""Players' own decks at the table: where their files lie, what they are called, and that they are really played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from companion.cli import app
from companion.errands.simulation import simulate_games
from companion.own_decks import FOLDER, read_file, shelve_file, shelve_files, usual_edition
from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour, Side
from companion.referee.decide import decide
from companion.referee.decks import Deck, DeckFileError, Supply, editions, load_deck, own_decks, read_deck, shelved
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.notation_words import NotationError
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.robots import Cards
from companion.run_options import RunOptions
from companion.scans.meaning import Interpreter
from companion.set_up import House
from companion.simulate import Setting, StuckError, run
from companion.tags import CardTag, Unreadable, card_tag, read_tag
from companion.voice.game.narrator import narrate_refusal
from companion.voice.lines import EditionName, Line, Verbosity, say
from companion.voice.phrases import Phrases
from tests.scanned_table import ScannedTable


@pytest.fixture(autouse=True)
def empty_shelf() -> Iterator[None]:
    with shelved():
        yield


def attack(name: str = "my-attack", serial: str = "K7", more: str = "") -> str:
    return f'edition = "{name}"\nletter = "U"\nserial = "{serial}"\nlike = "attack"\ntotal = 112\n{more}'


def flip() -> str:
    """Two-sided, with pairs as no printed file has them: the dark cards in reverse order behind the light ones."""
    printed = load_deck("flip")
    pairs = zip(printed.cards, reversed(printed.dark_cards), strict=True)
    listed = "".join(f'  "{light} / {dark}",\n' for light, dark in pairs)
    return f'edition = "our-flip"\nletter = "U"\nserial = "F1"\nlike = "flip"\ntotal = 112\ncards = [\n{listed}]\n'


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_start_card_begins_a_game_with_the_one_deck_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[RunOptions] = []

    def serve(options: RunOptions) -> int:
        started.append(options)
        return 0

    monkeypatch.setattr("companion.launch.serve", serve)
    one, other = write(tmp_path / "one.toml", attack()), write(tmp_path / "two.toml", attack("other", "K8"))
    for named in ([], [one], [one, other]):
        with shelved():
            files = [part for path in named for part in ("--deck", str(path))]
            assert CliRunner().invoke(app, ["run", "--simulate", "--data", str(tmp_path), *files]).exit_code == 0
    assert [options.house().edition for options in started] == ["extreme", "my-attack", "extreme"]


# Files


def test_the_data_folder_s_decks_and_the_named_ones_can_be_played(tmp_path: Path) -> None:
    write(tmp_path / FOLDER / "one.toml", attack())
    write(tmp_path / FOLDER / "notes.txt", "no deck")
    named, findings = shelve_files([write(tmp_path / "two.toml", flip())], tmp_path)
    assert ([deck.edition for deck in named], findings) == (["our-flip"], [])
    assert {deck.edition for deck in own_decks()} == {"my-attack", "our-flip"}


def test_a_bad_file_in_the_data_folder_stops_nothing_and_is_told_in_one_sentence(tmp_path: Path) -> None:
    bad = write(tmp_path / FOLDER / "a.toml", attack(serial="!!", more='supply = "cannon"\n'))
    write(tmp_path / FOLDER / "b.toml", attack())
    _, (finding,) = shelve_files([], tmp_path)
    assert finding.startswith(f"{bad}:3: ")
    assert finding.endswith(f"(and 1 more: uno-companion deck check {bad})")
    assert [deck.edition for deck in own_decks()] == ["my-attack"]


@pytest.mark.parametrize("ending", ["toml", "TOML", "Toml"])
def test_the_ending_of_a_file_may_be_in_capitals(tmp_path: Path, ending: str) -> None:
    write(tmp_path / FOLDER / f"ONE.{ending}", attack())
    assert shelve_files([], tmp_path)[1] == []
    assert [deck.edition for deck in own_decks()] == ["my-attack"]


@pytest.mark.parametrize(
    "text",
    [
        attack(serial="!!"),
        attack(name="My-Attack"),
        attack(more="broken =\n"),
        "edition = 'my-attack'\n",
        attack(more="[copies]\nskip = 99\n"),
    ],
)
@pytest.mark.parametrize("file", ["one.toml", "my-attack.toml"])
def test_who_asks_for_a_deck_whose_file_is_wrong_hears_which_file(tmp_path: Path, file: str, text: str) -> None:
    write(tmp_path / FOLDER / file, text)
    shelve_files([], tmp_path)
    with pytest.raises(NotationError, match=rf"edition my-attack is not known: its file decks/{file} is wrong; "):
        read("game my-attack players=Ann,Ben")
    with pytest.raises(NotationError, match="the edition other is not known; there are: "):
        read("game other players=Ann,Ben")


@pytest.mark.parametrize("content", [b"\xff", b"", b"edition = 3\n"])
def test_a_wrong_file_that_does_not_say_its_deck_s_name_is_asked_for_by_its_own(
    tmp_path: Path, content: bytes
) -> None:
    write(tmp_path / FOLDER / "our.toml", "").write_bytes(content)
    shelve_files([], tmp_path)
    with pytest.raises(DeckFileError, match=r"its file decks/our\.toml is wrong"):
        load_deck("our")


def test_a_deck_that_can_be_played_is_played_although_another_file_of_its_name_is_wrong(tmp_path: Path) -> None:
    write(tmp_path / FOLDER / "a.toml", attack())
    write(tmp_path / FOLDER / "b.toml", attack(serial="!!"))
    write(tmp_path / FOLDER / "c.toml", attack(name="flip"))
    assert len(shelve_files([], tmp_path)[1]) == 2
    assert load_deck("my-attack").serial == "K7"
    assert load_deck("flip").letter == "F"


def test_of_several_named_decks_none_is_taken_for_the_one_to_play() -> None:
    one, two = deck_of(attack()), deck_of(flip())
    assert [usual_edition(decks, "extreme") for decks in ([], [one], [one, one])] == [
        "extreme", "my-attack", "my-attack",
    ]  # fmt: skip
    with pytest.raises(DeckFileError, match="--deck names my-attack and our-flip: say with --edition which"):
        usual_edition([one, two], "extreme")


def test_a_named_deck_goes_before_one_of_the_folder_that_is_called_the_same(tmp_path: Path) -> None:
    old = write(tmp_path / FOLDER / "old.toml", attack())
    new = write(tmp_path / "new.toml", attack(more="target = 100\n"))
    (deck,), (finding,) = shelve_files([new], tmp_path)
    assert load_deck("my-attack") is deck
    assert finding == f"{old}:1: another own deck is called 'my-attack'; give this one another name"


def test_the_same_file_named_and_in_the_folder_is_one_deck(tmp_path: Path) -> None:
    path = write(tmp_path / FOLDER / "one.toml", attack())
    assert shelve_files([path], tmp_path)[1] == []
    assert len(own_decks()) == 1


def test_named_files_that_are_wrong_are_told_all_at_once(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{n}.toml", attack(name="attack")) for n in (1, 2)]
    with pytest.raises(DeckFileError) as error:
        shelve_files([*paths, tmp_path / "none.toml"], tmp_path)
    assert [finding.partition(": ")[0] for finding in error.value.findings] == [
        f"{paths[0]}:1", f"{paths[1]}:1", str(tmp_path / "none.toml"),
    ]  # fmt: skip


def test_a_serial_that_is_taken_is_told_with_its_line(tmp_path: Path) -> None:
    shelve_file(write(tmp_path / "1.toml", attack()))
    second = write(tmp_path / "2.toml", attack(name="other"))
    with pytest.raises(DeckFileError, match=r"2\.toml:3: the deck my-attack has the serial K7; give"):
        shelve_file(second)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'edition = "a"\n# caf\xe9\n', ":2: a character here is not UTF-8; save the file as UTF-8"),
        (b"#" * 2_000_000, ":1: more than 262144 characters make no deck"),
        (b"\x00", ":1: this is not TOML"),
    ],
)
def test_a_file_that_is_no_text_is_told(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(DeckFileError) as error:
        read_file(path)
    assert str(error.value).startswith(f"{path}{told}")


def test_a_folder_is_no_deck_file(tmp_path: Path) -> None:
    with pytest.raises(DeckFileError, match=r"cannot be read \(Is a directory\)"):
        read_file(tmp_path)


def test_a_file_written_with_a_mark_at_its_beginning_and_windows_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbf" + attack().replace("\n", "\r\n").encode())
    assert read_file(path).edition == "my-attack"


# Tags


def deck_of(text: str) -> Deck:
    return read_deck(text, "mine.toml")


def test_a_tag_of_an_own_deck_is_read_by_its_serial() -> None:
    tag = card_tag("U", "K7", 112)
    assert read_tag(tag) == Unreadable(RefusalCode.UNKNOWN_TAG)
    with shelved(deck_of(attack())):
        assert read_tag(tag) == CardTag(Card("wild-hit-fire"), tag[:8])
        assert read_tag(card_tag("U", "K8", 112)) == Unreadable(RefusalCode.UNKNOWN_TAG)
        assert read_tag(card_tag("U", "K7", 113)) == Unreadable(RefusalCode.UNKNOWN_TAG)


def test_both_sides_of_a_card_whose_back_is_known_are_one_card() -> None:
    deck = deck_of(flip())
    with shelved(deck):
        light, dark = (read_tag(card_tag("U", "F1", 5, side)) for side in (1, 2))
    assert isinstance(light, CardTag)
    assert isinstance(dark, CardTag)
    assert light.tag == dark.tag
    assert (light.card, dark.card) == (deck.card_at(5), deck.card_at(5, Side.DARK))


def test_sides_whose_pairs_nobody_knows_have_nothing_to_do_with_each_other() -> None:
    light, dark = (read_tag(card_tag("F", "K1", 5, side)) for side in (1, 2))
    assert isinstance(light, CardTag)
    assert isinstance(dark, CardTag)
    assert light.tag != dark.tag


def begun(edition: str, *more: cmd.Command) -> State:
    state = EMPTY
    for command in (cmd.NewGame(edition, ("Ann", "Ben")), *more):
        outcome = decide(state, command)
        assert not isinstance(outcome, Refusal)
        state = accept(state, command, outcome)
    return state


def test_a_game_goes_on_with_the_deck_it_began_with() -> None:
    with shelved(deck_of(attack())):
        state = begun("my-attack")
    swapped = 'cards = ["red-1", "wild"]\n'
    tag = card_tag("U", "K7", 1)
    with shelved(deck_of(attack(more=swapped).replace("112", "2"))):
        assert load_deck("my-attack").total == 2
        assert state.deck.total == 112
        assert Interpreter(lambda: 0).meaning(tag, state) == cmd.Top(Card("1", Colour.RED), tag[:8])
    last = card_tag("U", "K7", 112)
    assert Interpreter(lambda: 0).meaning(last, state) == cmd.Top(Card("wild-hit-fire"), last[:8])


@pytest.mark.parametrize("old_game", [(), ("game classic players=Dan,Eve", "top red-3")])
def test_where_the_deck_has_too_few_cards_start_says_that_the_badges_are_kept(
    old_game: tuple[str, ...], tmp_path: Path
) -> None:
    six = attack("six", more='cards = ["red-1", "red-2", "red-3", "red-4", "red-5", "wild"]\n').replace("112", "6")
    with shelved(deck_of(six)), ScannedTable(tmp_path, *old_game, house=House(("Ann", "Ben"), "six")) as at:
        at.scan(*(("START", "YES") if old_game else ()), "badge 1", "badge 2")
        (told,) = at.scan("START")
        assert told.startswith("14 cards to deal, and the deck has 6: fewer players or smaller hands.")
        assert told.endswith("All that was set up is kept: UNDO takes the last step back.")
        assert at.scan("UNDO")[0] == "Taken back: the badge of Ben."
        assert at.scan("badge 2")[0].startswith("Ben: seat 2.")


def test_a_card_put_aside_is_recognised_and_refused() -> None:
    """A 112-card deck plays classic with its four extra cards put aside; one was left in."""
    state = begun("classic", cmd.Top(Card("7", Colour.RED)))
    aside = load_deck("classic-112").cards.index(Card("wild-customizable")) + 1
    play = Interpreter(lambda: 0).meaning(card_tag("M", "K1", aside), state)
    assert isinstance(play, cmd.Play)
    refusal = decide(state, play)
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.NOT_IN_DECK


@pytest.mark.parametrize("ordinal", [109, 112])
@pytest.mark.parametrize("edition", ["braille", "classic"])
def test_a_braille_deck_s_reference_cards_are_recognised_and_refused(ordinal: int, edition: str) -> None:
    state = begun(edition, cmd.Top(Card("7", Colour.RED)))
    tag = card_tag("B", "K1", ordinal)
    refusal = Interpreter(lambda: 0).meaning(tag, state)
    assert refusal == Refusal(RefusalCode.NOT_IN_DECK)
    said, *_ = narrate_refusal(state, cmd.Scan(tag), refusal, Verbosity.NORMAL)
    assert Phrases("en").text(said) == "This card is not played: put it aside."
    assert Interpreter(lambda: 0).meaning(card_tag("B", "K1", 113), state) == Refusal(RefusalCode.UNKNOWN_TAG)


# Names


@pytest.mark.parametrize(("language", "wild"), [("en", "wild hit-fire"), ("fr", "joker Jusqu'au tir")])
def test_an_own_deck_s_cards_are_called_as_those_of_the_deck_that_it_is_like(language: str, wild: str) -> None:
    phrases = Phrases(language)
    phrase = say("Top card: {card}.", card=Card("wild-hit-fire"))
    with shelved(deck_of(attack())):
        assert wild in phrases.text(Line(phrase.message, phrase.params, edition="my-attack"))
        assert "my-attack" in phrases.text(say("New game: {edition}.", edition=EditionName("my-attack")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_is_never_called_by_its_word_in_a_file(language: str) -> None:
    """Also where the deck's file is gone, or a card of another deck was left in."""
    phrases = Phrases(language)
    phrase = say("Top card: {card}.", card=Card("wild-customizable"))
    for edition in ("lost", "classic"):
        assert "wild-customizable" not in phrases.text(Line(phrase.message, phrase.params, edition=edition))


# Playing


@pytest.mark.parametrize("text", [attack(more='supply = "pile"\n'), flip()], ids=["attack", "flip"])
def test_robots_play_whole_matches_with_an_own_deck(text: str) -> None:
    deck = deck_of(text)
    with shelved(deck):
        tally, _ = run(Setting(deck.edition, 3, 7), 3, 1, lambda _: None)
    assert (tally.games, tally.refusals) == (3, Counter())
    assert tally.rounds > 2


def test_games_with_an_own_deck_are_the_same_in_several_processes() -> None:
    deck = deck_of(attack())
    with shelved(deck):
        one, two = (run(Setting("my-attack", 2, 3), 4, jobs, lambda _: None)[0] for jobs in (1, 2))
    assert one.as_json(1) == two.as_json(1)


def test_robots_hold_the_pairs_that_the_file_says() -> None:
    deck = deck_of(flip())
    cards = Cards(deck, ["Ann", "Ben"], 7, Random(1))
    held = [*cards.pile, *cards.hands["Ann"], *cards.hands["Ben"]]
    printed = Counter(zip(deck.cards, deck.dark_cards, strict=True))
    assert Counter((each.card, each.turned().card) for each in held) == printed
    assert all(each.tag[:7] == each.turned().tag[:7] and each.tag.startswith("TUF1") for each in held)


def test_simulate_refuses_a_hand_size_that_a_small_deck_has_not(capsys: pytest.CaptureFixture[str]) -> None:
    small = attack(more='cards = ["red-1", "red-2"]\n').replace("112", "2")
    with shelved(deck_of(small)):
        assert simulate_games("my-attack", 2, games=1, seed=0, jobs=1, options=[], json=True) == 2
    assert "more than the 2 cards of my-attack" in capsys.readouterr().err


def test_simulate_tells_its_result_of_an_own_deck(capsys: pytest.CaptureFixture[str]) -> None:
    with shelved(deck_of(attack())):
        assert simulate_games("my-attack", 2, games=1, seed=0, jobs=1, options=[], json=True) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(editions()), st.sampled_from(["pile", "dispenser", "launcher"]), st.randoms(use_true_random=False)
)
def test_no_move_is_refused_with_any_cards_in_the_deck(edition: str, supply: Supply, chance: Random) -> None:
    """Decks of a few kinds, in any numbers and pairs; a round that goes on for ever is cut off."""
    printed = load_deck(edition)
    sides = [cards for cards in (printed.cards, printed.dark_cards) if cards]
    kinds = [chance.sample(cards, chance.randint(2, 30)) for cards in sides]
    listed = [" / ".join(str(chance.choice(faces)) for faces in kinds) for _ in range(chance.randint(30, 120))]
    words = "".join(f'  "{card}",\n' for card in [*listed, " / ".join(str(cards[0]) for cards in sides)])
    deck = deck_of(
        f'edition = "any"\nletter = "U"\nserial = "A1"\nlike = "{edition}"\ntotal = {len(listed) + 1}\n'
        f'supply = "{supply}"\nmatch_mode = "single-round"\ncards = [\n{words}]\n'
    )
    with shelved(deck), pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.simulate.MOST_MOVES", 600)
        try:
            tally, _ = run(Setting("any", chance.randint(2, 4), 1), 1, 1, lambda _: None)
        except StuckError as endless:
            assume("did not end" not in str(endless))
            raise
    assert tally.refusals == Counter()
