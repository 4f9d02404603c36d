"""On what kind of disk a folder lies, and how it is mounted: what a power cut may take, and how fast a card wears."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.machine.files import text_of

_ROOT = Path("/")
_IN_MEMORY = frozenset({"tmpfs", "ramfs", "overlay"})
_LONGEST_COMMIT_S = 30  # ext4's own is 5; what is written less often is lost in a power cut
_POINT, _KIND, _OPTIONS = 1, 2, 3  # words of a line
_ESCAPED = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Mount:
    """One file system: where it is mounted, its kind and its options."""

    point: str
    kind: str
    options: frozenset[str]

    @property
    def in_memory(self) -> bool:
        """All that is written is lost with the power: a memory disk, or one laid over a disk that stays as it is."""
        return self.kind in _IN_MEMORY

    @property
    def read_only(self) -> bool:
        """Somebody mounted it so, or the kernel did by itself, as it does after errors."""
        return "ro" in self.options

    @property
    def marks_reads(self) -> bool:
        """Each reading of a file is written down too, which wears a card for nothing; relatime does so once a day."""
        return not self.in_memory and not self.options & {"noatime", "relatime", "ro"}

    @property
    def commit_s(self) -> int | None:
        """Seconds until the disk is sure of what no program insisted on, where that is longer than is good."""
        found = next((option.removeprefix("commit=") for option in self.options if option.startswith("commit=")), "")
        return int(found) if found.isdecimal() and int(found) > _LONGEST_COMMIT_S else None


def mount_of(folder: Path, root: Path = _ROOT) -> Mount | None:
    """The file system on which a folder lies, there or not yet; None where the kernel does not tell."""
    lines = (line.split() for line in text_of(root / "proc/self/mounts").splitlines())
    mounts = [_mount(words) for words in lines if len(words) > _OPTIONS]
    here = PurePosixPath(folder)
    above = [mount for mount in mounts if here.is_relative_to(mount.point)]
    deepest = max((len(PurePosixPath(mount.point).parts) for mount in above), default=0)
    return next((mount for mount in reversed(above) if len(PurePosixPath(mount.point).parts) == deepest), None)


def _mount(words: list[str]) -> Mount:
    point = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), words[_POINT])
    return Mount(point, words[_KIND], frozenset(words[_OPTIONS].split(",")))
