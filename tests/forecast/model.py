"""A small model of a fight in the fifth edition, written from its clauses (F5-01 to F5-87) and numbers of its source.

It is given the acts of a fight and the dice in the order in which they fell. It says itself which dice an act needs,
and what comes of them; none of the rules code of the app has a part in that.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked, Rolled
from referee.engine.questions.question import AnyQuestion
from tests.forecast.played import Act

HELPLESS = {"paralysed", "petrified", "stunned", "unconscious"}
CONDITIONS = HELPLESS | {
    "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible", "poisoned", "prone",
    "restrained", "banished", "blessed", "concentrating",
}  # fmt: skip
"""The conditions that are compared."""
WEAPON_DAMAGE = {"bludgeoning", "piercing", "slashing"}


class Differs(AssertionError):
    """The app and the model disagree."""


@dataclass
class Part:
    """A part of damage: dice, what is added, its type."""

    count: int
    sides: int
    plus: int
    type: str


def parts(said: Iterable[str]) -> list[Part]:
    """The parts that `2d6+4 slashing` means; `3 fire` has no dice."""
    found = []
    for text in said:
        dice, type = text.split()
        match = re.fullmatch(r"(?:(\d+)d(\d+))?([+-]?\d+)?", dice)
        assert match is not None, text
        found.append(Part(int(match[1] or 0), int(match[2] or 0), int(match[3] or 0), type))
    return found


@dataclass
class Condition:
    """A condition: `left` starts or ends of the turn of `of` until it ends; what is saved at each turn's end."""

    kind: str
    by: str
    edge: str = ""
    of: str = ""
    left: int = 0
    save: tuple[str, int] | None = None
    hangs: bool = False
    """True if it ends with the concentration of `by`."""
    note: str = ""
    fresh: bool = False
    """True in the turn in which it came, if the save at that turn's end is not made yet."""
    worse: str = ""
    """What it becomes if that save fails."""
    harm_ends: bool = False
    obeys: int = 0
    """Of whoever obeys whoever brought it: the DC of the save that harm allows, which ends it; 0: it does not obey."""


def minute(kind: str, by: str, save: tuple[str, int] | None = None, **more: Any) -> Condition:
    """A condition of ten rounds, counted at the starts of the turn of whoever brought it (F5-87)."""
    return Condition(kind, by, "start", by, 10, save, **more)


@dataclass
class Creature:
    """A figure of the fight: its numbers, and how it is."""

    tag: str
    name: str
    side: str
    hero: bool
    ac: int
    most: int
    mods: dict[str, int]
    saves: dict[str, int]
    sheet: dict[str, int] = field(default_factory=dict)
    """Of a hero: its level, proficiency, casting."""
    type: str = "humanoid"
    resist: set[str] = field(default_factory=set)
    resist_nonmagical: set[str] = field(default_factory=set)
    immune: set[str] = field(default_factory=set)
    immune_nonmagical: set[str] = field(default_factory=set)
    vulnerable: set[str] = field(default_factory=set)
    unaffected: set[str] = field(default_factory=set)
    attacks: dict[str, dict[str, Any]] = field(default_factory=dict)
    saved: dict[str, dict[str, Any]] = field(default_factory=dict)
    traits: set[str] = field(default_factory=set)
    legendary_most: int = 0
    resistance: int = 0
    slots: dict[int, int] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    hp: int = 0
    temp: int = 0
    standing: str = "up"
    successes: int = 0
    failures: int = 0
    legendary: int = 0
    reaction: int = 1
    ready: dict[str, bool] = field(default_factory=dict)
    """What recharges: True if it is ready."""
    conditions: list[Condition] = field(default_factory=list)
    once: set[str] = field(default_factory=set)
    """What was done in this turn, and is done once in each."""
    marks: dict[str, Any] = field(default_factory=dict)

    def has(self, *kinds: str) -> bool:
        return any(each.kind in kinds for each in self.conditions)

    def immune_to(self, note: str) -> bool:
        return note in self.marks.get("immune", ())

    @property
    def incapacitated(self) -> bool:
        return self.has("incapacitated", *HELPLESS)

    @property
    def able(self) -> bool:
        return self.standing == "up" and not self.incapacitated and not self.has("banished")

    @property
    def magic_resistance(self) -> bool:
        return not self.traits.isdisjoint({"magic_resistance", "limited_magic_immunity"})


