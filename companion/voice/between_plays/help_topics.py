"""Help by topics: one each time HELP is asked again, or all of them on the page. Never from a hand. Pure.

Every topic fits the deck and what the table agreed on: nothing is told of cards that are not there, nor as a mistake
what is allowed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.address import PageAddress
from companion.answers import CanScan
from companion.referee.cards import Card, Side
from companion.referee.decks import DRAW_WILDS, Deck, Effect, Supply
from companion.referee.effects import TWO_PLAYERS
from companion.referee.options import Options
from companion.referee.state import Agreement, State
from companion.tags import CommandWord
from companion.voice.between_plays.help_lines import can_scan
from companion.voice.between_plays.page_lines import page_at, stay_connected
from companion.voice.lines import Line, Phrase, PrintedWord, Verbosity, answer, followed, say
from companion.voice.rules import rule_lines as rules
from companion.voice.rules.agreed_rules import agreed_about
from companion.voice.rules.card_care import dealing_by_hand, putting_away
from companion.voice.rules.coaching import mistakes, tips, with_effect
from companion.voice.rules.house_rule_lines import house_rules_explained

_ABOUT_CARDS = frozenset({"extreme_hit_presser", "extreme_hit_next", "discard_all", "custom_text"})
_ABOUT_THE_TURN = frozenset({"first_card"})
_TURN_COMES_BACK = DRAW_WILDS | {Effect.SKIP, Effect.DRAW, Effect.HIT, Effect.HIT_FIRE}
_OF_THE_VOICE = (
    CommandWord.SLOWER,
    CommandWord.FASTER,
    CommandWord.LOUDER,
    CommandWord.SOFTER,
    CommandWord.VERBOSITY,
    CommandWord.LANGUAGE,
)

WHAT_CAN_BE_SCANNED = say("what can be scanned now")


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing to know. ``heading`` names it, ``sentences`` are told in order."""

    heading: Phrase
    sentences: tuple[Phrase, ...]


def help_topics(agreed: Agreement, page: PageAddress | None = None, *, players: int = 0) -> tuple[Topic, ...]:
    """All that there is to know beside what can be scanned now.

    ``page`` is where the phone page is, if that is known; ``players``: how many play, 0 before a game.
    """
    table = State(agreed=agreed)
    deck, options = agreed.deck, agreed.options
    wilds = rules.draw_wilds(deck)
    found = [
        Topic(say("what the cards do"), tuple(_cards(table))),
        Topic(say("the turn"), tuple(_turn(table))),
        Topic(say("house rules"), tuple(house_rules_explained(table))),
        Topic(say("saying UNO"), tuple(_uno(options))),
        Topic(say("{cards}", cards=wilds), tuple(_bluffs(deck, options))),
        Topic(say("points and winning"), tuple(_counting(deck, options))),
        Topic(say("with two players"), tuple(_two_players(table)) if players in {0, TWO_PLAYERS} else ()),
        Topic(say("tips"), tuple(tips(deck, options))),
        Topic(say("common mistakes"), tuple(mistakes(deck, options))),
        Topic(say("dealing by hand"), tuple(dealing_by_hand(options))),
        Topic(say("putting the cards away"), tuple(putting_away(deck, options))),
        Topic(say("my voice"), tuple(_voice())),
        Topic(say("phones"), tuple(_phones(page))),
    ]
    return tuple(topic for topic in found if topic.sentences)


def helped(found: CanScan, verbosity: Verbosity, page: PageAddress | None = None) -> list[Line]:
    """The answer to HELP: first what can be scanned now, asked again the next topic, after the last from the first.

    But where little is wanted it says what comes if help is asked for once more.
    """
    topics = help_topics(found.agreed, page, players=found.players)
    place = found.again % (len(topics) + 1)
    then = topics[place].heading if place < len(topics) else WHAT_CAN_BE_SCANNED
    more = None if verbosity is Verbosity.BRIEF else say("Ask for help again: {topic}.", topic=(then,))
    if not place:
        *others, last = can_scan(found, verbosity)
        return [*others, replace(last, then=(*last.then, *([more] if more else [])))]
    said = answer(followed(told(topics[place - 1]), more), found.agreed.edition)
    return [replace(said, detailed=True)]  # of cards of one name each side's is told


