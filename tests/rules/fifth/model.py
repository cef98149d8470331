"""A small model of a fight in the fifth edition, written from its clauses (F5-01 to F5-88) and from nothing else.

Each act is a generator: it yields what has to be thrown or chosen, is sent the answer, and returns False if the act is
refused. Dice are yielded as Throw, choices as Choice; whoever drives it compares them with what the game asks.
"""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import NamedTuple


class Throw(NamedTuple):
    """Dice that have to be thrown: what for, by or against whom, and the sides of each."""

    key: str
    who: str
    sides: tuple[int, ...]


class Choice(NamedTuple):
    """Something to choose: what for, who chooses, and from what."""

    key: str
    who: str
    options: tuple[str, ...]


Act = Generator[Throw | Choice, list[int] | str, bool]
Test = Generator[Throw | Choice, list[int] | str, bool]

HELPLESS = {"paralysed", "petrified", "stunned", "unconscious"}
STILL = HELPLESS | {"grappled", "restrained"}


class Part(NamedTuple):
    """A part of an attack's damage."""

    count: int
    sides: int
    plus: int
    type: str


class Weapon(NamedTuple):
    """An attack: bonus, damage, and what a save against it keeps away."""

    name: str
    hit: int
    parts: tuple[Part, ...]
    ranged: bool = False
    magical: bool = False
    rider: tuple[str, int, str] | None = None


@dataclass
class Condition:
    """A condition, with its end: `left` starts or ends of the turn of `of`; a save at each turn's end."""

    name: str
    by: str = ""
    edge: str = ""
    of: str = ""
    left: int = 0
    save: tuple[str, int] | None = None
    hangs: bool = False
    """True if it ends with the concentration of `by`."""


@dataclass
class Figure:
    """A creature in the fight."""

    tag: str
    hero: bool
    ac: int
    most: int
    saves: dict[str, int] = field(default_factory=dict)
    weapons: dict[str, Weapon] = field(default_factory=dict)
    attacks: int = 1
    resist: dict[str, bool] = field(default_factory=dict)
    """For each type: True if magical damage is let through."""
    vulnerable: frozenset[str] = frozenset()
    immune: frozenset[str] = frozenset()
    unaffected: frozenset[str] = frozenset()
    death_saves: bool = True
    slots: dict[int, int] = field(default_factory=dict)
    dc: int = 0
    legendary: int = 0
    resistance: int = 0
    breathes: bool = False
    hp: int = 0
    temp: int = 0
    standing: str = "up"
    successes: int = 0
    failures: int = 0
    exhaustion: int = 0
    whole: int = 0
    """The maximum of its HP before exhaustion halved it; 0 while it is not halved."""
    conditions: list[Condition] = field(default_factory=list)
    action: int = 1
    begun: int = 0
    """Attacks left of the action that is paid."""
    reaction: int = 1
    actions_left: int = 0
    """Legendary actions left."""
    breath: bool = True
    """True if the breath is ready."""

    def has(self, *names: str) -> bool:
        """True if it has one of these conditions."""
        return any(each.name in names for each in self.conditions)

    @property
    def incapacitated(self) -> bool:
        return self.has("incapacitated", *HELPLESS)

    @property
    def speed_is_0(self) -> bool:
        return self.has(*STILL) or self.exhaustion >= 5

    @property
    def acts(self) -> bool:
        return self.standing == "up" and not self.incapacitated


