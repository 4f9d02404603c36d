"""A host's page for how names are said: written, heard, kept, taken back; everybody else reads the name."""

from __future__ import annotations

import re
from html import unescape

from playwright.sync_api import expect

from companion.wishes.name_sounds import NameSounds
from tests.web.house import House
from tests.web.looks import Visit, narrow_enough, problems, too_small
from tests.web.test_pages import followed, result_of

GAME = 'game classic players=Siobhán,"Zoé Ann"'
PHONE = {"width": 390, "height": 844}


def kept(house: House) -> dict[str, str]:
    """What another start of the table would know."""
    return NameSounds((), house.directory, lambda _: None).sounds


def test_a_host_writes_how_a_name_sounds_and_takes_it_back(house: House) -> None:
    house.says(GAME, "top green-7")
    host = house.joined("Siobhán")
    html = followed(host, host.send("/names", name="Siobhán", like="Shivawn 🎉", do="keep"))
    assert unescape(result_of(html)) == "Siobhán is said like “Shivawn”."
    assert 'value="Shivawn"' in html
    assert kept(house) == {"Siobhán": "Shivawn"}
    html = followed(host, host.send("/names", name="Siobhán", like="", do="keep"))
    assert unescape(result_of(html)) == "Siobhán is said as it is written."
    assert kept(house) == {}


def test_the_table_its_interface_and_its_journal_keep_the_name(house: House) -> None:
    house.says(GAME, "top green-7")
    host = house.joined("Siobhán")
    followed(host, host.send("/names", name="Siobhán", like="Shivawn", do="keep"))
    house.says("Siobhán draws")
    for path in ("/", "/api/state", "/api/spoken", "/api/games/1.table", "/games", "/phones", "/start"):
        text = host.get(path).text
        assert "Shivawn" not in text, path
    assert "Siobhán draws" in host.get("/api/games/1.table").text


def test_everybody_whom_the_table_knows_can_be_chosen_once(house: House) -> None:
    house.says('game classic players=Siobhán,"player 2"', "top green-7")
    house.joined("siobhán")
    host = house.joined("Cem")
    house.access.make_host(house.access.phones()[1].id)
    host.send("/names", name="Xochitl", like="Sochi", do="keep")
    html = unescape(host.get("/names").text)
    assert re.findall(">Say (.+) like<", html.replace(">Say it like<", "")) == ["Siobhán", "Cem", "Nour", "Xochitl"]


def test_a_name_is_heard_before_it_is_kept_and_what_was_written_stays(house: House) -> None:
    house.says(GAME, "top green-7")
    host = house.joined("Siobhán")
    answer = host.send("/names", name="Siobhán", like="Shivawn", do="hear")
    assert (answer.status_code, result_of(answer.text)) == (200, "Listen to the loudspeaker.")
    assert house.tried == [("Siobhán", "Shivawn")]
    assert answer.text.count('value="Shivawn"') == 1
    assert kept(house) == {}
    house.sounds.audible = False
    assert "Nobody hears the loudspeaker now" in unescape(
        result_of(host.send("/names", name="Xochitl", like="Sochi", do="hear").text)
    )


def test_what_cannot_be_said_gets_one_sentence_and_keeps_what_was_written(house: House) -> None:
    host = house.joined("Siobhán")
    for fields, told in (
        ({"name": "Rose", "like": "Rosa"}, "The table says “Rose” of other things too"),
        ({"name": "Siobhán", "like": "🎉"}, "“🎉” for “Siobhán” has no sound: write both with letters."),
        ({"name": "Siobhán", "like": "a" * 41}, "That is too long: write it in at most 40 characters."),
        ({"name": " ", "like": "Rosa"}, "Write the name."),
        ({"name": "a" * 41, "like": "Rosa"}, "a name has 1 to 40 characters"),
    ):
        for do in ("keep", "hear"):
            answer = host.send("/names", **fields, do=do)
            assert answer.status_code == 400
            assert unescape(result_of(answer.text)).startswith(told)
            assert f'value="{fields["like"]}"' in answer.text
    french = host.request(
        "POST", "/names", data={"name": "Rose", "like": "Rosa", "do": "keep"}, headers={"Accept-Language": "fr"}
    )
    assert unescape(result_of(french.text)).startswith("La table dit aussi «\u00a0Rose\u00a0» pour autre chose")
    assert (kept(house), house.tried) == ({}, [])


def test_only_a_host_says_how_names_sound(house: House) -> None:
    house.joined("Ann")
    guest = house.joined("Ben")
    assert guest.get("/names").status_code == 403
    assert guest.send("/names", name="Ann", like="Anne", do="keep").status_code == 403
    assert "/names" not in guest.get("/").text
    assert kept(house) == {}


def test_it_is_written_and_heard_without_script_with_fingers_on_a_phone(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit(name="Siobhán", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="How names are said").click()
    page.get_by_label("Say Siobhán like").fill("Shivawn")
    page.get_by_role("button", name="Hear Siobhán").click()
    expect(page.locator("#result")).to_have_text("Listen to the loudspeaker.")
    page.get_by_label("Say Siobhán like").press("Enter")
    expect(page.locator("#result")).to_have_text("Siobhán is said like “Shivawn”.")
    expect(page.get_by_label("Say Siobhán like")).to_have_value("Shivawn")
    assert kept(house) == {"Siobhán": "Shivawn"}


def test_the_page_of_names_has_room_for_fingers_and_reads_well(house: House, visit: Visit) -> None:
    house.says(GAME, "top green-7")
    page = visit("/names", "Siobhán", viewport=PHONE)
    assert (problems(page), too_small(page), narrow_enough(page)) == ([], [], True)


def test_whose_name_no_voice_can_read_is_called_by_the_seat_and_the_page_says_so(house: House) -> None:
    house.says('game classic players=Ann,"😀","李雷"', "top green-7")
    host = house.joined("Ann")
    html = unescape(host.get("/names").text)
    assert re.findall("it says (.+), until", html) == ["player 2", "player 3"]
    html = followed(host, host.send("/names", name="李雷", like="Lee Lay", do="keep"))
    assert kept(house) == {"李雷": "Lee Lay"}
    html = followed(host, host.send("/names", name="李雷", like="", do="keep"))
    assert unescape(result_of(html)) == "No voice can read 李雷: the seat is said."
