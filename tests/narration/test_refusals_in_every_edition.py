"""What is refused away from the launcher is told with what would do: draws, challenges, sums, sides, house rules."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card
from companion.referee.commands import Play
from companion.referee.decide import decide
from companion.referee.decks import editions
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.refusals import Refusal, RefusalCode
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import narrate_refusal, utterances
from companion.voice.lines import Verbosity

CLASSIC = ("game classic players=Ann,Ben,Cleo", "top red-5")
CHALLENGE = (*CLASSIC, "Ann plays wild-draw-four as blue")
STACKED = ("game classic players=Ann,Ben stacking=any", "top red-5", "Ann plays red-draw-two")
DARK = ("game flip players=Ann,Ben", "top red-4", "Ann plays red-flip", "top pink-6")
UNTIL = (*DARK, "Ben plays wild-draw-colour as orange", "Ann accepts")
NEVER_DRAWN = ("game classic players=Ann,Ben", "Ann holds 53", "Ben holds 53", "top red-5", "Ann plays red-6")


def table(*statements: str) -> State:
    state = EMPTY
    for statement in statements:
        command = read(statement)
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal), (statement, ruling)
        state = accept(state, command, ruling)
    return state


def refused(state: State, statement: str, locale: str) -> tuple[str, str]:
    """The code of a refusal and what it gives to hear."""
    command = read(statement)
    refusal = decide(state, command)
    assert isinstance(refusal, Refusal), statement
    said = utterances(narrate_refusal(state, command, refusal, Verbosity.NORMAL), [locale])
    return refusal.code, " ".join(" ".join(utterance.texts[locale].split()) for utterance in said)


@pytest.mark.parametrize(
    ("code", "before", "statement", "english", "french"),
    [
        ("not-now", CLASSIC, "Ann presses 2", "Nobody presses here: draw from the pile.",
         "Ici on n'appuie pas : il faut piocher."),
        ("must-draw", CLASSIC, "Ann passes", "No passing: draw first.", "On ne passe pas : il faut d'abord piocher."),
        ("already-drawn", (*CLASSIC, "Ann draws"), "Ann draws",
         "One draw a turn; only the drawn card may be played.",
         "Une seule pioche par tour ; seule la carte piochée peut être posée."),
        ("already-drawn", (*CLASSIC, "Ann draws blue-1"), "Ann plays red-1",
         "One draw a turn; only the drawn card may be played.",
         "Une seule pioche par tour ; seule la carte piochée peut être posée."),
        ("must-pay", CHALLENGE, "Ben plays blue-1", "First Ben accepts or challenges.",
         "D'abord, Ben accepte ou conteste."),
        ("not-your-turn", CHALLENGE, "Cleo challenges", "Not Cleo's turn: it is Ben's.",
         "Ce n'est pas à Cleo. C'est à Ben."),
        ("no-challenge", CLASSIC, "Ann accepts", "Nothing to challenge.", "Rien à contester."),
        ("not-now", (*CHALLENGE, "Ben challenges"), "Ben draws", "Not now. Bluff or no bluff?",
         "Pas maintenant. Bluff ou pas de bluff ?"),
        ("wrong-count", (*CHALLENGE, "Ben challenges"), "Ann holds blue-1 blue-2",
         "Ann holds 6 cards, not 2: all of them, once more.",
         "Ann a 6 cartes, pas 2 : toute la main, encore une fois."),
        ("wrong-count", (*CHALLENGE, "Ben accepts", "undo"), "Ben draws 5", "Ben: from 1 to 4 cards.",
         "Ben : de 1 à 4 cartes."),
        ("must-pay", STACKED, "Ben plays red-3", "First Ben draws 2 cards or stacks.",
         "D'abord, Ben pioche 2 cartes ou cumule."),
        ("cannot-stack", ("game classic players=Ann,Ben stacking=same-kind", *STACKED[1:]),
         "Ben plays wild-draw-four", "Wild draw four: cannot be put on top. Only a draw two.",
         "Super joker +4 : pas de cumul ici. Il faut un +2."),
        ("cannot-stack", ("game classic players=Ann,Ben stacking=any auto_draw=off", "top red-draw-two"),
         "Ann plays blue-draw-two", "Blue draw two: cannot be put on top. Ann draws 2 cards.",
         "+2 bleu : pas de cumul ici. Ann pioche 2 cartes."),
        ("must-pay", ("game extreme players=Ann,Ben stacking=any", "top red-5", "Ann plays red-hit-two"),
         "Ben plays red-3", "First Ben: 2 presses, or stack.", "D'abord Ben : 2 appuis, ou cumul."),
        ("cannot-jump-in", ("game classic players=Ann,Ben jump_in=on", "top red-5"), "Ben plays red-6",
         "Red 6: not the same card. Only red 5 jumps in.",
         "6 rouge : ce n'est pas la même carte. Interception possible : 5 rouge seulement."),
        ("cannot-jump-in", ("game classic players=Ann,Ben,Cleo jump_in=on", "top red-skip"), "Ann plays red-skip",
         "Red skip: not the same card. Only a number can be jumped in on.",
         "Passer rouge : ce n'est pas la même carte. Interception possible sur un chiffre seulement."),
        ("cannot-finish", ("game classic players=Ann,Ben no_finish_on_action=on", "Ann holds red-skip", "top red-5"),
         "Ann plays red-skip", "Red skip: not as the last card. Only a number.",
         "Passer rouge : pas en dernière carte. Il faut un chiffre."),
        ("has-colour", ("game h2o players=Ann,Ben plus4_rule=colour", "Ann holds wild-draw-four red-1", "top red-5"),
         "Ann plays wild-draw-four", "Not allowed now: another card, or draw.",
         "Pas permis maintenant : une autre carte, ou piocher."),
        ("has-colour", ("game h2o players=Ann,Ben plus4_rule=colour draw_from=launcher",
                        "Ann holds wild-draw-four red-1", "top red-5"),
         "Ann plays wild-draw-four", "Not allowed now: another card, or press.",
         "Pas permis maintenant : une autre carte, ou appuyer."),
        ("must-play", ("game classic players=Ann,Ben may_decline=off", "Ann holds red-1", "top red-5"), "Ann draws",
         "Drawing is not allowed now: play a card.", "Pas de pioche maintenant : il faut poser une carte."),
        ("must-play", ("game h2o players=Ann,Ben", "top red-5", "Ann draws red-1"), "Ann passes",
         "Passing is not allowed now: play the drawn card.",
         "Pas de passe maintenant : il faut poser la carte piochée."),
        ("must-draw", ("game classic players=Ann,Ben draw_until_playable=on", "top red-5", "Ann draws blue-1"),
         "Ann passes", "No passing: draw again first.", "On ne passe pas : il faut encore piocher."),
        ("already-drawn", ("game classic players=Ann,Ben draw_until_playable=on", "top red-5", "Ann draws red-1"),
         "Ann draws", "No more drawing: play the drawn card or pass.",
         "Assez pioché : posez la carte piochée ou passez."),
        ("already-drawn", ("game extreme players=Ann,Ben play_after_launch=on", "top red-5", "Ann presses 2"),
         "Ann presses 0", "One press a turn: play one card or pass.",
         "Un seul appui par tour : posez une carte ou passez."),
        ("wrong-side", DARK, "Ben plays red-4", "That side is turned away. The dark side is in play.",
         "Ce côté n'est pas en jeu. C'est le côté sombre qui est en jeu."),
        ("wrong-side", ("game flip players=Ann,Ben sides_may_be_announced=on", *DARK[1:]), "Ben plays red-4",
         "Red 4: that side is turned away. The dark side is in play.",
         "4 rouge : ce côté n'est pas en jeu. C'est le côté sombre qui est en jeu."),
        ("wrong-side", ("game flip players=Ann,Ben sides_may_be_announced=on", *DARK[1:]), "Ben draws red-4",
         "That side is turned away. The dark side is in play.",
         "Ce côté n'est pas en jeu. C'est le côté sombre qui est en jeu."),
        ("no-match", DARK, "Ben plays orange-5", "Not possible: orange 5. Pink, a 6 or a dark wild.",
         "Impossible : 5 orange. Il faut du rose, un 6 ou une carte blanche."),
        ("not-now", DARK[:3], "Ben plays pink-1", "Not now. Scan the top card.",
         "Pas maintenant. Scannez la carte du dessus."),
        ("must-pay", UNTIL, "Ben plays orange-1",
         "First Ann draws until an orange card comes. Scan the total, then done.",
         "D'abord, Ann pioche jusqu'à une carte orange. Scannez le total, puis : terminé."),
        ("no-match", UNTIL, "Ann draws pink-1 teal-4", "The card drawn last must be orange.",
         "Il faut une carte orange à la fin."),
        ("target-needed", ("game classic players=Ann,Ben,Cleo seven_zero=on", "top red-5", "Ann plays red-7"),
         "Ben plays red-1", "First choose a player, Ann.", "D'abord un nom, Ann."),
        ("no-supply", (*NEVER_DRAWN, "Ben draws", "Ben passes"), "Ann draws",
         "Nothing left to draw: shuffle the discard, keep its top card.",
         "Plus rien à piocher : mélangez la défausse, sauf la carte du dessus."),
        ("must-pay", ("game braille players=Ann,Ben draw_from=dispenser", "top red-5", "Ann plays red-draw-two"),
         "Ann plays red-1", "First Ben draws 2 cards.", "D'abord, Ben pioche 2 cartes."),
        ("not-now", ("game braille players=Ann,Ben draw_from=dispenser", "top red-5"), "Ann draws",
         "Nobody draws here: press the button.", "Ici on ne pioche pas : appuyez sur le bouton."),
    ],
)  # fmt: skip
def test_a_refusal_says_why_and_what_would_do(
    code: str, before: tuple[str, ...], statement: str, english: str, french: str
) -> None:
    state = table(*before)
    told = (refused(state, statement, "en"), refused(state, statement, "fr"))
    assert told == ((code, english), (code, french))


def test_cards_that_were_drawn_are_refused_without_a_name() -> None:
    for before, statement in ((CLASSIC, "Ann draws red-draw-one"), (UNTIL, "Ann draws pink-1")):
        for locale in ("en", "fr"):
            _, said = refused(table(*before), statement, locale)
            assert not any(word in said.casefold() for word in ("red", "rouge", "pink", "rose", "+1", "draw one"))


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_code_has_a_sentence_in_every_edition(edition: str, locale: str) -> None:
    state = table(f"game {edition} players=Ann,Ben", "top red-5")
    play = Play("Ann", (Card("wild"),))
    said = {
        code: utterances(narrate_refusal(state, play, Refusal(code), Verbosity.FULL), [locale])[0].texts[locale]
        for code in RefusalCode
    }
    assert len(set(said.values())) == len(RefusalCode)
