"""Short tags: each tag in the three letters that a space of the map has for it."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from referee.engine.state.bearer import Tag

ROOM = 3
"""Letters that a space of the map has for a tag."""


def short_tags(tags: Iterable[Tag]) -> dict[Tag, str]:
    """Each tag in at most three letters, no two alike: g1, ulf, gra for grave, s12 for spearbone12."""
    known = tuple(tags)
    found = {tag: tag for tag in known if len(tag) <= ROOM}
    taken = set(found.values())
    for tag in known:
        if tag not in found:
            found[tag] = next((word for word in _ways(tag) if word not in taken), tag[:ROOM])
            taken.add(found[tag])
    return found


def _ways(tag: Tag) -> Iterator[str]:
    """Ways to write a long tag: its beginning and its number first, then any of its letters, then a count."""
    letters = tag.rstrip("0123456789")
    number = tag[len(letters) :][-2:]
    plain = "".join(letter for letter in letters if letter.isalnum()) or "x"
    room = ROOM - len(number)
    yield plain[:room] + number
    for others in combinations(plain[1:], room - 1):
        yield plain[0] + "".join(others) + number
    for n in range(1, 1000):
        yield f"{plain[0]}{n}"[:ROOM] if n < 100 else f"{n}"
