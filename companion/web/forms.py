"""What the page's forms say: their fields become one command, as the notation would write it.

A field ``player`` left empty means whom the button and the cards would mean (``notation.md``, detail 13).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.referee import commands as cmd
from companion.referee.cards import WILD_VALUES, Card
from companion.referee.challenges import accused
from companion.referee.commands import Command
from companion.referee.events import Phase
from companion.referee.notation import read
from companion.referee.notation_words import (
    MOST_POINTS,
    NotationError,
    quote,
    read_card,
    read_colour,
    read_number,
    unquote_name,
)
from companion.referee.refusals import RefusalCode
from companion.referee.scoring import most_points
from companion.referee.state import State
from companion.referee.uno import open_call
from companion.tags import CommandWord, Unreadable, command_tag, read_tag
from companion.web.language import Words
from companion.web.unreadable import in_words
from companion.web.views.showing import last_uncounted

Fields = Mapping[str, str]

COUNTED = "n-"  # how the fields begin that hold how many there are of a card
_MOST_COPIES = 99
_NO_TAG = Unreadable(RefusalCode.UNKNOWN_TAG)


class FormError(ValueError):
    """Something is missing or cannot be read; one sentence in the reader's language."""


def command_of(form: str, fields: Fields, state: State, me: str | None, words: Words) -> Command:
    """The command of a form called ``form``. Raises FormError."""
    make = _FORMS.get(form)
    if make is None:
        raise FormError(words.gettext("This page is out of date: load it again."))
    try:
        return make(_Reader(fields, state, me, words))
    except NotationError as error:
        raise FormError(in_words(error, words)) from error


def counted_cards(fields: Mapping[str, str], state: State) -> tuple[Card, ...]:
    """The cards of a hand by how many there are of each face. Raises NotationError.

    Those of the colour in force come last, since only the last card of a draw until a colour has it.
    """
    faces = state.deck.faces if state.seats else {}
    numbers = {card: fields.get(f"{COUNTED}{card}", "").strip() for card in faces}
    cards = [card for card, text in numbers.items() if text for _ in range(read_number(text, _MOST_COPIES))]
    return tuple(sorted(cards, key=lambda card: card.colour is not None and card.colour is state.colour))


class _Reader:
    """The fields of one form, read as the notation reads them."""

    def __init__(self, fields: Fields, state: State, me: str | None, words: Words) -> None:
        self.fields = fields
        self.state = state
        self.me = me
        self.words = words

    def text(self, name: str) -> str:
        return self.fields.get(name, "").strip()

    def needed(self, name: str, sentence: str) -> str:
        """A field that must be filled in; the sentence says with what."""
        text = self.text(name)
        if not text:
            raise FormError(sentence)
        return text

    def name(self, field: str) -> str:
        return unquote_name(quote(self.needed(field, self.words.gettext("Choose a player."))))

    def player(self) -> str:
        """The player chosen, else who is meant now."""
        return unquote_name(quote(self.text("player"))) if self.text("player") else self._meant(self.state.turn)

    def payer(self) -> str:
        """The player chosen, else who owes a draw or press, or may make one."""
        return self.player() if self.text("player") else self._meant(self.state.presser())

    def accused(self) -> str:
        """The player chosen, else whose hand is judged."""
        return self.player() if self.text("player") else self._meant(accused(self.state))

    def counted(self) -> str:
        """The player chosen, else the only one whose hand is not counted yet."""
        last = last_uncounted(self.state)
        return self.name("player") if self.text("player") or last is None else last

    def caller(self) -> str:
        """Whose UNO call is open, else who has the turn."""
        index = open_call(self.state)
        return self.player() if self.text("player") or index is None else self._meant(index)

    def accuser(self, accused: str) -> str:
        """Who catches: this phone's own seat, else who has the turn, else anybody but the accused."""
        if self.text("player"):
            return self.player()
        caught = self.state.find(accused)
        own = None if self.me is None else self.state.find(self.me)
        candidates = [index for index in (own, self.state.turn, *self.state.playing()) if index is not None]
        return self._meant(next((index for index in candidates if index != caught), None))

    def _meant(self, index: int | None) -> str:
        if index is None:
            raise FormError(self.words.gettext("Choose a player."))
        return self.state.name(index)

    def card(self) -> Card:
        """The card chosen: of a list, or by the keys for its colour and for its number or action."""
        value = self.text("value")
        if not value:
            return read_card(self.needed("card", self.words.gettext("Choose a card.")))
        if value in WILD_VALUES:
            return Card(value)
        colour = self.needed("colour", self.words.gettext("Choose a colour first, then the number or action."))
        return read_card(f"{colour}-{value}")

    def cards(self, field: str) -> tuple[Card, ...]:
        """Cards as somebody wrote them, then those that were counted face by face."""
        written = tuple(read_card(word) for word in self.text(field).replace(",", " ").split())
        return (*written, *counted_cards(self.fields, self.state))

    def needed_cards(self, sentence: str) -> tuple[Card, ...]:
        """The cards, of which there must be one; the sentence asks for them."""
        cards = self.cards("more")
        if not cards:
            raise FormError(sentence)
        return cards

    def number(self, field: str, most: int = 999) -> int:
        return read_number(self.needed(field, self.words.gettext("Write a number.")), most)


