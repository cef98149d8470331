"""Systems that come from elsewhere: without health, with traits nobody knows yet, with harmful names."""

import pytest

from referee.engine.contract.kinds import TraitKind
from referee.engine.contract.template import Template
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.state.bearer import Thing
from referee.engine.verbs.impossible_states import impossible_states
from tests.engine.toys.box import SKILL, TEMPLATES, figure, game, seat, table
from tests.engine.typed import typed

BARE = game("bare", health_track=None, tracks=())
ESC = "\x1b[31m"


def test_a_game_without_health() -> None:
    session = seat(BARE, table())
    typed(session, "add player Ann", "add rat x2", "next", "condition ann poisoned save 3", "next", "< yes")
    typed(session, "set ann standing dead", "set ann standing up", "remove r1")
    for order in ("damage ann 1", "heal ann 1"):
        with pytest.raises(Problem, match=r"Nobody in Bare has health to lose\."):
            typed(session, order)
    assert not impossible_states(BARE, session.encounter)
    assert not BARE.spent(session.encounter, "ann") and BARE.health_name == ""


def test_a_trait_that_nobody_knows_differs_from_one_that_is_nothing() -> None:
    encounter = table(figure("ann", skill=0), figure("bob"), figure("cyd", skill="high"))
    assert [SKILL.known(encounter, tag) for tag in ("ann", "bob", "cyd")] == [True, False, False]
    assert [SKILL.of(encounter, tag) for tag in ("ann", "bob", "cyd")] == [0, 0, 0]
    assert not TraitKind("flies", False).known(table(figure("ann", flies=1)), "ann")


def test_the_words_of_a_template_are_cleaned() -> None:
    sword = Thing(tag="sword", name=f"{ESC}Sword", kind="weapon")
    template = Template(
        "imp", "foes", f"{ESC}Imp\u202e", hint=f"burns{ESC}", traits={"note": f"x{ESC}"}, things=(("hand", sword),)
    )
    assert (template.name, template.hint, template.traits["note"]) == ("[31mImp", "burns[31m", "x[31m")
    assert template.things[0][1].name == "[31mSword"
    session = seat(game("imps", templates=(*TEMPLATES, template)), table())
    typed(session, "add imp")
    assert session.encounter.figures["31mimp"].name == "[31mImp"


@pytest.mark.parametrize(
    "template", [(f"im{ESC}p", ""), ("", ""), ("Imp", ""), ("imp", f"fo{ESC}es"), ("imp", "foes", "", ESC)]
)
def test_a_kind_a_side_and_a_stem_are_words(template: tuple[str, ...]) -> None:
    with pytest.raises(NotUnderstood, match="is not a kind of figure"):
        Template(*template)  # type: ignore[arg-type]
