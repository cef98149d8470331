"""The check of a system file: every mistake is one sentence with its line and key, and nothing is a traceback."""

from pathlib import Path

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.command_language.line import SESSION_WORDS
from referee.engine.problem import Refused
from referee.rules.open_table.language.file_check import MOST_SENTENCES, check
from referee.rules.open_table.language.names import RECORD_WORDS
from referee.rules.open_table.language.system_file import read_system
from referee.ui.input.own_keys import KEY_ACTIONS, taken_keys

HERE = Path(__file__).parent
BRAWL = (HERE / "brawl.toml").read_text(encoding="utf-8")


def errors(text: str | bytes) -> list[str]:
    """What the check says of a file, without the name of the file."""
    raw = text if isinstance(text, bytes) else text.encode()
    return [sentence.removeprefix("mine.toml, ") for sentence in check(raw, "mine.toml").errors]


def only_error(text: str) -> str:
    (sentence,) = errors(text)
    return sentence


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("percentile", []),
        ("dice_pool", []),
        ("skirmish", ["action.fight.key", "action.shoot.key"]),
        ("first_plain", ["trait.note", "action.react.key"]),
        ("first_fifth", ["trait.note", "action.dodge.key", "action.help", "action.help.key"]),
    ],
)
def test_the_examples_run_although_the_app_has_taken_words_since(name: str, taken: list[str]) -> None:
    raw = (HERE / f"{name}.toml").read_bytes()
    found = check(raw, name, app_keys=taken_keys(KEY_ACTIONS))
    assert found.errors == ()
    later = check(raw.replace(b"format = 1", b"format = 2"), name, app_keys=taken_keys(KEY_ACTIONS))
    assert [error.split(": ")[0].split(", ")[-1] for error in later.errors] == taken


def test_the_smallest_game_is_in_order() -> None:
    assert errors(BRAWL) == []
    file = read_system(BRAWL.encode(), "brawl.toml").default
    assert list(file.standings) == ["up", "out"] and file.traits["init"].default is None
    assert file.health is file.tracks["hits"] and file.kinds["brawler"].title == "Brawler"


