"""The second engine: what html-validate has to say of pages as they left the server."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.npm import tool

RULES = {
    "extends": ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
    "rules": {
        "doctype-style": ["error", {"style": "lowercase"}],
        "no-redundant-role": "off",  # a table that is shown as blocks is one to screen readers by its role alone
        "require-sri": ["error", {"target": "crossorigin"}],  # there are none: nothing comes from elsewhere
        # A button without a type sends its form, which is what is meant; of several with one name the tapped is sent.
        "no-implicit-button-type": "off",
        "form-dup-name": "off",
        "long-title": "off",  # the title says how the table stands
    },
}


def findings(pages: Mapping[str, str], folder: Path) -> dict[str, list[str]]:
    """What is wrong with which page: ``{name: ["LINE:COLUMN RULE: MESSAGE …"]}``; nothing is an empty mapping."""
    (folder / "rules.json").write_text(json.dumps({"root": True, **RULES}), encoding="utf-8")
    names = {}
    for number, (name, html) in enumerate(pages.items()):
        file = folder / f"{number:03}.html"
        file.write_text(html, encoding="utf-8")
        names[str(file)] = name
    report = folder / "report.json"
    node = shutil.which("node")
    assert node is not None, "apt install nodejs"
    ran = subprocess.run(
        [node, str(tool("html-validate", "bin", "html-validate.mjs")), "--config", str(folder / "rules.json"),
         "--formatter", f"json={report}", *names],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert ran.returncode in {0, 1}, ran.stderr
    return {
        names[page["filePath"]]: [
            f"{said['line']}:{said['column']} {said['ruleId']}: {said['message']} {_line(page['filePath'], said)}"
            for said in page["messages"]
        ]
        for page in json.loads(report.read_text(encoding="utf-8"))
        if page["messages"]
    }


def _line(file: str, said: Mapping[str, int]) -> str:
    return Path(file).read_text(encoding="utf-8").splitlines()[said["line"] - 1].strip()[:160]
