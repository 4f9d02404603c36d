"""What comes of a form: its command goes to the table, and one note tells how that went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.open_press import OpenPress, told
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.notation_words import NotationError, read_number
from companion.referee.state import folded
from companion.tags import command_tag, number_cards
from companion.updates import Update
from companion.voice.between_plays.uno_lines import uno_scanned
from companion.web.asking import Asker, message_of, say
from companion.web.context import WebContext
from companion.web.forms import FormError, command_of
from companion.web.language import Words
from companion.web.paper import key_in, note_of, number_in
from companion.web.problems import ProblemError
from companion.web.refused import Refusals
from companion.web.unreadable import sentence_of

_MOST_CARDS = 999  # three digits, as by cards; the referee knows the deck


async def outcome(web: WebContext, who: Asker, fields: dict[str, str], refusals: Refusals) -> dict[str, Any]:
    """What came of one form."""
    me = who.phone.name if who.phone else None
    key = key_in(fields)
    try:
        who.joined()
        # A double tap: by its second half the table has moved on, and an empty field means somebody else.
        if key is not None and (done := await web.table.answered(key)) is not None:
            return note_of(message_of(web, done, who.locale), accepted=True)
        if fields.get("do") == "came":
            command = _number_told(fields, web.table.interrupted, who.words)
        elif fields.get("do") == "anyway":
            command = _insisting(fields, refusals, who.words)
        else:
            command = command_of(fields.get("do", ""), fields, web.table.state, me, who.words)
        for said in _as_at_the_scanner(command, web.table.interrupted):
            update = await say(web, who, said, key=key, version=number_in(fields, "version"))
    except (NotationError, FormError, ProblemError) as error:
        return note_of(sentence_of(error, who.words), accepted=False)
    message = message_of(web, update, who.locale)
    if update.accepted:
        return note_of(message or _in_silence(update, who.words), accepted=True)
    return note_of(message or str(update.refusal), accepted=False)


def _in_silence(update: Update, words: Words) -> str:
    """What came of something that the voice says nothing of."""
    if isinstance(update.command, cmd.CallUno):
        unneeded = uno_scanned(update.before, update.events, update.command.player)
        return " ".join(words.said(told) for told in unneeded)
    return words.gettext("Done.")


def _number_told(fields: Mapping[str, str], press: OpenPress | None, words: Words) -> Command:
    """How many cards came, of the press that waits and of no other. Raises FormError, NotationError."""
    if press is None:
        raise FormError(words.gettext("Nobody asks for that now."))
    number = fields.get("number", "").strip()
    if not number:
        raise FormError(words.gettext("Write a number."))
    return cmd.Press(press.player, read_number(number, _MOST_CARDS))


def _insisting(fields: Mapping[str, str], refusals: Refusals, words: Words) -> Command:
    """The refused play on which the table insists. Raises FormError."""
    number = number_in(fields, "refused")
    play = None if number is None else refusals.insisting(number)
    if play is None:
        raise FormError(words.gettext("The table has moved on meanwhile. Look at it as it is now and say it again."))
    return play


def _as_at_the_scanner(command: Command, press: OpenPress | None) -> Sequence[Command]:
    """What a form says; a number after which a press goes on is told by the cards that the table would scan."""
    match command:
        case cmd.Press(player, int(number)) if press is not None and folded(player) == folded(press.player):
            if told(press, number) is not None:
                return [cmd.Scan(command_tag(card)) for card in number_cards(number)]
    return [command]
