"""Rules of a system file that follow from one another end, and the table is told."""

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import apply
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.effects.effects import LONGEST_CHAIN, MOST_FOLLOWING
from referee.rules.open_table.play.ruleset import build
from referee.words.phrase import phrase

GAME = """
format = 1
[system]
name = "boom"
title = "Boom"
blurb = "x"
[order]
by = "none"
[track.hits]
start = 9999
health = true
[kind.brawler]
"""
RULE = """
[[on]]
event = "damaged"
damage = "1"
"""


def hits_left(rules: str, *lines: str) -> tuple[int, int]:
    """What these lines leave of 9999 hits with these rules, and how often the last one is told of too many effects."""
    game = build(read_system((GAME + rules).encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("dice app", "add brawler A", *lines):
        run_line(session, line)
    (events,) = [entry.events or () for entry in session.entries()[-1:]]
    remarks = [event for event in events if event.t == "told" and "set each other off" in event.text]
    return session.encounter.figures["a"].tracks["hits"].now, len(remarks)


def test_a_few_rules_follow_from_one_another_in_every_order() -> None:
    assert hits_left(RULE * 2, "damage a 1") == (9999 - 1 - 4, 0)
    assert hits_left(RULE * 3, "damage a 1") == (9999 - 1 - 15, 0)


def test_more_of_them_end_after_a_bounded_number_with_a_remark() -> None:
    left, remarks = hits_left(RULE * 9, "damage a 1")
    assert 9999 - left <= MOST_FOLLOWING + 9 and remarks == 1


def test_what_many_figures_bring_on_each_other_ends_as_soon() -> None:
    row = '[condition.linked]\neffects = [{ at = "damaged", of = "others", damage = "1" }]\n'
    left, remarks = hits_left(row, "add brawler B x40", "condition all linked", "damage a 1")
    assert 9999 - left <= MOST_FOLLOWING and remarks == 1


def test_tables_and_highest_levels_that_lead_to_each_other_end_with_a_remark() -> None:
    row = '[table.{0}]\nroll = "d6"\nrows = [{{ upto = 6, called = "again", damage = "1", table = "{1}" }}]\n'
    left, remarks = hits_left(row.format("wild", "wilder") + row.format("wilder", "wild"), "consult wild a")
    assert 9999 - LONGEST_CHAIN - 1 <= left < 9999 and remarks == 1
    row = (
        '[condition.{0}]\nmost = 1\nat_most = {{ damage = "1", lifts = ["{0}"], brings = [{{ condition = "{1}" }}] }}\n'
    )
    left, remarks = hits_left(row.format("hot", "cold") + row.format("cold", "hot"), "condition a hot")
    assert 9999 - LONGEST_CHAIN - 1 <= left < 9999 and remarks == 1


LEAVING = """
[condition.held]
ends = ["by leaves"]
[condition.braced]
ends_when = "{side} is red"
[[on]]
event = "leaves"
tell = "nothing holds it"
"""


def test_what_waits_for_a_figure_that_leaves_ends_and_is_told_once() -> None:
    game = build(read_system((GAME + LEAVING).encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A", "add brawler B", "condition a held by b", "set b standing out"):
        run_line(session, line)
    told = [event.text for event in session.entries()[-1].events or () if event.t == "told"]
    assert not session.encounter.figures["a"].conditions and told == ["B: nothing holds it"]
    run_line(session, "remove b")
    assert not any(event.t == "told" for event in session.entries()[-1].events or ())


def test_a_condition_ends_as_its_bearer_comes_to_be_what_ends_it() -> None:
    game = build(read_system((GAME + LEAVING).encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A side=blue", "condition a braced"):
        run_line(session, line)
    assert [there.kind for there in session.encounter.figures["a"].conditions] == ["braced"]
    run_line(session, "set a side red")
    assert not session.encounter.figures["a"].conditions


WILD = """
[test.trait]
roll = "{with.die} + {nerve}"
against = "4"
[trait.nerve]
default = 1
[sort.skill]
amounts = ["die"]
[thing.fighting]
sort = "skill"
die = "1d8!"
test = "trait"
damage = "1"
[action.strike]
with = "skill"
turn = "any"
"""


def test_a_die_that_is_a_value_of_a_thing_is_thrown_with_the_test() -> None:
    game = build(read_system((GAME + WILD).encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A skill=fighting", "add brawler B", "strike a fighting b"):
        run_line(session, line)
    (roll,) = session.questions
    assert isinstance(roll, Roll) and [str(pool) for pool in roll.pools] == ["d8!"]
    run_line(session, "< 8 2")  # 11 against 4
    assert session.encounter.figures["b"].tracks["hits"].now == 9998


def test_the_log_calls_a_condition_as_the_file_does() -> None:
    game = build(read_system((GAME + '[condition.held]\nlabel = "held fast"\n').encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A", "condition a held", "lift a held"):
        run_line(session, line)
    *_, given, taken = session.entries()
    before = session.encounter
    assert given.events and taken.events
    assert phrase(before, given.events[0], game) == "A is held fast"
    assert phrase(apply(before, given.events[0]), taken.events[0], game) == "A is no longer held fast"


THORNS = """
[option.thorns]
title = "thorns"
choices = ["off", "on"]
sets = { "thing.thorn.effects" = [[{ at = "healed", tell = "it heals" }], [{ at = "damaged", tell = "thorns prick" }]] }
[sort.gift]
label = "gift"
passive = true
[thing.thorn]
sort = "gift"
effects = [{ at = "healed", tell = "it heals" }]
"""


def test_what_a_passive_thing_waits_for_changes_with_an_option() -> None:
    game = build(read_system((GAME + THORNS).encode(), "boom.toml"))
    session = Session(game, MemoryStepLog(bare(game)))
    for line in ("add brawler A gift=thorn", "damage a 1", "option thorns on", "damage a 1"):
        run_line(session, line)
    assert [event.text for event in session.entries()[-1].events or () if event.t == "told"] == ["A: thorns prick"]