ADDED = [
    # E1: keys and names
    ("[trait.x]\ndefault = 1\nhidn = 'x'", "line 25, trait.x.hidn: `hidn` is not known here. Did you mean `hint`?"),
    ("[oder.x]\nfirst = 'low'", "line 23, oder: `oder` is not known here. Did you mean `order`?"),
    ("[oder]\nfirst = 'low'", "line 23, oder: `oder` is not known here. Did you mean `order`?"),
    (
        "[kind.rat]\nskil = 2",
        'line 24, kind.rat.skil: "skil" is not a key, track or trait of a kind. Did you mean skill?',
    ),
    (
        "[trait.Big]\ndefault = 1",
        "line 23, trait.Big: a name is up to 24 small letters, digits and _, and starts with a letter.",
    ),
    # E2: types
    ("[trait.x]\ndefault = 1.5", "line 24, trait.x.default: must be a number, not 1.5."),
    ("[track.x]\nstart = true", "line 24, track.x.start: must be a number or an amount, not yes."),
    ("[track.x]\nbefore = 3", "line 24, track.x.before: must be a list of tracks, not 3."),
    ("[kind.rat]\nnumbered = 'yes'", 'line 24, kind.rat.numbered: must be true or false, not "yes".'),
    ("[track]\nx = 3", "line 24, track.x: must be a table, not 3."),
    ("[party]\nthings = 7", 'line 24, party.things: must be a list of things, or "all", not 7.'),
    ("[kind.rat]\nhits = 2020-01-01", 'line 24, kind.rat.hits: must be a number, "3/7" or an amount, not a date.'),
    # E3: one of a few words
    ("[track.x]\ncounts = 'upp'", 'line 24, track.x.counts: must be one of down, up, not "upp".'),
    ("[trait.x]\ndefault = 7\nchoices = [6, 8]", "line 24, trait.x.default: must be one of 6, 8, not 7."),
    # E4: bounds
    ("[trait.x]\ndefault = 1000000", "line 24, trait.x.default: must be -999 to 9999, not 1000000."),
    ("[kind.rat]\nhits = 1000000", "line 24, kind.rat.hits: must be -9999 to 9999, not 1000000."),
    # E5: amounts
    (
        "[test.x]\nroll = 'd0 + 1'",
        'line 24, test.x.roll: "d0 + 1" cannot be read as an amount: type 1 to 10000 sides, not 0.',
    ),
    ("[trait.x]\nformula = '{skill} + d6'", None),
    (
        "[trait.w]\ndefault = 'a'\n[test.x]\nroll = 'd6 + {w}'",
        "line 26, test.x.roll: {w} is a word, and must be a number.",
    ),
    ("[trait.w]\ndefault = 'a'\n[damage]\nimmune = 'w'", None),
    ("[track.x]\nstart = 'ask'", 'line 24, track.x.start: "ask" is not possible here.'),
    # E6: comparisons
    (
        "[track.x]\nat_end = [{ when = '{hits} ==', becomes = 'out' }]",
        'line 24, track.x.at_end.when: "{hits} ==" cannot be read as a comparison: '
        "must be dice, a number or {a name}, not =.",
    ),
    # E7: what is named and is not there
    ("[test.x]\nroll = 'd20 + {skil}'", 'line 24, test.x.roll: there is no track or trait "skil". Did you mean skill?'),
    ("[test.x]\nroll = 'd20 + {with.dc}'", None),
    ("[action.x]\ntest = 'blov'", 'line 24, action.x.test: there is no test "blov". Did you mean blow?'),
    ("[action.x]\nbrings = [{ condition = 'prune' }]", None),
    ("[track.x]\nreset = ['turn strat']", None),
    ("[[on]]\nevent = 'demaged'", 'line 24, on.event: there is no event "demaged". Did you mean damaged?'),
    (
        "[kind.rat]\nlike = 'mouse'",
        'line 24, kind.rat.like: there is no kind "mouse" above this one. Choose from: brawler.',
    ),
    ("[option.x]\nchoices = ['a']\nkey = 'damage.least'", None),
    (
        "[test.x]\nroll = 'd6'\nasked = '{whos} dodge'",
        "line 25, test.x.asked: {whos} cannot be used here. Did you mean {whose}?",
    ),
    ("[track.x]\nraised = '{n:99999999}'", "line 24, track.x.raised: {n} cannot be used here. Did you mean {n}?"),
    ("[condition.x]\nsaid = '{who'", 'line 24, condition.x.said: a { or } has no partner: "{who".'),
    (
        "[test.x]\nroll = 'd6'\ntold = { sucess = '{who} hits' }",
        'line 25, test.x.told.sucess: there is no outcome "sucess". Did you mean success?',
    ),
    (
        "[trait.x]\neach = ['a', 'b']\nnames = ['A']\ndefault = 1",
        "line 25, trait.x.names: must have a name for each of the 2 words.",
    ),
    # E8: words that are taken
    ("[track.round]\nstart = 1", "line 23, track.round: the app already uses the word `round`; choose another."),
    ("[track.skill]\nstart = 1", "line 12, trait.skill: there are two called `skill`; rename one."),
    ("[action.x]\nkey = 'a'", "line 24, action.x.key: hit already uses the letter `a`; choose another."),
    ("[sides.foes]\n[kind.orc]\nside = 'foe'", 'line 25, kind.orc.side: there is no side "foe". Did you mean foes?'),
    ("[action.hit_all]\n[track.rest]", "line 24, track.rest: the app already uses the word `rest`; choose another."),
    ("[track.x]\nhealth = true", "line 24, track.x.health: only one track can be health; `hits` already is."),
    (
        "[condition.x]\n[condition.y]\naliases = ['x']",
        "line 25, condition.y.aliases: `x` already names a condition; choose another.",
    ),
    ("[test.x]\nroll = 'd6'\naliases = ['y']", "line 25, test.x.aliases: `aliases` is not known here."),
    # E9: circles
    (
        "[trait.a]\nformula = '{b}'\n[trait.b]\nformula = '{a}'",
        "line 24, trait.a.formula: it uses {b}, which comes later in the file; "
        "a formula can use only what is above it.",
    ),
    ("[trait.a]\nformula = '{a} + 1'", None),
    ("[condition.a]\nalso = ['b']\n[condition.b]", None),
    # E10: too many
    ("[trait.x]\ndefault = 1\nhint = '" + "x" * 201 + "'", None),
    ("[trait.x]\neach = [" + "'a'," * 33 + "]\ndefault = 1", None),
    # E12: what belongs together
    ("[[on]]\nwhen = '{damage} > 3'", "line 23, on: `event` is missing."),
    ("[trait.x]\nhint = 'x'", "line 23, trait.x: `default`, `type` or `formula` is missing."),
    ("[condition.x]\neffects = [{ on = ['blow'] }]", None),
    (
        "[condition.x]\neffects = [{ on = ['blow'], gives = 'advantage', if_brings = ['x'] }]",
        "line 24, condition.x.effects.if_brings: "
        "`confirm` is missing: it is asked where nobody can know what a test may bring.",
    ),
    ("[condition.x]\neffects = [{ on = ['blow'], gives = 'advantage', if_brings = ['y'], confirm = 'so?' }]", None),
    (
        "[condition.x]\neffects = [{ on = ['blow'], gives = 'advantage', assume = 'yes' }]",
        "line 24, condition.x.effects.assume: `confirm` is missing: it is what is assumed.",
    ),
    (
        "[[on]]\nevent = 'turn start'\nconfirm = 'near?'\nassume = 'maybe'\ndamage = '1'",
        'line 26, on.assume: "maybe" cannot be read as a comparison: must be dice, a number or {a name}, not maybe.',
    ),
    ("[[on]]\nevent = 'turn start'\nconfirm = 'near?'\nassume = '{allies has x} > 0'\ndamage = '1'", None),
    ("[action.wait]\ntargets = 'none'\nasks = { swears = 'What?' }", None),
    ("[action.wait]\ntargets = 'none'\nasks = { init = 'What?' }", None),
    ("[trait.oath]\ndefault = ''\n[action.wait]\ntest = 'hit'\nasks = { oath = 'What?' }", None),
    ("[trait.oath]\ndefault = ''\nwhile = 'sworn'", None),
]


