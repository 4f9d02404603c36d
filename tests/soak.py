"""Proofs that take long: ``make test`` has a sample of their kind, ``make soak`` has them all."""

from __future__ import annotations

import os

import pytest

SOAK = bool(os.environ.get("UNO_SOAK"))

in_soak_only = pytest.mark.skipif(not SOAK, reason="in make soak; make test has its like")
