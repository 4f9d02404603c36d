"""The check while the table runs: what it knows of its parts, and the machine under it; for page and voice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.address import PageAddress
from companion.checkup.findings import Checkup, Finding, needed_parts
from companion.checkup.reported import dips_of, is_mute, report
from companion.checkup.the_machine import Machine
from companion.run_options import RunOptions
from companion.voice.errands.doctor_lines import PARTS, STATES
from companion.voice.lines import Line, answer, followed
from companion.voice.phrases import Phrases
from companion.web.context import Checked, CheckedPart
from firmware_bridge.scanner_place import Devices

_ALOUD = 3  # findings in one answer: nobody keeps more in mind, and the page has them all


@dataclass(frozen=True)
class TableCheck:
    """Of one table. ``options`` are those in force, ``simulated`` whether its dispenser is."""

    options: Callable[[], RunOptions]
    health: Callable[[], Mapping[str, Any]]
    page: Callable[[], PageAddress]
    simulated: Callable[[], bool]
    machine: Machine = field(default_factory=Machine)

    async def for_page(self, locale: str) -> Checked:
        """Every finding, in the reader's language."""
        found, phrases = await self._look(), Phrases(locale)
        attention = found.attention()
        parts = [_told(each, phrases, wants_attention=each in attention) for each in found]
        return Checked(phrases.text(found.summary()), parts)

    async def aloud(self) -> list[Line]:
        """How it all stands, then the first few things that need attention, each with what helps."""
        found = await self._look()
        return [answer(followed(found.summary(), *(each.aloud() for each in found.attention()[:_ALOUD])))]

    async def _look(self) -> Checkup:
        """Touches no part; systemd is asked, and the files of the system, so that happens beside the loop."""
        return await asyncio.to_thread(self._found, self.options(), self.health(), self.page(), not self.simulated())

    def _found(self, options: RunOptions, health: Mapping[str, Any], page: PageAddress, real: bool) -> Checkup:
        settings = options.settings
        found = Checkup(needed_parts(settings, options.bridge_settings().wired()))
        if is_mute(health):
            found.does_without("voice")
        found.add(each for each in report(health, settings.server.port) if each.part != "service")
        found.add(self.machine.findings(options.data_dir, page, real=real, dips=dips_of(health)))
        if real:
            found.add(self.machine.around_the_scanner(settings.scanner.url, Devices()))
        return found


def _told(found: Finding, phrases: Phrases, *, wants_attention: bool) -> CheckedPart:
    name, state = phrases.text(PARTS[found.part]), phrases.text(STATES[found.state])
    remedy = "" if found.remedy is None else phrases.text(found.remedy)
    return CheckedPart(name[:1].upper() + name[1:], state, phrases.text(found.message), remedy, wants_attention)