@pytest.mark.parametrize("added, sentence", ADDED, ids=[str(n) for n in range(len(ADDED))])
def test_what_is_wrong_is_one_sentence_with_its_line(added: str, sentence: str | None) -> None:
    found = errors(BRAWL + added)
    assert found and all(one.startswith("line ") and one.endswith((".", "?")) for one in found)
    if sentence is not None:
        assert found == [sentence]


def test_a_side_order_needs_a_roll_also_as_a_choice() -> None:
    side = BRAWL.replace('roll = "2d6"\n', 'by = "side"\n', 1)
    said = "`by` = side needs `order.side_roll` or `order.sides`."
    assert only_error(side) == f"line 7, order.by: {said}"
    option = BRAWL + "[option.turns]\nkey = 'order.by'\nchoices = ['number', 'side']"
    assert only_error(option) == f"line 23, option.turns: with `turns` = side: order.by: {said}"


def test_without_kinds_nobody_could_be_added() -> None:
    text = BRAWL.replace("[kind.brawler]\n", "")
    assert only_error(text) == "line 1: `[kind.NAME]` is missing: without a kind nobody can be added."
    assert read_system(text.encode(), "mine.toml").default.kinds == {}  # an encounter that has begun goes on


def test_any_side_is_one_where_none_is_declared() -> None:
    assert errors(BRAWL + "[kind.orc]\nside = 'foe'") == []


def test_a_key_of_the_app_is_no_key_of_an_action() -> None:
    found = check(BRAWL.replace("format = 1", "format = 2").encode(), "mine.toml", app_keys="na").errors
    assert found == ("mine.toml, line 19, action.hit.key: the app already uses the letter `a`; choose another.",)


def test_what_windows_puts_before_a_text_is_no_mistake() -> None:
    assert errors(b"\xef\xbb\xbf" + BRAWL.encode()) == []


def test_a_choice_can_set_several_keys() -> None:
    text = (
        BRAWL
        + "[option.who]\nchoices = ['shared', 'alone']\n"
        + "sets = { 'order.group' = ['add', 'no'], 'test.blow.against' = [8, 9] }"
    )
    source = read_system(text.encode(), "mine.toml")
    assert source.under({}).order.group == "add" and source.under({"who": "shared"}) is source.under({})
    assert source.under({"who": "alone"}).order.group == "no"
    assert str(source.under({"who": "alone"}).tests["blow"].against) == "9"


def test_each_row_of_a_list_has_its_line() -> None:
    rows = "[track.x]\nat_end = [\n  { becomes = 'out' },\n  { becomes = 'otu' },\n]"
    assert only_error(BRAWL + rows) == 'line 26, track.x.at_end.becomes: there is no standing "otu". Did you mean out?'


def test_a_family_is_spread_before_it_is_checked() -> None:
    saves = "[test.save]\neach = ['str', 'dex']\nby = 'target'\nroll = 'd20 + {@_save}'\nagainst = '10'"
    traits = "[trait.saves]\neach = ['str', 'dex']\nas = '@_save'\ndefault = 0\n"
    bless = "\n[condition.x]\neffects = [{ on = ['save'], gives = '+1' }]"
    file = read_system((BRAWL + traits + saves + bless).encode(), "mine.toml").default
    assert file.tests["save dex"].family == "save" and file.tests["save dex"].word == "dex"
    assert file.conditions["x"].modifiers[0].tests == ("save str", "save dex")
    assert only_error(BRAWL + saves).startswith("line 26, test.save.roll: there is no track or trait")


