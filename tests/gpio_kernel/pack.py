"""Packs the initial file system that the kernel of ``make test-gpio`` runs from: ``python pack.py FILE``.

Run by the Python of a virtual environment, whose files, interpreter and libraries it packs beside this tree, each
under the path that it has here: so nothing has to be moved, and the environment's commands work.
"""

from __future__ import annotations

import compileall
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Set
from pathlib import Path

TREE = Path(__file__).parents[2]
CODE = ("companion", "firmware_bridge")
SHELL = Path("/bin/busybox")
NOT_OF_PYTHON = {"ensurepip", "idlelib", "lib2to3", "site-packages", "dist-packages", "test", "tkinter", "turtledemo"}
NOT_OF_THE_ENVIRONMENT = {"pip", "pkg_resources", "setuptools"}
FOR_COMPILERS = {".a", ".h", ".o", ".pyi"}


def main() -> None:
    """Writes the archive."""
    for part in CODE:
        compileall.compile_dir(TREE / part, quiet=1)
    wanted = {SHELL, TREE / "pyproject.toml", *_tests(), *_python()}
    for part in CODE:
        wanted.update(_below(TREE / part))
    wanted = {path for path in wanted if path.suffix not in FOR_COMPILERS}
    wanted.update(_libraries(wanted))
    paths: set[Path] = set()
    for path in wanted:
        _add(path, paths)
    names = "\0".join(str(path.relative_to("/")) for path in sorted(paths) if path != Path("/"))
    with Path(sys.argv[1]).open("wb") as archive:
        command = ["cpio", "--quiet", "--null", "--create", "--format=newc"]
        subprocess.run(command, cwd="/", input=names.encode(), stdout=archive, check=True)


def _tests() -> Iterator[Path]:
    here = Path(__file__).parent
    yield from (path for path in (TREE / "tests").rglob("*") if path.suffix == ".py" or path.parent == here)


def _python() -> Iterator[Path]:
    """This environment, the interpreter behind it and its standard library."""
    yield from _below(Path(sys.prefix), NOT_OF_THE_ENVIRONMENT)
    yield Path(sys.executable).resolve()
    for library in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", "posix_prefix")}:
        yield from _below(Path(library), NOT_OF_PYTHON)


def _below(folder: Path, left_out: Set[str] = frozenset()) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in left_out]
        yield from (Path(parent, name) for name in files)


def _libraries(files: set[Path]) -> Iterator[Path]:
    """The shared libraries of every program and extension among them, the loader too."""
    binaries = [path for path in files if _is_elf(path)]
    listed = subprocess.run(["ldd", *binaries], capture_output=True, text=True, check=False).stdout
    yield from (Path(found) for found in re.findall(r"(?:=> |^\s+)(/\S+) \(0x", listed, re.MULTILINE))


def _is_elf(path: Path) -> bool:
    if path.suffix == ".py" or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _add(path: Path, paths: set[Path]) -> None:
    """The path, the folders on its way, and, where a link is on it, the link and where that leads."""
    for step in [*reversed(path.parents), path]:
        paths.add(step)
        if step.is_symlink():
            _add(Path(os.path.normpath(step.parent / step.readlink() / path.relative_to(step))), paths)
            return


if __name__ == "__main__":
    main()
