"""Text of the library, as a record may hold it."""

from typing import Annotated

from pydantic import AfterValidator, Field

from referee.text.harmless import LONGEST_NAME, clean, clean_name

LONGEST_WORDS = 8_000
"""Characters of what stands after `add`."""
LONGEST_TEXT = 60_000
"""Characters of a note, or of a prepared encounter."""


def clean_text(raw: str) -> str:
    """Harmless text of several lines."""
    if raw.isascii() and raw.isprintable():
        return clean(raw, LONGEST_TEXT)
    lines = (clean(line, LONGEST_TEXT) for line in raw[:LONGEST_TEXT].expandtabs(4).splitlines())
    return "\n".join(lines).strip("\n")


def clean_lines(raw: str) -> str:
    """Harmless text of several lines, each with the blanks that it begins with."""
    lines = raw[:LONGEST_TEXT].expandtabs(4).splitlines()
    return "\n".join(" " * min(len(line) - len(line.lstrip(" ")), 40) + clean(line, LONGEST_TEXT) for line in lines)


Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME), AfterValidator(clean_name), Field(min_length=1)]
Words = Annotated[str, Field(max_length=LONGEST_WORDS), AfterValidator(lambda raw: clean(raw, LONGEST_WORDS))]
Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(clean_text)]
Lines = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(clean_lines)]


Tag = Annotated[str, AfterValidator(lambda raw: clean(raw, 40).casefold().lstrip("#")), Field(pattern=r"^[^\s,]+$")]
"""A word of the referee's own by which records are found."""
