"""A host takes everything home in one file, and brings it back; nobody else does."""

from __future__ import annotations

import io
import zipfile

import pytest
from playwright.sync_api import expect

from companion.storage.data_files import JOURNAL, is_being_replaced
from companion.web.door.talkers import BACKUP_BYTES, MOST_BYTES
from companion.web.language import page_words
from tests.web.house import House, Phone
from tests.web.looks import Visit


def hosting(house: House) -> Phone:
    phone = house.phone()
    phone.join()
    phone.say("game extreme players=Ann,Ben")
    return phone


def test_a_host_downloads_one_file_with_the_games(house: House) -> None:
    answer = hosting(house).get("/api/backup")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].endswith('uno.backup"')
    assert JOURNAL in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


def test_nobody_else_may_download_or_restore_and_nothing_large_is_read_of_them(house: House) -> None:
    host = hosting(house)
    content = host.get("/api/backup").content
    stranger, player = house.phone(), house.phone()
    player.join()
    for phone, status in ((stranger, 401), (player, 403)):
        assert phone.get("/api/backup").status_code == status
        for body in (content, bytes(MOST_BYTES + 1), bytes(BACKUP_BYTES + 1)):
            assert phone.request("POST", "/api/restore", content=body).status_code == status
        as_page = {"accept": "text/html"}
        assert phone.get("/backup", headers=as_page).status_code == (303 if status == 401 else 403)
    assert not house.restored


def test_a_host_restores_a_backup_and_the_table_starts_again(house: House) -> None:
    host = hosting(house)
    content = host.get("/api/backup").content
    assert "Back up and restore" in host.get("/games").text
    sent = host.request("POST", "/backup", files={"file": ("uno.backup", content)}, data={"sure": "on"})
    assert sent.status_code == 303
    assert "The table starts again" in host.get(sent.headers["location"]).text
    assert house.restored == [content]
    assert is_being_replaced(house.directory)
    assert host.request("POST", "/api/restore", content=content).status_code == 202


@pytest.mark.parametrize("scripts", [True, False])
def test_the_page_that_restored_says_when_the_table_is_back(house: House, visit: Visit, scripts: bool) -> None:
    house.says("game extreme players=Ann,Ben")
    page = visit("/backup", java_script_enabled=scripts)
    content = page.request.get(house.url + "/api/backup").body()
    page.get_by_label("A backup").set_input_files(
        {"name": "uno.backup", "mimeType": "application/zip", "buffer": content}
    )
    page.get_by_label("Yes, replace everything").check()
    page.get_by_role("button", name="Restore the backup").click()
    expect(page.locator("#result")).to_have_text("Restored. The table starts again.")
    house.serve_anew()
    if not scripts:
        page.get_by_role("link", name="See whether it is back").click()
    expect(page.get_by_text("The table is back, with what was restored.")).to_be_visible(timeout=20_000)
    expect(page.get_by_text("Restored. The table starts again.")).to_be_hidden()


def test_without_a_file_or_without_the_tick_nothing_is_restored(house: House) -> None:
    host = hosting(house)
    content = host.get("/api/backup").content
    for data, files, told in (
        ({"sure": "on"}, {"file": ("", b"")}, "Choose a backup."),
        ({}, {"file": ("uno.backup", content)}, "tick that everything is to be replaced"),
        ({"sure": "on"}, {"file": ("letter", b"a letter")}, "That is no backup of a table."),
        ({"sure": "on"}, {"file": ("uno.backup", content[:-9])}, "That backup is damaged, nothing was changed."),
    ):
        host.request("POST", "/backup", files=files, data=data)
        assert told in host.get("/backup").text
    assert not house.restored
    assert not is_being_replaced(house.directory)


@pytest.mark.parametrize("content", [b"", b"h", b"hello", bytes(100)])
def test_what_never_was_a_backup_is_called_none(house: House, content: bytes) -> None:
    answer = hosting(house).request("POST", "/api/restore", content=content)
    assert (answer.status_code, answer.json()["code"]) == (422, "no-backup")


def test_a_backup_that_is_too_large_for_the_page_is_restored_on_the_machine(house: House) -> None:
    answer = hosting(house).request("POST", "/api/restore", content=bytes(BACKUP_BYTES + 1))
    assert answer.status_code == 413
    assert "on the machine itself" in answer.json()["message"]


@pytest.mark.parametrize("path", ["/backup", "/games"])
def test_whoever_chose_too_large_a_file_is_led_back_to_choose_another(house: House, path: str) -> None:
    host = hosting(house)
    as_page = {"accept": "text/html"}
    sent = host.request("POST", path, files={"file": ("large", bytes(BACKUP_BYTES + 1))}, headers=as_page)
    assert (sent.status_code, sent.headers["location"]) == (303, f"{path}#result")
    assert "That is too long" in host.get(path).text


def test_the_page_speaks_french(house: House) -> None:
    host = hosting(house)
    html = host.get("/backup", headers={"accept-language": "fr"}).text
    assert page_words("fr").gettext("Restore the backup") in html
    assert "Restore the backup" not in html
