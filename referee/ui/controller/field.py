"""Field: a line of text that is typed key by key."""

from msgspec import Struct, field
from rich.cells import cached_cell_len as cell_len

from referee.text.harmless import clean
from referee.ui.drawing.graphemes import JOINER, starts
from referee.ui.drawing.text_line import cut, cut_before

LONGEST = 400
"""Characters that it takes; what is pasted beyond that is cut off."""
_REMEMBERED = 100


class Field(Struct):
    """Text with a cursor, and the lines that were typed before."""

    text: str = ""
    at: int = 0
    """Where the cursor stands."""
    stale: bool = False
    """It was proposed, or refused: the next letter begins another; a key that moves or cuts keeps it, to be mended."""
    begun: tuple[str, str] = ("", "")
    """What stands before and behind what is typed, and stays when another text begins."""
    past: list[str] = field(default_factory=list)
    _joined: frozenset[int] = frozenset()
    """Positions where a joiner was typed, which the text leaves out: what is around it is one sign to whoever typed it.
    """
    _is_joining: bool = False
    """A joiner was typed last."""
    _back: int = 0
    """How far back in the past the shown line was taken from."""

    def set(self, text: str) -> None:
        """Another text, the cursor behind it."""
        self.text = text[:LONGEST]
        self.at = len(self.text)
        self.stale = False
        self._joined = frozenset()

    def propose(self, text: str) -> None:
        """A text that Enter takes as it is, and that gives way to whatever is typed."""
        self.set(text)
        self.stale = bool(text)

    def insert(self, raw: str) -> None:
        """Typed or pasted characters, made harmless, at the cursor."""
        if self.stale:
            self.set("".join(self.begun))
            self.at = len(self.begun[0])
        for number, part in enumerate(raw.split(JOINER)):
            self._insert(part, number > 0 or self._is_joining)
        self._is_joining = raw.endswith(JOINER)

    def _insert(self, raw: str, is_joined: bool) -> None:
        kept = clean(raw, LONGEST)
        if raw[:1].isspace():
            kept = f" {kept}"
        if raw.strip() and raw[-1:].isspace():
            kept += " "
        kept = kept[: LONGEST - len(self.text)]
        self.text = self.text[: self.at] + kept + self.text[self.at :]
        seam = {self.at} if is_joined and kept else set[int]()
        self._joined = frozenset(seam | {at if at < self.at else at + len(kept) for at in self._joined})
        self.at += len(kept)

    def key(self, key: str, character: str | None) -> bool:
        """Takes a key that edits or types; False if it does neither."""
        match key:
            case "backspace" | "ctrl+h":
                self._cut(self._before(), self.at)
            case "delete":
                self._cut(self.at, self._behind())
            case "ctrl+w":
                self._cut(len(self.text[: self.at].rstrip().rpartition(" ")[0]), self.at)
            case "ctrl+u":
                self._cut(0, self.at)
            case "ctrl+k":
                self._cut(self.at, len(self.text))
            case "left":
                self.at = self._before()
            case "right":
                self.at = self._behind()
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "zero_width_joiner":
                pass
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        self._is_joining = key == "zero_width_joiner"
        self.stale = False
        return True

    def _before(self) -> int:
        """Position of the sign before the cursor."""
        if self.text.isascii():
            return max(0, self.at - 1)
        return max((at for at in starts(self.text, self._joined) if at < self.at), default=0)

    def _behind(self) -> int:
        """Position behind the sign under the cursor."""
        if self.text.isascii():
            return min(len(self.text), self.at + 1)
        return min((at for at in starts(self.text, self._joined) if at > self.at), default=len(self.text))

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self._joined = frozenset(
            at if at <= start else at - end + start for at in self._joined if not start <= at <= end
        )
        self.at = start

    def done(self) -> str:
        """What was typed; it is remembered, and the field is empty again."""
        text = self.text
        if text.strip() and self.past[-1:] != [text]:
            self.past = [*self.past[1 - _REMEMBERED :], text]
        self.set("")
        self._back = 0
        return text

    def recall(self, by: int) -> None:
        """Goes back or forth among what was typed before."""
        self._back = max(0, min(len(self.past), self._back + by))
        self.set(self.past[-self._back] if self._back else "")

    def shown(self, room: int) -> tuple[str, str, str]:
        """What fits around the cursor, cut with a sign: the text before it, what is under it, the text behind it."""
        behind = self._behind()
        before, under, after = self.text[: self.at], self.text[self.at : behind] or " ", self.text[behind:]
        before = cut_before(before, max(1, room - cell_len(under)))
        return before, under, cut(after, max(1, room - cell_len(before + under))) if after else ""
