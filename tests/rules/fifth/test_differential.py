"""Random fights come out in the game as in a small model that was written from the clauses alone."""

from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from tests.rules.fifth.model import Act, Choice, Condition, Figure, Model, Part, Throw, Weapon


class Differs(AssertionError):
    """The game and the model came to different states."""


SEEDS = 400
COMMANDS = 40
"""Commands of one fight."""

TABLE = """
option ask_knock_out off
add fighter Ulf initiative=80 temp=4 weapon="{name='Moonblade', hit=7, magical=true, damage='1d8+3 slashing'}"
add foe Dragon hp=150 ac=17 initiative=70 dex_save=1 con_save=6 wis_save=2 \
legendary=3 resistance=2 attacks=2 immune=fire \
weapon="{name='Claw', hit=8, damage=['2d6+4 slashing', '1d6 cold']}" power="{name='Breath', dc=15, uses=1, \
recharge='d6 >= 5', cost={action=1}, targets='many', at='any', \
test='save dex', spared='half', damage='6d6 fire'}" \
power="{name='Tail', hit=8, turn='after', cost={legendary=1}, test='attack', damage='2d8+4 bludgeoning'}"
add wizard Elin initiative=60 resist="cold,fire"
add foe Wight hp=60 ac=14 initiative=50 con_save=3 resist="slashing unless magical, piercing unless magical" \
vulnerable="fire" unaffected=poisoned weapon="{name='Sword', hit=5, damage=['1d8+2 slashing', '1d6 necrotic']}" \
weapon="{name='Bow', hit=4, ranged=true, damage='1d8+2 piercing'}"
add cleric Mira initiative=40 vulnerable=necrotic
add foe Ghoul hp=55 ac=12 initiative=30 dex_save=2 wis_save=0 immune=poison death_saves=yes \
weapon="{name='Claws', hit=6, damage='2d4+2 slashing', then={test='save con', values={dc=12}, \
brings=[{condition='paralysed', for='10 rounds', save_ends={test='save con', values={dc=12}, at='turn end'}}]}}"
add rogue Pip initiative=20 resist="bludgeoning,slashing" vulnerable=slashing
add foe Wolf hp=50 ac=13 initiative=10 str_save=1 dex_save=2 \
weapon="{name='Bite', hit=5, damage='2d4+2 piercing', then={test='save str', values={dc=11}, \
brings=[{condition='prone'}]}}"
next
"""


def weapons(*some: Weapon) -> dict[str, Weapon]:
    return {weapon.name: weapon for weapon in some}


def table() -> Model:
    claw = Weapon("claw", 8, (Part(2, 6, 4, "slashing"), Part(1, 6, 0, "cold")))
    tail = Weapon("tail", 8, (Part(2, 8, 4, "bludgeoning"),))
    sword = Weapon("sword", 5, (Part(1, 8, 2, "slashing"), Part(1, 6, 0, "necrotic")))
    bow = Weapon("bow", 4, (Part(1, 8, 2, "piercing"),), ranged=True)
    claws = Weapon("claws", 6, (Part(2, 4, 2, "slashing"),), rider=("con", 12, "paralysed"))
    bite = Weapon("bite", 5, (Part(2, 4, 2, "piercing"),), rider=("str", 11, "prone"))
    longsword, mace = (
        Weapon("longsword", 6, (Part(1, 8, 3, "slashing"),)),
        Weapon("mace", 5, (Part(1, 6, 2, "bludgeoning"),)),
    )
    moonblade = longsword._replace(name="moonblade", hit=7, magical=True)
    rapier = Weapon("rapier", 7, (Part(1, 8, 4, "piercing"),))
    shortbow = Weapon("shortbow", 7, (Part(1, 6, 4, "piercing"),), ranged=True)
    dagger = Weapon("dagger", 5, (Part(1, 4, 2, "piercing"),))
    spells = {1: 4, 2: 3, 3: 2}
    ulf = Figure("ulf", True, 18, 44, {"str": 6, "con": 5}, weapons(longsword, moonblade), attacks=2, temp=4)
    dragon = Figure(
        "dragon", False, 17, 150, {"dex": 1, "con": 6, "wis": 2}, weapons(claw, tail), attacks=2,
        immune=frozenset({"fire"}), death_saves=False, legendary=3, resistance=2, breathes=True,
    )  # fmt: skip
    elin = Figure(
        "elin",
        True,
        12,
        27,
        {"dex": 2, "con": 2, "int": 7, "wis": 3},
        weapons(dagger),
        resist={"cold": False, "fire": False},
        slots=dict(spells),
        dc=15,
    )
    wight = Figure(
        "wight", False, 14, 60, {"con": 3}, weapons(sword, bow), resist={"slashing": True, "piercing": True},
        vulnerable=frozenset({"fire"}), unaffected=frozenset({"poisoned"}), death_saves=False,
    )  # fmt: skip
    mira = Figure(
        "mira",
        True,
        18,
        38,
        {"str": 2, "con": 2, "wis": 6, "cha": 3},
        weapons(mace),
        vulnerable=frozenset({"necrotic"}),
        slots=dict(spells),
        dc=14,
    )
    ghoul = Figure("ghoul", False, 12, 55, {"dex": 2, "wis": 0}, weapons(claws), immune=frozenset({"poison"}))
    pip = Figure(
        "pip",
        True,
        15,
        33,
        {"dex": 7, "con": 1, "int": 3},
        weapons(rapier, shortbow),
        resist={"bludgeoning": False, "slashing": False},
        vulnerable=frozenset({"slashing"}),
    )
    wolf = Figure("wolf", False, 13, 50, {"str": 1, "dex": 2}, weapons(bite), death_saves=False)
    return Model([ulf, dragon, elin, wight, mira, ghoul, pip, wolf])


