"""What a table wished is kept over a restart; no file, a damaged one or a full disk stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.wish_file import WishFile


def numbers(rows: list[int]) -> list[int]:
    return [row + 0 for row in rows]


def test_a_table_that_has_not_wished_for_anything_has_nothing_to_tell(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert WishFile(tmp_path / "wishes.json", "all is as ever").read(numbers, [7]) == [7]
    assert caplog.messages == []


def test_what_was_wished_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "wishes.json"
    WishFile(path, "all is as ever").write([1, 2])
    assert WishFile(path, "all is as ever").read(numbers, [7]) == [1, 2]


@pytest.mark.parametrize("text", ["", "[", "[1, null]", '{"a": 1}', "7"])
def test_a_damaged_file_is_named_in_the_log_with_what_is_done_instead(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "wishes.json"
    path.write_text(text, encoding="utf-8")
    assert WishFile(path, "all is as ever").read(numbers, [7]) == [7]
    (message,) = caplog.messages
    assert message.startswith(f"{path} cannot be read (")
    assert message.endswith("; all is as ever")


def test_a_disk_that_takes_nothing_is_named_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    WishFile(tmp_path / "file" / "wishes.json", "all is as ever").write([1])
    (message,) = caplog.messages
    assert "cannot be written" in message