def _play(form: _Reader) -> Command:
    card = form.card()
    return cmd.Play(
        form.player(),
        (card, *form.cards("more")),
        read_colour(form.text("colour")) if card.is_wild and form.text("colour") else None,
        form.name("target") if form.text("target") else None,
    )


def _press(form: _Reader) -> Command:
    field = "tapped" if form.text("tapped") else "number"  # the field to write it in comes along, empty or not
    return cmd.Press(form.payer(), form.number(field) if form.text(field) else None)


def _draw(form: _Reader) -> Command:
    cards = (form.card(), *form.cards("more")) if form.text("card") else form.cards("more")
    return cmd.Draw(form.payer(), form.number("number") if form.text("number") and not cards else None, cards)


def _done(form: _Reader) -> Command:
    return cmd.Done(form.player() if form.state.phase is Phase.DISCARDING else form.payer())


def _hold(form: _Reader) -> Command:
    if cards := form.cards("more"):
        return cmd.Hold(form.name("player"), cards)
    form.needed("number", form.words.gettext("Write how many cards, or which."))
    return cmd.Hold(form.name("player"), number=form.number("number"))


def _judged(form: _Reader) -> Command:
    cards = form.needed_cards(form.words.gettext("Tell the cards of the hand: how many there are of each."))
    return cmd.Hold(form.accused(), cards)


def _catch(form: _Reader) -> Command:
    accused = form.name("accused")
    return cmd.Catch(form.accuser(accused), accused)


def _discard(form: _Reader) -> Command:
    """Cards under a discard-all: several in writing, or one by its key, which is of the same colour."""
    if value := form.text("value"):
        return cmd.Discard(form.player(), (Card(value, form.state.colour),))
    cards = form.needed_cards(form.words.gettext("Tell the cards that lie under it: how many there are of each."))
    return cmd.Discard(form.player(), cards)


def _count(form: _Reader) -> Command:
    if shown := form.cards("more"):
        return cmd.CountLeft(form.counted(), shown)
    form.needed("points", form.words.gettext("Write the points, or tell the cards."))
    player, points = form.counted(), form.number("points", MOST_POINTS)
    index = form.state.find(player)
    if index is not None:
        cards = form.state.seats[index].count
        most = most_points(form.state, cards)
        if points > most:  # a slip of the finger must not end a match
            more = form.words.gettext("If there are more cards, tell them card by card.")
            raise FormError(f"{worth_at_most(player, cards, most, form.words)} {more}")
    return cmd.CountLeft(player, points=points)


def worth_at_most(player: str, cards: int, most: int, words: Words) -> str:
    """More points were written than a hand can be worth: what it can be. 0 cards: as many as the deck has."""
    if not cards:
        return words.gettext("All the cards of this deck are worth %(most)d points: write the points anew.") % {
            "most": most
        }
    told = words.ngettext(
        "By the table’s count %(player)s has %(n)d card, worth at most %(most)d points: write the points anew.",
        "By the table’s count %(player)s has %(n)d cards, worth at most %(most)d points: write the points anew.",
        cards,
    )
    return told % {"player": words.called(player), "n": cards, "most": most}


def _picked(form: _Reader) -> Command:
    colour = form.needed("colour", form.words.gettext("Choose a colour."))
    return cmd.Pick(form.player(), read_colour(colour))


def _statement(form: _Reader) -> Command:
    """A statement; or a tag that a scanner typed into the field."""
    text = form.needed("statement", form.words.gettext("Write a statement."))
    return read(text) if read_tag(text) == _NO_TAG else cmd.Scan(text.strip())


_FORMS: dict[str, Callable[[_Reader], Command]] = {
    "top": lambda form: cmd.Top(form.card()),
    "play": _play,
    "colour": _picked,
    "target": lambda form: cmd.Target(form.player(), form.name("target")),
    "press": _press,
    "draw": _draw,
    "pass": lambda form: cmd.Pass(form.player()),
    "accept": lambda form: cmd.Accept(form.player()),
    "challenge": lambda form: cmd.Challenge(form.player()),
    "guilty": lambda _: cmd.Verdict(guilty=True),
    "innocent": lambda _: cmd.Verdict(guilty=False),
    "judged": _judged,
    "hold": _hold,
    "uno": lambda form: cmd.CallUno(form.caller()),
    "catch": _catch,
    "discard": _discard,
    "done": _done,
    "count": _count,
    "round": lambda _: cmd.NextRound(),
    "reload": lambda _: cmd.Reload(),
    "undo": lambda _: cmd.Undo(),
    "missed": lambda _: cmd.Scan(command_tag(CommandWord.MISSED)),
    "leave": lambda form: cmd.Leave(form.name("player")),
    "statement": _statement,
}