class Model:
    """The table: the figures in the order of their numbers, and whose turn it is."""

    def __init__(self, figures: list[Figure]) -> None:
        self.figures = {figure.tag: replace(figure, hp=figure.most) for figure in figures}
        for figure in self.figures.values():
            figure.actions_left = figure.legendary
        self.order = [figure.tag for figure in figures]
        self.turn = self.order[0]

    # -------------------------------------------------------------- conditions
    def is_immune(self, who: str, condition: str) -> bool:
        """F5-69, F5-63: the condition cannot come upon it, also not by a plain word of the referee."""
        figure = self.figures[who]
        return condition in figure.unaffected or (condition == "poisoned" and figure.has("petrified"))

    def gain(self, who: str, new: Condition) -> None:
        """F5-69, F5-59, F5-70, F5-74, F5-75."""
        figure = self.figures[who]
        if new.name == "helped" and not new.edge:
            new.edge, new.of, new.left = "start", new.by, 1
        if self.is_immune(who, new.name):
            return
        if new.name == "prone" and figure.has("prone"):
            if any(self.until(old) >= self.until(new, comes=True) for old in figure.conditions if old.name == "prone"):
                return
            figure.conditions = [c for c in figure.conditions if c.name != "prone"]
        if new.name == "grappled":  # twice by the same one is one grapple
            figure.conditions = [c for c in figure.conditions if (c.name, c.by) != ("grappled", new.by)]
        if new.edge == "end" and new.of == self.turn:
            new.left += 1  # F5-86: the present turn does not count
        figure.conditions.append(new)
        if new.name == "unconscious":
            self.gain(who, Condition("prone"))
        self.afterwards(who)

    def until(self, condition: Condition, comes: bool = False) -> float:
        """How far off its end is, in turns; one that `comes` in the turn of whose end it waits does not count that."""
        if not condition.edge:
            return float("inf")
        places, n = self.order, len(self.order)
        turns = (places.index(condition.of) - places.index(self.turn)) % n
        if turns == 0 and (condition.edge == "start" or comes or condition.left > 1):
            turns = n
        return turns + (0.5 if condition.edge == "end" else 0)

    def afterwards(self, who: str) -> None:
        """What can no longer stay as its bearer is as it is now."""
        figure = self.figures[who]
        gone = figure.standing == "dead"
        if gone:  # nobody holds the dead
            figure.conditions = [c for c in figure.conditions if c.name != "grappled"]
        if figure.incapacitated or gone:
            self.stop_concentrating(who)
            for other in self.figures.values():
                other.conditions = [c for c in other.conditions if not (c.name == "grappled" and c.by == who)]
        if figure.speed_is_0 or figure.incapacitated:
            figure.conditions = [c for c in figure.conditions if c.name != "dodging"]

    def tire(self, who: str, levels: int) -> None:
        """F5-68, F5-36."""
        figure = self.figures[who]
        figure.exhaustion = min(6, figure.exhaustion + levels)
        if figure.exhaustion >= 4 and not figure.whole:
            figure.whole, figure.most = figure.most, figure.most // 2
            figure.hp = min(figure.hp, figure.most)
        if figure.exhaustion == 6:
            self.die(who)
        self.afterwards(who)

    def recover(self, who: str) -> None:
        """All exhaustion is lifted."""
        figure = self.figures[who]
        figure.most, figure.whole, figure.exhaustion = figure.whole or figure.most, 0, 0

    def stop_concentrating(self, who: str) -> None:
        figure = self.figures[who]
        figure.conditions = [c for c in figure.conditions if c.name != "concentrating"]
        for other in self.figures.values():
            other.conditions = [c for c in other.conditions if not (c.hangs and c.by == who)]

    def idle(self) -> None:
        """F5-70: once a command is over, nobody concentrates on what affects nobody."""
        for figure in self.figures.values():
            hangs = [c for f in self.figures.values() if f.standing != "dead" for c in f.conditions if c.hangs]
            if figure.has("concentrating") and all(c.by != figure.tag for c in hangs):
                self.stop_concentrating(figure.tag)

    def concentrate(self, who: str) -> None:
        self.stop_concentrating(who)
        self.gain(who, Condition("concentrating", who, "start", who, 10))

    def passes(self, edge: str, who: str) -> None:
        """The start or end of a turn, or of the place of one who has none: what counts by it is nearer its end."""
        for figure in self.figures.values():
            for condition in [c for c in figure.conditions if c.edge == edge and c.of == who]:
                condition.left -= 1
                if condition.left <= 0 and condition in figure.conditions:
                    if condition.name == "concentrating":
                        self.stop_concentrating(figure.tag)
                    else:
                        figure.conditions.remove(condition)

    # -------------------------------------------------------------- tests
    def d20(
        self, key: str, who: Figure, about: str, up: bool, down: bool
    ) -> Generator[Throw | Choice, list[int] | str, tuple[int, int]]:
        """The die that counts (F5-18), and what a bonus die adds."""
        two = up != down
        sides = (20, 20) if two else (20,)
        blessed = who.has("blessed")
        thrown = yield Throw(key, about, sides + ((4,) if blessed else ()))
        assert isinstance(thrown, list)
        dice = thrown[: len(sides)]
        return (max(dice) if up else min(dice)), (thrown[-1] if blessed else 0)

    def save(self, who: str, ability: str, dc: int) -> Test:
        """F5-48, and what F5-52 makes of it."""
        made = yield from self.rolled(who, ability, dc)
        return made or (yield from self.resisted(who))

    def rolled(self, who: str, ability: str, dc: int, bonus: int = 0) -> Test:
        figure = self.figures[who]
        made = False
        if not (ability in ("str", "dex") and figure.has(*HELPLESS)):
            up = ability == "dex" and figure.has("dodging")
            down = (ability == "dex" and figure.has("restrained")) or figure.exhaustion >= 3
            die, more = yield from self.d20(f"save {ability}", figure, who, up, down)
            made = die + more + figure.saves.get(ability, 0) + (bonus if ability == "dex" else 0) >= dc
        return made

    def resisted(self, who: str) -> Test:
        """Asked after every failed save (F5-52)."""
        figure = self.figures[who]
        answer = (
            (yield Choice("fails", who, ("yes", "no"))) if figure.resistance > 0 and figure.standing != "dead" else "no"
        )
        figure.resistance -= answer == "yes"
        return answer == "yes"

    # -------------------------------------------------------------- damage and healing
    def taken(self, figure: Figure, amount: int, type: str, magical: bool, half: bool) -> int:
        """What is left of damage of one type (F5-30, F5-31)."""
        if type in figure.immune or (type == "poison" and figure.has("petrified")):
            return 0
        amount = amount // 2 if half else amount
        through = figure.resist.get(type)
        if through is False or (through is True and not magical) or figure.has("petrified"):
            amount //= 2
        return amount * 2 if type in figure.vulnerable else amount

    def hurt(self, who: str, total: int, critical: bool = False) -> Act:
        """F5-33, F5-34, F5-37 to F5-39, F5-44, F5-45, F5-71."""
        figure = self.figures[who]
        if total <= 0 or figure.standing == "dead":
            return True
        swallowed = min(figure.temp, total)
        figure.temp -= swallowed
        lost = total - swallowed
        if figure.standing == "up":
            over = lost - figure.hp
            figure.hp = max(0, figure.hp - lost)
            if figure.hp == 0 and lost:
                self.fall(who, over >= figure.most)
            elif figure.has("concentrating"):
                kept = yield from self.save(who, "con", max(10, total // 2))
                if not kept:
                    self.stop_concentrating(who)
        elif lost >= figure.most:
            self.die(who)
        else:
            figure.standing = "dying"
            self.fail(who, 2 if critical else 1)
        return True

    def fall(self, who: str, at_once: bool) -> None:
        figure = self.figures[who]
        if at_once or not figure.death_saves:
            self.die(who)
        else:
            figure.standing = "dying"
            self.gain(who, Condition("unconscious"))

    def die(self, who: str) -> None:
        self.figures[who].standing, self.figures[who].hp = "dead", 0
        for figure in self.figures.values():
            figure.conditions = [c for c in figure.conditions if c.name not in ("charmed", "frightened") or c.by != who]
        self.afterwards(who)

    def fail(self, who: str, n: int) -> None:
        figure = self.figures[who]
        figure.failures = min(3, figure.failures + n)
        if figure.failures == 3:
            self.die(who)

    def healed(self, who: str, n: int) -> None:
        """F5-35."""
        figure = self.figures[who]
        if figure.standing == "dead" or n <= 0:
            return
        figure.hp = min(figure.most, figure.hp + n)
        if figure.standing in ("dying", "stable"):
            figure.standing, figure.successes, figure.failures = "up", 0, 0
            figure.conditions = [c for c in figure.conditions if c.name != "unconscious"]

    def lend(self, who: str, n: int) -> Act:
        """Temporary points (F5-33)."""
        figure = self.figures[who]
        new: str | list[int] = "new"
        if figure.temp:
            new = yield Choice("temp", who, ("old", "new"))
        figure.temp = n if new == "new" else figure.temp
        return True

    def save_only(self, who: str, ability: str, dc: int) -> Act:
        yield from self.save(who, ability, dc)
        return True

    def lift(self, who: str, name: str) -> None:
        figure = self.figures[who]
        figure.conditions.remove(next(c for c in figure.conditions if c.name == name))

    # -------------------------------------------------------------- acts
    def dodge(self, who: str) -> Act:
        figure = self.figures[who]
        if not self.pays(figure):
            return False
        self.gain(who, Condition("dodging", who, "start", who, 1))
        return True
        yield

    def pays(self, figure: Figure, attack: bool = False) -> bool:
        """True if an action could be paid; several attacks are one (F5-28)."""
        if not figure.acts or figure.tag != self.turn:
            return False
        if attack and figure.begun > 0:
            figure.begun -= 1
            return True
        if figure.action == 0:
            return False
        figure.action, figure.begun = 0, (figure.attacks - 1 if attack else 0)
        return True

    def may_be_hit(self, by: Figure, on: Figure) -> bool:
        charmed = any(c.name == "charmed" and c.by == on.tag for c in by.conditions)
        return on.standing != "dead" and by.hero != on.hero and not charmed

    def attack(self, who: str, on: str, weapon: str, words: set[str], by: str = "action") -> Act:
        """F5-15 to F5-28; the conditions F5-54 to F5-68."""
        attacker, target = self.figures[who], self.figures[on]
        thing = attacker.weapons[weapon]
        if not self.may_be_hit(attacker, target):
            return False
        if by == "reaction":
            if not attacker.acts or attacker.reaction == 0 or who == self.turn:
                return False
            attacker.reaction = 0
        elif by == "action" and not self.pays(attacker, attack=True):
            return False
        near = "within" in words if thing.ranged else "far" not in words
        up = [
            bool(words & {"adv", "unnoticed"}),
            attacker.has("invisible", "hidden", "helped"),
            target.has("blinded", "restrained", *HELPLESS),
            target.has("prone") and near,
        ]
        down = [
            bool(words & {"dis", "unseen", "long"}) or ("close" in words and thing.ranged),
            attacker.has("blinded", "frightened", "poisoned", "prone", "restrained"),
            attacker.exhaustion >= 3,
            target.has("invisible", "hidden", "dodging"),
            target.has("prone") and not near,
        ]
        die, more = yield from self.d20("attack", attacker, who, any(up), any(down))
        cover = 5 if "most_cover" in words else 2 if "half_cover" in words else 0
        hit = die == 20 or (die != 1 and die + more + thing.hit >= target.ac + cover)
        critical = hit and (die == 20 or (near and target.has("paralysed", "unconscious")))
        attacker.conditions = [c for c in attacker.conditions if c.name not in ("hidden", "helped")]
        if not hit:
            return True
        total = 0
        for part in thing.parts:
            thrown = yield Throw("damage", who, (part.sides,) * (part.count * (2 if critical else 1)))
            assert isinstance(thrown, list)
            total += self.taken(target, max(0, sum(thrown) + part.plus), part.type, thing.magical, half=False)
        yield from self.hurt(on, total, critical)
        if thing.rider and target.standing != "dead":
            ability, dc, name = thing.rider
            made = yield from self.save(on, ability, dc)
            if not made:
                last = (
                    Condition(name, who, "start", who, 10, (ability, dc)) if name != "prone" else Condition(name, who)
                )
                self.gain(on, last)
        return True

    def area(self, who: str, on: list[str], sides: tuple[int, ...], dc: int, type: str, words: set[str]) -> Act:
        """F5-50: all saves, then the dice once, then each in the order named."""
        bonus = 5 if "most_cover" in words else 2 if "half_cover" in words else 0
        made = {}
        for each in on:
            made[each] = yield from self.rolled(each, "dex", dc, bonus)
        for each in on:
            made[each] = made[each] or (yield from self.resisted(each))
        thrown = yield Throw("damage", who, sides)
        assert isinstance(thrown, list)
        for each in on:
            yield from self.hurt(each, self.taken(self.figures[each], sum(thrown), type, True, made[each]))
        return True

    def slot(self, figure: Figure, level: int, least: int) -> int:
        """The slot that pays a spell: the one that is said (0: none is), or the lowest that is left; 0 without one."""
        fit = [n for n, left in sorted(figure.slots.items()) if left and n >= least and level in (0, n)]
        return fit[0] if fit else 0

    def cast(self, who: str, spell: str, on: list[str], level: int, words: set[str]) -> Act:
        """F5-72, F5-83; Fireball, Hold Person, Bless, Cure Wounds."""
        figure = self.figures[who]
        targets = [self.figures[each] for each in on]
        pays = self.slot(figure, level, {"fireball": 3, "hold_person": 2}.get(spell, 1))
        aimed = [
            each for each in targets if each.standing == "dead" or (spell == "hold_person" and each.hero == figure.hero)
        ]
        # F5-55: who is in an area is the referee's.
        charmed = spell == "hold_person" and not self.may_be_hit(figure, targets[0]) and targets[0].hero != figure.hero
        if aimed or charmed or not pays or not self.pays(figure):
            return False
        figure.slots[pays] -= 1
        if spell == "fireball":
            yield from self.area(who, on, (6,) * (5 + pays), figure.dc, "fire", words)
        elif spell == "hold_person":
            made = yield from self.save(on[0], "wis", figure.dc)
            self.concentrate(who)
            if not made:
                self.gain(on[0], Condition("paralysed", who, "start", who, 10, ("wis", figure.dc), hangs=True))
        elif spell == "bless":
            self.concentrate(who)
            for each in on:
                self.gain(each, Condition("blessed", who, "start", who, 10, hangs=True))
        else:
            thrown = yield Throw("heal", on[0], (8,) * pays)
            assert isinstance(thrown, list)
            self.healed(on[0], sum(thrown) + 3)
        return True

    def breathe(self, who: str, on: list[str], words: set[str]) -> Act:
        """F5-49, F5-82: 6d6 fire, DC 15."""
        figure = self.figures[who]
        if (
            not figure.breathes
            or not figure.breath
            or any(self.figures[each].standing == "dead" for each in on)
            or not self.pays(figure)
        ):
            return False
        figure.breath = False
        return (yield from self.area(who, on, (6,) * 6, 15, "fire", words))

    # -------------------------------------------------------------- turns
    def next(self) -> Act:
        """F5-12, F5-13, F5-51, F5-81, F5-86."""
        yield from self.end_turn()
        yield from self.begin_next()
        return True

    def go_on(self) -> Act:
        """Who died in its own turn, or is stable by its death save, has none any more (F5-07, F5-08)."""
        while self.figures[self.turn].standing in ("dead", "stable") and any(
            f.standing in ("up", "dying") for f in self.figures.values()
        ):
            yield from self.next()
        return True

    def end_turn(self) -> Act:
        figure = self.figures[self.turn]
        for condition in [c for c in figure.conditions if c.save]:
            if figure.standing in ("up", "dying") and condition in figure.conditions:
                assert condition.save is not None
                made = yield from self.save(figure.tag, *condition.save)
                if made:
                    figure.conditions.remove(condition)
        self.passes("end", figure.tag)
        for other in self.figures.values():
            if other.tag != figure.tag and other.actions_left > 0 and other.acts:
                word = yield Choice("after", other.tag, ("tail", "none"))
                if word == "tail":
                    other.actions_left -= 1
                    on = yield Choice(
                        "target", other.tag, tuple(t.tag for t in self.figures.values() if self.may_be_hit(other, t))
                    )
                    assert isinstance(on, str)
                    yield from self.attack(other.tag, on, "tail", set(), by="legendary")
        return True

    def begin_next(self) -> Act:
        while True:
            self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)]
            figure = self.figures[self.turn]
            if figure.standing in ("up", "dying"):
                break
            self.passes("start", self.turn)
            self.passes("end", self.turn)
        figure.action, figure.begun, figure.reaction, figure.actions_left = 1, 0, 1, figure.legendary
        self.passes("start", self.turn)
        if not figure.breath and figure.breathes:
            thrown = yield Throw("recharge", self.turn, (6,))
            figure.breath = thrown[0] >= 5  # type: ignore[operator]
        if figure.standing == "dying":
            yield from self.death_save(figure)
        return True

    def death_save(self, figure: Figure) -> Act:
        """F5-41 to F5-43, F5-47."""
        die, more = yield from self.d20("death", figure, figure.tag, False, figure.exhaustion >= 3)
        if die == 20:
            self.healed(figure.tag, 1)
        elif die == 1:
            self.fail(figure.tag, 2)
        elif die + more >= 10:
            figure.successes += 1
            if figure.successes == 3:
                figure.standing, figure.successes, figure.failures = "stable", 0, 0
        else:
            self.fail(figure.tag, 1)
        return True
