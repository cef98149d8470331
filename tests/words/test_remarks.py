"""Remarks of a record, in which the figure that they are about is found again."""

import pytest

from referee.engine.events.event import Remarked, Term
from referee.words.recorded_remarks import reason_in, remark_sentence, tells_end_of
from referee.words.sentence import worded
from tests.words.table import TABLE


@pytest.mark.parametrize(
    ("text", "who", "verb", "others"),
    [
        ("Ulf is already slain", ("Ulf",), "is", ("Ulf",)),
        ("Goblin 1 strikes back at Ulf", ("Goblin 1",), "strikes", ("Ulf", "Goblin 1")),
        ("Ulf's morale holds", (), "", ("Ulf",)),
        ("Ulf, who was slain, comes back", (), "", ("Ulf",)),
        ("Ulf takes {who} aside", ("Ulf",), "takes", ("Ulf",)),
        ("The wall falls", (), "", ()),
    ],
)
def test_a_remark_is_about_the_figure_with_whose_name_it_begins(
    text: str, who: tuple[str, ...], verb: str, others: tuple[str, ...]
) -> None:
    said = remark_sentence(TABLE, Remarked(text=text))
    assert (said.who, said.verb, set(said.others)) == (who, verb, set(others))
    assert worded(said) == text


def test_a_remark_has_its_sum_behind_it_unless_it_says_it_itself() -> None:
    terms = (Term("die", 4), Term("ram", 1))
    assert worded(remark_sentence(TABLE, Remarked(text="The wall falls", terms=terms))) == (
        "The wall falls: die 4 + ram 1 = 5"
    )
    assert worded(remark_sentence(TABLE, Remarked(text="Rolled: 4+1 = 5", terms=terms))) == "Rolled: 4+1 = 5"
    halves = Remarked(text="Ulf is hit: hard", terms=terms, against=3)
    assert worded(remark_sentence(TABLE, halves)) == "Ulf is hit: hard, die 4 + ram 1 = 5 vs 3"


def test_what_a_remark_on_damage_or_the_end_of_a_spell_says_is_known() -> None:
    assert reason_in(Remarked(text="Ulf takes 4 (half cover)")) == "half cover"
    assert reason_in(Remarked(text="Ulf takes 4")) == ""
    assert tells_end_of(Remarked(text="Bless ends: it affects nobody"), "Bless")
    assert not tells_end_of(Remarked(text="Bless ends: it affects nobody"), "Bane")
