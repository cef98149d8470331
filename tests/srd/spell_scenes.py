"""Scenes in which each spell that plays is cast, typed as a referee types it, and what was seen in them.

Cee casts at Ann, who is a foe, or a friend if the spell is for friends; Dan stands by. All their values are known: the
dice are thrown on the very number of a DC or an armour class, and one below it.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import (
    ConditionAdded,
    ConditionEnded,
    ConditionValued,
    Happened,
    Joined,
    Remarked,
    Tested,
    TrackBounded,
    TrackChanged,
    TurnBegan,
    TurnEnded,
)
from referee.engine.questions.question import Choose, Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from tests.srd.facts import TYPES, Feature
from tests.srd.made import FILE as LIBRARY
from tests.srd.scenes import BONUS, GAME_NAMES, HIT_ON, IT, RULES, Dice, Proof, Scene, both_sides, called

DC = 15
HIT = 7
MODIFIER = 4
"""What Cee has: its casting is 4, its proficiency 3."""
_ANN = "ann"
_SWORD = "{name='Sword', hit=60, damage='10 slashing'}"
_HOW = "{name='How', cost={}, turn='any', targets='self', tell='has speed {speed} and AC {ac}'}"
"""Tells the values that a figure has with all that lies on it."""
_SLOTS = " ".join(f"slot{level}=4" for level in range(1, 10))
_MOST_TURNS = 400
_MOST_ROUNDS = 12
_PRICES = {"action": "action", "bonus": "bonus action", "reaction": "reaction"}
_ASKED = {"dc": "10", "skill": "0", "hit": "0"}


def of_caster(fact: str) -> str:
    """A fact with the numbers of the caster: `save dex` as `DC 15 dex`."""
    fact = re.sub(r"\bmod\b", str(MODIFIER), fact)
    fact = re.sub(r"(^|: )save (\w+)$", rf"\1DC {DC} \2", fact)
    fact = re.sub(r"(^|: )DC (\w{3}) check$", rf"\1DC {DC} \2 check", fact)
    return fact.replace("spell attack", f"{HIT:+} to hit")


@dataclass(frozen=True)
class Casting(Dice):
    """How a spell is cast in one scene, and how the table throws."""

    slot: int = 0
    """The level of the slot; 0 is that of the spell."""
    option: int = 0
    """Which of its choices is taken."""


@dataclass(frozen=True)
class Aim:
    """At whom a spell is cast: the order, and the stage on which it is not refused."""

    order: str
    friend: bool = False
    """Ann is on the side of Cee."""
    down: bool = False
    """Ann is dying."""

    @property
    def bearer(self) -> str:
        """Who bears what the spell brings."""
        return _ANN if self.order.endswith(f" {_ANN}") else IT


class SpellScene(Scene):
    """A scene in which Cee casts a spell; what each order asked is kept."""

    dice: Casting

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asked: list[Roll] = []
        self.options: list[str] = []
        """The choices that the spell offers."""
        self.summons = False
        """Creatures come."""
        self.doing = ""
        """`cast` or `again`, while that is ordered."""
        self.paid: set[str] = set()
        self.events: list[Happened] = []
        self.prompts: list[str] = []
        self._thrown_sum = 0

    def fork(self) -> "SpellScene":
        """Another scene that goes on from here, and changes nothing in this one."""
        return SpellScene(self.creature, self.feature, self.dice, self.session.encounter)

    def figure(self, tag: str) -> Figure:
        """A figure as it is now."""
        return self.session.encounter.figures[tag]

    def act(self, doing: str, line: str) -> bool:
        """Casts the spell, or does it again; what it costs is noted."""
        self.doing, self.paid = doing, set()
        done = self.order(line)
        self.doing = ""
        if done and doing == "cast":
            cheap = self.paid.isdisjoint(_PRICES.values())
            self.seen |= {fact for fact in self.feature.facts if fact.startswith("cast in ") and cheap}
            self.seen |= {"no slot"} if not any(paid.startswith("slot") for paid in self.paid) else set()
            self.seen |= {"no concentration"} if "concentration" not in self.seen else set()
        elif done:
            self.seen |= {f"again {paid}" for paid in self.paid}
        return done

    def _answers(self, question: object) -> Iterator[str]:
        if isinstance(question, Choose) and question.key.startswith(("choice ", "summons ")):
            offers = [offer for offer in question.offers(self.session.encounter) if not offer.barred]
            self.options = [offer.label or offer.word for offer in offers]
            self.summons = question.key.startswith("summons ")
            yield offers[min(self.dice.option, len(offers) - 1)].word
        self.prompts.append(str(getattr(question, "prompt", "")))
        key = str(getattr(question, "key", "")).split(" ")[0]
        if key in _ASKED:
            yield _ASKED[key]
        if not isinstance(question, Roll | Choose | Pick):
            yield from ("yes", "1")
        yield from super()._answers(question)

    # ---------------------------------------------------------------- dice

    def _thrown(self, roll: Roll) -> str:
        self.asked.append(roll)
        answer = super()._thrown(roll)
        if roll.key.startswith("table "):
            self.options = [str(face + 1) for face in range(roll.pools[0].sides)]
            answer = str(self.dice.option + 1)
        if roll.key.startswith(("damage", "heal")):
            self._thrown_sum = sum(map(int, re.findall(r"\d+", answer))) + roll.added
        return answer

    def _d20(self, roll: Roll, kind: str) -> int:
        """The spell goes on: who concentrates does not lose it."""
        return 20 if "concentration" in roll.prompt else super()._d20(roll, kind)

    def _note_dice(self, roll: Roll) -> None:
        super()._note_dice(roll)
        for pool in roll.pools:
            dice = f"{pool.count}d{pool.sides}" + (f"{roll.added:+}" if roll.added else "")
            self.seen |= {f"{dice} {pool.name}"} if re.fullmatch(TYPES, pool.name) else set()
            self.seen |= {f"{pool.count}d{pool.sides}"} if "Sword" in roll.prompt else set()
            self.seen |= {f"temp {dice}"} if roll.key.startswith("temp") else set()
            self.seen |= {f"hp maximum +{dice}"} if "most" in roll.key else set()

    # ---------------------------------------------------------------- what is seen

    def _look(self) -> None:
        for entry in self.session.entries()[self._told :]:
            self.events += entry.events or ()
        super()._look()

    def _saw(self, event: Happened, before: Sequence[Happened], events: Sequence[Happened]) -> None:
        super()._saw(event, before, events)
        if self.doing and isinstance(event, TrackChanged) and event.by < 0:
            self._pays(event.track)
        match event:
            case TrackChanged(track="temp", by=by) if by > 0:
                self.seen |= {f"temp {by}"} | self._moment(event, events)
            case TrackBounded(track="hp", most=most) if most is not None:
                was = self.start.figures[event.tag].tracks["hp"].most or 0
                self.seen.add(f"hp maximum {most - was:+}")
            case TrackChanged(track="hp"):
                self._health(event, before)
                self.seen |= self._moment(event, events)
            case ConditionEnded(tag=tag):
                self.seen |= {f"lifts {kind}" for kind in self._kinds(tag, event.id) if self.doing == "cast"}
            case ConditionValued(tag=tag, id=id):
                self.seen |= {f"lifts {kind}" for kind in self._kinds(tag, id) if self.doing == "cast"}
            case ConditionAdded(condition=condition):
                self.seen |= {"concentration"} if condition.kind == "concentrating" else set()
            case Tested(kind=kind):
                moment = self._moment(event, events)
                self.seen |= moment
                if kind.startswith("save"):
                    self.seen |= {f"saves again {edge[5:]}" for edge in moment if edge.startswith("turn ")}
            case Remarked():
                self.seen |= self._moment(event, events)
            case _:
                pass

    def _pays(self, track: str) -> None:
        paid = {_PRICES[track]} if track in _PRICES else {f"slot {track[4:]}"} if track.startswith("slot") else set()
        self.paid |= paid
        self.seen |= paid if self.doing == "cast" else set()

    def _kinds(self, tag: str, id: str) -> set[str]:
        names = {game: source for source, game in GAME_NAMES.items()}
        lying = self.start.figures[tag].conditions if tag in self.start.figures else ()
        return {names.get(each.kind, each.kind) for each in lying if each.id == id}

    def _moment(self, event: Happened, events: Sequence[Happened]) -> set[str]:
        """Whether it comes at the start of a turn, or at its end: what comes then is told before the end itself."""
        n = next(n for n, each in enumerate(events) if each is event)
        began = [each for each in events[:n] if isinstance(each, TurnBegan)]
        ends = [each for each in events[n:] if isinstance(each, TurnEnded)]
        edge = "start" if began else "end" if ends else ""
        return {f"each turn {edge}", f"turn {edge}"} if edge else set()

    def _health(self, change: TrackChanged, before: Sequence[Happened]) -> None:
        if change.by > 0:
            self.seen |= {f"heals {change.by}"}
            lost = -sum(
                each.by for each in before if isinstance(each, TrackChanged) and each.track == "hp" and each.by < 0
            )
            self.seen |= {"heals half"} if lost and change.by == lost // 2 else set()
        elif -change.by == self._thrown_sum // 2 and self._thrown_sum > 1:
            self.seen.add("half")
        self._thrown_sum = 0

    def _added(self, tag: str, condition: Condition) -> None:
        if self.doing or condition.kind not in ("concentrating",):
            super()._added(tag, condition)
        if condition.until is not None and condition.until.left == 1 and condition.until.edge == "end":
            self.seen |= called(1)


# -------------------------------------------------------------------- the stage


class SpellStage:
    """Cee, who has the spell, at a table with Ann and Dan."""

    def __init__(self, feature: Feature, word: str) -> None:
        self.name, self.word = feature.name, word
        self.feature = feature._replace(facts=tuple(map(of_caster, feature.facts)))
        self.plain = tuple(fact for fact in self.feature.facts if not re.match(r"(?:slot|level) \d: ", fact))
        self.kind = next((fact[5:] for fact in self.plain if fact.startswith("only ")), "humanoid")
        covers = any(re.fullmatch(r"\d+d(?:8|10)", fact) for fact in self.plain)
        self.health = 5 if covers else 1000
        """A spell that covers so many hit points in all covers few of them for sure."""

    def start(
        self, friend: bool = False, down: bool = False, level: int = 1, kind: str = "", more: int = 0
    ) -> Encounter:
        """The table at the first turn of Cee."""
        saves = " ".join(f"{ability}_save={BONUS}" for ability in ("str", "dex", "con", "int", "wis", "cha"))
        values = f"type={kind or self.kind} int=-3 dex=2 hp={self.health}/2000 ac={HIT_ON + HIT} {saves}"
        has = f'weapon="{_SWORD}" power="{_HOW}"'
        caster = f"casting={MODIFIER} proficiency={HIT - MODIFIER} hit_dice={level} {_SLOTS} spell={self.word}"
        session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
        side = "hero" if friend else "foe"
        for line in (
            "dice table",
            f"add hero Cee init=20 type=humanoid dex=2 hp=1000/2000 ac={HIT_ON + HIT} {saves} {caster} {has}",
            f"add {side} Ann init=10 {values} {has}",
            f"add foe Dan init=5 {values} {has}",
            *(f"add {side} E{n} init=1 {values}" for n in range(more)),
            "next",
            *(["damage ann 1000"] if down else []),
        ):
            run_line(session, line)
        return session.encounter

    def scene(self, start: Encounter, dice: Casting = Casting()) -> SpellScene:
        """A scene of the spell."""
        return SpellScene(self.name, self.feature, dice, start)

    def aim(self) -> Aim | None:
        """At whom it can be cast; None if each order is refused."""
        for friend, down in ((False, False), (True, False), (True, True)):
            for order in (f"cast {IT} {self.word} {_ANN}", f"cast {self.word} {_ANN}"):
                if self.scene(self.start(friend, down)).order(order):
                    return Aim(order, friend, down)
        for order in (f"cast {IT} {self.word}", f"cast {self.word}"):
            if self.scene(self.start()).order(order):
                return Aim(order)
        return None

    # ---------------------------------------------------------------- the proof

    def proof(self) -> Proof:
        """All that is seen as the spell is cast."""
        done, aim = Proof(), self.aim()
        if aim is None:
            return done
        start = self.start(aim.friend, aim.down)
        first = self.play(done, aim, start, Casting())
        options = 1 if first.summons else max(1, len(first.options))
        for dice in (*(Casting(option=n) for n in range(1, options)), *self.throws(options)):
            if not self.shown(done).issuperset(self.plain):
                self.play(done, aim, start, dice)
        self.higher(done, aim, options)
        self.shown(done)
        return done

    def shown(self, done: Proof) -> set[str]:
        """The facts that were seen, and those of which both sides were."""
        done.seen |= {fact for fact in self.plain if both_sides(fact, done)}
        return done.seen

    def throws(self, options: int) -> Iterator[Casting]:
        """The throws that its facts call for, besides those of the first scene."""
        facts = self.plain
        if any(fact.startswith("DC ") or fact == "half" for fact in facts):
            yield Casting(saves=0)
        if any(fact.endswith("to hit") for fact in facts):
            yield Casting(hits=False)
        if any(fact.startswith(("saves again", "DC ")) for fact in facts):
            yield from (Casting(option=n, later=0) for n in range(options))

    def play(self, done: Proof, aim: Aim, start: Encounter, dice: Casting, form: str = "{}") -> SpellScene:
        """Casts it, tries what it brought, and plays rounds until it is over."""
        scene = self.scene(start, dice)
        if scene.act("cast", f"{aim.order} {dice.slot or ''}".strip()):
            cast = scene.session.encounter
            scene.events.clear()
            self.rounds(scene)
            self.poked(done, aim, self.scene(cast, dice), form)
            if form == "{}":
                self.tried(done, aim, start, self.scene(cast, dice))
        done.scenes.append(scene)
        done.seen |= {form.format(fact) for fact in scene.seen}
        return scene

    def rounds(self, scene: SpellScene) -> None:
        """Rounds in which it is done again, and what it brought ends."""
        checks = any(fact.endswith(" check") for fact in scene.feature.facts)
        for _ in range(_MOST_TURNS):
            turn = scene.session.encounter.turn
            if turn == IT and scene.session.encounter.round <= 2:
                for order in (f"again {IT} {self.word} {_ANN}", f"again {IT} {self.word}"):
                    if scene.act("again", order):
                        break
            if turn == _ANN and (checks or scene.session.encounter.round == 1):
                scene.order("escape")
            if not scene.order("next"):
                return
            now = scene.session.encounter
            if now.turn == IT and (now.round > _MOST_ROUNDS or (not scene.timed() and now.round >= 3)):
                return

    def higher(self, done: Proof, aim: Aim, options: int) -> None:
        """Casts it with each higher slot of its facts, and with a caster of each higher level."""
        found = dict.fromkeys(re.findall(r"^(slot|level) (\d+): ", "\n".join(self.feature.facts), re.MULTILINE))
        for what, number in found:
            form = f"{what} {number}: {{}}"
            start = self.start(aim.friend, aim.down, int(number) if what == "level" else 1)
            for option in range(options):
                dice = Casting(slot=int(number) if what == "slot" else 0, option=option)
                if not done.seen.issuperset(self.of_form(form)):
                    self.play(done, aim, start, dice, form)

    def poked(self, done: Proof, aim: Aim, scene: SpellScene, form: str) -> None:
        """Whoever bears it fights, with a foe of the kinds that a spell may name, and is hurt; then it goes on."""
        if self.shown(done).issuperset(self.of_form(form)):
            return
        other = "dan" if aim.friend or aim.bearer == IT else IT
        for who, at in ((other, aim.bearer), (aim.bearer, other)):
            for kind in ("humanoid", "fiend"):
                scene.order(f"set {other} type {kind}")
                _attack(scene, who, at)
        self.rounds(scene)
        done.scenes.append(scene)
        done.seen |= {form.format(fact) for fact in scene.seen - {"advantage", "disadvantage"}}

    def of_form(self, form: str) -> set[str]:
        """The facts with that slot or level; of the spell itself those without one."""
        if form == "{}":
            return {*self.plain}
        return {fact for fact in self.feature.facts if fact.startswith(form[:-2])}

    def tried(self, done: Proof, aim: Aim, start: Encounter, scene: SpellScene) -> None:
        """Tries each fact that is seen only as something is done with what the spell brought."""
        for fact in self.feature.facts:
            if fact not in done.seen:
                for phrase, trial in TRIALS:
                    found = phrase.fullmatch(fact)
                    if found and trial(Trial(self, aim, start, scene, done), found):
                        done.seen.add(fact)
                        break


# -------------------------------------------------------------------- trials


@dataclass
class Trial:
    """What is tried: the table before the spell and behind it."""

    stage: SpellStage
    aim: Aim
    start: Encounter
    cast: SpellScene
    done: Proof

    @property
    def bearer(self) -> str:
        return self.aim.bearer

    @property
    def other(self) -> str:
        """Who fights the bearer."""
        return "dan" if self.aim.friend or self.bearer == IT else IT

    def before(self) -> SpellScene:
        """A scene without the spell."""
        return self.stage.scene(self.start)

    def after(self) -> SpellScene:
        """A scene with it."""
        return self.cast.fork()

    def order(self, *done_before: str, kind: str = "", slot: int = 0) -> tuple[SpellScene, bool]:
        """Casts it after these orders, or at Ann of that type; the scene, and whether it was not refused."""
        start = self.stage.start(self.aim.friend, self.aim.down, kind=kind) if kind else self.start
        scene = self.stage.scene(start, self.cast.dice)
        for line in done_before:
            scene.order(line)
        scene.start = scene.session.encounter
        scene.events.clear()
        return scene, scene.act("cast", f"{self.aim.order} {slot or ''}".strip())

    def of_each(self, does: Callable[[SpellScene], object]) -> tuple[object, object]:
        """What a function finds without the spell, and with it."""
        return does(self.before()), does(self.after())


def _rolls(scene: SpellScene, line: str) -> list[Roll]:
    scene.asked.clear()
    scene.order(line)
    return scene.asked


def _lopsided(rolls: list[Roll], how: str) -> bool:
    """True if one of them is made with advantage, or with disadvantage."""
    kept = [pool.keep for roll in rolls for pool in roll.pools if pool.keep is not None]
    return any(keep.highest == (how == "advantage") for keep in kept)


def _tests(kind: str, ability: str) -> list[str]:
    return [f"{kind}_{each}" for each in ([ability] if ability else ("str", "dex", "con", "int", "wis", "cha"))]


def _attack(scene: SpellScene, who: str, at: str) -> list[Roll]:
    """The rolls of an attack with a sword."""
    scene.turn_of(who)
    scene.order(f"set {who} action 1")
    scene.events.clear()
    return _rolls(scene, f"attack sword {at}")


def _test_has(trial: Trial, found: re.Match[str]) -> bool:
    """`advantage save dex`, `disadvantage check`."""

    def all_are(tests: list[str]) -> bool:
        return all(
            trial.of_each(lambda scene: _lopsided(_rolls(scene, f"test {test} {trial.bearer}"), found[1]))  # noqa: B023
            == (False, True)
            for test in tests
        )

    if found[3] == "one":
        return any(all_are([test]) for test in _tests(found[2], ""))
    return all_are(_tests(found[2], found[3] or ""))


def _attack_has(trial: Trial, found: re.Match[str]) -> bool:
    """`advantage attack`, `disadvantage against`."""
    pair = (trial.bearer, trial.other) if found[2] == "attack" else (trial.other, trial.bearer)
    return trial.of_each(lambda scene: _lopsided(_attack(scene, *pair), found[1])) == (False, True)


def _attack_by_has(trial: Trial, found: re.Match[str]) -> bool:
    """`disadvantage against by fiend`: of such attackers alone."""

    def has(scene: SpellScene) -> bool:
        scene.order(f"set {trial.other} type {found[2]}")
        return _lopsided(_attack(scene, trial.other, trial.bearer), found[1])

    usual = _lopsided(_attack(trial.after(), trial.other, trial.bearer), found[1])
    return not usual and trial.of_each(has) == (False, True)


def _death_has(trial: Trial, found: re.Match[str]) -> bool:
    """A death save with advantage."""

    def better(scene: SpellScene) -> bool:
        scene.order(f"damage {trial.bearer} 1000")
        scene.asked.clear()
        scene.turn_of(trial.bearer)
        return _lopsided([roll for roll in scene.asked if roll.key.startswith("death")], found[1])

    return trial.of_each(better) == (False, True)


def _values(scene: SpellScene, who: str) -> tuple[int, int]:
    """Speed and armour class of a figure, with all that lies on it."""
    scene.order(f"power {who} how")
    found = re.findall(r"has speed (-?\d+) and AC (\d+)", " ".join(str(event) for event in scene.events))
    return (int(found[-1][0]), int(found[-1][1])) if found else (0, 0)


def _value_is(trial: Trial, found: re.Match[str]) -> bool:
    """`+2 ac`, `speed halved`, `speed -10`."""
    (speed, ac), (now, ac_now) = (_values(scene, trial.bearer) for scene in (trial.before(), trial.after()))
    fact = found[0]
    if fact.endswith(" ac"):
        return ac_now - ac == int(found[1])
    wanted = {"doubled": speed * 2, "halved": speed // 2, "0": 0}
    return now == (wanted[found[2]] if found[2] in wanted else speed + int(found[2]))


def _ac_is(trial: Trial, found: re.Match[str]) -> bool:
    """`ac 16 at least`, `ac 13+dex`."""
    wanted = int(found[1]) + (2 if found[2] == "+dex" else 0)
    low, high = trial.after(), trial.after()
    low.order(f"set {trial.bearer} ac {wanted - 1}")
    high.order(f"set {trial.bearer} ac {wanted + 1}")
    return (_values(low, trial.bearer)[1], _values(high, trial.bearer)[1]) == (wanted, wanted + 1)


def _lends(trial: Trial, found: re.Match[str]) -> bool:
    """`+1d4 save`: each throw of that kind has the die."""
    scene = trial.after()
    if found[3] == "attack":
        _attack(scene, trial.bearer, trial.other)
    else:
        scene.events.clear()
        scene.order(f"test {found[3]}_wis {trial.bearer}")
    wanted = int(f"{found[1]}{found[2]}")
    terms = [term for event in scene.events if isinstance(event, Tested) for term in event.terms if term.faces]
    return any(abs(term.value) == abs(wanted) and (term.value < 0) == (wanted < 0) for term in terms)


def _adds(trial: Trial, found: re.Match[str]) -> bool:
    """`+1 attack`, `-2 save dex`, `+1 damage`."""
    cast = trial.order(slot=int(found[1]))[0] if found[1] else trial.after()

    def added(scene: SpellScene) -> list[int]:
        if found[3] == "damage":
            _attack(scene, trial.bearer, trial.other)
            return [-each.by for each in scene.events if isinstance(each, TrackChanged) and each.track == "hp"]
        if found[3] == "attack":
            return [roll.added for roll in _attack(scene, trial.bearer, trial.other)]
        rolls = [_rolls(scene, f"test {test} {trial.bearer}") for test in _tests("save", found[4] or "")]
        return [roll.added for each in rolls for roll in each]

    before, after = added(trial.before()), added(cast)
    return bool(before) and [each + int(found[2]) for each in before] == after


def _lost(scene: SpellScene, trial: Trial, kind: str) -> int:
    """What the bearer loses of 10 points of that damage, by a power of the other."""
    if kind == "nonmagical":
        _attack(scene, trial.other, trial.bearer)
    else:
        scene.turn_of(trial.other)
        power = f"{{name='x', cost={{}}, targets='one', damage='10 {kind}'}}"
        scene.order(f'set {trial.other} power "{power}"')
        scene.events.clear()
        scene.order(f"power x {trial.bearer}")
    of_bearer = [each for each in scene.events if isinstance(each, TrackChanged) and each.tag == trial.bearer]
    return -sum(each.by for each in of_bearer if each.track in ("hp", "temp"))


def _spares_damage(trial: Trial, found: re.Match[str]) -> bool:
    """`resistant fire`, `immune poison`."""
    kinds = ("fire", "slashing", "force") if found[2] == "all" else (found[2],)
    left = 5 if found[1] == "resistant" else 0
    return all(trial.of_each(lambda scene: _lost(scene, trial, kind)) == (10, left) for kind in kinds)  # noqa: B023


def _wards(trial: Trial, found: re.Match[str]) -> bool:
    """`immune charmed`: the condition does not come."""
    kind = GAME_NAMES.get(found[1], found[1])

    def comes(scene: SpellScene) -> bool:
        scene.turn_of(trial.other)
        power = f"{{name='x', cost={{}}, dc=30, targets='one', test='save cha', brings=[{{condition='{kind}'}}]}}"
        scene.order(f'set {trial.other} power "{power}"')
        scene.order(f"power x {trial.bearer}")
        return any(lying.kind == kind for lying in scene.figure(trial.bearer).conditions)

    return trial.of_each(comes) == (True, False)


def _bars(trial: Trial, found: re.Match[str]) -> bool:
    """`no reactions`, `no actions`."""

    def can(scene: SpellScene) -> bool:
        if found[1] == "actions":
            scene.turn_of(trial.bearer)
            return scene.order(f"attack sword {trial.other}")
        scene.turn_of(trial.other)
        scene.order(f"set {trial.bearer} reaction 1")
        return scene.order(f"opportunity {trial.bearer} sword {trial.other}")

    return trial.of_each(can) == (True, False)


def _ids(scene: SpellScene) -> set[tuple[str, str]]:
    """All conditions that lie on any figure."""
    figures = scene.session.encounter.figures.values()
    return {(figure.tag, lying.id) for figure in figures for lying in figure.conditions}


def _ends(trial: Trial, found: re.Match[str]) -> bool:
    """`ends damaged`, `ends attacks`, `ends casts`."""
    came = _ids(trial.after()) - _ids(trial.before())
    scene = trial.after()
    if found[1] == "damaged":
        for tag in sorted({tag for tag, _ in came}):
            scene.order(f"damage {tag} 1")
    elif found[1] == "attacks":
        _attack(scene, trial.bearer, trial.other)
    else:
        scene.order(f"set {trial.bearer} spell fire_bolt")
        scene.turn_of(trial.bearer)
        scene.order(f"set {trial.bearer} action 1")
        scene.order(f"cast fire_bolt {trial.other}")
    return not came <= _ids(scene)


def _saves_when_hurt(trial: Trial, found: re.Match[str]) -> bool:
    scene = trial.after()
    scene.events.clear()
    scene.order(f"damage {trial.bearer} 1")
    return any(isinstance(each, Tested) and each.who == trial.bearer for each in scene.events)


def _lifts(trial: Trial, found: re.Match[str]) -> bool:
    """`lifts cursed`: it lay there before and does not behind."""
    scene, done = trial.order(f"condition {trial.bearer} {GAME_NAMES.get(found[1], found[1])}")
    return done and f"lifts {found[1]}" in scene.seen


def _outcome(scene: SpellScene) -> set[str]:
    """What came of a cast for whoever it was cast at, but for the throws."""
    figure, events = scene.figure(_ANN), [each for each in scene.events if getattr(each, "tag", "") == _ANN]
    changed = {
        f"{each.track}" for each in events if isinstance(each, TrackChanged) and each.track in ("hp", "successes")
    }
    before = {lying.id for lying in scene.start.figures[_ANN].conditions}
    came = {
        f"{lying.kind} {called(lying.until.left) if lying.until else ''}"
        for lying in figure.conditions
        if lying.id not in before
    }
    return changed | came | ({figure.standing} if figure.standing != scene.start.figures[_ANN].standing else set())


def _needs_hp(trial: Trial, found: re.Match[str]) -> bool:
    """It does something else at so many hit points than at one more."""
    n = int(found[1])
    at, above = (trial.order(f"set {_ANN} hp {hp}")[0] for hp in (n, n + 1))
    differs = _outcome(at) != _outcome(above)
    for scene in (
        at,
        replace(trial, cast=trial.stage.scene(trial.start, Casting(later=0))).order(f"set {_ANN} hp {n}")[0],
    ):
        trial.stage.rounds(scene)
        trial.done.seen |= scene.seen
    return differs


def _of_type(trial: Trial, found: re.Match[str]) -> bool:
    """`spares undead`, `only beast`."""
    usual, _ = trial.order()
    if found[2] == "uncharmable":
        other, _ = trial.order(f"set {_ANN} unaffected charmed")
    else:
        other, _ = trial.order(kind="giant" if found[1] == "only" else found[2])
    return bool(_outcome(usual)) and not _outcome(other)


def _worse_for(trial: Trial, found: re.Match[str]) -> bool:
    usual, other = trial.order()[0], trial.order(kind=found[1])[0]
    return (_lopsided(usual.asked, "disadvantage"), _lopsided(other.asked, "disadvantage")) == (False, True)


def _how_many(trial: Trial, found: re.Match[str]) -> bool:
    """It can be cast at so many and at no more."""
    slot, n = int(found[1] or 0), int(found[2])
    start = trial.stage.start(trial.aim.friend, trial.aim.down, more=n)
    results = []
    for count in (n, n + 1):
        among = ",".join([_ANN, *(f"e{each}" for each in range(count - 1))])
        order = re.sub(rf" {_ANN}$", f" {among} {slot or ''}", trial.aim.order).strip()
        results.append(trial.stage.scene(start).order(order))
    return results == [True, False]


def _shots(trial: Trial, found: re.Match[str]) -> bool:
    """It asks how many of so many go at the first of two."""
    start = trial.stage.start(level=int(found[2])) if found[1] == "level" else trial.start
    scene = trial.stage.scene(start)
    slot = found[2] if found[1] == "slot" else ""
    scene.order(f"{trial.aim.order},dan {slot}".strip())
    if any(f"how many of {found[3]} at" in prompt for prompt in scene.prompts):
        return True
    more = trial.stage.start(level=int(found[2] or 1), more=1)
    return found[3] == "2" and not trial.stage.scene(more).order(f"{trial.aim.order},dan,e0")


def _at_one(trial: Trial, found: re.Match[str]) -> bool:
    scene = trial.after()
    scene.order(f"damage {trial.bearer} 1500")
    return scene.figure(trial.bearer).tracks["hp"].now == int(found[1])


@cache
def _ratings() -> dict[str, str]:
    """The challenge of each creature of the catalogue, by its name."""
    figures = json.loads(LIBRARY.read_bytes())["figures"]
    return {row["name"]: found[1] for row in figures if (found := re.search(r"\bcr=([\d/]+)", row["words"]))}


def _brings(trial: Trial, found: re.Match[str]) -> bool:
    """So many creatures of a challenge, or of a name, are offered and come."""
    slot, count, what, which = int(found[1] or 0), int(found[2]), found[3], found[4]
    scene, _ = trial.order(slot=slot)
    if not scene.options:  # nothing else can come
        came = [
            event.bearer.name
            for event in scene.events
            if isinstance(event, Joined) and isinstance(event.bearer, Figure)
        ]
        return len(came) == count and all(name.lower().startswith(which) for name in came)
    counts = [re.fullmatch(r"(.*?)(?: x(\d+))?", label) for label in scene.options]
    offered = [(n, each[1]) for n, each in enumerate(counts) if each and int(each[2] or 1) == count]
    if what == "of cr":
        most = max((Fraction(_ratings().get(name, "0")) for _, name in offered), default=None)
        fitting = [n for n, _ in offered] if most == Fraction(which) else []
    else:
        fitting = [n for n, name in offered if name.lower() in (which, which.removesuffix("ie") + "y")]
    if not fitting:
        return False
    again = trial.stage.scene(trial.start, replace(trial.cast.dice, option=fitting[0]))
    again.order(f"{trial.aim.order} {slot or ''}".strip())
    return sum(isinstance(event, Joined) and isinstance(event.bearer, Figure) for event in again.events) == count


_TYPES = rf"(?:{TYPES}|all|nonmagical)"
TRIALS: tuple[tuple[re.Pattern[str], Callable[[Trial, re.Match[str]], bool]], ...] = tuple(
    (re.compile(pattern), trial)
    for pattern, trial in (
        (r"(advantage|disadvantage) (save|check)(?: (\w{3}))?", _test_has),
        (r"(advantage|disadvantage) (attack|against)", _attack_has),
        (r"(advantage|disadvantage) against by (\w+)", _attack_by_has),
        (r"(advantage|disadvantage) death save", _death_has),
        (r"([+-]\d+) ac|speed ([+-]?\w+)", _value_is),
        (r"ac (\d+)( at least|\+dex)", _ac_is),
        (r"([+-])1d(\d+) (attack|save|check)", _lends),
        (r"(?:slot (\d): )?([+-]\d) (attack|damage|save)(?: (\w{3}))?", _adds),
        (rf"(resistant|immune) ({_TYPES})", _spares_damage),
        (r"immune (\w+)", _wards),
        (r"no (reactions|actions)", _bars),
        (r"ends (damaged|attacks|casts)", _ends),
        (r"saves again damaged", _saves_when_hurt),
        (r"lifts (\w+)", _lifts),
        (r"(\d+) hp", _needs_hp),
        (r"(spares|only) (\w+)", _of_type),
        (r"worse for (\w+)", _worse_for),
        (r"(?:slot (\d): )?targets (\d+)", _how_many),
        (r"(?:(slot|level) (\d+): )?shots (\d+)", _shots),
        (r"drops to (\d+)", _at_one),
        (r"(?:slot (\d): )?(\d+) (of cr|x) ([\w/ ]+)", _brings),
    )
)
"""How each fact is tried that is seen only as something is done; the first that fits."""
