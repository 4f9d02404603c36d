"""Which board this is, and whether its kernel leaves outputs driven after a program that was killed.

The kernels of Raspberry Pi do (other Linux kernels do not), unless ``dtparam=strict_gpiod`` stands in ``config.txt``,
or ``pinctrl_bcm2835.persist_gpio_outputs=n`` on the kernel's line, which a Pi 5 does not know.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.machine.files import text_of

_ROOT = Path("/")
_CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
_STRICT = re.compile(r"^\s*dtparam=(?:[^#\n]*,)?strict_gpiod(?:=(?:on|true|yes|1))?\s*(?:[,#].*)?$", re.MULTILINE)
_LETS_GO = re.compile(r"\bpinctrl_bcm2835\.persist_gpio_outputs=(?:n|N|0)\b")


def model_of(root: Path = _ROOT) -> str | None:
    """What the board calls itself, such as ``Raspberry Pi 4 Model B Rev 1.4``; None where it is no Raspberry Pi."""
    model = text_of(root / "proc/device-tree/model")
    return model if model.startswith("Raspberry Pi") else None


def keeps_outputs(root: Path = _ROOT) -> bool | None:
    """True where a killed program leaves its outputs driven; None on other boards, or where nobody can tell."""
    model, config = model_of(root), next(filter(None, (text_of(root / path) for path in _CONFIGS)), "")
    if model is None or not config:
        return None
    old_kind = not model.startswith("Raspberry Pi 5")
    return not (_STRICT.search(config) or (old_kind and _LETS_GO.search(text_of(root / "proc/cmdline"))))
