"""The tables of Olde Swords Reign, and the files that its figures and things come from."""

from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.dialogue.transcript import play
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Term, total
from referee.engine.questions.answer import Rolled
from referee.engine.questions.question import Choose, Pick
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import System
from referee.rules.olde_swords import sheet
from referee.rules.olde_swords.dice import RollModifiers, reaches
from referee.rules.olde_swords.fight import label_of
from referee.rules.olde_swords.ruleset import RULES
from referee.rules.olde_swords.sheet import PACKAGE, TRAITS, any_thing
from tests.engine.toys.box import order, tags


def load(name: str) -> System:
    rules: System = import_module(f"referee.rules.{name}.ruleset").RULES
    return rules


def someone(fatigue: int = 0, **traits: Any) -> Encounter:
    tracks = {"fatigue": Track(now=fatigue, most=5)}
    figure = Figure(tag="ann", name="Ann", kind="hero", side="heroes", traits=traits, tracks=tracks)
    return Encounter(system="olde_swords", figures={"ann": figure})


def table(*lines: str) -> Session:
    played = play("\n".join(("system olde_swords", *lines)), load)
    assert played.failures == [] and played.session is not None
    return played.session


def file(name: str) -> dict[str, Any]:
    return tomli.loads(files(PACKAGE).joinpath(name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("level", "bonus"), [(0, 0), (1, 2), (4, 2), (5, 3), (8, 3), (9, 4), (12, 4)])
def test_proficiency_by_level(level: int, bonus: int) -> None:
    assert sheet.proficiency(someone(level=level), "ann") == bonus
    assert sheet.proficiency(someone(level=level, proficiency=1), "ann") == 1


@pytest.mark.parametrize(("dice", "dc"), [(0, 12), (1, 8), (4, 8), (5, 12), (8, 12), (9, 16), (12, 16), (13, 20)])
def test_save_dc_by_hit_dice(dice: int, dc: int) -> None:
    assert sheet.save_dc(someone(hd=dice), "ann") == dc


@pytest.mark.parametrize(
    ("armour", "dex", "ac"),
    [("none", 3, 13), ("none", -1, 9), ("leather", 3, 15), ("chain", 3, 16), ("chain", 1, 15), ("plate", 3, 16)],
)
def test_armour_class(armour: str, dex: int, ac: int) -> None:
    assert sheet.armour_class(someone(armour=armour, dex=dex), "ann") == ac
    assert sheet.armour_class(someone(armour=armour, dex=dex, shield=True), "ann") == ac + 1


@pytest.mark.parametrize(("fatigue", "feet"), [(0, 30), (2, 30), (3, 20), (4, 20), (5, 0)])
def test_speed_by_fatigue(fatigue: int, feet: int) -> None:
    assert sheet.speed(someone(fatigue), "ann")[0] == feet


@given(
    st.integers(1, 20),
    st.lists(st.integers(-5, 10), max_size=4),
    st.integers(0, 4),
    st.integers(0, 4),
    st.lists(st.integers(1, 6), min_size=4, max_size=4),
)
def test_edge_and_setback_cancel_one_for_one(
    natural: int, added: list[int], edges: int, setbacks: int, sixes: list[int]
) -> None:
    throw = RollModifiers(tuple(Term("part", n) for n in added), ("why",) * edges, ("why",) * setbacks)
    net = edges - setbacks
    faces = sixes[: abs(net)]
    assert [pool.count for pool in throw.pools] == [1, *([abs(net)] if net else [])]
    terms = throw.reckon(Rolled.thrown((natural,), *((tuple(faces),) if net else ())))
    assert total(terms) == natural + sum(added) + (1 if net > 0 else -1) * sum(faces)


@given(st.integers(-5, 40), st.integers(1, 40))
def test_ties_are_the_tables_choice(got: int, target: int) -> None:
    plain = someone()
    assert reaches(plain, (Term("d20", got),), target) == (got >= target)
    table = replace(plain.groups["table"], traits={"ties": "failure"})
    beaten = replace(plain, groups={"table": table})
    assert reaches(beaten, (Term("d20", got),), target) == (got > target)


def test_every_thing_says_what_is_known() -> None:
    for kind, things in file("things.toml").items():
        for word, entry in things.items():
            assert set(entry) <= TRAITS | {"name"}, word
            assert "dice" not in entry or read_dice(entry["dice"])
            assert "brings" not in entry or RULES.condition(entry["brings"]) is not None, word
            assert (thing := sheet.thing(kind, word)) is not None and thing.tag == word


def test_every_figure_carries_what_there_is_and_has_traits_that_there_are() -> None:
    foes = 0
    for kind, entry in file("figures.toml")["figure"].items():
        assert all(any_thing(word) is not None for word in entry.get("things", ())), kind
        template = RULES.template(kind)
        assert template is not None
        for name, value in template.traits.items():
            assert RULES.trait(name) is not None and sheet.check_trait(name, value) is None, (kind, name)
        foes += template.side == "enemies"
    assert foes >= 12


def test_every_sort_of_figure_comes_to_the_table_with_its_numbers() -> None:
    played = play("system olde_swords\n" + "\n".join(f"add {kind.kind}" for kind in RULES.templates), load)
    assert played.failures == [] and played.session is not None
    for figure in played.session.encounter.figures.values():
        assert figure.tracks["hp"].now == figure.tracks["hp"].most
        assert "ac" in figure.traits
        assert figure.side == "heroes" or "attack" in figure.traits


def test_the_keys_of_the_menu_are_distinct_and_free() -> None:
    keys = [verb.hotkey for verb in RULES.verbs if verb.label]
    assert len(set(keys)) == len(keys) and all(len(key) == 1 for key in keys)
    assert not set(keys) & set("nuUdhrlqemDcfARNS:?/+-0123456789")


PAIR = (
    "add hero Mira hp=9",
    "add hero Tolin hp=9 spell=holdfast",
    "add goblin hp=9",
    "next",
    "<1 20",
    "<1 20",
    "< tolin",
)


def test_the_order_shows_what_a_figure_has_spent_and_keeps_up() -> None:
    encounter = table(*PAIR, "cast holdfast goblin", "< 20", "next", "ready a shout").encounter
    assert [label_of(encounter, tag) for tag in encounter.figures] == ["acted ready", "Holdfast", ""]
    reacted = table(*PAIR, "opportunity mira goblin", "< 1", "damage tolin 9").encounter
    assert [label_of(reacted, tag) for tag in reacted.figures] == ["reacted", "dying", ""]


def test_the_choice_of_the_next_says_what_will_count_down() -> None:
    session = table(*PAIR[:-1], "damage mira 9", "condition tolin poisoned 1", "condition mira prone 3")
    question = session.questions[0]
    assert isinstance(question, Pick)
    assert question.beside == {"mira": "dying roll, prone 2 left", "tolin": "poisoned ends"}


def test_the_end_is_asked_in_the_words_that_fit() -> None:
    alone = table(*PAIR, "damage mira 9", "flee goblin").questions[0].prompt
    assert alone == "All foes have fled, surrendered or fallen (Mira still dying). Is the fight over?"
    stable = table(*PAIR, "set mira,tolin standing stable", "flee goblin").questions[0].prompt
    assert stable == "All foes have fled, surrendered or fallen. Is the fight over?"
    lost = table(*PAIR, "set mira,tolin standing dead").questions[0].prompt
    assert lost == "No hero is left. Is the fight over?"


FIGHT = ("add hero Mira sword=1d8 bow=1d6,ranged", "add hero Tolin", "add goblin hp=30", "next", "<1 20", "<1 20")


def test_the_first_of_the_order_is_proposed_as_the_next() -> None:
    (question,) = table(*FIGHT).questions
    assert isinstance(question, Pick) and question.default == "mira"
    (question,) = table(*FIGHT, "move tolin mira").questions
    assert isinstance(question, Pick) and question.default == "tolin"


def test_the_weapon_used_last_is_proposed() -> None:
    session = table(*FIGHT, "< mira", "attack goblin bow", "< 1", "next", "next", "next", "< mira")
    order(session, "attack", target=tags("goblin"))
    (question,) = session.questions
    assert isinstance(question, Pick) and question.default == "mira.bow"


def test_what_was_made_ready_is_asked_for_with_its_words() -> None:
    session = table(*FIGHT, "< mira", "ready shoots whoever opens the door", "next", "next", "react mira")
    (question,) = session.questions
    assert isinstance(question, Choose) and "shoots whoever opens the door" in question.prompt
    assert question.options == ("attack", "help", "grapple", "shove", "disarm", "other", "cast")
    assert question.barred == {"cast": "Mira has no spells [OS-30]."}
