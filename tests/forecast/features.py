"""What happens in the fights that the model plays: spells, features of heroes, and what creatures do beside attacks."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.engine.state.bearer import Figure
from tests.forecast.model import Condition, Creature, Dice, Differs, Model, Part, minute, parts
from tests.forecast.played import Act

FACTS = json.loads((Path(__file__).parent / "facts.json").read_text(encoding="utf-8"))
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
NONMAGICAL = ("nonmagical", "adamantine", "silvered")


class Unknown(AssertionError):
    """The model has not been told what this does."""


def creature_of(figure: Figure, name: str) -> Creature:
    """A creature by the numbers of its source."""
    facts = FACTS.get(name) or BROUGHT[name]
    resist, physical = _defences(facts["resist"])
    immune, immune_physical = _defences(facts["immune"])
    made = Creature(
        figure.tag, name, figure.side, False, facts["ac"], facts["hp"], facts["mods"], facts["saves"],
        type=facts["type"], resist=resist, resist_nonmagical=physical, immune=immune,
        immune_nonmagical=immune_physical, vulnerable=set(facts["vulnerable"]),
        unaffected={_ours(each) for each in facts["unaffected"]}, attacks=facts["attacks"], saved=facts["saved"],
        traits=set(facts["traits"]), legendary_most=facts["legendary"], resistance=facts["resistance"],
    )  # fmt: skip
    for mark, value in MARKS.get(name, {}).items():
        made.marks[mark] = value
    made.ready = dict.fromkeys(RECHARGES.get(name, ()), True)
    made.slots = dict(SLOTS.get(name, {}))
    return made


def _ours(condition: str) -> str:
    return "paralysed" if condition == "paralyzed" else condition


def _defences(said: Sequence[str]) -> tuple[set[str], set[str]]:
    """The damage types of a line of defences: those that always count, and those of weapons that are not magical."""
    always, physical = set[str](), set[str]()
    for text in said:
        types = {each.strip(" ,") for each in text.replace(" and ", " ").replace(",", " ").split()}
        (physical if any(word in text for word in NONMAGICAL) else always).update(types & TYPES)
    return always, physical


def _tree() -> dict[str, Any]:
    """A treant without a mind."""
    treant = FACTS["Treant"]
    return {**treant, **{of: {**treant[of], "int": -5, "cha": -5} for of in ("mods", "saves")}}


def _object(hp: int, ac: int, strength: int, dexterity: int, hit: int, damage: str) -> dict[str, Any]:
    """An animated object, by the table of the spell."""
    mods = {"str": strength, "dex": dexterity, "con": 0, "int": -4, "wis": -4, "cha": -5}
    slam = {"hit": hit, "damage": [f"{damage} bludgeoning"], "ranged": False}
    empty: dict[str, Any] = {of: [] for of in ("resist", "immune", "vulnerable", "unaffected", "traits")}
    return {
        "type": "construct", "ac": ac, "hp": hp, "mods": mods, "saves": mods, "legendary": 0, "resistance": 0,
        "attacks": {"slam": slam}, "saved": {}, **empty,
    }  # fmt: skip


BROUGHT = {"Animated Tree": _tree(), "Tiny Animated Object": _object(20, 18, -3, 4, 8, "1d4+4")}
"""Numbers of figures that no table of creatures has."""
TYPES = {
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison", "psychic", "radiant",
    "slashing", "thunder",
}  # fmt: skip
MARKS: dict[str, dict[str, Any]] = {
    "Bandit Captain": {"parry": 2},
    "Knight": {"parry": 2},
    "Noble": {"parry": 2},
    "Wereboar": {"relentless": 14},
}
RECHARGES = {
    "Brass Dragon Wyrmling": ("fire_breath", "sleep_breath"),
    "Young White Dragon": ("cold_breath",),
    "Adult White Dragon": ("cold_breath",),
    "Adult Brass Dragon": ("fire_breath",),
    "Ancient Brass Dragon": ("fire_breath",),
    "Ancient Blue Dragon": ("lightning_breath",),
    "Ancient Black Dragon": ("acid_breath",),
}
SLOTS = {"Acolyte": {1: 3}, "Lich": {1: 4, 2: 3, 3: 3, 4: 3, 5: 3, 6: 1, 7: 1, 8: 1, 9: 1}}


def hero_of(figure: Figure, name: str, level: int) -> Creature:
    """A hero by its character sheet: scores, armour class, hit points, slots; its class says the rest."""
    sheet = figure.traits
    mods = {each: int(sheet.get(each, 0)) for each in ABILITIES}
    saves = {each: int(sheet.get(f"{each}_save", mods[each])) for each in ABILITIES}
    most = figure.tracks["hp"].most
    assert most is not None
    made = Creature(figure.tag, name, figure.side, figure.side == "heroes", int(sheet["ac"]), most, mods, saves)
    made.sheet = {"level": level, "proficiency": 2 + (level - 1) // 4, "casting": int(sheet.get("casting", 0))}
    made.slots = {n: figure.tracks[f"slot{n}"].now for n in range(1, 10) if f"slot{n}" in figure.tracks}
    proficiency = made.sheet["proficiency"]
    if name == "fighter":
        made.uses["indomitable"] = (level >= 9) + (level >= 13) + (level >= 17)
        made.sheet["crit"] = 18 if level >= 15 else 19 if level >= 3 else 20
        hit, damage = proficiency + mods["str"], [f"1d8+{mods['str'] + 2} slashing"]  # with Dueling
        made.attacks["longsword"] = {"hit": hit, "damage": damage, "ranged": False}
    if name == "rogue":
        made.sheet |= {"sneak": (level + 1) // 2, "uncanny_dodge": level >= 5, "evasion": level >= 7}
        made.sheet |= {"elusive": level >= 18}
        made.uses["stroke_of_luck"] = int(level >= 20)
        hit, damage = proficiency + mods["dex"], [f"1d8+{mods['dex']} piercing"]
        made.attacks["rapier"] = {"hit": hit, "damage": damage, "ranged": False, "finesse": True}
    return made


Spell = Callable[["Fight", Creature, Sequence[str], int], None]


class Fight(Model):
    """A fight of which each act is played by the model, too."""

    brought: Condition
    """What lies on whoever was summoned last."""

    def play(self, act: Act) -> None:
        """One act. Differs where the app asks for something else, or not for all."""
        self.dice = Dice(act)
        match act.verb:
            case "next":
                self.next(act)
            case "attack":
                self.swing(act.who, act.on[0], act.using)
            case "cast":
                self.cast(act)
            case "again":
                AGAIN[act.using](self, self.creatures[act.who], act.on, 0)
            case "power":
                self.power(act)
            case "stand":
                creature = self.creatures[act.who]
                creature.conditions = [c for c in creature.conditions if c.kind != "prone"]
            case _:
                raise Unknown(act.verb)
        self.joined(act)
        self.go_on(act)
        self.idle()
        if self.dice.left:
            raise Differs(f"the app asks {self.dice.left[0][0].key}; the rules do not")

    # -------------------------------------------------------------- the order
    def next(self, act: Act) -> None:
        if not self.turn:
            self.dice.next("init")
            self.numbers(act)
        else:
            self.end_turn()
        self.begin_turn(act)

    def go_on(self, act: Act) -> None:
        """Who died in its own turn, or is stable, has none any more (F5-07, F5-08)."""
        while (creature := self.creatures.get(self.turn)) and creature.standing in ("dead", "stable"):
            if not any(each.standing in ("up", "dying") for each in self.creatures.values()):
                return
            self.end_turn()
            self.begin_turn(act)

    def numbers(self, act: Act) -> None:
        """The order by the numbers that were thrown, those of a kind together (F5-01, F5-02, F5-09)."""
        figures = act.after.figures
        self.number = {tag: int(figure.traits["init"]) for tag, figure in figures.items()}
        self.unit = {tag: str(figure.traits.get("order.batch", tag)) for tag, figure in figures.items()}
        self.first: dict[int, list[str]] = {}
        self.order = sorted(figures, key=lambda tag: (-self.number[tag], tag not in self.creatures))

    def tied(self) -> None:
        """A tie that the table has settled: whose unit goes first (F5-03)."""
        while self.dice.asks("tie"):
            for picked in self.dice.tags("tie"):
                first = self.first.setdefault(self.number[picked], [])
                first.append(self.unit[picked])
        self.order.sort(key=self.place)

    def place(self, tag: str) -> tuple[int, int]:
        """Where a figure goes in the order: by its number, then as its tie was settled."""
        first, unit = self.first.get(self.number[tag], []), self.unit[tag]
        return -self.number[tag], first.index(unit) if unit in first else len(first)

    def begin_turn(self, act: Act | None = None) -> None:
        self.tied()
        super().begin_turn()

    def joined(self, act: Act) -> None:
        """Summoned creatures: whoever they are, they have a number of their own (F5-04)."""
        for tag, figure in act.after.figures.items():
            if tag in self.creatures or tag in self.order:
                continue
            made = creature_of(figure, figure.name.rstrip("0123456789 "))
            made.hp = made.most
            self.creatures[tag] = made
            self.gain(tag, replace(self.brought))
            self.number[tag] = int(figure.traits["init"])
            self.unit[tag] = str(figure.traits.get("order.batch", tag))
            later = [n for n, other in enumerate(self.order) if self.number[other] < self.number[tag]]
            self.order.insert(later[0] if later else len(self.order), tag)

    # -------------------------------------------------------------- attacks
    def swing(self, who: str, on: str, using: str) -> None:
        """An attack with a weapon, and what it brings."""
        creature = self.creatures[who]
        name = using.removesuffix("_legendary").removesuffix("_attack")
        name = {"bites_half_strength": "bites"}.get(name, name)
        weapon = creature.attacks.get(name)
        if weapon is None:
            raise Unknown(f"{creature.name}: {using}")
        said = parts(weapon["damage"])
        if using == "bites_half_strength":
            said = [Part(said[0].count // 2, said[0].sides, 0, said[0].type)]
        creature.marks.pop("sanctuary", None)
        charmers = [c.by for c in creature.conditions if c.kind == "charmed"]
        if on in charmers or self.creatures[on].side == self.side_of(creature):
            raise Differs(f"{who} does not attack {on}")
        if not self.warded(who, [on]):
            return
        crit = creature.sheet.get("crit", 20)
        hits, _ = self.attack(
            who, on, weapon["hit"], said, ranged=weapon["ranged"], crit=crit, finesse=weapon.get("finesse", False)
        )
        if hits and self.creatures[on].standing != "dead":
            self.brings(creature, self.creatures[on], name)

    def brings(self, by: Creature, target: Creature, name: str) -> None:
        """What the attack of a creature brings beside its damage."""
        match by.name, name:
            case "Constrictor Snake" | "Giant Constrictor Snake", "constrict":
                self.holds(by, target)
            case "Giant Toad", "bite":
                self.holds(by, target)
            case "Chain Devil", "chain":
                if not any(
                    c.by == by.tag for each in self.creatures.values() for c in each.conditions if c.kind == "grappled"
                ):
                    self.holds(by, target)
            case "Giant Centipede", "bite":
                if not self.save(target.tag, "con", 11, by.tag):
                    self.hurt(target.tag, self.damage("damage", parts(["3d6 poison"]), target.tag))
            case "Ghoul", "claws":
                if target.type != "undead" and not self.save(target.tag, "con", 10, by.tag):
                    self.gain(target.tag, minute("paralysed", by.tag, ("con", 10)))

    def holds(self, by: Creature, target: Creature) -> None:
        """A grapple that restrains as long as it lasts."""
        self.gain(target.tag, Condition("grappled", by.tag, note="held"))
        self.gain(target.tag, Condition("restrained", by.tag, note="held"))

    def strikes_back(self, target: Creature, attacker: Creature, melee: bool) -> None:
        if "heated_body" in target.traits and melee:
            self.hurt(attacker.tag, self.damage("damage", parts(["1d10 fire"]), attacker.tag), magical=True)

    def legendary(self, creature: Creature, word: str) -> None:
        cost = 2 if word in ("wing_attack",) else 1
        creature.legendary -= cost
        match word:
            case "detect":
                return
            case "tail_attack":
                (on,) = self.dice.tags("targets", creature.tag)
                self.swing(creature.tag, on, word)
            case _:
                raise Unknown(f"{creature.name}: {word}")

    # -------------------------------------------------------------- the start of a turn
    def at_start(self, creature: Creature) -> None:
        for other in list(self.creatures.values()):
            if other.standing != "up" or other.side == creature.side:
                continue
            match other.name:
                case "Chain Devil":
                    self.chain_devil(other, creature)
                case "Medusa" if other.able and not creature.has("unconscious", "blinded", "petrified"):
                    self.gaze(other, creature)
                case "Hezrou" if not creature.immune_to(f"{other.tag} stench"):
                    self.stench(other, creature)
        if creature.name == "fighter" and creature.sheet["level"] >= 18 and 0 < creature.hp <= creature.most // 2:
            self.heal(creature.tag, 5 + creature.mods["con"])

    def gaze(self, medusa: Creature, creature: Creature) -> None:
        """A save, below which by 5 or more one is stone at once; else one is held, and saves again a turn later."""
        self.dice.assumed(True, "Petrifying Gaze", f"{medusa.tag}>{creature.tag}")
        margin = self.margin(creature.tag, "con", 14, medusa.tag)
        if margin < 0 and creature.uses.get("indomitable") and self.dice.yes("Indomitable", creature.tag):
            creature.uses["indomitable"] -= 1
            margin = self.margin(creature.tag, "con", 14, medusa.tag)
        if margin <= -5:
            self.gain(creature.tag, Condition("petrified", medusa.tag))
        elif margin < 0:
            held = Condition("restrained", medusa.tag, save=("con", 14), fresh=True, worse="petrified")
            self.gain(creature.tag, held)

    def stench(self, hezrou: Creature, creature: Creature) -> None:
        self.dice.assumed(True, "Stench", f"{hezrou.tag}>{creature.tag}")
        if self.save(creature.tag, "con", 14, hezrou.tag):
            creature.marks.setdefault("immune", set()).add(f"{hezrou.tag} stench")
        else:
            self.gain(creature.tag, Condition("poisoned", hezrou.tag, "start", creature.tag, 1))

    def chain_devil(self, devil: Creature, creature: Creature) -> None:
        if devil.reaction and devil.able and creature.standing == "up":
            self.dice.assumed(True, "Unnerving Mask", f"{devil.tag}>{creature.tag}")
            devil.reaction = 0
            if not self.save(creature.tag, "wis", 14, devil.tag, magical=True):
                self.gain(creature.tag, Condition("frightened", devil.tag, "end", creature.tag, 0))
        if any(c.by == devil.tag and c.kind == "restrained" for c in creature.conditions):
            self.hurt(creature.tag, self.damage("damage", parts(["2d6 piercing"]), creature.tag))

    # -------------------------------------------------------------- abilities
    def power(self, act: Act) -> None:
        if act.who not in self.creatures:
            LAIRS[act.using](self, act.who, act.on)
            return
        creature, using = self.creatures[act.who], act.using
        match using:
            case "action_surge":
                return
            case "antennae":
                self.save(act.on[0], "dex", 11, act.who)
            case "cunning_action":
                if self.dice.word("choice", act.who) != "dash":
                    raise Unknown("cunning_action")
            case "second_wind":
                (face,) = self.dice.roll("heal", [10], act.who)
                self.heal(act.who, face + creature.sheet["level"])
            case "frightful_presence":
                saved = creature.saved[using]
                fear = minute("frightened", act.who, (saved["save"], saved["dc"]), note=f"{act.who} {using}")
                self.area(act.who, act.on, "wis", saved["dc"], [], half=False, magical=False, brings=[fear],
                          immune=f"{act.who} {using}")  # fmt: skip
            case _ if using.endswith("_breath"):
                self.breathe(creature, act.on, using)
            case "scare":
                made = self.save(act.on[0], "wis", 10, act.who)
                self.revealed(creature)
                if not made:
                    self.gain(act.on[0], minute("frightened", act.who, ("wis", 10)))
            case "animate_trees":
                self.dice.next("init")
                self.brought = Condition("summoned", act.who)
            case "leadership":
                for target in act.on:
                    self.gain(target, minute("led", act.who))
            case "invisibility":
                invisibility(self, creature, act.on, 0)
            case _:
                raise Unknown(f"{creature.name}: {using}")

    def breathe(self, creature: Creature, on: Sequence[str], using: str) -> None:
        if not creature.ready.get(using, True):
            raise Differs(f"{creature.name} has not got back its {using}")
        for name in creature.ready:
            creature.ready[name] = False
        saved = BREATHS.get((creature.name, using)) or creature.saved[using]
        said = parts(saved["damage"])
        self.area(creature.tag, on, saved["save"], saved["dc"], said, half=True, magical=False)

    # -------------------------------------------------------------- spells
    def warded(self, who: str, on: Sequence[str]) -> list[str]:
        """Those whom a creature can still aim at: it saves against a Sanctuary first."""
        marks = {tag: self.creatures[tag].marks.get("sanctuary", 0) for tag in on}
        return [tag for tag in on if not marks[tag] or self.save(who, "wis", marks[tag], tag, magical=True)]

    def cast(self, act: Act) -> None:
        creature = self.creatures[act.who]
        name, _, said = act.using.rpartition("_")
        name, level = (name, int(said)) if said.isdecimal() else (act.using, 0)
        if name not in SPELLS:
            raise Unknown(name)
        least, spell = SPELLS[name]
        level = level or next((n for n in range(least, 10) if creature.slots.get(n)), least)  # the lowest that is left
        if least:
            if creature.slots.get(level, 0) <= 0:
                raise Differs(f"{act.who} has no slot of level {level}")
            creature.slots[level] -= 1
        harms = name not in CALLS and name not in (
            "bless",
            "healing_word",
            "cure_wounds",
            "mass_cure_wounds",
            "mass_healing_word",
            "heal",
            "sanctuary",
        )
        if harms:
            creature.marks.pop("sanctuary", None)
        wards = {  # what such a creature wishes reaches it
            tag for tag, each in self.creatures.items()
            if "limited_magic_immunity" in each.traits and each.side != self.side_of(creature)
        }  # fmt: skip
        on = [tag for tag in act.on if level > 6 or tag not in wards]
        if on or not act.on:
            spell(self, creature, on, level)
        if name != "invisibility":
            self.revealed(creature)

    def shared(self, caster: Creature, on: Sequence[str], shots: int) -> list[tuple[str, int]]:
        """How the shots of a spell are shared out among its targets."""
        found, left = [], shots
        for n, target in enumerate(on, 1):
            rest = len(on) - n
            own = left if not rest else 1 if left == rest + 1 else self.dice.number("shots", f"{caster.tag}>{target}")
            found.append((target, own))
            left -= own
        if left:
            raise Differs(f"{left} of {shots} shots are left over")
        return found

    def spell_hit(self, caster: Creature) -> int:
        return SPELL_HIT.get(caster.name) or caster.sheet["proficiency"] + caster.sheet["casting"]

    def dc(self, caster: Creature) -> int:
        return 8 + self.spell_hit(caster)

    def tier(self, caster: Creature) -> int:
        """The dice of a cantrip."""
        level = caster.sheet.get("level", CASTER_LEVELS.get(caster.name, 1))
        return 1 + (level >= 5) + (level >= 11) + (level >= 17)


SPELL_HIT = {"Acolyte": 4, "Rakshasa": 10, "Lich": 12}
CASTER_LEVELS = {"Acolyte": 1, "Lich": 18}
BREATHS = {
    ("Brass Dragon Wyrmling", "fire_breath"): {"save": "dex", "dc": 11, "damage": ["4d6 fire"]},
    ("Adult Brass Dragon", "fire_breath"): {"save": "dex", "dc": 18, "damage": ["13d6 fire"]},
    ("Ancient Brass Dragon", "fire_breath"): {"save": "dex", "dc": 21, "damage": ["16d6 fire"]},
}


def ray(count: int, sides: int, type: str, more: int = 0, least: int = 0) -> Spell:
    """A spell attack: so many dice, and more for each level above its least; of a cantrip by the caster's level."""

    def cast(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
        n = count + more * (level - least) if least else fight.tier(caster)
        said = [Part(n, sides, 0, type)]
        if not fight.warded(caster.tag, on):
            return
        fight.attack(caster.tag, on[0], fight.spell_hit(caster), said, ranged=True, spell=True, weapon=False)

    return cast


def guiding_bolt(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    said = [Part(3 + level, 6, 0, "radiant")]
    hit = fight.spell_hit(caster)
    if not fight.warded(caster.tag, on):
        return
    hits, _ = fight.attack(caster.tag, on[0], hit, said, ranged=True, spell=True, weapon=False)
    if hits:
        fight.creatures[on[0]].marks["lit"] = True


def spiritual_weapon(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    caster.marks["weapon"] = level = level or caster.marks["weapon"]
    said = [Part(1 + (level - 2) // 2, 8, caster.sheet["casting"], "force")]
    fight.attack(caster.tag, on[0], fight.spell_hit(caster), said, spell=True, weapon=False)


def magic_missile(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    shots = fight.shared(caster, on, level + 2)
    aimed = fight.warded(caster.tag, on)
    for target, n in shots:
        for _ in range(n):
            if fight.creatures[target].standing == "dead" or target not in aimed:
                break
            fight.hurt(target, fight.damage("damage", parts(["1d4+1 force"]), caster.tag), magical=True)


def scorching_ray(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    for target, n in fight.shared(caster, on, level + 1):
        for _ in range(n):
            if fight.creatures[target].standing != "dead":
                ray(2, 6, "fire", 0, 1)(fight, caster, [target], 1)


def blast(ability: str, said: Sequence[str], more: tuple[int, ...] = (), least: int = 0, *, half: bool = True) -> Spell:
    """All who are named save, and take the damage or half of it."""

    def cast(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
        dice = parts(said)
        for part, n in zip(dice, more, strict=False):
            part.count += n * (level - least)
        if not least and len(dice) == 1:
            dice[0].count = fight.tier(caster)
        aimed = fight.warded(caster.tag, on) if not least else on  # an area needs no aim
        fight.area(caster.tag, aimed, ability, fight.dc(caster), dice, half=half)

    return cast


def healing(sides: int, dice: Callable[[int], int], flat: int = 0) -> Spell:
    """A cleric of Life heals 2 + the level more, and from 17th level on the most that the dice can show."""

    def cast(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
        n, casting = dice(level), caster.sheet.get("casting", 2)
        life = 2 + level if caster.name == "cleric" else 0
        total = (n * sides + casting if sides else flat + 10 * (level - 6)) + life
        for target in on:
            if sides and (caster.sheet.get("level", 1) < 17 or caster.name != "cleric"):
                total = sum(fight.dice.roll("heal", [sides] * n, target)) + casting + life
            fight.heal(target, total)

    return cast


def bless(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    fight.focus(caster.tag)
    for target in on:
        fight.gain(target, minute("blessed", caster.tag, hangs=True))


def sunburst(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """Whoever fails is blinded as well, and saves again at each turn's end."""
    dc = fight.dc(caster)
    blinded = minute("blinded", caster.tag, ("con", dc))
    fight.area(caster.tag, on, "con", dc, parts(["12d6 radiant"]), half=True, brings=[blinded])


def plane_shift(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """A spell attack, and who fails a save then is gone."""
    hits, _ = fight.attack(caster.tag, on[0], fight.spell_hit(caster), [], spell=True, weapon=False)
    if hits and not fight.save(on[0], "cha", fight.dc(caster), caster.tag, magical=True):
        fight.gain(on[0], Condition("banished", caster.tag))
        fight.creatures[on[0]].standing = "elsewhere"


def calls(rounds: int) -> Spell:
    """Creatures that fight for the caster as long as it concentrates. They have a number of their own."""

    def cast(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
        fight.dice.word("summons", caster.tag)
        fight.dice.next("init")
        fight.focus(caster.tag, rounds)
        fight.brought = Condition("summoned", caster.tag, "start", caster.tag, rounds, hangs=True)

    return cast


CALLS: dict[str, tuple[int, Spell]] = {
    "conjure_animals": (3, calls(600)),
    "giant_insect": (4, calls(100)),
    "animate_objects": (5, calls(10)),
}


def dominate_person(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """Whoever fails obeys, and saves again with each harm. In a fight the save has advantage."""
    fight.focus(caster.tag)
    if not fight.save(on[0], "wis", fight.dc(caster), caster.tag, magical=True, up=True):
        fight.gain(on[0], minute("charmed", caster.tag, hangs=True, obeys=fight.dc(caster)))


def charm_person(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """It ends with any harm. In a fight the save has advantage."""
    if not fight.save(on[0], "wis", fight.dc(caster), caster.tag, magical=True, up=True):
        fight.gain(on[0], Condition("charmed", caster.tag, "start", caster.tag, 600, harm_ends=True))


def suggestion(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """What was suggested is the referee's; it ends with any harm."""
    fight.focus(caster.tag, 4800)
    if not fight.save(on[0], "wis", fight.dc(caster), caster.tag, magical=True):
        fight.gain(on[0], Condition("suggested", caster.tag, "start", caster.tag, 4800, hangs=True, harm_ends=True))


def invisibility(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    fight.focus(caster.tag, 600)
    caster.marks["unseen"] = True
    fight.gain(caster.tag, Condition("invisible", caster.tag, hangs=True))


def sanctuary(fight: Fight, caster: Creature, on: Sequence[str], level: int) -> None:
    """Whoever aims at its bearer saves first; it ends as the bearer attacks."""
    fight.creatures[on[0]].marks["sanctuary"] = fight.dc(caster)


SPELLS: dict[str, tuple[int, Spell]] = {
    **CALLS,
    "produce_flame": (0, ray(1, 8, "fire")),
    "fire_bolt": (0, ray(1, 10, "fire")),
    "sacred_flame": (0, blast("dex", ["1d8 radiant"], half=False)),
    "guiding_bolt": (1, guiding_bolt),
    "magic_missile": (1, magic_missile),
    "scorching_ray": (2, scorching_ray),
    "spiritual_weapon": (2, spiritual_weapon),
    "fireball": (3, blast("dex", ["8d6 fire"], (1,), 3)),
    "ice_storm": (4, blast("dex", ["2d8 bludgeoning", "4d6 cold"], (1,), 4)),
    "cone_of_cold": (5, blast("con", ["8d8 cold"], (1,), 5)),
    "flame_strike": (5, blast("dex", ["4d6 fire", "4d6 radiant"], (1,), 5)),
    "disintegrate": (6, blast("dex", ["10d6+40 force"], (3,), 6, half=False)),
    "finger_of_death": (7, blast("con", ["7d8+30 necrotic"], (0,), 7)),
    "fire_storm": (7, blast("dex", ["7d10 fire"], (0,), 7)),
    "sunburst": (8, sunburst),
    "plane_shift": (0, plane_shift),
    "dominate_person": (0, dominate_person),
    "charm_person": (0, charm_person),
    "suggestion": (0, suggestion),
    "invisibility": (0, invisibility),
    "sanctuary": (1, sanctuary),
    "meteor_swarm": (9, blast("dex", ["20d6 fire", "20d6 bludgeoning"], (0,), 9)),
    "cure_wounds": (1, healing(8, lambda level: level)),
    "healing_word": (1, healing(4, lambda level: level)),
    "mass_healing_word": (3, healing(4, lambda level: level - 2)),
    "mass_cure_wounds": (5, healing(8, lambda level: level - 2)),
    "heal": (6, healing(0, lambda level: 0, 70)),
    "bless": (1, bless),
}
AGAIN: dict[str, Spell] = {"spiritual_weapon": spiritual_weapon}


def tremor(fight: Fight, lair: str, on: Sequence[str]) -> None:
    fight.area(lair, on, "dex", 15, parts(["2d6 bludgeoning"]), half=True, brings=[Condition("prone", lair)])


def fumes(fight: Fight, lair: str, on: Sequence[str]) -> None:
    poisoned = Condition("poisoned", lair, "end", lair, 1)
    fight.area(lair, on, "con", 13, [], half=False, brings=[poisoned])


LAIRS: dict[str, Callable[[Fight, str, Sequence[str]], None]] = {"tremor": tremor, "fumes": fumes}
