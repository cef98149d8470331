"""Scenes in which a creature uses each of its features, typed as a referee types them, and what was seen in them.

Ann stands against it with known values. The dice are chosen by the facts of the source: a throw on the very
number and one below it, so that an attack hits and misses and a save is made and failed only if the numbers agree.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import (
    ConditionAdded,
    ConditionEnded,
    Happened,
    Remarked,
    Tested,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.problem import Problem
from referee.engine.questions.question import Choose, Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.figures.kinds import things_of
from referee.rules.registry import shipped
from tests.srd.facts import TYPES, Feature

RULES = systems.load("fifth")
GAME = read_system(shipped("fifth"), "fifth.toml").default
IT = "cee"
"""The tag of the creature."""
BONUS = 5
"""What Ann adds to each save."""
HIT_ON = 10
"""The die with which the creature just hits Ann, whose armour class is made for that."""
_VERBS = {"weapon": "attack", "power": "power"}
GAME_NAMES = {"paralyzed": "paralysed"}
"""What conditions of the source are called in the game."""
_MEANS = {"paralysed": ("paralyzed",), "numbed": ("poisoned", "paralyzed"), "kept_from_healing": ()}
"""What a condition of the game is called in the source, if it is called otherwise."""
_UNITS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400, "year": 5_256_000}
"""Rounds of what the source calls a time by."""
_MOST_ANSWERS = 60


@dataclass(frozen=True)
class Dice:
    """How the table throws in one scene."""

    hits: bool = True
    """The creature hits with the number that just hits, or misses with one less."""
    saves: int = -1
    """What a save comes to above its DC: 0 is just made, -1 just failed."""
    later: int = -1
    """The same for a save that is repeated later."""
    back: bool = False
    """A use comes back as soon as the die allows."""
    weak: bool = False
    """Ann has 1 hit point."""
    often: bool = False
    """It is used in each turn, until that is refused."""
    needed: bool = True
    """What the feature needs is laid down before."""
    large: bool = False
    """Ann is larger than the feature says."""


@dataclass
class Scene:
    """One play of a feature."""

    creature: str
    feature: Feature
    dice: Dice
    start: Encounter
    seen: set[str] = field(default_factory=set)
    """Facts that were seen, in the words of the facts."""
    lost: dict[str, list[int]] = field(default_factory=dict)
    """Hit points that each lost, in order."""
    added: set[str] = field(default_factory=set)
    """Conditions that came."""
    refused: str = ""
    """Why the last order was refused."""
    wanted: str = ""
    """The word that is chosen after another's turn."""
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = Session(RULES, MemoryStepLog(self.start))
        self._told = len(self.session.entries())
        self._lying: dict[tuple[str, str], tuple[Condition, int]] = {}
        self._rolled: list[str] = []
        self._turn_of = ""
        self._ticks: dict[str, int] = {}

    # ---------------------------------------------------------------- orders

    def order(self, line: str) -> bool:
        """Gives an order and answers what it asks; False if it is refused."""
        self._turn_of = self.session.encounter.turn or ""
        self.said.append(f"> {line}")
        try:
            run_line(self.session, line)
        except Problem as problem:
            self.refused = str(problem)
            self.said.append(f"  ! {problem}")
            return False
        self._answered()
        self._look()
        return True

    def _answered(self) -> None:
        for _ in range(_MOST_ANSWERS):
            if not self.session.questions:
                return
            question = self.session.questions[0]
            for word in self._answers(question):
                try:
                    run_line(self.session, f"< {word}")
                except Problem as problem:
                    self.refused = str(problem)
                    continue
                self.said.append(f"  {question.key}: {question.prompt} {getattr(question, 'goal', '')} [{word}]")
                break
            else:
                raise AssertionError(f"{self.creature}: no answer to {question.key}: {self.refused}")
        raise AssertionError(f"{self.creature}: asks for ever")

    def _answers(self, question: object) -> Iterator[str]:
        """What is answered, the best first."""
        if isinstance(question, Roll):
            yield self._thrown(question)
        elif isinstance(question, Choose | Pick):
            offers = [offer.word for offer in question.offers(self.session.encounter) if not offer.barred]
            if question.key.startswith("after "):
                yield from [self.wanted] if self.wanted in offers else []
                yield "none"
            elif isinstance(question, Pick):
                yield "ann"
            yield from offers
        yield from ("yes", "roll", "-")

    def turn_of(self, who: str) -> None:
        """Goes on until it is that figure's turn."""
        for _ in range(4):
            if self.session.encounter.turn == who:
                return
            self.order("next")

    def lying(self, tag: str) -> bool:
        """True if the feature has left a condition on this figure."""
        return any(of == tag for of, _ in self._lying)

    def timed(self) -> bool:
        """True if a condition is lying that ends within twelve rounds."""
        return any(cond.until is not None and cond.until.left <= 12 for cond, _ in self._lying.values())

    def immune_now(self, verb: str, word: str) -> None:
        """Uses the feature again at Ann, who is immune to it if no save is asked of her."""
        before = len(self.said)
        _used(self, verb, word)
        if not any("save" in line and "ann" in line for line in self.said[before:] if line.startswith("  save")):
            self.seen.add("immune 24 hours")

    # ---------------------------------------------------------------- dice

    def _thrown(self, roll: Roll) -> str:
        kind = roll.key.split(" ")[0]
        for pool in roll.pools:
            if pool.keep is not None and pool.sides == 20:
                self.seen.add("advantage" if pool.keep.highest else "disadvantage")
        if [pool.sides for pool in roll.pools] == [20] and not kind.startswith("damage"):
            return " ".join([str(self._d20(roll, kind))] * roll.pools[0].count)
        if kind == "recharge":
            return str(self._recharge(roll))
        self._note_dice(roll)
        return " / ".join(" ".join(str(pool.sides - n % pool.sides) for n in range(pool.count)) for pool in roll.pools)

    def _recharge(self, roll: Roll) -> int:
        needs = _recharge(self.feature)
        return needs if self.dice.back else max(needs - 1, 1)

    def _note_dice(self, roll: Roll) -> None:
        """Dice of damage or healing, with what is added to them and the type."""
        named = re.findall(rf"\b(?:{TYPES})\b", roll.prompt) or re.findall(rf"\b(?:{TYPES})\b", roll.key)
        kind = named[-1] if named else ""
        for n, pool in enumerate(roll.pools):
            dice = f"{pool.count}d{pool.sides}" + (f"{roll.added:+}" if roll.added and not n else "")
            self.seen |= {dice, f"{dice} {kind}".strip()}
            if "heal" in roll.key or "regain" in roll.prompt.lower():
                self.seen.add(f"heals {dice}")

    def _d20(self, roll: Roll, kind: str) -> int:
        """The die of a test: on its number, or so much above or below."""
        if kind == "attack":
            return HIT_ON if self.dice.hits else HIT_ON - 1
        needs = re.search(r"(\d+) or more", roll.goal)
        asked = int(needs[1]) + roll.added if needs else 0
        ability = roll.key.split(" ")[1] if kind == "save" else ""
        facts = [int(dc) for dc in re.findall(rf"DC (\d+) {ability}", "; ".join(self.feature.facts))]
        facts += [int(dc) for dc in re.findall(r"escape (\d+)", "; ".join(self.feature.facts)) if kind != "save"]
        dc = asked if asked in facts else facts[0] if facts else asked
        again = " to end " in roll.prompt or kind != "save"
        return min(20, max(1, dc - roll.added + (self.dice.later if again else self.dice.saves)))

    # ---------------------------------------------------------------- what is seen

    def _look(self) -> None:
        entries = self.session.entries()
        for entry in entries[self._told :]:
            events = entry.events or ()
            for n, event in enumerate(events):
                self._saw(event, events[:n], events)
        self._told = len(entries)

    def _saw(self, event: Happened, before: Sequence[Happened], events: Sequence[Happened]) -> None:
        match event:
            case Tested():
                self._tested(event)
            case TrackChanged(track="hp"):
                self._hp(event, events)
            case TrackChanged(track="legendary", by=by) if by < 0:
                self.seen.add(f"costs {-by}")
            case TrackBounded(track="hp"):
                self.seen.add("hp maximum")
            case ConditionAdded(tag=tag, condition=condition):
                self._added(tag, condition)
            case ConditionEnded():
                self._ended(event, before, events)
            case Remarked(text=text):
                self.added.add(text)
                self.seen |= {fact for fact in self.feature.facts if fact in text}
            case _:
                pass

    def _tested(self, test: Tested) -> None:
        if test.against is None:
            return
        margin = test.total - test.against
        good = test.result in ("success", "critical")
        edge = "made" if good and margin == 0 else "failed" if not good and margin == -1 else ""
        kind = test.kind
        if kind == "attack" and test.who == IT:
            bonus = sum(term.value for term in test.terms if not term.faces)
            self.seen |= {f"{bonus:+} to hit {edge}"}
        elif kind.startswith("save "):
            self.seen.add(f"DC {test.against} {kind[5:]} {edge}")
        else:
            self.seen |= {f"escape {test.against} {edge}", f"DC {test.against} check {edge}"}

    def _hp(self, change: TrackChanged, events: Sequence[Happened]) -> None:
        if change.by < 0:
            self.lost.setdefault(change.tag, []).append(-change.by)
            if any(term.label == "half" for term in change.terms):
                self.seen.add("half")
            flat = [term.value for term in change.terms if not term.faces and not term.label] or [-change.by]
            self.seen |= {f"{n} {kind}" for n in flat for kind in change.types}
            if change.tag != IT and any(isinstance(e, TurnBegan | TurnEnded) for e in events):
                self.seen |= {"each turn start", "each turn end"}
        elif change.tag == IT:
            self.seen |= {f"heals {change.by}", "heals"}

    def _added(self, tag: str, condition: Condition) -> None:
        if condition.kind.startswith("immune_to"):
            return
        self.added.add(f"{tag} {condition.kind}")
        for name in _MEANS.get(condition.kind, (condition.kind,)):
            self.seen.add(name)
        if (until := condition.until) is not None:
            self.seen |= called(until.left) if until.left > 10 else set()
        since = condition.since.round if condition.since else self.session.encounter.round
        self._lying[tag, condition.id] = condition, since

    def _ended(self, event: ConditionEnded, before: Sequence[Happened], events: Sequence[Happened]) -> None:
        found = self._lying.pop((event.tag, event.id), None)
        if found is None:
            return
        condition, since = found
        edges = [e for e in events if isinstance(e, TurnBegan | TurnEnded)]
        until = condition.until
        tests = [e for e in events if isinstance(e, Tested) and e.who == event.tag]
        if tests and tests[-1].result in ("success", "critical"):
            ended = [e for e in edges if isinstance(e, TurnEnded) and e.who == event.tag]
            self.seen |= {"saves again", f"saves again {'end' if ended else 'start'}"}
        elif until is not None and edges:
            began = any(isinstance(e, TurnBegan) and e.who == until.of for e in edges)
            over = any(isinstance(e, TurnEnded) and e.who == until.of for e in edges)
            if (began and until.edge == "start") or (over and until.edge == "end"):
                whose = "next turn" if until.of == IT else "its next turn"
                self.seen.add(f"until {whose} {until.edge}")
                passed = self.session.encounter.round - since
                self.seen |= called(passed)