CONDITIONS = [
    "blinded",
    "charmed",
    "frightened",
    "grappled",
    "invisible",
    "poisoned",
    "prone",
    "restrained",
    "stunned",
    "paralysed",
    "petrified",
    "hidden",
    "helped",
    "incapacitated",
]
SPELLS = {"elin": ("fireball", "hold_person"), "mira": ("bless", "cure_wounds", "hold_person")}
WORDS = ["adv", "dis", "half_cover", "most_cover", "far", "within", "close", "unseen", "unnoticed", "long"]


def command(model: Model, random: Random) -> tuple[str, Act]:
    """Some command, and what the model makes of it."""
    turn = model.figures[model.turn]
    anyone = list(model.figures.values())
    foes = [one.tag for one in anyone if one.hero != turn.hero]
    kind = random.choices(
        [
            "next",
            "attack",
            "cast",
            "breath",
            "opportunity",
            "damage",
            "condition",
            "heal",
            "temp",
            "lift",
            "save",
            "tire",
            "dodge",
        ],
        [7, 10, 5, 3, 2, 2, 3, 1, 1, 1, 1, 1, 1],
    )[0]
    on = random.choice(anyone)
    match kind:
        case "attack":
            thing = random.choice([name for name in turn.weapons if name != "tail"])
            known = WORDS if turn.weapons[thing].ranged else WORDS[:-1]  # only what is shot has a long range
            words = set(random.sample(known, random.choice([0, 0, 1, 2])))
            target = random.choice(foes)
            return f"attack {thing} {target} {' '.join(sorted(words))}", model.attack(turn.tag, target, thing, words)
        case "opportunity":
            thing = random.choice([name for name in on.weapons if name != "tail" and not on.weapons[name].ranged])
            target = random.choice([one.tag for one in anyone if one.hero != on.hero])
            return f"opportunity {on.tag} {thing} {target}", model.attack(on.tag, target, thing, set(), by="reaction")
        case "cast" if turn.tag in SPELLS:
            spell = random.choice(SPELLS[turn.tag])
            level = random.choice([0, 0, 2, 3])
            if spell == "fireball":
                some = random.sample([one.tag for one in anyone], random.randint(1, 3))
            elif spell == "hold_person":
                some, level = [random.choice(foes)], 0
            else:
                some = random.sample(
                    [one.tag for one in anyone if one.hero], random.randint(1, 2) if spell == "bless" else 1
                )
                level = 0 if spell == "bless" else level
            cover = random.choice(["", "half_cover"]) if spell == "fireball" and turn.tag not in some else ""
            line = f"cast {spell} {','.join(some)} {level or ''} {cover}"
            return line, model.cast(turn.tag, spell, some, level, {cover})
        case "breath" if turn.breathes:
            some = random.sample([one.tag for one in anyone], random.randint(1, 3))
            cover = random.choice(["", "most_cover"]) if turn.tag not in some else ""
            return f"power breath {','.join(some)} {cover}", model.breathe(turn.tag, some, {cover})
        case "damage" if on.standing != "dead":
            type, n = (
                random.choice(["fire", "cold", "slashing", "poison", "necrotic", "bludgeoning"]),
                random.choice([3, 7, 12, 25, 60]),
            )
            return f"damage {on.tag} {n} {type}", model.hurt(on.tag, model.taken(on, n, type, False, False))
        case "heal" if on.standing != "dead":
            n = random.randint(1, 20)
            return f"heal {on.tag} {n}", done(lambda: model.healed(on.tag, n))
        case "temp" if on.standing != "dead":
            return f"temp {on.tag} {(n := random.randint(1, 9))}", model.lend(on.tag, n)
        case "condition" if on.standing != "dead":
            name, by = random.choice(CONDITIONS), random.choice([one for one in anyone if one.acts]).tag
            edge, of = random.choice(["", "end", "start"]), random.choice(anyone).tag
            new = Condition(name, by, edge, of, 1 if edge else 0)
            order = f"condition {on.tag} {name} by {by} {f'{edge} {of}' if edge else ''}"
            return order, refused() if model.is_immune(on.tag, name) else done(lambda: model.gain(on.tag, new))
        case "tire" if on.standing != "dead" and on.exhaustion < 5:
            n = random.randint(1, 3)
            return f"condition {on.tag} exhaustion {n}", done(lambda: model.tire(on.tag, n))
        case "tire" if on.standing != "dead":
            return f"lift {on.tag} exhaustion", done(lambda: model.recover(on.tag))
        case "lift" if on.conditions:
            name = random.choice(on.conditions).name
            # Of several that one has, which of them is meant is the referee's.
            alone = sum(condition.name == name for condition in on.conditions) == 1
            if alone and name not in ("unconscious", "concentrating"):
                return f"lift {on.tag} {name}", done(lambda: model.lift(on.tag, name))
        case "save":
            ability, dc = random.choice(["str", "dex", "con", "wis"]), random.randint(8, 18)
            if on.standing != "dead":
                return f"save {on.tag} {ability} {dc}", model.save_only(on.tag, ability, dc)
        case "dodge":
            return "dodge", model.dodge(turn.tag)
    return "next", model.next()


