"""What Lighthouse says of a page: its scores, in Debian's Chromium."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.chromium import CHROMIUM
from tests.npm import tool


def scores(url: str, folder: Path, *categories: str) -> dict[str, float]:
    """0 to 100, by category; on a phone and a network of its own choosing, which are slow."""
    node = shutil.which("node")
    assert node is not None, "apt install nodejs"
    report = folder / "lighthouse.json"
    subprocess.run(
        [
            node,
            str(tool("lighthouse", "cli", "index.js")),
            url,
            f"--only-categories={','.join(categories)}",
            "--output=json",
            f"--output-path={report}",
            "--quiet",
            "--no-enable-error-reporting",
            "--chrome-flags=--headless --no-sandbox",
        ],
        env={**os.environ, "CHROME_PATH": CHROMIUM},
        check=True,
        capture_output=True,
        timeout=300,
    )
    found = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {category: found[category]["score"] * 100 for category in categories}
