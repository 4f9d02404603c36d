"""Seven swaps with a chosen player, zero passes all hands on, where the table agreed on it."""

from __future__ import annotations

from tests.referee.table_talk import code, play_out

ABC = "game classic players=Ann,Ben,Cleo seven_zero=on"
HANDS = "Ann holds red-7 red-0 red-1\nBen holds blue-1 blue-2\nCleo holds green-1\ntop red-5"


def test_a_seven_asks_for_the_partner_and_known_cards_move_with_the_hands() -> None:
    state = play_out(ABC, HANDS, "Ann plays red-7\nexpect phase target\nexpect turn Ann")
    for statement, why in [
        ("Ann targets Ann", "bad-target"),
        ("Ben targets Ann", "not-your-turn"),
        ("Ann targets Zoe", "unknown-player"),
        ("Ben plays red-1", "target-needed"),
        ("Ann picks red", "target-needed"),
    ]:
        assert code(state, statement) == why
    play_out("Ann targets Cleo\nexpect hand Ann green-1\nexpect hand Cleo red-0 red-1\nexpect turn Ben", state=state)


def test_the_partner_may_be_named_with_the_card() -> None:
    play_out(
        ABC,
        HANDS,
        "Ann plays red-7 at Ben\nexpect hand Ann blue-1 blue-2\nexpect hand Ben red-0 red-1\nexpect turn Ben",
    )
    assert code(play_out(ABC, HANDS), "Ann plays red-7 at Ann") == "bad-target"
    assert code(play_out(ABC, HANDS), "Ann plays red-7 at Zoe") == "unknown-player"


def test_a_zero_passes_all_hands_on_in_the_direction_of_play() -> None:
    play_out(
        ABC,
        HANDS,
        "Ann plays red-0\nexpect hand Ben red-7 red-1\nexpect hand Cleo blue-1 blue-2\nexpect hand Ann green-1",
        "expect turn Ben",
    )
    play_out(
        ABC,
        HANDS,
        "set direction counter-clockwise\nAnn plays red-0\nexpect hand Cleo red-7 red-1\nexpect hand Ben green-1",
        "expect hand Ann blue-1 blue-2\nexpect turn Cleo",
    )


def test_with_two_players_a_seven_swaps_without_asking() -> None:
    two = "game classic players=Ann,Ben seven_zero=on"
    play_out(two, "Ben holds 3\ntop red-5\nAnn plays red-7\nexpect count Ann 3\nexpect count Ben 6\nexpect turn Ben")
    play_out(two, "Ben holds 3\ntop red-5\nAnn plays red-0\nexpect count Ann 3\nexpect count Ben 6\nexpect turn Ben")


def test_the_last_card_swaps_nothing() -> None:
    play_out(ABC + " match_mode=single-round", "Ann holds 1\ntop red-5\nAnn plays red-7\nexpect winner Ann")
    play_out(ABC + " match_mode=single-round", "Ann holds 1\ntop red-5\nAnn plays red-0\nexpect winner Ann")


def test_without_the_option_seven_and_zero_are_plain_numbers() -> None:
    plain = "game classic players=Ann,Ben,Cleo"
    play_out(plain, HANDS, "Ann plays red-7 at Ben\nexpect hand Ann red-0 red-1\nexpect turn Ben")
    play_out(plain, HANDS, "Ann plays red-0\nexpect hand Ann red-7 red-1\nexpect turn Ben")


def test_a_seven_or_zero_turned_up_first_moves_nothing() -> None:
    play_out(ABC, "Ben holds 3\ntop red-7\nexpect turn Ann\nexpect phase playing\nexpect count Ben 3")
    play_out(ABC, "Ben holds 3\ntop red-0\nexpect turn Ann\nexpect count Ben 3")


def test_who_left_takes_no_part() -> None:
    four = "game classic players=Ann,Ben,Cleo,Dan seven_zero=on"
    play_out(
        four,
        "Ann holds 3\nBen holds 4\nDan holds 5\ntop red-5\nCleo leaves\nAnn plays red-0",
        "expect count Ann 5\nexpect count Ben 2\nexpect count Dan 4",
    )
    assert code(play_out(four, "top red-5\nCleo leaves"), "Ann plays red-7 at Cleo") == "unknown-player"
    play_out(four, "top red-5\nAnn plays red-7\nCleo leaves\nexpect phase target\nDan leaves\nexpect turn Ben")


def test_a_hand_that_moved_owes_no_call_unless_any_time_counts() -> None:
    swap = "Ann holds 4\nBen holds 1\ntop red-5\nAnn plays red-7 at Ben\nexpect count Ann 1"
    assert code(play_out(ABC, swap), "Cleo catches Ann") == "nothing-to-catch"
    play_out(ABC + " uno_window=any-time", swap, "Cleo catches Ann\nexpect count Ann 3")


def test_sevens_swap_in_every_edition() -> None:
    for edition in ("flip", "h2o", "attack", "extreme", "braille", "classic-112"):
        play_out(
            f"game {edition} players=Ann,Ben,Cleo seven_zero=on",
            "Ben holds 3\ntop red-5\nAnn plays red-7 at Ben",
            "expect count Ann 3\nexpect count Ben 6\nexpect turn Ben",
        )
    play_out(
        "game flip players=Ann,Ben,Cleo seven_zero=on",
        "Cleo holds 3\ntop red-5\nAnn plays red-flip\ntop pink-1\nBen plays pink-7 at Cleo\nexpect count Ben 3",
    )


def test_a_swap_is_taken_back_by_undo() -> None:
    play_out(ABC, HANDS, "Ann plays red-7 at Cleo\nundo\nexpect hand Ann red-7 red-0 red-1\nexpect hand Cleo green-1")