def called(rounds: int) -> set[str]:
    """All that the source may call so many rounds: `10 round`, `1 minute`."""
    return {f"{rounds // each} {unit}" for unit, each in _UNITS.items() if rounds and rounds % each == 0}


# -------------------------------------------------------------------- the plays of a feature


@dataclass
class Proof:
    """What all scenes of a feature showed."""

    seen: set[str] = field(default_factory=set)
    scenes: list[Scene] = field(default_factory=list)


class Stage:
    """A creature at a table with Ann, and its features played one by one."""

    def __init__(self, creature: str) -> None:
        self.creature = creature

    def start(self, facts: Sequence[str]) -> Encounter:
        """The table at the first turn of the creature; its attacks just hit with the number that is thrown."""
        hit = next((int(fact.split(" ")[0]) for fact in facts if fact.endswith("to hit")), 5)
        saves = " ".join(f"{ability}_save={BONUS}" for ability in ("str", "dex", "con", "int", "wis", "cha"))
        session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
        size = next((fact.split(" ")[0].lower() for fact in facts if fact.endswith(" or smaller")), "medium")
        figure = f"type=humanoid size={size} hp=2000/2000 ac={HIT_ON + hit} {saves}"
        for line in (
            "dice table",
            f'add "{self.creature}" Cee init=20',
            f"add hero Ann init=10 {figure}",
            "next",
        ):
            run_line(session, line)
        return session.encounter

    def things(self, encounter: Encounter, feature: Feature) -> list[tuple[str, str]]:
        """The verb and the word of each thing that a feature is."""
        called = re.sub(r"\s*\([^)]*\)", "", feature.name)
        legendary = feature.name.endswith("(legendary)")
        found = []
        for thing, rule in things_of(GAME, encounter, IT):
            same = re.sub(r"\s*\([^)]*\)", "", thing.name).lower() == called.lower()
            if thing.kind in _VERBS and same and (rule.act.turn == "after") == legendary:
                found.append((_VERBS[thing.kind], thing.tag.rpartition(".")[2]))
        return found

    def proof(self, feature: Feature) -> Proof:
        """All that is seen as a feature is used."""
        done = Proof()
        start = self.start(feature.facts)
        if feature.name == "Multiattack":
            done.seen |= set(self._counted(feature, start))
        for verb, word in self.things(start, feature):
            for dice in _plays(feature):
                scene = Scene(self.creature, feature, dice, start)
                _play(scene, verb, word)
                done.scenes.append(scene)
                done.seen |= scene.seen
        done.seen |= {fact for fact in feature.facts if both_sides(fact, done)}
        return done

    def _counted(self, feature: Feature, start: Encounter) -> Iterator[str]:
        """Each count of a multiattack, if all its attacks can be made with one action and none of them once more."""
        scene = Scene(self.creature, feature, Dice(), start)
        counts = [(int(fact.split(" x ")[0]), fact.split(" x ")[1]) for fact in feature.facts]
        made = []
        for count, name in counts:
            for verb, word in self.things(start, Feature(self.creature, name, ()))[:1]:
                if all(_used(scene, verb, word) for _ in range(count)):
                    made.append((verb, word, f"{count} x {name}"))
        for verb, word, fact in made:
            if not _used(scene, verb, word):
                yield fact


