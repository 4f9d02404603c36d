"""What a table has agreed on is read out when the game starts: how the match is won and what the first card does in
any case, house rules by their names, useless ones as such."""

from __future__ import annotations

import pytest

from companion.referee.cards import Card
from companion.referee.commands import NewGame, Play
from companion.referee.decide import decide
from companion.referee.decks import editions, load_deck
from companion.referee.evolve import accept
from companion.referee.notation import read
from companion.referee.options import OPTIONS, UnknownOptionError, parse_options
from companion.referee.refusals import Refusal
from companion.referee.state import EMPTY, State
from companion.voice.game.narrator import narrate, utterances
from companion.voice.lines import Line, Verbosity
from companion.voice.rules.agreed_rules import agreed_rules, house_rules, idle_rules

LOCALES = ("en", "fr")
VALUES = {
    "target": ("1", "250"),
    "hand_size": ("1", "5"),
    "uno_penalty": ("0", "1", "4"),
    "custom_text": ("Sing|Swap seats",),
}


def started(game: str) -> State:
    command = read(game)
    ruling = decide(EMPTY, command)
    assert not isinstance(ruling, Refusal), game
    return accept(EMPTY, command, ruling)


def heard(game: str, locale: str = "en") -> str:
    """The line that a new game gives to hear, without its edition and seats."""
    return heard_at(Verbosity.NORMAL, game, locale)


def heard_at(verbosity: Verbosity, game: str, locale: str = "en") -> str:
    command = read(game)
    ruling = decide(EMPTY, command)
    assert not isinstance(ruling, Refusal), game
    lines = narrate(EMPTY, ruling, accept(EMPTY, command, ruling), verbosity)
    text = " ".join(utterances(lines[:1], [locale])[0].texts[locale].split())
    return text.partition("Ben deals. " if locale == "en" else "Ben distribue. ")[2]


def values_of(name: str) -> tuple[str, ...]:
    """Every value of an option of words; some of one that has too many."""
    if name in VALUES:
        return VALUES[name]
    try:
        OPTIONS[name](name, "?")
    except UnknownOptionError as error:
        return tuple(str(error).partition(" can be ")[2].split(", "))
    raise AssertionError(name)


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_that_is_not_the_usual_one_is_said_in_one_phrase(edition: str, name: str) -> None:
    usual, printed = parse_options(load_deck(edition), {}), f"game {edition} players=Ann,Ben"
    for value in values_of(name):
        written = {name: value}
        state = started(f'game {edition} players=Ann,Ben {name}="{value}"')
        phrases = [*agreed_rules(state)[2:], *house_rules(state), *idle_rules(state)]
        said = {locale: heard(f'{printed} {name}="{value}"', locale) for locale in LOCALES}
        ours = parse_options(load_deck(edition), written)
        if getattr(ours, name) == getattr(usual, name):
            assert not phrases, value
            assert said == {locale: heard(printed, locale) for locale in LOCALES}
        else:
            assert len(phrases) == (name not in {"match_mode", "target", "first_card"}), (value, phrases)
            alike = ours.match_mode.counts_rounds and usual.match_mode.counts_rounds and name == "match_mode"
            assert all((said[locale] == heard(printed, locale)) == alike for locale in LOCALES), value