def test_nobody_is_told_more_than_twenty_errors() -> None:
    text = BRAWL + "".join(f"[kind.k{n}]\nskil = 1\n" for n in range(30))
    found = check(text.encode(), "mine.toml")
    assert len(found.errors) == MOST_SENTENCES and found.left_off == 10


def test_ten_thousand_kinds_are_too_many_and_quickly_said() -> None:
    text = BRAWL + "".join(f"[kind.k{n}]\n" for n in range(10_000))
    assert "a system has at most 1,000 kinds; this one has 10,001." in only_error(text)


# -------------------------------------------------------------------- what is no system file at all


@pytest.mark.parametrize(
    "raw, sentence",
    [
        (b"format = ", "line 1: a value is missing after the =."),
        (b"format = 1\n[system\n", "line 2, "),
        (b"a = 1\na = 2\n", "line 2: `a` is there twice."),
        (b"\nx = '\xff'", "line 2: this is not UTF-8 text. Save the file as UTF-8."),
        (b"x = " + b"[" * 5000, "line 1: too many brackets inside brackets."),
        (b"x" * 300_000, "line 1: the file is too large: a system file has at most 256 KiB."),
        (b"x = 9999-99-99\n", "line 1: "),
        (b"x = " + b"9" * 5000, "line 1: "),
        (b"", "line 1"),
    ],
)
def test_what_is_no_system_file(raw: bytes, sentence: str) -> None:
    found = errors(raw)
    assert found and found[0].startswith(sentence.rstrip(", ")), found
    with pytest.raises(Refused, match=r"mine\.toml, line"):
        read_system(raw, "mine.toml")


def test_text_that_steers_a_terminal_is_cleaned() -> None:
    hostile = BRAWL.replace('"Brawl"', '"\\u001b[31mBrawl\\u202e"') + '["\\u001b[2J"]\n'
    (found,) = errors(hostile)
    assert "\x1b" not in found
    (found,) = errors(BRAWL + '[test.x]\nroll = "d6 + {a\\u001b\\nb}"')
    assert found.endswith("not {a b}.")
    title = BRAWL.replace('"Brawl"', '"\\u001b[31mBrawl\\u202e"')
    assert read_system(title.encode(), "f").default.about.title == "[31mBrawl"


def test_words_about_the_record_are_taken() -> None:
    assert set(SESSION_WORDS) == set(RECORD_WORDS)


TOML = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=9)
    | st.sampled_from(["{hp}", "2d6", "all", "ask", "@"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list("abc")), inner, max_size=3),
    max_leaves=4,
)
SAMPLES = [HERE / f"{name}.toml" for name in ("percentile", "dice_pool", "skirmish")]


@pytest.mark.one_in(6)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_table_is_never_a_traceback(data: st.DataObject) -> None:
    from referee.rules.open_table.language.system_file import read_tables

    tree = tomli.loads(data.draw(st.sampled_from(SAMPLES)).read_text(encoding="utf-8"))
    at = tree
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            at[key] = data.draw(TOML)
            break
        at = at[key]
    read_tables(tree, lambda mistake: None)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("bite + 2 clow", 'it has no thing "clow". Did you mean claw?'),
        ("two claws", "is no pattern of attacks"),
        ("13 claw", "at most 12 attacks"),
    ],
)
def test_a_pattern_of_a_kind_names_its_things(pattern: str, why: str) -> None:
    error = only_error(f"""{BRAWL}
[track.actions]
start = 1
pattern = "several"
[trait.several]
default = []
[sort.fang]
[thing.bite]
sort = "fang"
[thing.claw]
sort = "fang"
[kind.cat]
things = ["bite", "claw"]
several = ["{pattern}"]
""")
    assert "kind.cat.several: " in error and why in error


