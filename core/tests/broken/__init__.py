"""Games that break a law on purpose, each by one small and natural mistake: `CASES` says which law has to catch it."""

from __future__ import annotations

from core.tests.broken import abilities, deciders, sights, tables
from core.tests.broken.case import CASES, Case

__all__ = ["CASES", "Case", "abilities", "deciders", "sights", "tables"]
