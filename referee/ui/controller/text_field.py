"""A text field of one line, with its cursor and its history."""

from dataclasses import dataclass, field

from rich.cells import cell_len

from referee.text import clean

LONGEST = 400
"""Characters that it takes; what is pasted beyond that is cut off."""
_REMEMBERED = 100


@dataclass
class Field:
    """Text with a cursor, and the lines that were typed before."""

    text: str = ""
    at: int = 0
    """Where the cursor stands."""
    stale: bool = False
    """It was proposed, or refused: the next letter begins another; a key that moves or cuts keeps it, to be mended."""
    past: list[str] = field(default_factory=list)
    _back: int = 0
    """How far back in the past the shown line was taken from."""

    def set(self, text: str) -> None:
        """Another text, the cursor behind it."""
        self.text = text[:LONGEST]
        self.at = len(self.text)
        self.stale = False

    def propose(self, text: str) -> None:
        """A text that Enter takes as it is, and that gives way to whatever is typed."""
        self.set(text)
        self.stale = bool(text)

    def insert(self, raw: str) -> None:
        """Typed or pasted characters, made harmless, at the cursor."""
        if self.stale:
            self.set("")
        kept = clean(raw, LONGEST)
        if raw[:1].isspace():
            kept = f" {kept}"
        if raw.strip() and raw[-1:].isspace():
            kept += " "
        kept = kept[: LONGEST - len(self.text)]
        self.text = self.text[: self.at] + kept + self.text[self.at :]
        self.at += len(kept)

    def key(self, key: str, character: str | None) -> bool:
        """Takes a key that edits or types; False if it does neither."""
        match key:
            case "backspace" | "ctrl+h":
                self._cut(self.at - 1, self.at)
            case "delete":
                self._cut(self.at, self.at + 1)
            case "ctrl+w":
                self._cut(len(self.text[: self.at].rstrip().rpartition(" ")[0]), self.at)
            case "ctrl+u":
                self._cut(0, self.at)
            case "ctrl+k":
                self._cut(self.at, len(self.text))
            case "left":
                self.at = max(0, self.at - 1)
            case "right":
                self.at = min(len(self.text), self.at + 1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        self.stale = False
        return True

    def _cut(self, start: int, end: int) -> None:
        start = max(0, start)
        self.text = self.text[:start] + self.text[end:]
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
        """What fits around the cursor: the text before it, what is under it, and the text behind it."""
        before, under, after = self.text[: self.at], self.text[self.at : self.at + 1] or " ", self.text[self.at + 1 :]
        while before and cell_len(before) + cell_len(under) > room:
            before = before[1:]
        while after and cell_len(before) + cell_len(under) + cell_len(after) > room:
            after = after[:-1]
        return before, under, after