def both_sides(fact: str, done: Proof) -> bool:
    """True if both sides of a fact were seen: made and failed, back and spent, with and without what it needs."""
    plain = re.sub(r"^(DC \d+) \w+ check$", r"\1 check", fact)
    if {f"{plain} made", f"{plain} failed"} <= done.seen or {f"{fact} back", f"{fact} spent"} <= done.seen:
        return True
    if fact.endswith(" or smaller"):
        small, large = (
            next((s.added for s in done.scenes if s.dice == Dice(large=large)), None) for large in (False, True)
        )
        return small != large
    if fact.startswith("spell DC "):
        return all(
            any(re.fullmatch(rf"{fact[6:]} \w+ {edge}", seen) for seen in done.seen) for edge in ("made", "failed")
        )
    if fact.startswith("by "):
        added = {scene.dice.saves: scene.added for scene in done.scenes}
        over, under = added.get(-int(fact[3:])), added.get(1 - int(fact[3:]))
        return None not in (over, under) and over != under
    return False


def _plays(feature: Feature) -> list[Dice]:
    """The throws of each scene that the facts call for."""
    facts, plays = feature.facts, [Dice()]
    if any(fact.startswith("DC ") or "half" in fact for fact in facts):
        plays.append(Dice(saves=0, back=True))
    if any(fact.endswith("to hit") for fact in facts):
        plays.append(Dice(hits=False))
    if any(fact.startswith(("saves again", "escape", "recharge")) or fact.endswith("check") for fact in facts):
        plays.append(Dice(later=0, back=True))
    if any(fact.startswith("needs ") for fact in facts):
        plays.append(Dice(needed=False))
    if any(fact.endswith((" a day", "a rest")) for fact in facts):
        plays.append(Dice(often=True))
    if any(fact.endswith(" or smaller") for fact in facts):
        plays.append(Dice(large=True))
    for fact in facts:
        if fact.startswith("by "):
            plays += [Dice(saves=-int(fact[3:])), Dice(saves=1 - int(fact[3:]))]
    if {"poisoned", "paralyzed", "unconscious", "prone"} & {*facts}:
        plays.append(Dice(weak=True))
    return plays


