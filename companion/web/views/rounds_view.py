"""The score sheet in words and figures, for a page. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.author import OUT_OF_A_FILE, Author
from companion.games.score_sheet import Recount, Row, SetScore, Sheet
from companion.referee.options import MatchMode
from companion.web.language import Words
from companion.web.views.score_chart import SHAPES, Chart, chart_of


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round brought a player; ``hand`` is what the hand was worth where somebody else was paid for it."""

    points: int
    hand: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of the table: who won it and how, and a cell a player."""

    round: int
    winner: str
    how: str
    cells: tuple[Cell, ...]


def round_lines(sheet: Sheet, words: Words) -> list[RoundLine]:
    """Every round that is over."""
    return [
        RoundLine(row.round, words.called(row.winner), _how(row, sheet, words), tuple(_cells(row, sheet)))
        for row in sheet.rows
    ]


def _cells(row: Row, sheet: Sheet) -> list[Cell]:
    paid_to_winner = sheet.mode is MatchMode.WINNER_TAKES
    return [
        Cell(points, hand if paid_to_winner else None, won=name == row.winner)
        for name, points, hand in zip(sheet.players, row.points, row.hands, strict=True)
    ]


def _how(row: Row, sheet: Sheet, words: Words) -> str:
    if row.card is None:
        told = words.gettext("the others left")
    else:
        told = words.gettext("with %(card)s") % {"card": words.name(row.card, sheet.edition)}
    out = [words.gettext("%(player)s is out") % {"player": words.called(name)} for name in row.out]
    return ", ".join([told, *out])


def totals_chart(sheet: Sheet, words: Words) -> Chart | None:
    """The running totals drawn; None before the first round is over, and where nothing is added up."""
    if not sheet.rows or sheet.mode is MatchMode.SINGLE_ROUND:
        return None
    names = [words.called(name) for name in sheet.players]
    return chart_of(names, sheet.course_of_totals, sheet.target)


def chart_in_words(sheet: Sheet, words: Words) -> str:
    """What the picture shows, for whoever does not see it."""
    rounds = len(sheet.rows)
    totals = ", ".join(
        f"{words.called(name)} {total}" for name, total in zip(sheet.players, sheet.rows[-1].totals, strict=True)
    )
    told = words.ngettext("After %(n)d round: %(totals)s.", "After %(n)d rounds: %(totals)s.", rounds)
    return told % {"n": rounds, "totals": totals}


def match_rule(sheet: Sheet, words: Words) -> str:
    """How the match is won, in a sentence."""
    _ = words.gettext
    match sheet.mode:
        case MatchMode.WINNER_TAKES:
            told = _(
                "The winner of a round scores what the others hold. Whoever first has %(n)d points wins the match."
            )
        case MatchMode.LOWEST:
            told = _("Everybody scores the own hand. Once somebody has %(n)d points, the fewest win the match.")
        case MatchMode.ELIMINATION:
            told = _("Everybody scores the own hand. With %(n)d points you are out; the last to stay wins the match.")
        case MatchMode.SINGLE_ROUND:
            return _("One round is the match.")
        case _:
            told = words.ngettext(
                "Whoever first has won %(n)d round wins the match.",
                "Whoever first has won %(n)d rounds wins the match.",
                sheet.target,
            )
    return told % {"n": sheet.target}


def standing(sheet: Sheet, words: Words) -> list[str]:
    """How things stand: who won the match or the last round, and with what."""
    _ = words.gettext
    told = []
    if sheet.rows:
        row = sheet.rows[-1]
        points = row.points[sheet.players.index(row.winner)]
        won = {"round": row.round, "player": words.called(row.winner), "n": points}
        if sheet.mode is MatchMode.WINNER_TAKES:
            told.append(
                words.ngettext(
                    "%(player)s has won round %(round)d: %(n)d point.",
                    "%(player)s has won round %(round)d: %(n)d points.",
                    points,
                )
                % won
            )
        else:
            told.append(_("%(player)s has won round %(round)d.") % won)
    if sheet.mode is not MatchMode.SINGLE_ROUND:
        totals = ", ".join(
            f"{words.called(name)} {total}" for name, total in zip(sheet.players, sheet.totals, strict=True)
        )
        told.append(_("Totals: %(totals)s.") % {"totals": totals})
    if sheet.champion is not None:
        told.insert(0, _("%(player)s has won the match.") % {"player": words.called(sheet.champion)})
    return told


def put_right(sheet: Sheet, words: Words) -> list[str]:
    """What rounds came to before and after they were put right, and the scores that were set, in order."""
    return [
        *(_recount(recount, words) for recount in sheet.recounts),
        *(_score_set(change, words) for change in sheet.set_scores),
    ]


def _recount(recount: Recount, words: Words) -> str:
    by = said_by(recount.author, words)
    if recount.winners is not None:
        was, now = recount.winners
        told = words.gettext("Round %(round)d: won by %(now)s instead of %(was)s (%(by)s)")
        return told % {"round": recount.round, "now": words.called(now), "was": words.called(was), "by": by}
    told = words.gettext("Round %(round)d, %(player)s: %(now)d instead of %(was)d (%(by)s)")
    return told % {
        "round": recount.round,
        "player": words.called(recount.player or ""),
        "now": recount.now,
        "was": recount.was,
        "by": by,
    }


def _score_set(change: SetScore, words: Words) -> str:
    told = words.gettext("After round %(round)d, score of %(player)s: %(now)d instead of %(was)d")
    return told % {
        "round": change.after_round,
        "player": words.called(change.player),
        "now": change.now,
        "was": change.was,
    }


def said_by(author: Author | None, words: Words) -> str:
    """Whose phone it was, or that it was said at the table, or came in a file."""
    if author is None:
        return words.gettext("at the table")
    if author == OUT_OF_A_FILE:
        return words.gettext("out of a file")
    if author.player is None:
        return words.gettext("from a phone")
    return words.gettext("from the phone of %(player)s") % {"player": words.called(author.player)}


def names_of(sheet: Sheet, words: Words) -> Sequence[str]:
    """What the players are called, by seat."""
    return [words.called(name) for name in sheet.players]


def score_values(sheet: Sheet, words: Words) -> dict[str, Any]:
    """What the templates of a score sheet show."""
    chart = totals_chart(sheet, words)
    return {
        "sheet": sheet,
        "names": names_of(sheet, words),
        "lines": round_lines(sheet, words),
        "rule": match_rule(sheet, words) if sheet.players else "",
        "standing": standing(sheet, words) if sheet.players else [],
        "put_right": put_right(sheet, words),
        "chart": chart,
        "in_words": "" if chart is None else chart_in_words(sheet, words),
        "shapes": SHAPES,
    }
