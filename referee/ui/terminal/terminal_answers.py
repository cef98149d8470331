r"""Terminal answers: takes what a terminal says of itself out of the keys.

A terminal may answer at any moment, also a program that ran before this one. What an answer looks like: - a control
sequence: `ESC [`, parameters, one final character (device attributes, cursor position, modes); - a control string: `ESC
]`, `ESC P`, `ESC _`, `ESC ^` or `ESC X`, any text, then `ESC \` or BEL (colours, names, graphics). Strings are dropped
here, up to their end. Control sequences are handed on whole, as keys are written like them, too: whoever reads them
drops those that are no key. Either may come in several reads.
"""

import re
import time
from collections.abc import Callable, Iterable, Sequence

ESCAPE, BELL = "\x1b", "\x07"
PASTE, PASTED = "\x1b[200~", "\x1b[201~"
"""The marks before and behind pasted text."""
LONGEST = 65_536
"""Characters of a sequence or string. One that goes on is dropped, and what follows are keys again."""
LONGEST_WAIT = 1.0
"""Seconds from the Escape of a sequence or string to its end. One that takes longer is dropped in the same way."""
_INTRODUCERS = "[O]P^_X"
_TYPED_INTRODUCERS = "OPX"
"""Introducers that are also keys of this program, so they may be typed right after Escape."""
_LENGTHS = {"[": 4, "M": 6}
"""Length of the control sequences that go on behind a final character: F1 of a Linux console, clicks of old xterms."""
_REST = re.compile(r"\[[0-?]*[ -/]*[@-~]|[]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)")
"""A whole sequence or string, without its Escape."""


class TerminalInput:
    """Splits characters from a terminal into keys, as they come.

    >>> TerminalInput().split("a\\x1b[A\\x1b]11;rgb:0/0/0\\x07b")
    ['a', '\\x1b[A', 'b']

    An Escape and the letter after it are two keys, however fast they come: there are no keys with Alt here.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: list[str] = []
        """Characters of the sequence, string or paste that has no end yet."""
        self._since = 0.0
        """When it began."""
        self._take: Callable[[str], Sequence[str]] = self._take_typed
        """What the next character goes to."""
        self._expired = ""
        """The beginning that the last pause turned into keys."""

    def split(self, text: str) -> list[str]:
        """Splits off what these characters complete: keys, other control sequences, and pasted text with its marks.

        No characters at all mean a pause, after which an Escape is a key.
        """
        if not text:
            return self._pause()
        if self._is_overdue():
            self._forget()
        pieces: list[str] = []
        for character in self._with_expired(text):
            pieces += self._take(character)
        return pieces

    # ---------------------------------------------------------------- one character

    def _take_typed(self, character: str) -> Sequence[str]:
        if character != ESCAPE:
            return (character,)
        self._begin(self._take_escaped, ESCAPE)
        return ()

    def _take_escaped(self, character: str) -> Sequence[str]:
        if character not in _INTRODUCERS:
            self._forget()
            return (ESCAPE, *self._take_typed(character))
        self._begun.append(character)
        self._take = {"[": self._take_control, "O": self._take_application}.get(character, self._take_string)
        return ()

    def _take_control(self, character: str) -> Sequence[str]:
        """A character of a control sequence. One that cannot stand there is a key, and the sequence is dropped."""
        self._begun.append(character)
        begun = self._begun
        if length := _LENGTHS.get(begun[2]):
            is_whole = len(begun) == length
        elif not " " <= character <= "~":
            self._forget()
            return self._take_typed(character)
        else:
            # rxvt ends the keys that are pressed with Shift in a dollar sign.
            is_whole = character >= "@" or (character == "$" and "".join(begun[2:-1]).isdecimal())
        if not is_whole:
            return self._bounded()
        sequence = "".join(begun)
        self._forget()
        if sequence == PASTE:
            self._begin(self._take_pasted)
            return ()
        return (sequence,)

    def _take_application(self, character: str) -> Sequence[str]:
        """A character of `ESC O`, which only begins keys: it was typed, if it goes on like none."""
        if character.isdecimal() or character == ";":
            self._begun.append(character)
            return self._bounded()
        keys = self._begun
        self._forget()
        if character.isascii() and character.isalpha():
            return ("".join((*keys, character)),)
        return (*keys, *self._take_typed(character))

    def _take_string(self, character: str) -> Sequence[str]:
        if character == BELL:
            self._forget()
        elif character == ESCAPE:
            self._take = self._take_string_end
        else:
            self._begun.append(character)
            return self._bounded()
        return ()

    def _take_string_end(self, character: str) -> Sequence[str]:
        """The character behind an Escape in a string: a backslash ends it, any other begins something new."""
        if character == "\\":
            self._forget()
            return ()
        self._begin(self._take_escaped, ESCAPE)
        return self._take_escaped(character)

    def _take_pasted(self, character: str) -> Sequence[str]:
        """A character of pasted text. No Escape stays in it."""
        self._begun.append(character)
        if character != "~" or "".join(self._begun[-len(PASTED) :]) != PASTED:
            return ()
        text = "".join(self._begun[: -len(PASTED)]).replace(ESCAPE, "")
        self._forget()
        return (f"{PASTE}{text}{PASTED}",)

    # ---------------------------------------------------------------- beginnings without an end

    def _begin(self, take: Callable[[str], Sequence[str]], *begun: str) -> None:
        self._take, self._begun, self._since = take, [*begun], self._clock()

    def _forget(self) -> None:
        self._take, self._begun = self._take_typed, []

    def _bounded(self) -> Sequence[str]:
        if len(self._begun) > LONGEST:
            self._forget()
        return ()

    def _is_overdue(self) -> bool:
        is_open = self._take not in (self._take_typed, self._take_pasted)
        return is_open and self._clock() - self._since > LONGEST_WAIT

    def _pause(self) -> list[str]:
        """Nothing came for a while: what may have been typed are keys, and nothing is waited for too long."""
        begun = self._begun
        is_letter = self._take == self._take_string and len(begun) == 2 and begun[1] in _TYPED_INTRODUCERS
        if self._take in (self._take_escaped, self._take_application) or is_letter:
            self._forget()
            self._expired = "".join(begun)
            self._since = self._clock()
            return begun
        if self._is_overdue():
            self._forget()
        return []

    def _with_expired(self, text: str) -> Iterable[str]:
        """The characters; with their beginning, if they are the rest of an answer that came in two reads.

        An Escape that stood alone for a moment was a key by then. What follows it in one read, up to an end, was not
        typed.
        """
        begun, self._expired = self._expired, ""
        if not begun or self._clock() - self._since > LONGEST_WAIT or not _REST.match(f"{begun}{text}", 1):
            return text
        return f"{begun}{text}"
