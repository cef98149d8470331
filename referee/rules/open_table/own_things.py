"""Things of the referee's own: a thing of the file's language in one line, said with the figure that has it.

`add foe Wolf weapon="{name='Bite', hit=4, damage='2d4 + 2 piercing'}"`: what stands in braces is a TOML table, with
the keys of a thing in the file.
"""

from functools import lru_cache

from referee.engine.bearer import Thing
from referee.engine.kinds import TraitKind
from referee.engine.problem import NotUnderstood
from referee.engine.tags import slug
from referee.rules.open_table.file import SystemFile
from referee.rules.open_table.mistake import Mistake
from referee.rules.open_table.reader import Table
from referee.rules.open_table.tables.act import ThingRule, read_thing
from referee.rules.open_table.values import Context
from referee.toml import toml_of

OWN = TraitKind("own", "")
"""What is said of a thing that the file does not have."""
_LONGEST = 2_000


def is_own(word: str) -> bool:
    """True if a word describes a thing instead of naming one of the file."""
    return word.lstrip().startswith("{")


def own_rule(file: SystemFile, thing: Thing) -> ThingRule | None:
    """What is said of a thing of the referee's own; None for one of the file."""
    said = thing.traits.get(OWN.name)
    return read_own(file, thing.kind, said) if isinstance(said, str) else None


@lru_cache(maxsize=1024)
def read_own(file: SystemFile, sort: str, said: str) -> ThingRule:
    """The thing of that sort that is meant. NotUnderstood, with the first thing that is wrong."""
    data = _table(sort, said)
    mistakes: list[Mistake] = []
    title = data.setdefault("name", sort)
    name = slug(title if isinstance(title, str) else sort).replace("-", "_") or sort
    table = Table(Context(file.symbols, mistakes.append), ("thing", name), {**data, "sort": sort})
    rule = read_thing(table, name, file.sorts)
    table.close()
    if wrong := [mistake for mistake in mistakes if mistake.code != "W"]:
        raise NotUnderstood(f"{wrong[0].key.removeprefix('thing.')}: {wrong[0].sentence}")
    return rule


def _table(sort: str, said: str) -> dict[str, object]:
    """The table in braces."""
    if len(said) > _LONGEST:
        raise NotUnderstood(f"{sort}: what describes a thing has at most {_LONGEST:,} characters.")
    try:
        found = toml_of(f"it = {said}")
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"{sort}: a table in braces is expected, such as {{name='Bite', hit=4}}.") from error
    data = found.get("it")
    if not isinstance(data, dict) or len(found) > 1:
        raise NotUnderstood(f"{sort}: one table in braces is expected, such as {{name='Bite', hit=4}}.")
    return data