def _used(scene: Scene, verb: str, word: str) -> bool:
    return any(scene.order(f"{verb} {word} {whom}".strip()) for whom in ("ann", ""))


def _needs(scene: Scene) -> list[str]:
    return [fact for fact in scene.feature.facts if fact.startswith("needs ")]


def _laid_down(scene: Scene) -> None:
    """What a feature needs, and what it can change: a creature that is hurt, or Ann nearly down."""
    if any(fact.startswith("heals") for fact in scene.feature.facts):
        scene.order(f"damage {IT} {min(40, scene.session.encounter.figures[IT].tracks['hp'].now - 1)}")
    for fact in _needs(scene) if scene.dice.needed else ():
        scene.order(f"condition ann {fact[6:]} by {IT}")
        scene.seen.discard(fact[6:])
    if scene.dice.weak:
        scene.order("damage ann 1999")
    if scene.dice.large:
        scene.order("set ann size gargantuan")
    scene.lost.clear()
    scene.seen.clear()
    scene.added.clear()


def _play(scene: Scene, verb: str, word: str) -> None:
    """Uses it, then plays rounds until what it brought is over; then uses it again, as often as it may."""
    _laid_down(scene)
    if scene.feature.name.endswith("(legendary)"):
        scene.wanted = word
        for _ in range(2):
            scene.order("next")
        done = any(fact.startswith("costs") for fact in scene.seen)
        scene.wanted = ""
    else:
        done = _used(scene, verb, word) or _weakened(scene, verb, word)
    for fact in _needs(scene):
        scene.seen.add(
            f"{fact} {'made' if scene.dice.needed else 'failed'}" if done is scene.dice.needed else fact + "?"
        )
    if done:
        _rounds(scene, verb, word)


