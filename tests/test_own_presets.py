"""A table's own agreements outlive the power; what is damaged is passed over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.wishes.own_presets import FILE_NAME, OwnPreset, OwnPresets, PresetNameError


def test_agreements_are_there_after_a_restart_in_their_order(tmp_path: Path) -> None:
    presets = OwnPresets(tmp_path)
    for name in ("Friday", "Été"):
        assert presets.keep(OwnPreset(name, "flip", {"stacking": "any"})) is False
    presets.rename("friday", "Sunday")
    again = OwnPresets(tmp_path)
    assert [each.name for each in again.all()] == ["Sunday", "Été"]
    assert again.get(" e\u0301té ".upper()) == OwnPreset("Été", "flip", {"stacking": "any"})
    assert again.delete("Sunday")
    assert [each.name for each in OwnPresets(tmp_path).all()] == ["Été"]


def test_a_name_may_change_its_case_but_not_become_another_s(tmp_path: Path) -> None:
    presets = OwnPresets(tmp_path)
    for name in ("friday", "Sunday"):
        presets.keep(OwnPreset(name, "classic"))
    assert presets.rename("friday", "Friday")
    with pytest.raises(PresetNameError) as refused:
        presets.rename("Friday", "SUNDAY")
    assert refused.value.taken
    assert [each.name for each in presets.all()] == ["Friday", "Sunday"]


@pytest.mark.parametrize("content", ["", "nonsense", "[1]", '[{"name": "x"}]', '{"a": 1}'])
def test_a_damaged_file_leaves_the_table_without_agreements_and_goes_on(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE_NAME).write_text(content)
    presets = OwnPresets(tmp_path)
    assert presets.all() == ()
    presets.keep(OwnPreset("Friday", "classic"))
    assert json.loads((tmp_path / FILE_NAME).read_text())[0]["name"] == "Friday"


def test_an_agreement_s_name_holds_no_sign_that_cannot_be_seen(tmp_path: Path) -> None:
    presets = OwnPresets(tmp_path)
    for name in ("Fri\u202eday", "Fri\u0007day"):
        with pytest.raises(PresetNameError):
            presets.keep(OwnPreset(name, "classic"))
    assert presets.all() == ()
