"""The sample: each takes one in n, tests with few cases take turns, and what one leaves out is in others."""

from collections import Counter
from typing import Any, cast

import pytest

from tests.sample import left_out, rest_of

SAMPLES = [f"{n:x}" for n in range(400)]


class Case:
    """One test, as pytest collects it."""

    def __init__(self, test: str, case: int, marker: str = "", n: int = 0, **rest: int) -> None:
        self.nodeid = f"{test}[{case}]"
        self.markers = {marker: getattr(pytest.mark, marker)(*[n] * (n > 0), **rest).mark} if marker else {}

    def get_closest_marker(self, name: str) -> Any:
        return self.markers.get(name)

    def iter_markers(self, name: str) -> Any:
        return iter([self.markers[name]] if name in self.markers else [])


MANY = [Case("many", case, "one_in", 4) for case in range(10)]
FEW = [Case(f"few {test}", 0, "one_in", 4) for test in range(40)]
PLAIN = [Case("plain", case) for case in range(3)]
EVERY = cast(list[pytest.Item], [*MANY, *FEW, *PLAIN])


def taken(name: str, all_run: bool = False) -> list[pytest.Item]:
    out = left_out(EVERY, name, all_run)
    return [item for item in EVERY if item not in out]


def test_a_sample_takes_one_in_n_and_is_the_same_each_time() -> None:
    for name in SAMPLES:
        tests = Counter(item.nodeid.split()[0].partition("[")[0] for item in taken(name))
        assert tests["plain"] == 3 and tests["many"] in (2, 3) and tests["few"] == 10
        assert taken(name) == taken(name)


def test_of_what_is_named_each_test_is_run_in_some_case() -> None:
    tests = {item.nodeid.partition("[")[0] for item in EVERY}
    assert all({item.nodeid.partition("[")[0] for item in taken(name, all_run=True)} == tests for name in SAMPLES)


def test_each_case_is_in_about_as_many_samples_as_the_others() -> None:
    counted = Counter(item.nodeid for name in SAMPLES for item in taken(name))
    assert {*counted} == {item.nodeid for item in EVERY}
    assert all(70 < counted[case.nodeid] < 130 for case in (*MANY, *FEW))


def test_the_rest_is_a_ninth_of_what_is_left_out_unless_a_test_says_otherwise() -> None:
    vast = cast(list[pytest.Item], [Case("vast", case, "one_in", 60, rest=6) for case in range(60)])
    whole = cast(list[pytest.Item], [Case("whole", case, "one_in", 4, rest=1) for case in range(9)])
    items, met = [*EVERY, *vast, *whole], Counter[str]()
    for name in SAMPLES:
        out = left_out(items, name)
        rest = rest_of(items, out, name)
        assert rest & {*whole} == out & {*whole}
        assert len(rest & {*vast}) in (9, 10) and len(rest & {*MANY}) in (0, 1)
        met.update(item.nodeid for item in rest)
    assert {*met} == {item.nodeid for item in items if item not in PLAIN}
    assert all(30 < met[item.nodeid] < 140 for item in vast)
    assert all(5 < met[item.nodeid] < 60 for item in (*MANY, *FEW))