@pytest.mark.parametrize(
    ("game", "english", "french"),
    [
        ("classic stacking=same-kind seven_zero=on jump_in=on no_finish_on_action=on draw_until_playable=on",
         ("Rules: the winner takes the points, first to 500, a first action card counts. "
         "House rules: stacking of equal cards, draw until you can play, seven-zero, jump-in, "
         "no finishing on an action card."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte. "
         "Règles maison : cumul de cartes pareilles, piocher jusqu'à pouvoir jouer, sept-zéro, interception, "
         "pas de fin sur une carte action.")),
        ("flip plus4_rule=none-playable flip_score_side=light",
         ("Rules: the winner takes the points, first to 500, a first action card counts, "
         "wild draw two or wild draw colour only where nothing else fits, "
         "the light side counts at the end of a round."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte, "
         "carte blanche +2 ou carte blanche Pioche-couleur seulement si rien d'autre ne convient, "
         "le côté clair compte en fin de manche.")),
        ("h2o seven_zero=on",
         "Rules: first to 3 rounds, a first action card counts. House rules: seven-zero with sevens only.",
         ("Règles : partie à 3 manches gagnées, la première carte action compte. "
         "Règles maison : sept-zéro avec les 7 seulement.")),
        ("classic extreme_hit_presser=target flip_score_side=light discard_all=some play_after_launch=on",
         ("Rules: the winner takes the points, first to 500, a first action card counts. "
         "Agreed, but of no effect here: after a press that brings cards one may be played, "
         "the light side counts at the end of a round, after extreme hit the target presses, "
         "with discard all cards may be kept."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte. "
         "Convenu, mais sans effet ici : si des cartes sortent, on peut en poser une, "
         "le côté clair compte en fin de manche, la cible appuie après Coup Extrême, "
         "Poser tout permet de garder des cartes.")),
        ("extreme auto_draw=off challenge=on stacking=any",
         ("Rules: the winner takes the points, first to 500, a first action card counts. "
         "House rules: stacking of all draw cards. Agreed, but of no effect here: "
         "cards owed wait until somebody says they are drawn, challenges are allowed."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte. "
         "Règles maison : cumul de toutes les cartes à piocher. Convenu, mais sans effet ici : "
         "les cartes dues restent dues tant que la pioche n'est pas annoncée, contestation permise.")),
        ("classic match_mode=single-round target=200",
         "Rules: one round only, a first action card counts. Agreed, but of no effect here: first to 200 points.",
         ("Règles : une seule manche, la première carte action compte. "
         "Convenu, mais sans effet ici : partie à 200 points.")),
        ("classic draw_until_playable=on drawn_card=never",
         ("Rules: the winner takes the points, first to 500, a first action card counts. "
         "House rules: draw until you can play. Agreed, but of no effect here: a drawn card is kept."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte. "
         "Règles maison : piocher jusqu'à pouvoir jouer. Convenu, mais sans effet ici : "
         "la carte piochée reste en main.")),
        ("braille draw_from=launcher draw_until_playable=on last_card_draws=off uno_penalty=1",
         ("Rules: the winner takes the points, first to 500, a first action card counts, "
         "1 press for a missed UNO, each card owed is one press, the last card makes nobody press. "
         "House rules: press until cards come."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte, "
         "1 appui pour un UNO oublié, un appui pour chaque carte due, "
         "la dernière carte ne fait appuyer personne. Règles maison : appuyer jusqu'à ce que des cartes sortent.")),
        ("classic last_card_draws=off uno_penalty=1",
         ("Rules: the winner takes the points, first to 500, a first action card counts, "
         "1 card for a missed UNO, the last card makes nobody draw."),
         ("Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte, "
         "1 carte pour un UNO oublié, la dernière carte ne fait piocher personne.")),
        ("family", "Rules: one round only, a first action card counts.",
         "Règles : une seule manche, la première carte action compte."),
        ("classic-2022",
         "Rules: the winner takes the points, first to 500, cards are turned up until a number comes.",
         "Règles : qui gagne la manche marque les points, partie à 500, on retourne des cartes jusqu'à un chiffre."),
    ],
)  # fmt: skip
def test_what_was_agreed_is_read_out(game: str, english: str, french: str) -> None:
    name, _, options = game.partition(" ")
    statement = f"game {name} players=Ann,Ben {options}"
    assert (heard(statement), heard(statement, "fr")) == (english, french)


@pytest.mark.parametrize("edition", editions())
def test_an_edition_as_it_is_printed_reads_out_its_match_and_its_first_card(edition: str) -> None:
    english, french = (
        "Rules: the winner takes the points, first to 500, a first action card counts.",
        "Règles : qui gagne la manche marque les points, partie à 500, la première carte action compte.",
    )
    if edition == "h2o":
        english = "Rules: first to 3 rounds, a first action card counts."
        french = "Règles : partie à 3 manches gagnées, la première carte action compte."
    game = f"game {edition} players=Ann,Ben"
    assert (heard(game), heard(game, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("options", "english", "french"),
    [
        ("", "first to 500 points, first card counts", "partie à 500 points, la première carte compte"),
        ("match_mode=lowest first_card=redraw", "fewest points win at 500, first card a number",
         "le plus petit total gagne à 500, un chiffre comme première carte"),
        ("match_mode=single-round", "one round only, first card counts",
         "une seule manche, la première carte compte"),
    ],
)  # fmt: skip
def test_in_brief_the_same_is_read_out_in_fewer_words(options: str, english: str, french: str) -> None:
    game = f"game extreme players=Ann,Ben stacking=any discard_all=some auto_draw=off {options}"
    assert heard_at(Verbosity.BRIEF, game) == (
        f"Rules: {english}, with discard all cards may be kept. House rules: stacking of all draw cards."
    )
    assert heard_at(Verbosity.BRIEF, game, "fr") == (
        f"Règles : {french}, Poser tout permet de garder des cartes. "
        "Règles maison : cumul de toutes les cartes à piocher."
    )


def said_when_laid(custom_text: str | None, tag: str | None) -> str:
    """What a customizable wild gives to hear when it is laid."""
    options = {} if custom_text is None else {"custom_text": custom_text}
    play = Play("Ann", (Card("wild-customizable"),), tag=tag)
    state, lines = EMPTY, list[Line]()
    for command in (NewGame("classic-112", ("Ann", "Ben"), options=options), read("top red-5"), play):
        ruling = decide(state, command)
        assert not isinstance(ruling, Refusal)
        before, state = state, accept(state, command, ruling)
        lines = narrate(before, ruling, state, Verbosity.NORMAL)
    return utterances(lines, ["en"])[0].texts["en"]


def test_a_customizable_wild_says_its_own_text_where_its_tag_is_known() -> None:
    first = load_deck("classic-112").cards.index(Card("wild-customizable")) + 1
    tags = (None, *(f"TMK1{first + place:03d}1" for place in range(3)))
    told = [said_when_laid("Sing.|Swap seats|Hop", tag) for tag in tags]
    texts = ("Sing", "Sing", "Swap seats", "Hop")
    assert told == [f"Ann: wild customizable. The card says: {text}." for text in texts]


def test_a_customizable_wild_without_its_own_text_says_the_first_and_without_any_nothing() -> None:
    last = f"TMK1{load_deck('classic-112').total}1"
    assert said_when_laid("Sing", last) == "Ann: wild customizable. The card says: Sing."
    assert said_when_laid(None, last) == "Ann: wild customizable."
