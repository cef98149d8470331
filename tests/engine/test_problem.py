"""Problems are made when they are raised: one that is kept would keep every table it was ever raised at."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from referee import engine

MODULES = [module.name for module in iter_modules(engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_no_module_keeps_a_problem(name: str) -> None:
    module = import_module(f"referee.engine.{name}")
    assert [kept for kept, value in vars(module).items() if isinstance(value, BaseException)] == []
