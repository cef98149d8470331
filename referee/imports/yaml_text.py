"""YAML text: plain values only. Every scalar stays the text that it was written as; tags and aliases are refused."""

from typing import Any

from referee.engine.problem import Refused

MISSING = "Obsidian notes need a YAML reader: in the checkout, .venv/bin/pip install -e '.[import]'."
DEEPEST = 20
LONGEST = 200_000
"""Characters of one block."""


class NoYaml(Refused):
    """A text is no plain YAML: why, and at which of its lines, from 1."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.why, self.line = why, line


def read_yaml(text: str) -> list[Any]:
    """The documents of a text: texts, lists, and objects as lists of pairs, so that keys may repeat. NoYaml otherwise.

    Refused, with the name of the extra, if no reader is installed.
    """
    try:
        import yaml
    except ImportError as error:
        raise Refused(MISSING) from error
    if len(text) > LONGEST:
        raise NoYaml("it is too long", 1)
    try:
        return _Reader(yaml).documents(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise NoYaml(str(error.problem or "it cannot be read"), line) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise NoYaml("it holds what no YAML can hold", 1) from error


class _Reader:
    """Builds values from the events of the parser, which constructs nothing by itself."""

    def __init__(self, yaml: Any) -> None:
        self.yaml = yaml

    def documents(self, events: Any) -> list[Any]:
        """The values of all documents."""
        found: list[Any] = []
        for event in events:
            if isinstance(event, self.yaml.DocumentStartEvent) and event.tags:
                raise NoYaml("it declares tags, which are not read", event.start_mark.line + 1)
            if isinstance(event, self.yaml.NodeEvent):
                found.append(self.value(event, events, 0))
        return found

    def value(self, event: Any, events: Any, depth: int) -> Any:
        """The value that begins with an event."""
        line = event.start_mark.line + 1
        if isinstance(event, self.yaml.AliasEvent) or event.anchor is not None:
            raise NoYaml("it holds an anchor or an alias, which are not read", line)
        if event.tag is not None:
            raise NoYaml("it holds a tag, which is not read", line)
        if depth > DEEPEST:
            raise NoYaml("it is nested too deeply", line)
        if isinstance(event, self.yaml.ScalarEvent):
            return event.value
        if isinstance(event, self.yaml.SequenceStartEvent):
            return self.items(events, self.yaml.SequenceEndEvent, depth)
        flat = self.items(events, self.yaml.MappingEndEvent, depth)
        return Pairs(zip(flat[::2], flat[1::2], strict=True))

    def items(self, events: Any, end: Any, depth: int) -> list[Any]:
        """The values up to the end of a collection."""
        found: list[Any] = []
        for event in events:
            if isinstance(event, end):
                break
            found.append(self.value(event, events, depth + 1))
        return found


class Pairs(list[tuple[Any, Any]]):
    """An object as its pairs, in order."""

    def get(self, key: str) -> Any:
        """The last value of a key; None if it has none."""
        return next((value for name, value in reversed(self) if name == key), None)

    def repeated(self) -> list[str]:
        """The keys that stand there more than once."""
        names = [str(name) for name, _ in self]
        return sorted({name for name in names if names.count(name) > 1})