class Dice:
    """What was asked in one act, in its order. Each is taken once, as the model needs it."""

    def __init__(self, act: Act) -> None:
        self.left = [(q, a) for q, a in act.asked if not q.key.startswith("param ")]

    def next(self, prefix: str, *about: str) -> tuple[AnyQuestion, Answer]:
        """The next question, which has to begin so and to be about these."""
        if not self.left:
            raise Differs(f"the rules ask for {prefix} {about}; the app asks nothing more")
        question, _ = self.left[0]
        if not question.key.startswith(prefix) or any(each not in question.key for each in about):
            raise Differs(f"the rules ask for {prefix} {about}; the app asks {question.key}")
        return self.left.pop(0)

    def asks(self, prefix: str, *about: str) -> bool:
        """True if the app asks this next: for what the referee decides, where the rules leave it open."""
        return (
            bool(self.left) and self.left[0][0].key.startswith(prefix) and all(a in self.left[0][0].key for a in about)
        )

    def roll(self, prefix: str, sides: Sequence[int], *about: str) -> list[int]:
        """The faces of dice, which have to have these sides."""
        question, answer = self.next(prefix, *about)
        assert isinstance(question, Roll) and isinstance(answer, Rolled)
        asked = [pool.sides for pool in question.pools for _ in range(pool.count)]
        if asked != list(sides):
            raise Differs(f"{question.key}: the rules throw {list(sides)}, the app {asked}")
        return [face for pool in answer.faces for face in pool]

    def yes(self, prefix: str, *about: str) -> bool:
        _, answer = self.next(prefix, *about)
        return (
            answer.yes
            if isinstance(answer, Confirmed)
            else answer.option != "no"
            if isinstance(answer, Chosen)
            else False
        )

    def assumed(self, yes: bool, prefix: str, *about: str) -> bool:
        """What a forecast has to answer where only the table can see it."""
        if self.yes(prefix, *about) != yes:
            raise Differs(f"{prefix} {about}: to be assumed is {'yes' if yes else 'no'}")
        return yes

    def word(self, prefix: str, *about: str) -> str:
        _, answer = self.next(prefix, *about)
        assert isinstance(answer, Chosen)
        return answer.option

    def tags(self, prefix: str, *about: str) -> tuple[str, ...]:
        _, answer = self.next(prefix, *about)
        assert isinstance(answer, Picked)
        return answer.tags

    def number(self, prefix: str, *about: str) -> int:
        _, answer = self.next(prefix, *about)
        assert isinstance(answer, Counted)
        return answer.n


