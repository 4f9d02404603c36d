"""Statements as text: what PGN is to chess. ``read`` makes one command of a line, ``write`` one line of a command.

The grammar is ``notation.md``. Whatever cannot be read raises NotationError with one sentence; it is never
guessed. Reading what was written gives the same command again.

>>> write(read("Ann plays wild as red"))
'Ann plays wild as red'
>>> read('"Marie Claire" presses 3')
Press(player='Marie Claire', cards=3)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command, Correctable
from companion.referee.decks import Deck, DeckFileError, UnknownDeckError, load_deck
from companion.referee.notation_words import (
    KEYWORDS,
    MOST_POINTS,
    NotationError,
    expect_words,
    is_quoted,
    quote,
    quote_name,
    quote_value,
    read_card,
    read_colour,
    read_direction,
    read_number,
    split_commas,
    tokens,
    unquote,
    unquote_name,
)
from companion.referee.options import UnknownOptionError, parse_options, resolve_preset


def read(line: str, own: Deck | None = None) -> Command:
    """The command that one line states.

    ``own``: an own deck that a ``game`` line of the journal may name although its file is changed or gone.
    """
    words = tokens(line)
    if not words:
        raise NotationError("the line is empty; write one statement, like: Ann plays red-7")
    first = words[0].casefold()
    if first == "game":
        return _game(words[1:], own)
    if first in _TABLE:
        return _TABLE[first](words[1:])
    if first in KEYWORDS:
        raise NotationError("'%(word)s' is no statement of the table", word=words[0])
    player = unquote_name(words[0])
    if len(words) == 1:
        raise NotationError(
            "what does %(player)s do? Write it after the name, like: %(name)s plays red-7",
            player=player,
            name=words[0],
        )
    verb = words[1].casefold()
    if verb not in _VERBS:
        raise NotationError(
            "'%(word)s' is no verb of the notation; there are: %(allowed)s", word=words[1], allowed=", ".join(_VERBS)
        )
    return _VERBS[verb](player, words[2:])


_LARGEST_SEED = 2**63
#: What the labels of a Braille deck may say; ``companion.braille`` knows each.
LABEL_SETS = ("mattel", "uk", "own-en", "own-fr", "own-nl", "own-de", "own-es")  # tags.md, section 3


# The table's own statements


def _game(words: Sequence[str], own: Deck | None) -> Command:
    form = "game EDITION players=A,B,C [dealer=A] [OPTION=VALUE …]"
    if not words:
        raise NotationError("write it as: %(form)s", form=form)
    settings: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError("'%(word)s' has no value; write it as: %(form)s", word=word, form=form)
        if name.casefold() in settings:
            raise NotationError("%(name)s stands twice; write it once", name=name)
        settings[name.casefold()] = value
    if "players" not in settings:
        raise NotationError("nobody is named; write it as: %(form)s", form=form)
    players = tuple(unquote_name(part) for part in split_commas(settings.pop("players")))
    dealer, labels, seed = (settings.pop(name, None) for name in ("dealer", "labels", "seed"))
    if labels is not None and labels not in LABEL_SETS:
        raise NotationError(
            "there is no label set '%(word)s'; there are: %(allowed)s", word=labels, allowed=", ".join(LABEL_SETS)
        )
    options = {name: unquote(value) for name, value in settings.items()}
    edition = words[0].casefold()
    try:
        base, written = resolve_preset(edition, options)
        deck = own if own is not None and own.edition == base else load_deck(base)
        parse_options(deck, written)
    except UnknownDeckError as error:
        raise NotationError(
            "the edition %(word)s is not known; there are: %(allowed)s", word=edition, allowed=", ".join(error.known)
        ) from error
    except DeckFileError as error:
        raise NotationError("the edition %(word)s is not known: %(reason)s", word=edition, reason=error) from error
    except UnknownOptionError as error:
        raise NotationError(error.sentence, **error.blanks) from error
    return cmd.NewGame(
        edition,
        players,
        None if dealer is None else unquote_name(dealer),
        options,
        labels,
        None if seed is None else read_number(seed, _LARGEST_SEED),
    )


def _top(words: Sequence[str]) -> Command:
    expect_words(words, 1, "top CARD")
    return cmd.Top(read_card(words[0]))


def _hand(words: Sequence[str]) -> Command:
    verdicts = {"guilty": True, "innocent": False}
    if len(words) != 2 or words[0].casefold() != "is" or words[1].casefold() not in verdicts:  # noqa: PLR2004
        raise NotationError("write it as: %(form)s", form="hand is guilty · hand is innocent")
    return cmd.Verdict(verdicts[words[1].casefold()])


def _set(words: Sequence[str]) -> Command:
    form = "set turn A · set colour C · set direction clockwise · set count A N · set top CARD · set score A N"
    what = words[0].casefold().replace("color", "colour") if words else ""
    if what not in set(Correctable):
        raise NotationError("write it as: %(form)s", form=form)
    expect_words(words, 3 if what in {Correctable.COUNT, Correctable.SCORE} else 2, form)
    match Correctable(what):
        case Correctable.TURN:
            return cmd.Correct(Correctable.TURN, unquote_name(words[1]))
        case Correctable.COLOUR:
            return cmd.Correct(Correctable.COLOUR, read_colour(words[1]))
        case Correctable.TOP:
            return cmd.Correct(Correctable.TOP, read_card(words[1]))
        case Correctable.DIRECTION:
            return cmd.Correct(Correctable.DIRECTION, read_direction(words[1]))
        case Correctable.COUNT:
            return cmd.Correct(Correctable.COUNT, read_number(words[2]), unquote_name(words[1]))
        case Correctable.SCORE:
            return cmd.Correct(Correctable.SCORE, read_number(words[2], MOST_POINTS), unquote_name(words[1]))


def _alone(command: Command, form: str) -> Callable[[Sequence[str]], Command]:
    def statement(words: Sequence[str]) -> Command:
        expect_words(words, 0, form)
        return command

    return statement


def _scan(words: Sequence[str]) -> Command:
    if len(words) != 1 or not is_quoted(words[0]):
        raise NotationError("write it as: %(form)s", form='scan "TEXT"')
    return cmd.Scan(unquote(words[0]))


_TABLE: dict[str, Callable[[Sequence[str]], Command]] = {
    "top": _top,
    "hand": _hand,
    "set": _set,
    "undo": _alone(cmd.Undo(), "undo"),
    "round": _alone(cmd.NextRound(), "round"),
    "reload": _alone(cmd.Reload(), "reload"),
    "scan": _scan,
}


# What a player does


def _holds(player: str, words: Sequence[str]) -> Command:
    if len(words) == 1 and words[0].isdigit():
        return cmd.Hold(player, number=read_number(words[0]))
    return cmd.Hold(player, _cards(words, f"{player} holds CARD … · {player} holds N"))


def _cards(words: Sequence[str], form: str) -> tuple[Card, ...]:
    if not words:
        raise NotationError("write it as: %(form)s", form=form)
    return tuple(read_card(word) for word in words)


def _plays(player: str, words: Sequence[str]) -> Command:
    form = f"{player} plays CARD [CARD …] [as COLOUR] [at PLAYER] [anyway]"
    rest = list(words)
    anyway = bool(rest) and rest[-1].casefold() == "anyway"
    if anyway:
        rest.pop()
    colour = target = None
    lowered = [word.casefold() for word in rest]
    cut = len(rest)
    for mark in ("as", "at"):
        if mark in lowered:
            at = lowered.index(mark)
            if at + 1 >= len(rest) or lowered.count(mark) > 1:
                raise NotationError("write it as: %(form)s", form=form)
            colour = read_colour(rest[at + 1]) if mark == "as" else colour
            target = unquote_name(rest[at + 1]) if mark == "at" else target
            cut = min(cut, at)
    if len(rest) - cut != 2 * ((colour is not None) + (target is not None)):
        raise NotationError("write it as: %(form)s", form=form)
    return cmd.Play(player, _cards(rest[:cut], form), colour, target, anyway)


def _one_name(make: Callable[[str, str], Command], verb: str) -> Callable[[str, Sequence[str]], Command]:
    def statement(player: str, words: Sequence[str]) -> Command:
        expect_words(words, 1, f"{player} {verb} PLAYER")
        return make(player, unquote_name(words[0]))

    return statement


def _picks(player: str, words: Sequence[str]) -> Command:
    expect_words(words, 1, f"{player} picks COLOUR")
    return cmd.Pick(player, read_colour(words[0]))


def _presses(player: str, words: Sequence[str]) -> Command:
    if not words:
        return cmd.Press(player)
    expect_words(words, 1, f"{player} presses N")
    return cmd.Press(player, read_number(words[0]))


def _draws(player: str, words: Sequence[str]) -> Command:
    if not words:
        return cmd.Draw(player)
    if len(words) == 1 and words[0].isdigit():
        return cmd.Draw(player, number=read_number(words[0]))
    return cmd.Draw(player, cards=_cards(words, f"{player} draws N or {player} draws CARD …"))


def _discards(player: str, words: Sequence[str]) -> Command:
    return cmd.Discard(player, _cards(words, f"{player} discards CARD …"))


def _left(player: str, words: Sequence[str]) -> Command:
    form = f"{player} left CARD … · {player} left N points"
    if len(words) == 2 and words[1].casefold() in {"points", "point"}:  # noqa: PLR2004
        return cmd.CountLeft(player, points=read_number(words[0], MOST_POINTS))
    return cmd.CountLeft(player, _cards(words, form))


def _fixed(make: Callable[[str], Command], *words: str) -> Callable[[str, Sequence[str]], Command]:
    def statement(player: str, found: Sequence[str]) -> Command:
        if tuple(word.casefold() for word in found) != words[1:]:
            raise NotationError("write it as: %(form)s", form=f"{player} {' '.join(words)}")
        return make(player)

    return statement


_VERBS: dict[str, Callable[[str, Sequence[str]], Command]] = {
    "holds": _holds,
    "plays": _plays,
    "picks": _picks,
    "targets": _one_name(cmd.Target, "targets"),
    "presses": _presses,
    "draws": _draws,
    "passes": _fixed(cmd.Pass, "passes"),
    "discards": _discards,
    "is": _fixed(cmd.Done, "is", "done"),
    "says": _fixed(cmd.CallUno, "says", "uno"),
    "catches": _one_name(cmd.Catch, "catches"),
    "challenges": _fixed(cmd.Challenge, "challenges"),
    "accepts": _fixed(cmd.Accept, "accepts"),
    "left": _left,
    "leaves": _fixed(cmd.Leave, "leaves"),
}


# Writing


def write(command: Command) -> str:
    """The statement of a command."""
    return " ".join(_words(command))


def _words(command: Command) -> list[str]:  # noqa: C901, PLR0912 - one way to write each command
    match command:
        case cmd.NewGame():
            return _game_words(command)
        case cmd.Top(card):
            return ["top", str(card)]
        case cmd.Verdict(guilty):
            return ["hand", "is", "guilty" if guilty else "innocent"]
        case cmd.Undo():
            return ["undo"]
        case cmd.NextRound():
            return ["round"]
        case cmd.Reload():
            return ["reload"]
        case cmd.Scan(text):
            return ["scan", quote(text)]
        case cmd.Correct(what, value, player):
            shown = quote_name(str(value)) if what is Correctable.TURN else str(value)
            return ["set", what, *([] if player is None else [quote_name(player)]), shown]
    name = quote_name(command.player)
    match command:
        case cmd.Hold(_, cards, number) | cmd.Draw(_, number, cards):
            verb = "holds" if isinstance(command, cmd.Hold) else "draws"
            return [name, verb, *([] if number is None else [str(number)]), *map(str, cards)]
        case cmd.Play(_, cards, colour, target, anyway):
            extras: list[Any] = ["as", colour] if colour else []
            extras += ["at", quote_name(target)] if target is not None else []
            return [name, "plays", *map(str, cards), *extras, *(["anyway"] if anyway else [])]
        case cmd.Pick(_, colour):
            return [name, "picks", colour]
        case cmd.Target(_, target):
            return [name, "targets", quote_name(target)]
        case cmd.Press(_, number):
            return [name, "presses", *([] if number is None else [str(number)])]
        case cmd.Discard(_, cards):
            return [name, "discards", *map(str, cards)]
        case cmd.Catch(_, accused):
            return [name, "catches", quote_name(accused)]
        case cmd.CountLeft(_, cards, points):
            return [name, "left", *([] if points is None else [str(points), "points"]), *map(str, cards)]
    return [name, *_PLAIN[type(command)]]


_PLAIN: dict[type, list[str]] = {
    cmd.Pass: ["passes"],
    cmd.Done: ["is", "done"],
    cmd.CallUno: ["says", "uno"],
    cmd.Challenge: ["challenges"],
    cmd.Accept: ["accepts"],
    cmd.Leave: ["leaves"],
}


def _game_words(command: cmd.NewGame) -> list[str]:
    words = ["game", command.edition, "players=" + ",".join(quote_name(name) for name in command.players)]
    if command.dealer is not None:
        words.append(f"dealer={quote_name(command.dealer)}")
    words += [f"{name}={quote_value(value)}" for name, value in command.options.items()]
    if command.labels is not None:
        words.append(f"labels={command.labels}")
    if command.seed is not None:
        words.append(f"seed={command.seed}")
    return words
