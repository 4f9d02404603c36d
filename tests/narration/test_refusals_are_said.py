"""Every refusal has a sentence: the card, the reason, what would do; and with no game how to begin one."""

from __future__ import annotations

import pytest

from companion.referee import commands as cmd
from companion.referee.cards import Card, Colour
from companion.referee.decide import decide
from companion.referee.events import Cause, Unit
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Awaited, Refusal, RefusalCode
from companion.referee.state import EMPTY, Debt, State
from companion.voice.game.narrator import narrate_refusal, utterances
from companion.voice.lines import REFUSAL_LIFE_MS, Verbosity
from companion.voice.utterance import Priority

GAME = "game extreme players=Ann,Ben,Cleo"
LOCALES = ("en", "fr")
PLAY = cmd.Play("Ann", (Card("3", Colour.RED),))


def table(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        command = read(statement)
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal), (statement, ruling)
        state = accept(state, command, ruling)
    return state


def no(state: State, command: cmd.Command, refusal: Refusal, locale: str = "en") -> str:
    """What a refusal gives to hear."""
    said = utterances(narrate_refusal(state, command, refusal, Verbosity.NORMAL), [locale])
    return " ".join(" ".join(utterance.texts[locale].split()) for utterance in said)


def refused(state: State, statement: str, locale: str = "en") -> str:
    """What the referee's own refusal of a statement gives to hear."""
    command = read(statement)
    ruling = decide(state, command)
    assert isinstance(ruling, Refusal), statement
    return no(state, command, ruling, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_code_has_a_sentence_of_its_own(locale: str) -> None:
    """A6-01: a scan that is not taken is always spoken with its reason."""
    state = table(GAME, "top blue-7")
    bare = {code: no(state, PLAY, Refusal(code), locale) for code in RefusalCode}
    assert len(set(bare.values())) == len(RefusalCode)
    assert all(said.endswith((".", "!")) for said in bare.values())


BLUE_7 = (GAME, "top blue-7")
WILD = (*BLUE_7, "Ann plays wild as green")
OWED = (*BLUE_7, "Ann plays blue-hit-two")
KNOWN = (f"{GAME} may_decline=off", "Ann holds blue-1 red-2", "top blue-7")
COUNTED = ("game extreme players=Ann,Ben,Cleo", "Ann holds 1", "top blue-7", "Ann plays blue-1")
CATCHABLE = (GAME, "Ann holds 2", "top blue-7", "Ann plays blue-1")
EMPTIED = (GAME, "Ann holds 50", "Ben holds 50", "Cleo holds 9", *BLUE_7[1:], "Ann plays blue-1", "Ben presses 2")


@pytest.mark.parametrize(
    ("before", "statement", "english", "french"),
    [
        (BLUE_7, "Ann plays red-3", "Not possible: red 3. Blue, a 7 or a wild.",
         "Impossible : 3 rouge. Il faut du bleu, un 7 ou un joker."),
        ((GAME, "top blue-8"), "Ann plays red-skip", "Not possible: red skip. Blue, an 8 or a wild.",
         "Impossible : Passer rouge. Il faut du bleu, un 8 ou un joker."),
        (WILD, "Ben plays red-3", "Not possible: red 3. Green or a wild.",
         "Impossible : 3 rouge. Il faut du vert ou un joker."),
        ((*BLUE_7, "Ann plays blue-discard-all"), "Ann discards red-1", "Not possible: red 1. Only blue goes along.",
         "Impossible : 1 rouge. En dessous, seulement du bleu."),
        (BLUE_7, "Ben plays blue-3", "Not Ben's turn: it is Ann's.", "Ce n'est pas à Ben. C'est à Ann."),
        ((*BLUE_7, "Ann plays wild"), "Ann plays red-3", "First a colour, Ann.", "D'abord une couleur, Ann."),
        ((*BLUE_7, "Ann plays wild-extreme-hit as red"), "Ann presses 1", "First choose a player, Ann.",
         "D'abord un nom, Ann."),
        (OWED, "Ann plays blue-3", "First Ben: 2 presses.", "D'abord Ben : 2 appuis."),
        ((*OWED, "Ben presses 0"), "Ann plays blue-3", "First Ben: 1 press.", "D'abord Ben : 1 appui."),
        (BLUE_7, "Ann passes", "No passing: press first.", "On ne passe pas : il faut d'abord appuyer."),
        (KNOWN, "Ann presses 1", "Pressing is not allowed now: play a card.",
         "Pas d'appui maintenant : il faut poser une carte."),
        (KNOWN, "Ann plays blue-3", "Ann does not hold that card.", "Ann n'a pas cette carte."),
        (BLUE_7, "Ann plays blue-0", "Blue 0: no such card in this deck.",
         "0 bleu : cette carte n'existe pas dans ce jeu."),
        (BLUE_7, "Ann plays wild as pink", "Pink: no such colour in this deck.",
         "Rose : cette couleur n'existe pas dans ce jeu."),
        ((*BLUE_7, "Ann plays blue-7"), "Ben plays blue-7", "Blue 7: all 2 are on the discard.",
         "7 bleu : les 2 sont sur la défausse."),
        (BLUE_7, "Ann plays blue-discard-all blue-3 blue-3 blue-3", "Blue 3: there are only 2 in this deck.",
         "3 bleu : il n'y en a que 2 dans ce jeu."),
        (COUNTED, "Ben left blue-7 blue-7", "Blue 7: there are only 2 in this deck. 1 of them is on the discard.",
         "7 bleu : il n'y en a que 2 dans ce jeu. Il y en a 1 sur la défausse."),
        (BLUE_7, "Ben catches Ann", "Nothing to catch.", "Rien à contrer."),
        ((*CATCHABLE, "Ben presses 0"), "Cleo catches Ann", "Too late: the next turn has begun.",
         "Trop tard : le tour suivant a commencé."),
        (CATCHABLE, "Ann catches Ann", "Choose another player.", "Choisissez un autre nom."),
        (BLUE_7, "Ben challenges", "Nothing to challenge.", "Rien à contester."),
        (BLUE_7, "Zoe presses 1", "Not at this table: Zoe.", "Pas à cette table : Zoe."),
        (COUNTED, "Ben plays blue-2", "The round is over. Count your cards, Ben, Cleo.",
         "La manche est finie. Ben, Cleo, comptez vos cartes."),
        ((*COUNTED, "Ben left 1 points", "Cleo left 1 points"), "Ben plays blue-2",
         "The round is over: begin the next one.", "La manche est finie : commencez la suivante."),
        ((GAME,), "Ann presses 0", "Not now. Turn up the first card and scan it.",
         "Pas maintenant. Retournez la première carte et scannez-la."),
        (BLUE_7, "Ann is done", "Not now. Your turn, Ann.", "Pas maintenant. C'est à Ann."),
        (OWED, "Ben is done", "Not now. Ben: 2 presses.", "Pas maintenant. Ben : 2 appuis."),
        ((*BLUE_7, "Ann plays blue-discard-all"), "Ann presses 1", "Not now. Lay further blue cards, Ann, then done.",
         "Pas maintenant. Ann, posez les autres cartes de couleur bleue, puis : terminé."),
        (BLUE_7, "Ann draws", "Nobody draws here: press the button.",
         "Ici on ne pioche pas : appuyez sur le bouton."),
        (BLUE_7, "Ann presses", "Press the button itself.", "Appuyez sur le bouton même."),
        (EMPTIED, "Cleo presses 0", "Nothing left to draw: shuffle the discard, keep its top card.",
         "Plus rien à piocher : mélangez la défausse, sauf la carte du dessus."),
        ((GAME, "Ann holds 1", "top blue-7"), "Ann plays blue-discard-all blue-1", "Ann has only 1 card.",
         "Ann n'a que 1 carte."),
        ((GAME,), "Ann holds 100", "Ann: from 1 to 97 cards.", "Ann : de 1 à 97 cartes."),
        ((f"{GAME} match_mode=single-round", *COUNTED[1:]), "round", "The match is over: begin a new game.",
         "La partie est finie : commencez-en une autre."),
        (BLUE_7, "game extreme players=Ann",
         "1 player named: 2 to 10 can play, each with a name of their own.",
         "1 nom : il en faut de 2 à 10, tous différents."),
        (BLUE_7, "game extreme players=A,B,C,D,E,F hand_size=20",
         "120 cards to deal, and the deck has 112: fewer players or smaller hands.",
         "120 cartes à distribuer, le jeu en a 112 : moins de monde ou des mains plus petites."),
    ],
)  # fmt: skip
def test_a_refusal_says_why_and_what_would_do(
    before: tuple[str, ...], statement: str, english: str, french: str
) -> None:
    state = table(*before)
    assert (refused(state, statement), refused(state, statement, "fr")) == (english, french)


def test_a_refusal_is_urgent_short_lived_and_brought_by_repeat() -> None:
    (line,) = narrate_refusal(table(*BLUE_7), PLAY, Refusal(RefusalCode.UNKNOWN_TAG), Verbosity.BRIEF)
    assert line.priority is Priority.URGENT
    assert line.expires_ms == REFUSAL_LIFE_MS
    assert line.repeatable


def test_a_scanned_card_that_is_on_the_discard_is_named() -> None:
    refusal = Refusal(RefusalCode.DUPLICATE_TAG, card=Card("7", Colour.BLUE))
    assert no(table(*BLUE_7), PLAY, refusal) == "Blue 7: that very card is on the discard."


def test_a_card_that_cannot_end_the_round_is_named() -> None:
    refusal = Refusal(RefusalCode.CANNOT_FINISH, card=Card("hit-two", Colour.RED))
    assert no(table(*BLUE_7), PLAY, refusal, "fr") == "Appuyez deux fois, rouge : pas en dernière carte."


def test_one_card_at_a_time_is_said_where_a_correction_is_awaited() -> None:
    refusal = Refusal(RefusalCode.NOT_NOW, awaited=Awaited.CORRECTION)
    assert no(table(*BLUE_7), PLAY, refusal) == "Not now: one card at a time."


def test_a_debt_without_end_is_said_by_what_ends_it_and_cards_are_drawn() -> None:
    state = table(*BLUE_7)
    for number, unit, said in (
        (None, Unit.PRESSES, "First Ben presses until cards come."),
        (1, Unit.CARDS, "First Ben draws 1 card."),
        (4, Unit.CARDS, "First Ben draws 4 cards."),
    ):
        owing = State(**{**vars(state), "debts": (Debt(1, unit, number, 1, Cause.CARD),)})
        assert no(owing, PLAY, Refusal(RefusalCode.MUST_PAY, player="Ben", number=number)) == said


@pytest.mark.parametrize("code", list(RefusalCode))
@pytest.mark.parametrize("command", [PLAY, cmd.Press("Ann"), cmd.Scan("???"), cmd.Undo(), cmd.CallUno("Ann")])
def test_with_no_game_everything_is_answered_by_how_to_begin(code: RefusalCode, command: cmd.Command) -> None:
    assert (
        no(EMPTY, command, Refusal(code))
        == "No game yet. Scan the players' badges in seat order, or start one on the phone page."
    )


def test_with_no_game_the_page_is_named_where_its_address_is_known() -> None:
    lines = narrate_refusal(
        EMPTY, PLAY, Refusal(RefusalCode.NOT_NOW), Verbosity.BRIEF, address="http://10.0.0.5:8080"
    )
    assert utterances(lines, ["fr"])[0].texts["fr"].endswith("à l'adresse 10.0.0.5:8080.")


def test_whoever_begins_a_game_in_words_is_told_why_it_cannot_be_started_and_not_how_one_is() -> None:
    said = refused(EMPTY, "game extreme players=Ann")
    assert said == "1 player named: 2 to 10 can play, each with a name of their own."


def test_a_hand_told_wrongly_is_refused_without_its_cards() -> None:
    for statement in ("Ann holds red-1 red-1 red-1", "Ann holds red-0"):
        said = refused(table(GAME), statement)
        assert "red" not in said.casefold()
        assert not any(char.isdigit() for char in said)
