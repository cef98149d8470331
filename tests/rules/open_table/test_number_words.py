"""The words for the number in the order and for the bonus to it: the same in every game, and in older files of one."""

import pytest

from referee.dialogue.help import command_help
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.figures.figure_words import words_to_keep
from referee.engine.problem import NotUnderstood
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.ledger import System
from referee.games import rules_in
from referee.rules import registry
from referee.rules.registry import shipped

OLDER = (
    ("[trait.init]\n", "[trait.initiative]\n"),
    ("[trait.init_bonus]\n", "[trait.init]\n"),
    ('"init_bonus"', '"init"'),
)
"""What a file says that calls the number `initiative`, and the bonus `init`."""


def older_fifth() -> System:
    text = (
        shipped("fifth").decode().replace('trait = "init" ', 'trait = "initiative" ').replace("{init_bonus}", "{init}")
    )
    for now, before in OLDER:
        text = text.replace(now, before)
    return rules_in(text.encode(), "older")


def table(rules: System, *lines: str) -> Session:
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in lines:
        run_line(session, line)
    return session


def traits(session: Session, tag: str, *names: str) -> list[object]:
    return [session.encounter.figures[tag].traits.get(name) for name in names]


def test_the_words_mean_the_same_by_a_file_with_other_names() -> None:
    session = table(older_fifth(), "add goblin init=18 init_bonus=3", "add ogre init=+2", "set o1 init 5")
    assert traits(session, "g1", "initiative", "init") == [18, 3]
    assert traits(session, "o1", "initiative", "init") == [5, 2]
    for line in ("set g1 init +4", "init g1 9", "set o1 init_bonus 1", "set o1 initiative 6"):
        run_line(session, line)
    assert traits(session, "g1", "initiative", "init") == [9, 4]
    assert traits(session, "o1", "initiative", "init") == [6, 1]


@pytest.mark.parametrize("rules", [registry.load("fifth"), older_fifth()], ids=["now", "older"])
def test_the_bonus_is_kept_in_words_that_every_file_reads(rules: System) -> None:
    session = table(rules, "add goblin Grik init_bonus=5 init=9")
    words = words_to_keep(rules, session.encounter, "grik", "Grik")
    assert words == 'goblin "Grik" init_bonus=5'


def test_a_game_without_a_bonus_reads_a_sign_as_part_of_the_number() -> None:
    session = table(registry.load("plain"), "add hero Ann init=+12", "add hero Bob init=-2", "add hero Cy initiative=4")
    assert [traits(session, tag, "init") for tag in ("ann", "bob", "cy")] == [[12], [-2], [4]]


def test_each_of_several_has_its_own_number() -> None:
    session = table(registry.load("plain"), "add hero Ann, Bob init=10,3", "add foe Orc x3 init=4,6,5")
    assert [traits(session, tag, "init") for tag in ("ann", "bob", "o1", "o2", "o3")] == [[10], [3], [4], [6], [5]]
    with pytest.raises(NotUnderstood, match="or 2 with commas between, not 3"):
        run_line(session, "add hero Dee, Ed init=1,2,3")


def test_help_of_add_tells_both() -> None:
    session = table(registry.load("fifth"))
    told = dict(command_help(session.situation, "add"))
    assert "number" in told["init="] and "added" in told["init_bonus="]


def test_late_figures_of_one_command_are_asked_for_in_one_question() -> None:
    session = table(
        registry.load("fifth"), "add fighter Ann, Bob", "dice table", "next", "< 18 12", "add ogre Mog, Gub"
    )
    (question,) = session.questions
    assert question.prompt == "Initiative" and question.key == "init"
    run_line(session, "< 15 3")
    assert [slot.who for slot in session.encounter.order] == ["ann", "mog", "bob", "gub"]
    assert session.encounter.order[1].acted is False
