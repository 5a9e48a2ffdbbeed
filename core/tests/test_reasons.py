"""Why the system refuses: said in the player's language, as far as it is known."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from sofra.host.places import Places
from sofra.languages import LANGUAGES, Translator
from sofra.message import Ltr
from sofra.reasons import REASONS, reason


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_reasons_in_each_language(language: str) -> None:
    """A folder that cannot be made is told with its reason in the language of the rest, and none of the reasons is left in English."""
    unwritable = Places(Path("/dev/null/sofra")).make()
    assert unwritable is not None
    said = Translator(language).text(unwritable.message, isolate=False)
    assert "Not a directory" in unwritable.message.english
    assert "Not a directory" not in said
    for english, message in REASONS.items():
        assert Translator(language).text(message, isolate=False) != english


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.ENOSPC, errno.EROFS, errno.EIO, errno.EMFILE])
def test_words_of_this_system(number: int) -> None:
    """What this system says of the usual reasons is known."""
    assert os.strerror(number) in REASONS


def test_unknown_reason() -> None:
    """What is not known is told as it came."""
    assert reason("The moon is in the way") == Ltr("The moon is in the way")
