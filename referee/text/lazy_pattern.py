"""Lazy pattern: a regular expression that is compiled when it is first used, so that the start need not wait for it."""

import re
from typing import cast


def pattern(source: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used, for modules that the app begins with."""
    return cast("re.Pattern[str]", _Late(source, flags))


class _Late:
    def __init__(self, source: str, flags: re.RegexFlag) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> object:
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found