def _weakened(scene: Scene, verb: str, word: str) -> bool:
    """Uses it once the creature has half its hit points, but not with one more."""
    if "half its hp" not in scene.feature.facts:
        return False
    most = scene.session.encounter.figures[IT].tracks["hp"].now
    scene.order(f"damage {IT} {most - most // 2 - 1}")
    early = _used(scene, verb, word)
    scene.order(f"damage {IT} 1")
    done = _used(scene, verb, word)
    scene.seen |= {"half its hp"} if done and not early else set()
    return done


def _rounds(scene: Scene, verb: str, word: str) -> None:
    """The rounds after a use: what it brought ends, a use comes back, and it is used again."""
    facts, count = scene.feature.facts, 1
    escapes = any(fact.startswith("escape ") or fact.endswith(" check") for fact in facts)
    for _ in range(100 if scene.dice.often else 40):
        spent = _uses(scene, word) == 0
        if not scene.order("next"):
            raise AssertionError(f"{scene.creature}: next is refused: {scene.refused}")
        turn = scene.session.encounter.turn
        if turn == "ann" and escapes:
            scene.order(f"escape {IT}") or scene.order("escape")
        if turn != IT:
            continue
        if spent:
            scene.seen.add(f"recharge {_recharge(scene.feature)} {'back' if _uses(scene, word) else 'spent'}")
        if scene.dice.often and _used(scene, verb, word):
            count += 1
        elif scene.dice.often:
            scene.seen |= {f"{count} a day"} | ({"a rest"} if count == 1 else set())
            return
        if "immune 24 hours" in facts and scene.dice.back and _uses(scene, word) != 0 and not scene.lying("ann"):
            scene.immune_now(verb, word)
            return
        if not scene.dice.often and not scene.timed() and scene.session.encounter.round >= 3:
            return


def _recharge(feature: Feature) -> int:
    return next((int(fact[9:]) for fact in feature.facts if fact.startswith("recharge ")), 0)


def _uses(scene: Scene, word: str) -> int | None:
    """How many uses are left; None if they are not counted."""
    thing = scene.session.encounter.things.get(f"{IT}.{word}")
    shared = re.search(r"shares='(\w+)'", str(thing.traits.get("own", ""))) if thing is not None else None
    if shared is not None:
        return _uses(scene, shared[1])
    track = thing.tracks.get("uses") if thing is not None else None
    return None if track is None else track.now
