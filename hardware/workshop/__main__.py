"""``python -m hardware.workshop``: writes the papers anew."""

from __future__ import annotations

from hardware.workshop.papers import papers
from hardware.workshop.parts_list import HARDWARE


def main() -> None:
    for path, text in papers():
        file = HARDWARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
