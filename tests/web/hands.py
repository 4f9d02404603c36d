"""Somebody who plays on the page: every statement of a game by what stands on it, with a finger or with keys alone.

They find things as their readers do, by role and name; what the page is made of they do not know.
"""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from companion.referee import commands as cmd
from companion.referee.cards import Card
from companion.referee.commands import Command
from companion.web.language import page_words

WORDS = page_words("en")
MOST_TABS = 600


class Hands(Protocol):
    """What can be done to a page: ``Fingers`` and ``Keys`` do it."""

    def push(self, control: Locator) -> None:
        """A button, a link or the head of something folded up."""

    def write(self, field: Locator, text: str) -> None:
        """Into a field, in place of what stands there."""

    def choose(self, field: Locator, option: str) -> None:
        """One of a list."""

    def pick(self, option: Locator) -> None:
        """One of several of which one is chosen."""


class Fingers:
    """Taps."""

    def push(self, control: Locator) -> None:
        control.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)

    def choose(self, field: Locator, option: str) -> None:
        field.select_option(label=option)

    def pick(self, option: Locator) -> None:
        option.check()


class Keys:
    """The keyboard and nothing else: Tab until it is reached, then the key that everybody knows for it."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def push(self, control: Locator) -> None:
        self._reach(control)
        self._page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self._reach(field)
        self._page.keyboard.press("Control+A")
        self._page.keyboard.type(text)

    def choose(self, field: Locator, option: str) -> None:
        self._reach(field)
        self._page.keyboard.type(option)
        chosen: str = field.evaluate("(list) => list.selectedOptions[0].label")
        assert chosen == option

    def pick(self, option: Locator) -> None:
        group: str = option.get_attribute("name") or ""
        for _ in range(MOST_TABS):
            if self._page.evaluate("document.activeElement.name") == group:
                break
            self._page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if option.is_checked():
                return
            focused = option.evaluate("(one) => document.activeElement === one")
            self._page.keyboard.press("Space" if focused else "ArrowDown")
        raise AssertionError(f"no key comes to {option}")

    def _reach(self, control: Locator) -> None:
        expect(control).to_be_visible()
        element = control.element_handle()
        for _ in range(MOST_TABS):
            if element.evaluate("(one) => document.activeElement === one"):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {control}")


class Player:
    """A phone in somebody's hands. ``say`` enters a statement by the controls that the page has for it."""

    def __init__(self, page: Page, hands: Hands) -> None:
        self.page = page
        self._hands = hands

    def join(self, url: str, pin: str, name: str) -> None:
        """Joins with the PIN, and lands at the table."""
        self.page.goto(url + "/join")
        self._hands.write(self.page.get_by_label("PIN, six digits"), pin)
        self._hands.write(self._field("Your name at the table", "Somebody else’s name"), name)
        self._push("Join")
        expect(self.page.get_by_role("heading", name="What happens now")).to_be_visible()

    def say(self, command: Command, statement: str) -> None:  # noqa: C901, PLR0912 - as many as there are commands
        """Enters it. Of what the table knows by itself, nothing is entered: whose turn it is, who is asked."""
        match command:
            case cmd.Top(card):
                self._card(card)
            case cmd.Play(_, (card,), colour):
                self._card(card if colour is None else Card(card.value, colour))
            case cmd.Pick(_, colour):
                self._push(WORDS.name(colour))
            case cmd.Target(_, target):
                self._push(target)
            case cmd.Draw(_, None, ()):
                self._push("Record the draw")
            case cmd.Press(_, int(number)):
                self._hands.write(self._field("Cards that came out"), str(number))
                self._push("Record the press")
            case cmd.Pass():
                self._push("Pass the turn")
            case cmd.CallUno():
                self._push("Say UNO")
            case cmd.Catch(_, accused):
                self._push(f"Catch {accused}")
            case cmd.Challenge():
                self._push("Challenge")
            case cmd.Accept():
                self._push("Accept the cards")
            case cmd.Verdict(guilty):
                self._push("Bluff" if guilty else "No bluff")
            case cmd.CountLeft(player, (), int(points)):
                count = self._form("Count")
                self._name_whose(count.get_by_label("Player"), player)
                self._hands.write(count.get_by_label("Points"), str(points))
                self._push("Count")
            case cmd.CountLeft(player, cards, None):
                self._count(player, cards)
            case cmd.NextRound():
                self._push("Start the next round")
            case cmd.Undo():
                self._push("Undo the last statement")
            case cmd.Hold(player, (), int(number)):
                self._unfold("A hand is known")
                hold = self._form("Tell the hand")
                self._hands.choose(hold.get_by_label("Player"), player)
                self._hands.write(hold.get_by_label("Cards in hand"), str(number))
                self._push("Tell the hand")
            case cmd.NewGame():
                self._write(statement)
                self.page.goto("/")  # the page offers that where its writer is still at work in it
            case _:
                self._write(statement)

    def _write(self, statement: str) -> None:
        """In the notation, what has no control of its own."""
        self._unfold("Leave, or anything else")
        self._hands.write(self.page.get_by_label("A statement, like"), statement)
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self._push("Say it")

    def _card(self, card: Card) -> None:
        """Its colour, then its number or action; a wild with the colour that it names, if it names one."""
        pad = self.page.get_by_role("group", name="Colour, then number or action").filter(visible=True)
        expect(pad).to_have_count(1)  # the one before goes with the answer to its form
        if card.colour is not None:
            self._hands.pick(pad.get_by_role("radio", name=WORDS.name(card.colour)))
        self._hands.push(pad.get_by_role("button", name=WORDS.value(card.value), exact=True))

    def _count(self, player: str, cards: tuple[Card, ...]) -> None:
        """A hand, card by card."""
        self._hands.push(self.page.get_by_role("link", name="Card by card").filter(visible=True))
        self._name_whose(self.page.get_by_label("Whose cards"), player)
        for card in dict.fromkeys(cards):
            group = "wild cards" if card.colour is None else WORDS.name(card.colour)
            number = self.page.get_by_label(f"{WORDS.value(card.value)}, {group}", exact=True)
            if not number.is_visible():
                self._hands.push(self.page.locator("summary", has_text=group))
            self._hands.write(number, str(cards.count(card)))
        self._push("Tell the referee")

    def _name_whose(self, choice: Locator, player: str) -> None:
        """Whose hand is counted, where the form asks for that: the last one it names itself."""
        expect(self.page.get_by_role("heading", name="Count")).not_to_have_count(0)
        if choice.is_visible():
            self._hands.choose(choice, player)
        else:
            expect(self.page.get_by_role("heading", name=f"Count the hand of {player}")).to_be_visible()

    def _push(self, name: str) -> None:
        self._hands.push(self.page.get_by_role("button", name=name, exact=True).filter(visible=True))

    def _field(self, *labels: str) -> Locator:
        """The field with one of these labels."""
        found = self.page.get_by_label(labels[0], exact=True)
        for label in labels[1:]:
            found = found.or_(self.page.get_by_label(label, exact=True))
        return found.filter(visible=True)

    def _form(self, button: str) -> Locator:
        """The form that this button sends."""
        return self.page.locator("form").filter(has=self.page.get_by_role("button", name=button, exact=True))

    def _unfold(self, name: str) -> None:
        head = self.page.locator("summary", has_text=name).filter(visible=True)
        if not head.evaluate("(head) => head.parentElement.open"):
            self._hands.push(head)
