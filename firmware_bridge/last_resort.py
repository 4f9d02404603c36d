"""Whatever happens, the motor first: signals, and exceptions that nobody caught, on a thread or on the event loop."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def motor_first(motor_off: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    """While this lasts, ``motor_off`` is the first thing that a signal or an uncaught exception does.

    ``end`` comes second after a signal and asks the program to end. Whoever sets handlers of its own meanwhile (the
    page's server does) calls ``motor_off`` itself and gives these back. Entered on the running loop's thread.
    """

    def signalled(_number: int, _frame: FrameType | None) -> None:
        motor_off()
        end()

    def thread_failed(what: threading.ExceptHookArgs) -> None:
        motor_off()
        hook_before(what)

    def task_failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        motor_off()
        loop.default_exception_handler(context)

    loop = asyncio.get_running_loop()
    on_main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.signal(number, signalled) for number in SIGNALS} if on_main else {}
    hook_before, threading.excepthook = threading.excepthook, thread_failed
    task_handler_before = loop.get_exception_handler()
    loop.set_exception_handler(task_failed)
    try:
        yield
    finally:
        loop.set_exception_handler(task_handler_before)
        threading.excepthook = hook_before
        for number, handler in handlers.items():
            signal.signal(number, handler)