def told(topic: Topic) -> Phrase:
    """A topic in one breath."""
    return followed(say("{topic:capital}.", topic=(topic.heading,)), *topic.sentences)


def _turn(table: State) -> Iterator[Phrase]:
    options = table.options
    yield rules.what_fits()
    yield rules.otherwise(options)
    if options.draw_from is Supply.DISPENSER:
        yield say("To draw, press the button: the dispenser counts the cards out.")
    yield say("Scan each card that you lay.")
    yield rules.to_win(options)
    yield from _agreed(agreed_about(table, _ABOUT_THE_TURN))


def _cards(table: State) -> Iterator[Phrase]:
    yield from rules.card_effects(table.deck, table.options)
    yield from _agreed(agreed_about(table, _ABOUT_CARDS))


def _agreed(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    if phrases:
        yield say("Agreed here: {rules}.", rules=tuple(phrases))


def _uno(options: Options) -> Iterator[Phrase]:
    yield rules.saying_uno(options)
    yield say("Scan the UNO card just before or after your card.")
    if options.uno_penalty:
        yield say("To catch somebody, scan: {catch}.", catch=PrintedWord(CommandWord.CATCH))
        if options.uno_window == "next-turn":
            yield say("That holds until the next player begins.")
        else:
            yield say("That holds as long as there is one card left.")


def _bluffs(deck: Deck, options: Options) -> Iterator[Phrase]:
    yield from rules.bluffs(deck, options)
    if rules.draw_wilds(deck) and options.challenge and options.plus4_rule != "free":
        yield say("Only the next player may challenge, and alone sees the hand.")
        yield say(
            "The cards for it: {words}.",
            words=tuple(
                PrintedWord(word)
                for word in (
                    CommandWord.ACCEPT,
                    CommandWord.CHALLENGE,
                    CommandWord.GUILTY,
                    CommandWord.INNOCENT,
                )
            ),
        )


def _counting(deck: Deck, options: Options) -> Iterator[Phrase]:
    yield rules.winning(options)
    yield from rules.points(deck, options)
    if not options.match_mode.counts_points:
        return
    if Side.DARK in deck.colours:
        ended = options.flip_score_side == "ended"
        yield say("The side in play at the end counts.") if ended else say("The light side counts.")
    yield say(
        "To count a hand, scan its badge, then its cards one by one or its points, then: {done}.",
        done=PrintedWord(CommandWord.DONE),
    )


def _two_players(table: State) -> Iterator[Phrase]:
    deck, again = table.deck, table.options.two_player_reverse == "play-again"
    effects = _TURN_COMES_BACK | ({Effect.REVERSE} if again else frozenset())
    if cards := with_effect(deck, effects):
        yield say("It is your turn again after {cards:one}.", cards=cards)
    if not again and with_effect(deck, frozenset({Effect.REVERSE})):
        yield say("{card:capital} changes nothing.", card=Card("reverse"))


def _voice() -> Iterator[Phrase]:
    stop, repeat = PrintedWord(CommandWord.STOP), PrintedWord(CommandWord.REPEAT)
    yield say("To silence me, scan: {stop}.", stop=stop)
    yield say("To hear the last thing once more, scan: {repeat}. Twice, and you hear the one before.", repeat=repeat)
    yield say("How I speak is set with: {words}.", words=tuple(PrintedWord(word) for word in _OF_THE_VOICE))


def _phones(page: PageAddress | None) -> Iterator[Phrase]:
    if page is not None:
        yield page_at(page)
        if (hint := stay_connected(page)) is not None:
            yield hint
        yield say("To hear the PIN, scan the PIN card or ask on the page.")
        yield say("A phone has everything that the cards have, and this help to read.")