def done(what) -> Act:
    what()
    return True
    yield


def refused() -> Act:
    return False
    yield


@pytest.mark.one_in(40, rest=18)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_fight_as_in_the_model(seed: int) -> None:
    fight(seed)


def fight(seed: int, commands: int = COMMANDS) -> int:
    """The number of commands that were carried out in both."""
    random, rules = Random(seed), registry.load("fifth")
    session, model = Session(rules, MemoryStepLog(bare(rules))), table()
    for line in TABLE.strip().splitlines():
        run_line(session, line)
    lines: list[str] = []
    count = 0
    for _ in range(commands):
        if len({f.hero for f in model.figures.values() if f.standing == "up"}) < 2:
            break
        line, act = command(model, random)
        lines.append(line)
        try:
            run_line(session, line)
        except Problem as refused:
            said: str | None = str(refused)
        else:
            said = None
        taken = answered(session, act, random, lines, said)
        if taken:
            answered(session, model.go_on(), random, lines, None)
            model.idle()
        assert not session.questions, f"{lines}: still asked: {session.questions[0].key}"
        game, ours = shown(session), expected(model)
        if game != ours:
            raise Differs(
                lines, [f"{who}: game {game[who]}, model {ours[who]}" for who in ours if game[who] != ours[who]]
            )
        count += taken
    return count


def answered(session: Session, act: Act, random: Random, lines: list[str], refused: str | None) -> bool:
    """Plays what the model asks for, with the same answers in the game; True if it was not refused."""
    answer = None
    while True:
        try:
            wanted = act.send(answer)
        except StopIteration as end:
            assert end.value == (refused is None), (lines, refused)
            return bool(end.value)
        assert refused is None, (lines, refused, wanted)
        question = asked(session, wanted)
        assert question is not None, (lines, wanted, [q.key for q in session.questions])
        if isinstance(wanted, Throw):
            assert isinstance(question, Roll)
            sides = tuple(pool.sides for pool in question.pools for _ in range(pool.count))
            assert sides == wanted.sides, (lines, wanted, question)
            answer = [random.randint(1, n) for n in wanted.sides]
            typed = " ".join(map(str, answer))
        else:
            answer = typed = random.choice(wanted.options)
        lines.append(f"< {typed}   ({question.key})")
        run_line(
            session, f"<{session.questions.index(question) + 1} {typed}" if len(session.questions) > 1 else f"< {typed}"
        )


def asked(session: Session, wanted: Throw | Choice) -> AnyQuestion | None:
    """The question of the game that is the one of the model."""
    for question in session.questions:
        if question.key.startswith(wanted.key) and wanted.who in question.key:
            return question
    return None


def shown(session: Session) -> dict[str, object]:
    there: dict[str, object] = {"turn": session.encounter.turn}
    for tag, figure in session.encounter.figures.items():
        now = {name: track.now for name, track in figure.tracks.items()}
        level = sum(c.value for c in figure.conditions if c.kind == "exhaustion")
        conditions = sorted(c.kind for c in figure.conditions if c.kind not in ("exhaustion", "halved"))
        slots = {n: now[f"slot{n}"] for n in range(1, 10) if f"slot{n}" in now}
        if figure.standing == "dead":
            there[tag] = (now["hp"], "dead", conditions)
            continue
        there[tag] = (
            now["hp"], figure.tracks["hp"].most, now.get("temp", 0), figure.standing, now.get("successes", 0),
            now.get("failures", 0),
            level, conditions, slots, now.get("legendary", 0), now.get("resistance", 0), now["action"], now["reaction"],
        )  # fmt: skip
    return there


def expected(model: Model) -> dict[str, object]:
    there: dict[str, object] = {"turn": model.turn}
    for tag, f in model.figures.items():
        if f.standing == "dead":
            there[tag] = (f.hp, "dead", sorted(c.name for c in f.conditions))
            continue
        there[tag] = (
            f.hp, f.most, f.temp, f.standing, f.successes, f.failures, f.exhaustion,
            sorted(c.name for c in f.conditions), f.slots, f.actions_left, f.resistance, f.action, f.reaction,
        )  # fmt: skip
    return there
