"""The catalogue of a system: figures that come with it besides the kinds of its file, read when they are looked for."""

import json
from functools import lru_cache
from importlib.resources import files

from referee.engine.contract.kinds import KeptKind


@lru_cache(maxsize=4)
def figures_of(system: str) -> tuple[KeptKind, ...]:
    """The figures of the exported library that lies beside the file of a shipped system; none without one."""
    file = files("referee.rules.open_table").joinpath("systems", f"{system}.library.json")
    rows = json.loads(file.read_bytes())["figures"] if file.is_file() else ()
    return tuple(KeptKind(row["name"], row["words"], row["note"], row["data"]) for row in rows)
