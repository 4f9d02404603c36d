"""What is owed, in words: who draws or presses, how often or until when, and who takes the cards."""

from __future__ import annotations

from companion.referee.cards import Colour
from companion.referee.challenges import more_than_contested
from companion.referee.decks import Supply
from companion.referee.events import Cause, Unit
from companion.referee.state import Debt, State
from companion.web.language import Words
from companion.web.views.showing import may_answer_with_a_card


def owed(state: State, words: Words) -> str:
    """Everybody's draws and presses that are still to be made, and what else can or must be done about them."""
    sentences = [f"{owed_by(state, payer, words)}." for payer in dict.fromkeys(debt.player for debt in state.debts)]
    if may_answer_with_a_card(state):
        sentences.append(words.gettext("A draw card passes the sum on."))
    if state.debts and not state.supply and state.discard_size > 1:
        sentences.append(words.gettext("Nothing is left to draw: shuffle the discard back first."))
    return " ".join(sentences)


def owed_by(state: State, payer: int, words: Words) -> str:
    """All that one player owes, a penalty first; empty where nothing is."""
    counted_out = bool(state.debts) and state.options.draw_from is Supply.DISPENSER
    mine = sorted((debt for debt in state.debts if debt.player == payer), key=lambda debt: _rank(debt.cause))
    sums: dict[tuple[object, ...], list[Debt]] = {}
    for debt in mine:
        # The dispenser counts out one debt a press; cards by hand and launches simply add up.
        key = (debt.unit, debt.number is None, debt.to, debt.cause if counted_out else None)
        sums.setdefault(key, []).append(debt)
    parts = [_part(state, debts, words) for debts in sums.values()]
    text = parts[0] if parts else ""
    for more in parts[1:]:
        text = words.gettext("%(first)s, then %(next)s") % {"first": text, "next": more}
    return text


def _rank(cause: Cause) -> bool:
    return cause is not Cause.PENALTY


def _part(state: State, debts: list[Debt], words: Words) -> str:
    """Debts of one kind, added up."""
    debt = debts[0]
    number = None if debt.number is None else sum(other.number or 0 for other in debts)
    sentence = _sentence(state, debt, number, words)
    if debt.to == debt.player:
        return sentence
    return words.gettext("%(sentence)s, %(other)s takes the cards") % {
        "sentence": sentence,
        "other": words.called(state.name(debt.to)),
    }


def _sentence(state: State, debt: Debt, number: int | None, words: Words) -> str:
    _, who = words.gettext, {"player": words.called(state.name(debt.player))}
    if number is None and debt.unit is Unit.PRESSES:
        return _("%(player)s presses until it fires") % who
    if number is None:
        return _until_colour(state, debt, words) % who
    if debt.unit is Unit.PRESSES:
        text = words.ngettext("%(player)s presses once", "%(player)s presses %(n)d times", number)
    elif state.options.draw_from is Supply.DISPENSER:
        text = words.ngettext("%(player)s presses for %(n)d card", "%(player)s presses for %(n)d cards", number)
    else:
        text = words.ngettext("%(player)s draws %(n)d card", "%(player)s draws %(n)d cards", number)
    return text % {**who, "n": number}


def _until_colour(state: State, debt: Debt, words: Words) -> str:
    _ = words.gettext
    match state.colour:
        case Colour.PINK:
            text = _("%(player)s draws until a pink card comes")
        case Colour.TEAL:
            text = _("%(player)s draws until a teal card comes")
        case Colour.ORANGE:
            text = _("%(player)s draws until an orange card comes")
        case Colour.PURPLE:
            text = _("%(player)s draws until a purple card comes")
        case _:
            text = _("%(player)s draws until a card of the colour comes")
    more = more_than_contested(state, debt)
    return _("%(text)s, and %(n)d more") % {"text": text, "n": more} if more else text
