"""SIGHUP at a running table: its settings are read again, and in force when the present press is over."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from dataclasses import replace

from companion.live.attendant import Attendant
from companion.press import PressDesk
from companion.referee.state import State
from companion.run_options import RunOptions
from companion.settings import Settings, SettingsError, VoiceSettings
from companion.settings_changes import Standing, changes, refusal
from companion.voice.between_plays import announcements as said
from firmware_bridge.bridge import Bridge
from firmware_bridge.pin_map import PinMapError, PinsUnavailable

log = logging.getLogger(__name__)

_STDIN = 0


class SettingsReload:
    """Takes over at a running table what can be changed there.

    ``options`` and ``settings`` are those in force, ``standing`` is what became of the file when it was last read.
    """

    def __init__(
        self,
        options: RunOptions,
        bridge: Bridge,
        presses: PressDesk,
        attendant: Attendant,
        state: Callable[[], State],
    ) -> None:
        self.options = options
        self._bridge = bridge
        self._presses = presses
        self._attendant = attendant
        self._state = state
        self.on_voice: Callable[[VoiceSettings], None] = lambda _: None  # how the table sounds from now on
        self._changing = asyncio.Lock()
        self.standing = Standing()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.options.settings

    async def read_again(self, read: Callable[[], Settings]) -> None:
        """The settings file was changed: the table is told what comes of it. Wrong ones change nothing."""
        async with self._changing:
            try:
                found = changes(self.settings, read())
                changed = replace(self.options, settings=found.settings)
                async with self._presses.paused():
                    await asyncio.to_thread(self._bridge.change, changed.bridge_settings())
            except (SettingsError, PinMapError, PinsUnavailable) as error:
                log.warning("the new settings are not taken, the old ones stay: %s", error)
                self.standing = refusal(error.findings if isinstance(error, SettingsError) else [str(error)])
                self._attendant.tell(said.settings_refused(self.standing.to_look_at))
                return
            put_right = bool(self.standing.refused)
            self.options, self.standing = changed, Standing(later=found.later)
            log.info("new settings in force: %s", ", ".join(found.now) or "none")
            if found.later:
                log.warning("these settings need a restart: %s", ", ".join(found.later))
            self.on_voice(found.settings.voice)
            if found.now:
                self._attendant.point(self._state(), anew=True)
            if found.now or found.later or put_right:
                self._attendant.tell(said.settings_taken(found.later, now=bool(found.now) or not found.later))


def on_hangup(read_again: Callable[[], None], end: Callable[[], None]) -> None:
    """From now on SIGHUP reads the settings again, or ends the table whose terminal is gone."""
    had_terminal = os.isatty(_STDIN)

    def hangup() -> None:
        if had_terminal and not os.isatty(_STDIN):
            end()
        else:
            read_again()

    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, hangup)
