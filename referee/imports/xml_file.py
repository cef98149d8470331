"""XML files: parsed without document types, entities or anything from outside, an element at a time."""

import io
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from referee.engine.problem import Refused
from referee.text import clean

DEEPEST = 40
"""Elements that may lie in one another."""


def elements(raw: bytes, called: str, tag: str) -> Iterator[Element]:
    """The elements of that tag, each forgotten before the next. Refused where it is no safe XML."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    depth = 0
    path: list[Element] = []
    try:
        for event, element in iterparse(io.BytesIO(raw), ("start", "end"), forbid_dtd=True):
            if event == "start":
                depth += 1
                path.append(element)
                if depth > DEEPEST:
                    raise Refused(f"{clean(called, 60)} is nested too deeply to be read.")
                continue
            depth -= 1
            path.pop()
            if depth == 1:
                if _bare(element.tag) == tag:
                    yield element
                element.clear()
                path[0].clear()
    except DefusedXmlException as error:
        raise Refused(f"{clean(called, 60)} holds a document type or entities, which are not read.") from error
    except ParseError as error:
        line, column = getattr(error, "position", (0, 0))
        raise Refused(f"{clean(called, 60)} is broken at line {line}, column {column + 1}.") from error
    except (ValueError, LookupError) as error:
        raise Refused(f"{clean(called, 60)} is written in an encoding that cannot be read.") from error


def root_tag(raw: bytes) -> str:
    """The tag of the outermost element, as far as the beginning of a file shows it; empty if it shows none."""
    text = raw[:4096].replace(b"\x00", b"").decode("utf-8", "ignore")
    found = re.search(r"<\s*([A-Za-z][\w.-]*)", re.sub(r"<[?!][^>]*>", "", text))
    return _bare(found[1]) if found else ""


class Children:
    """The children of an element by their tags."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.by_tag: dict[str, list[Element]] = {}
        for child in element:
            self.by_tag.setdefault(_bare(child.tag), []).append(child)

    def all(self, tag: str) -> list[Element]:
        """The children of that tag."""
        return self.by_tag.get(tag, [])

    def texts(self, tag: str) -> list[str]:
        """The texts of the children of that tag, each without blanks at its ends; empty ones are left out."""
        return [text for child in self.all(tag) if (text := "".join(child.itertext()).strip())]

    def text(self, tag: str) -> str:
        """The text of the first child of that tag that has one; empty if there is none."""
        return next(iter(self.texts(tag)), "")


def _bare(tag: object) -> str:
    """A tag without its namespace."""
    if not isinstance(tag, str):
        return ""
    return tag.rpartition("}")[2] if tag[:1] == "{" else tag