@pytest.mark.parametrize(
    ("more", "key", "why"),
    [
        (
            '[[on]]\nevent = "falls"\nresult = "half"',
            "on.result",
            '`result` works only where the event is "fails TEST"',
        ),
        ('[[on]]\nevent = "falls"\nof = "foes"', "on.of", "`of` works only in rows of a condition or a thing."),
        (
            '[[on]]\nevent = "falls"\nagainst = "+2"',
            "on.against",
            '`against` works only where the event is "faces TEST"',
        ),
        ('[[on]]\nevent = "becomes dad"', "on.event", 'there is no standing "dad"'),
        ('[condition.c]\neffects = [{ at = "sometimes" }]', "condition.c.effects.at", 'there is no event "sometimes"'),
        ('[condition.c]\neffects = [{ heal = "1" }]', "condition.c.effects", "`at` is missing"),
        ('[condition.c]\neffects = [{ aims = "up" }]', "condition.c.effects.aims", "must be one of any, not by"),
        ('[sort.s]\n[thing.t]\nsort = "s"\neffects = [{ bars = ["turn"] }]', "thing.t.effects", "`s` is not."),
        ('[sort.s]\n[thing.t]\nsort = "s"\nlike = "t"', "thing.t.like", "must come above `t` in the file."),
        ('[table.t]\nroll = "d6"', "table.t.rows", "a table needs rows"),
        ('[table.t]\nroll = "d6"\nrows = [{ upto = 4 }, { upto = 2 }]', "table.t.rows", "reaches higher"),
        ('[dice.d]\nfaces = ["x"]', "dice.d.faces", "a die has 2 to 64 faces; this one has 1."),
        ('[dice.d]\nfaces = ["x", "y"]\nvalues = [1]', "dice.d.values", "one for each face"),
        (
            '[action.a]\nleaves = { success = "most" }',
            "action.a.leaves.success",
            "must be one of none, half, all, double",
        ),
        ('[action.a]\nmost = { hits = "=3" }', "action.a.most.hits", 'must be "+5", "-5" or "back"'),
        ('[action.a]\nheal = "{dealt.fire}"', "action.a.heal", 'there is no type of damage "fire"'),
        ('[damage]\nqualities = ["holy"]', "damage.qualities", 'there is no flag of a sort "holy"'),
    ],
)
def test_new_keys_that_mean_nothing_are_refused(more: str, key: str, why: str) -> None:
    error = only_error(f"{BRAWL}\n{more}\n")
    assert f", {key}: " in f", {error}" and why in error


def test_an_action_of_format_1_has_its_new_name_wherever_the_file_names_it() -> None:
    text = """
format = 1
[system]
name = "x"
blurb = "x"
[order]
by = "none"
[track.zeal]
start = 1
[track.doubt]
start = 0
[action.keep]
targets = "none"
change = { zeal = "-1" }
[condition.calm]
effects = [{ bars = ["keep"] }, { at = "does keep", change = { doubt = "+1" } }]
[kind.hero]
"""
    file = read_system(text.encode(), "x.toml").default
    assert "do_keep" in file.actions and "keep" not in file.actions
    assert file.conditions["calm"].modifiers


def warnings(text: str) -> list[str]:
    """What a check of the file warns of, without the name of the file."""
    return [said.removeprefix("mine.toml, ") for said in check(text.encode(), "mine.toml").warnings]


def test_what_waits_for_a_turn_where_there_are_none_is_warned_of() -> None:
    text = BRAWL.replace('roll = "2d6"\n', 'by = "none"\n', 1) + (
        "[track.breath]\nstart = 1\nreset = ['turn start']\n[track.fire]\nstart = 1\nrecharge = 'd6 >= 5'\n"
        "[sort.gear]\n[thing.rope]\nsort = 'gear'\nturn = 'own'\n[action.shout]\nturn = 'any'\ntargets = 'none'\n"
    )
    none = "with `order.by` = none there are no turns, so it"
    assert errors(text) == [] and warnings(text) == [
        f'line 17, action.hit: {none} can never be done; give it `turn` = "any".',
        f"line 25, track.breath.reset: {none} never comes back that way.",
        f"line 28, track.fire.recharge: {none} never comes back that way.",
        f'line 32, thing.rope.turn: {none} can never be used; give it `turn` = "any".',
    ]
    assert not warnings(text + "[option.turns]\nkey = 'order.by'\nchoices = ['none', 'number']\n")


def test_figures_that_join_have_to_be_able_to_act() -> None:
    joins = "figures join as the first standing, `dying`, and cannot act; "
    alone = BRAWL.replace('becomes = "out"', 'becomes = "dying"') + "[standing.dying]\nturn = true\n"
    up = "such as `up`, with `turn`, `able`, `target` and `fills` = true"
    assert errors(alone) == [f"line 23, standing.dying: {joins}put one above it, {up}."]
    read_system(alone.encode(), "mine.toml")  # an encounter that has begun goes on
    below = alone + "[standing.up]\nturn = true\nable = true\n"
    assert errors(below) == []
    assert warnings(below) == [f"line 23, standing.dying: {joins}put one with `able` = true above it."]
    idle = BRAWL + "[standing.up]\nable = true\n[standing.out]\n"
    assert errors(idle)[0].startswith(
        "line 23, standing.up: figures join as the first standing, `up`, and cannot have a turn"
    )
    assert errors(idle.replace('roll = "2d6"\n', 'by = "none"\n', 1)) == []
