"""Slugs: one plain folder name for each name, inside the folder of saves."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.store.save_names import LONGEST, proper_name, slug_of
from referee.store.save_problems import NameTaken
from referee.text.harmless import clean_name


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Goblin ambush", "goblin-ambush"),
        ("  Goblin   AMBUSH!! ", "goblin-ambush"),
        ("../x", "x"),
        ("/etc/passwd", "etc-passwd"),
        ("Café", "cafe"),
        ("a\x00b", "ab"),
    ],
)
def test_plain_names_stay_readable(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("name", ["CON", "nul", "Com1", "...", "戦い", "x" * 300, "Бой у моста", "!"])
def test_others_get_a_number_of_their_own(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{8}", slug_of(name))


def test_names_in_other_letters_are_not_mixed_up() -> None:
    names = ["Бой один", "Бой два", "戦い", "戦場", "Straße x戦", "Straße x場"]
    assert len({slug_of(name) for name in names}) == len(names)


@pytest.mark.one_in(6)
@given(st.text(max_size=400))
def test_every_name_gives_a_folder_inside(name: str) -> None:
    slug = slug_of(name)
    assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", slug) and len(slug) <= LONGEST
    assert slug == slug_of(clean_name(name))


@given(st.text(alphabet=st.characters(max_codepoint=0x17F), min_size=1, max_size=40))
def test_names_that_differ_only_in_case_are_twins(name: str) -> None:
    assert slug_of(name.upper()) == slug_of(name.upper().lower())


def test_a_name_of_nothing_is_none() -> None:
    with pytest.raises(NameTaken):
        proper_name("\x1b\u200b ")
