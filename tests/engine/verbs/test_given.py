"""What a verb's parameters have so far is read by the kind of its answer."""

import pytest

from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.verbs.verb import Given


def test_each_kind_of_answer_is_read_by_its_method() -> None:
    given = Given(who=Picked(tags=("ulf",)), kind=Chosen(option="rat"), text=Said(text="so"))
    assert (given.one("who"), given.tags("who")) == ("ulf", ("ulf",))
    assert (given.option("kind"), given.text("text")) == ("rat", "so")


def test_an_answer_of_another_kind_and_one_not_given_are_errors_of_the_rules() -> None:
    with pytest.raises(TypeError, match=r"^who is Counted, not Picked\.$"):
        Given(who=Counted(n=1)).tags("who")
    with pytest.raises(KeyError):
        Given().text("text")
