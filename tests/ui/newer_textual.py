"""A program for a terminal: the app with a Textual in which the private parts that it uses have other names."""

import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

RENAMED = {"_compositor": "_renamed_c", "_xterm_parser": "_renamed_x"}
"""Modules and attributes of Textual and what they are called instead."""


class _Renaming(importlib.machinery.SourceFileLoader):
    """Loads a module of Textual with the other names; nothing is read from or written to the bytecode cache."""

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        for old, new in RENAMED.items():
            source = source.replace(old, new)
        return compile(source, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != "textual" and not package.startswith("textual."):
            return None
        if name in RENAMED:
            raise ModuleNotFoundError(fullname)
        shown = next((old for old, new in RENAMED.items() if new == name), name)
        spec = importlib.machinery.PathFinder.find_spec(f"{package}.{shown}", path)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return spec
        loader = _Renaming(fullname, spec.loader.path)
        return importlib.util.spec_from_file_location(
            fullname, spec.loader.path, loader=loader, submodule_search_locations=spec.submodule_search_locations
        )


def main() -> int:
    """Plays the encounter of the first two arguments: the folder, and the name."""
    sys.meta_path.insert(0, _Finder())
    from referee.cli.main import run_app
    from referee.store.saves import Saves

    status = run_app(Saves(Path(sys.argv[1])), sys.argv[2])
    assert "textual._compositor" not in sys.modules and "textual._renamed_c" in sys.modules
    return status