class Model:
    """The table: who is there, in which order, and whose turn it is."""

    def __init__(self, creatures: Iterable[Creature]) -> None:
        self.creatures = {each.tag: each for each in creatures}
        self.order: list[str] = []
        self.turn = ""
        self.dice: Dice
        for each in self.creatures.values():
            each.hp, each.legendary = each.most, each.legendary_most

    # -------------------------------------------------------------- conditions
    def gain(self, who: str, new: Condition) -> None:
        """F5-69, F5-70; prone and a grapple by one creature are there once."""
        creature = self.creatures[who]
        if new.kind in creature.unaffected or creature.standing == "dead":
            return
        same = [c for c in creature.conditions if c.kind == new.kind]
        if new.kind == "prone" and same:
            return
        holds = new.kind in ("grappled", "restrained") and new.save is None
        if holds and any(c.by == new.by and c.note == new.note for c in same):
            return
        if new.edge == "end" and new.of == self.turn:
            new.left += 1  # F5-86: the present turn does not count
        creature.conditions.append(new)
        if new.kind == "unconscious":
            self.gain(who, Condition("prone", who))
        self.settle(who)

    def settle(self, who: str) -> None:
        """What ends as its bearer, or whoever brought it, is no longer able."""
        creature = self.creatures[who]
        if creature.incapacitated or creature.standing == "dead":
            self.unfocus(who)
            for other in self.creatures.values():
                gone = [c for c in other.conditions if c.by == who and c.kind == "grappled"]
                notes = {c.note for c in gone}
                other.conditions = [
                    c for c in other.conditions if c not in gone and not (c.by == who and c.note and c.note in notes)
                ]
        if creature.standing == "dead":
            self.end(who, lambda condition: condition.kind in ("frightened", "charmed", "summoned"))

    def unfocus(self, who: str) -> None:
        """Concentration ends, and all that hangs on it."""
        creature = self.creatures[who]
        creature.conditions = [c for c in creature.conditions if c.kind != "concentrating"]
        self.end(who, lambda condition: condition.hangs)

    def end(self, by: str, meant: Callable[[Condition], bool]) -> None:
        """What somebody has brought ends, and who was summoned is gone."""
        for other in self.creatures.values():
            gone = [c for c in other.conditions if c.by == by and meant(c)]
            other.conditions = [c for c in other.conditions if c not in gone]
            if other.standing == "up" and any(c.kind == "summoned" for c in gone):
                other.standing = "elsewhere"

    def focus(self, who: str, rounds: int = 10) -> None:
        self.unfocus(who)
        self.gain(who, Condition("concentrating", who, "start", who, rounds))

    def idle(self) -> None:
        """F5-70: nobody concentrates on what affects nobody."""
        for tag, creature in self.creatures.items():
            lying = [c for other in self.creatures.values() if other.standing != "dead" for c in other.conditions]
            if creature.has("concentrating") and not any(c.hangs and c.by == tag for c in lying):
                self.unfocus(tag)

    def passes(self, edge: str, who: str) -> None:
        for creature in self.creatures.values():
            for condition in [c for c in creature.conditions if c.edge == edge and c.of == who]:
                condition.left -= 1
                if condition.left > 0 or condition not in creature.conditions:
                    continue
                if condition.kind == "concentrating":
                    self.unfocus(creature.tag)
                else:
                    self.end(condition.by, lambda other, over=condition: other is over)  # type: ignore[misc]

    # -------------------------------------------------------------- tests
    def d20(self, prefix: str, who: Creature, up: bool, down: bool, *about: str) -> tuple[int, int]:
        """The die that counts (F5-18), and what a bonus die adds."""
        count, more = 2 if up != down else 1, who.has("blessed") + self.is_led(who)
        faces = self.dice.roll(prefix, [20] * count + [4] * more, *about)
        return (max if up else min)(faces[:count]), sum(faces[count:])

    def is_led(self, who: Creature) -> bool:
        """Does a knight's Leadership help it? Only as long as the knight can act."""
        return any(each.kind == "led" and self.creatures[each.by].able for each in who.conditions)

    def save(self, who: str, ability: str, dc: int, by: str = "", magical: bool = False, up: bool = False) -> bool:
        """A save with what may be said after a failure (F5-48, F5-52)."""
        return self.rolled_save(who, ability, dc, by, magical, up) or self.answered(who, ability, dc, by, magical, up)

    def rolled_save(
        self, who: str, ability: str, dc: int, by: str = "", magical: bool = False, up: bool = False
    ) -> bool:
        return self.margin(who, ability, dc, by, magical, up) >= 0

    def margin(self, who: str, ability: str, dc: int, by: str = "", magical: bool = False, up: bool = False) -> int:
        """By how much a save is made; below 0 it failed."""
        creature = self.creatures[who]
        if ability in ("str", "dex") and creature.has(*HELPLESS):
            return -dc
        up = up or (magical and creature.magic_resistance)
        down = ability == "dex" and creature.has("restrained")
        die, more = self.d20(f"save {ability} {who}", creature, up, down, by)
        return die + more + creature.saves[ability] - dc

    def answered(self, who: str, ability: str, dc: int, by: str, magical: bool, up: bool = False) -> bool:
        """After a failed save: a legendary resistance, or a hero's second roll."""
        creature = self.creatures[who]
        if creature.resistance and self.dice.yes("fails", who):
            creature.resistance -= 1
            return True
        if creature.uses.get("indomitable") and self.dice.yes("Indomitable", who):
            creature.uses["indomitable"] -= 1
            return self.rolled_save(who, ability, dc, by, magical, up)  # the new roll counts, whatever it is
        return False

    # -------------------------------------------------------------- damage and healing
    def left(self, creature: Creature, amount: int, type: str, magical: bool, half: bool) -> int:
        """Damage of one type after a save's half, resistance and vulnerability (F5-30, F5-31)."""
        weapon = not magical and type in WEAPON_DAMAGE
        if type in creature.immune or (weapon and type in creature.immune_nonmagical):
            return 0
        if type == "poison" and creature.has("petrified"):
            return 0
        amount = max(0, amount) // 2 if half else max(0, amount)
        if type in creature.resist or (weapon and type in creature.resist_nonmagical) or creature.has("petrified"):
            amount //= 2
        return amount * 2 if type in creature.vulnerable else amount

    def damage(self, key: str, said: Sequence[Part], *about: str, critical: bool = False) -> list[tuple[int, str]]:
        """Throws each part of some damage: a roll for each type, twice the dice on a critical hit (F5-24, F5-32)."""
        found: list[tuple[int, str]] = []
        for type in dict.fromkeys(part.type for part in said):
            own = [part for part in said if part.type == type]
            sides = [part.sides for part in own for _ in range(part.count * (2 if critical else 1))]
            faces = self.dice.roll(key, sides, *about) if sides else []
            found.append((sum(faces) + sum(part.plus for part in own), type))
        return found

    def hurt(
        self, who: str, dealt: Sequence[tuple[int, str]], magical: bool = False, half: bool = False,
        critical: bool = False, halved: bool = False,
    ) -> int:  # fmt: skip
        """Damage to one creature, with all that comes of it: what it has taken (F5-33 to F5-45, F5-71)."""
        creature = self.creatures[who]
        amounts = [(n // 2 if halved else n, type) for n, type in dealt]
        total = sum(self.left(creature, n, type, magical, half) for n, type in amounts)
        if creature.standing == "dead" or total <= 0:
            return 0
        creature.conditions = [c for c in creature.conditions if not c.harm_ends]
        swallowed = min(creature.temp, total)
        creature.temp -= swallowed
        lost = total - swallowed
        if creature.standing in ("dying", "stable"):
            creature.standing = "dying"
            if lost >= creature.most:
                self.die(who)
            else:
                self.fail(who, 2 if critical else 1)
            return total
        over = lost - creature.hp
        if over >= 0 and lost and self.stays_up(creature, total, {type for _, type in dealt}, critical):
            creature.hp = 1
        else:
            creature.hp = max(0, creature.hp - lost)
        if creature.hp == 0:
            if not creature.hero or over >= creature.most:
                self.die(who)
            else:
                creature.standing = "dying"
                self.gain(who, Condition("unconscious", who))
        for condition in [c for c in creature.conditions if c.obeys and creature.standing != "dead"]:
            if self.save(who, "wis", condition.obeys, magical=True):
                creature.conditions = [c for c in creature.conditions if c is not condition]
        if (
            creature.hp
            and creature.has("concentrating")
            and not self.save(who, "con", max(10, total // 2), magical=magical)
        ):
            self.unfocus(who)
        return total

    def stays_up(self, creature: Creature, total: int, types: set[str], critical: bool) -> bool:
        """Undead Fortitude and Relentless: 1 hit point in place of 0."""
        if "undead_fortitude" in creature.traits and "radiant" not in types and not critical:
            return self.save(creature.tag, "con", 5 + total)
        if "relentless" in creature.traits and total <= creature.marks.get("relentless", 14):
            creature.traits.discard("relentless")
            return True
        return False

    def die(self, who: str) -> None:
        creature = self.creatures[who]
        creature.hp, creature.standing = 0, "dead"
        self.settle(who)

    def fail(self, who: str, n: int) -> None:
        creature = self.creatures[who]
        creature.failures = min(3, creature.failures + n)
        if creature.failures == 3:
            self.die(who)

    def heal(self, who: str, n: int) -> None:
        creature = self.creatures[who]
        if creature.standing == "dead" or n <= 0:
            return
        creature.hp = min(creature.most, creature.hp + n)
        if creature.standing in ("dying", "stable"):
            creature.standing, creature.successes, creature.failures = "up", 0, 0
            creature.conditions = [c for c in creature.conditions if c.kind != "unconscious"]

    # -------------------------------------------------------------- an attack
    def attack(
        self, who: str, on: str, hit: int, said: Sequence[Part], *, ranged: bool = False, spell: bool = False,
        magical: bool = False, weapon: bool = True, crit: int = 20, finesse: bool = False, up: bool = False,
    ) -> tuple[bool, bool]:  # fmt: skip
        """One attack (F5-15 to F5-25): True if it hit, and True if it was a critical hit."""
        attacker, target = self.creatures[who], self.creatures[on]
        afraid = any(c.kind == "frightened" and self.scares(c) for c in attacker.conditions)
        helps = [
            up,
            attacker.has("invisible"),
            target.has("blinded", "restrained", *HELPLESS),
            target.has("prone") and not ranged,
            "lit" in target.marks,
        ]
        if "pack_tactics" in attacker.traits and weapon:
            helps.append(self.dice.assumed(self.is_flanked(attacker, target), "agreed", who))
        if target.sheet.get("elusive") and not target.incapacitated:
            helps = []
        hinders = [
            attacker.has("blinded", "poisoned", "prone", "restrained") or afraid,
            target.has("invisible"),
            target.has("prone") and ranged,
        ]
        die, more = self.d20("attack", attacker, any(helps), any(hinders), f"{who}>{on}")
        target.marks.pop("lit", None)
        total = die + more + hit
        ac = target.ac
        hits = die == 20 or (die != 1 and total >= ac)
        if hits and die != 20:
            hits = total >= ac + self.parried(target, ranged)
        if not hits and attacker.uses.get("stroke_of_luck") and self.dice.yes("Stroke of Luck", who):
            attacker.uses["stroke_of_luck"] -= 1
            hits = True
        self.revealed(attacker)
        if not hits:
            return False, False
        critical = die >= crit or (not ranged and target.has("paralysed", "unconscious"))
        self.strikes_back(target, attacker, weapon and not ranged)
        said = [*said, *self.rides_along(attacker, target, any(helps), any(hinders), finesse or ranged, weapon)]
        halved = bool(said) and self.dodged(target, attacker)
        dealt = self.damage("damage", said, f"{who}>{on}", critical=critical)
        self.hurt(on, dealt, magical or spell, critical=critical, halved=halved)
        return True, critical

    def strikes_back(self, target: Creature, attacker: Creature, melee: bool) -> None:
        """What comes to whoever hits: given by the features."""

    def scares(self, condition: Condition) -> bool:
        """A source of fear that is dead or away frightens nobody (F5-57)."""
        by = self.creatures.get(condition.by)
        return by is not None and by.standing != "dead" and not by.has("banished")

    def revealed(self, attacker: Creature) -> None:
        """Who attacks is seen again, where its invisibility ends so."""
        if attacker.marks.pop("unseen", False):
            self.unfocus(attacker.tag)

    def parried(self, target: Creature, ranged: bool) -> int:
        """A reaction against an attack that hits, which makes the armour class better."""
        parry = target.marks.get("parry", 0)
        if parry and not ranged and target.reaction and target.able and self.dice.asks("Parry", target.tag):
            target.reaction -= self.dice.yes("Parry", target.tag)
            return int(parry) if not target.reaction else 0
        return 0

    def dodged(self, target: Creature, attacker: Creature) -> bool:
        """Uncanny Dodge: half the damage, by reaction."""
        if target.sheet.get("uncanny_dodge") and target.reaction and target.able and not attacker.has("invisible"):
            target.reaction -= (yes := self.dice.yes("Uncanny Dodge", target.tag))
            return yes
        return False

    def is_flanked(self, attacker: Creature, target: Creature) -> bool:
        """Is an ally of the attacker near the target, and not incapacitated? Everybody is near who is up."""
        allies = [each for each in self.creatures.values() if each.side == self.side_of(attacker)]
        return any(each.able for each in allies if each.tag not in (attacker.tag, target.tag))

    def side_of(self, creature: Creature) -> str:
        """The side that a creature fights for: that of whoever it obeys."""
        obeyed = [self.creatures[c.by].side for c in creature.conditions if c.obeys]
        return obeyed[0] if obeyed else creature.side

    def rides_along(
        self, attacker: Creature, target: Creature, up: bool, down: bool, sneaky: bool, weapon: bool
    ) -> list[Part]:
        """Sneak Attack: once a turn, with advantage, or where an ally is near and nothing hinders."""
        n = attacker.sheet.get("sneak", 0)
        if not n or not weapon or not sneaky or "sneak" in attacker.once or (down and not up):
            return []
        helped = self.is_flanked(attacker, target)
        if up == down and not self.dice.assumed(helped, "Sneak Attack", f"{attacker.tag}>{target.tag}"):
            return []
        attacker.once.add("sneak")
        return [Part(n, 6, 0, "piercing")]

    # -------------------------------------------------------------- an area
    def area(
        self, who: str, on: Sequence[str], ability: str, dc: int, said: Sequence[Part], *, half: bool,
        magical: bool = True, spell: bool = False, brings: Sequence[Condition] = (), immune: str = "",
    ) -> dict[str, bool]:  # fmt: skip
        """F5-50: all saves, then what follows a failure, then the dice once, then each in the order named."""
        on = [each for each in on if not (immune and self.creatures[each].immune_to(immune))]
        made = {each: self.rolled_save(each, ability, dc, who, magical) for each in on}
        for each in on:
            made[each] = made[each] or self.answered(each, ability, dc, who, magical)
        spared = {each: made[each] and (not half or self.evades(each, ability)) for each in on}
        dealt = self.damage("damage", said, who) if said and any(not spared[each] for each in on) else []
        for each in on:
            takes_half = (made[each] and half) or (not made[each] and self.evades(each, ability) and half)
            if not spared[each]:
                self.hurt(each, dealt, magical=True, half=takes_half)
            if not made[each] and self.creatures[each].standing != "dead":
                for new in brings:
                    self.gain(each, Condition(**vars(new)))
            if made[each] and immune:
                self.creatures[each].marks.setdefault("immune", set()).add(immune)
        return made

    def evades(self, who: str, ability: str) -> bool:
        creature = self.creatures[who]
        return ability == "dex" and bool(creature.sheet.get("evasion")) and not creature.incapacitated

    # -------------------------------------------------------------- turns
    def end_turn(self) -> None:
        """F5-13: saves that may be repeated, then what ends there, then the others' legendary actions."""
        creature = self.creatures.get(self.turn)
        if creature is not None:
            for condition in [c for c in creature.conditions if c.save is not None]:
                if condition.fresh:
                    condition.fresh = False
                elif creature.standing in ("up", "dying") and condition in creature.conditions:
                    assert condition.save is not None
                    if self.save(creature.tag, *condition.save):
                        creature.conditions = [c for c in creature.conditions if c is not condition]
                        if condition.note:
                            creature.marks.setdefault("immune", set()).add(condition.note)
                    elif condition.worse:
                        creature.conditions = [c for c in creature.conditions if c.worse != condition.worse]
                        self.gain(creature.tag, Condition(condition.worse, condition.by))
        self.passes("end", self.turn)
        for other in list(self.creatures.values()):
            if creature is not None and other.tag != self.turn and other.able and other.legendary:
                word = self.dice.word("after", other.tag)
                if word != "none":
                    self.legendary(other, word)

    def legendary(self, creature: Creature, word: str) -> None:
        """What a creature does as another's turn ends: given by the features."""
        raise NotImplementedError

    def begin_turn(self) -> None:
        """F5-12: the next in the order who is up or dying."""
        while True:
            self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)] if self.turn else self.order[0]
            creature = self.creatures.get(self.turn)
            if creature is None or (creature.standing in ("up", "dying") and not creature.has("banished")):
                break
            self.passes("start", self.turn)
            self.passes("end", self.turn)
        for other in self.creatures.values():
            other.once.clear()
        if creature is None:
            self.passes("start", self.turn)
            return
        creature.reaction, creature.legendary = 1, creature.legendary_most
        self.passes("start", self.turn)
        for name, ready in creature.ready.items():
            if not ready:
                (face,) = self.dice.roll("recharge", [6], f"{creature.tag}.{name}")
                creature.ready[name] = face >= 5
        self.at_start(creature)
        if creature.standing == "dying":
            self.death_save(creature)

    def at_start(self, creature: Creature) -> None:
        """What features bring at the start of a turn."""

    def death_save(self, creature: Creature) -> None:
        """F5-41 to F5-43."""
        die, more = self.d20("death", creature, False, False, creature.tag)
        if die + more < 10 and creature.uses.get("indomitable") and self.dice.yes("Indomitable", creature.tag):
            creature.uses["indomitable"] -= 1  # F5-47: a death save is a save
            die, more = self.d20("death", creature, False, False, creature.tag)
        if die == 20:
            self.heal(creature.tag, 1)
        elif die == 1:
            self.fail(creature.tag, 2)
        elif die + more >= 10:
            creature.successes += 1
            if creature.successes == 3:
                creature.standing, creature.successes, creature.failures = "stable", 0, 0
        else:
            self.fail(creature.tag, 1)
