"""What an act did to whom, as lines: tests, how much was dealt or healed, what it cost, how somebody stands now."""

from collections.abc import Iterable
from typing import NamedTuple

from referee.engine.contract.kinds import AWAY
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    PhaseBegan,
    StandingSet,
    Term,
    Tested,
    TrackChanged,
    TurnBegan,
)
from referee.engine.questions.question import param_of
from referee.engine.record.execution import act_of
from referee.engine.record.history import Act, Entry, Reply
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import listed
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import all_verbs
from referee.engine.verbs.verb import Verb
from referee.words.arrivals import spans
from referee.words.bearer import ARROW, track_called, whose
from referee.words.brief_line import WHO, BriefLine, BriefLines, in_full
from referee.words.log_line import (
    ATTACK,
    SAVE,
    LogLine,
    brief_outcome,
    brief_result,
    of_several,
    tone_of,
)
from referee.words.phrase import standing_told

DEALING = ("damage", "heal")
"""The orders by which the referee deals damage and heals."""


class Told(NamedTuple):
    """An act, and the sentence that its verb has for it."""

    verb: str
    who: tuple[Tag, ...]
    on: tuple[Tag, ...]
    text: str = ""
    """Empty where the verb has none: what came of it says it all."""


def act_told(encounter: Encounter, act: Act, verb: Verb) -> Told:
    """An act in the sentence of its verb, `{who} casts {thing} on {on}`; without its `on` where it was done on nobody.

    Empty where the sentence wants more than is known.
    """
    sentence = verb.told
    if not sentence:
        return Told(verb.name, act.who, act.on)
    if not act.on:
        sentence = sentence.partition(" {on}")[0].rpartition(" ")[0] if "{on}" in sentence else sentence
    known = {
        "who": spans([encounter.name(tag) for tag in act.who]),
        "thing": listed([encounter.name(tag) for tag in act.things]),
        "on": spans([encounter.name(tag) for tag in act.on]),
    }
    wants = [name for name in known if f"{{{name}}}" in sentence]
    return Told(verb.name, act.who, act.on, sentence.format(**known) if all(known[name] for name in wants) else "")


def told_of(before: Encounter, entry: Entry, rules: System | None) -> Told | None:
    """What a command did in the sentence of its verb; of older records, which do not say it, from what was given."""
    verb = all_verbs(rules).get(entry.command.verb) if rules is not None else None
    if rules is None or verb is None:
        return None
    act = entry.act
    if not (act.things or act.on):
        asked = {param_of(item.key): item.answer for item in entry.items if isinstance(item, Reply)}
        act = act_of(rules, entry.command, before, {**entry.command.given, **asked}, entry.events or ())
    return act_told(before, act, verb)


def dealt(event: TrackChanged, gained: bool, rules: Ruleset | None) -> tuple[str, str]:
    """How much a hit did, or a cure, with its sum and short: `9 slashing`, `8 damage - 1 armor = 7`, `8 HP (5 + 3)`.

    Both empty where nothing says more than the track.
    """
    amount = str(abs(event.by))
    if gained:
        sum_ = " + ".join(str(abs(term.value)) for term in event.terms)
        healed = f"{amount} {track_called(rules, event.track)}"
        return (f"{healed} ({sum_})" if len(event.terms) > 1 else healed), healed
    if not (event.terms or event.types):
        return "", ""
    less = [term for term in event.terms if term.value < 0]
    kind = " and ".join(event.types) or "damage"
    short = f"{amount} {kind}"
    if not less:
        return short, short
    gross = sum(term.value for term in event.terms if term.value > 0)
    if event.types:
        return f"{short} ({_reason(less)})", short
    return f"{gross} {kind} {' '.join(map(_taken_off, less))} = {amount}", short


def _taken_off(term: Term) -> str:
    return f"- {-term.value} {term.label}".strip()


def _reason(less: Iterable[Term]) -> str:
    return ", ".join(dict.fromkeys(term.label for term in less))


def taken(encounter: Encounter, event: TrackChanged, gained: bool, rules: Ruleset | None) -> tuple[str, str, str]:
    """Damage or healing that no test tells of: the sentence, the same for several with WHO, and it without its sum."""
    full, short = dealt(event, gained, rules)
    if gained:
        full = short = str(abs(event.by))
    amounts = full or str(abs(event.by)), short or str(abs(event.by))
    verb, verbs = ("regains", "regain") if gained else ("takes", "take")
    source = f" from {encounter.name(event.source)}" if event.source and encounter.has(event.source) else ""
    name = encounter.name(event.tag)
    long, brief = (f"{name} {verb} {amount}{source}" for amount in amounts)
    return long, f"{WHO} {verbs} {amounts[0]}{source}", brief


def track_told(encounter: Encounter, event: TrackChanged, was: int, now: int, rules: Ruleset | None) -> str:
    """A track that changed, in the words that its kind has for it, else where it was and is: `Ann's HP 16 → 21`."""
    kind = rules.track(event.track) if rules is not None else None
    words = "" if kind is None or event.hand or was == now else kind.raised if now > was else kind.lowered
    if words:
        most = encounter.of(event.tag).tracks[event.track].most
        return words.format(
            who=encounter.name(event.tag), whose=whose(encounter, event.tag), n=abs(now - was), now=now, most=most
        )
    called = track_called(rules, event.track)
    called = f"{called[:1].upper()}{called[1:]}" if event.tag == TABLE else f"{whose(encounter, event.tag)} {called}"
    return f"{called} {was} {ARROW} {now}" if was != now else f"{called} stays at {now}"


def left_of_cost(rules: Ruleset | None, track: str, now: int) -> str:
    """What is left of what an act used up: `1st-level slots 2 left`; empty where everybody expects it."""
    kind = rules.track(track) if rules is not None else None
    return "" if kind is not None and kind.detail else f"{track_called(rules, track)} {now} left"


class ActLines(BriefLines):
    """Puts together the lines of tests and of what came of them."""

    def __init__(self, rules: System | None, told: Told | None) -> None:
        super().__init__(rules)
        self.doers = told.who if told is not None else ()
        self.verb = told.verb if told is not None else ""
        self.act: BriefLine | None = None
        """The line of the act itself, where its verb has a sentence for it."""
        self.turn: Tag = ""
        """Whose turn begins here."""
        self._paid: list[Change] = []

    # ---------------------------------------------------------------- tests, and what comes of them

    def test(self, change: Change, part: LogLine, event: Tested) -> None:
        last = self.lines[-1] if self.lines else None
        attack = last.change.event if last is not None else None
        if last is not None and isinstance(attack, Tested) and _saves_against(event, attack) and last.harmed:
            full, short = brief_result(event, self.rules)
            last.text, last.short = f"{last.text}; save {full}", f"{last.short}; save {short}"
            last.took(part)
            last.tone = "miss" if tone_of(event) == "hit" else last.tone
            return
        act = self.act
        if act is not None and last is act and (event.who, event.target) == (act.by, act.harmed):
            act.add(*brief_result(event, self.rules))
            act.took(part)
            line = act
        else:
            line = self.begin(change, part, *brief_outcome(change.before, event, self.rules))
            line.harmed, line.by = (
                (event.who, event.target) if event.kind.startswith(SAVE) else (event.target, event.who)
            )
        line.tone = tone_of(event)
        if several := of_several(event):
            line.below.append(several)

    def _harming(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells what was done to a figure; None if nothing was."""
        for line in reversed(self.lines):
            if isinstance(line.change.event, TurnBegan | PhaseBegan) and line is not self.act:
                return None
            if line.harmed == tag:
                return line if line.tone != "death" and (by is None or line.by in (None, by)) else None
        return None

    def track(self, change: Change, part: LogLine, event: TrackChanged) -> None:
        was, now = (_stands_at(table, event) for table in (change.before, change.after))
        health = self._is_health(change.before, event)
        if event.tag in self.doers and event.by < 0 and not (health or event.hand):
            self._paid.append(change)
            self._pays(part, left_of_cost(self.rules, event.track, now))
            return
        if event.tag == self.turn and event.by > 0 and not (health or event.hand):
            self.aside(part)  # what each turn gives back
            return
        line = self._harming(event.tag, event.source)
        gained = event.by != 0 and (event.by > 0) != self._rises(event.track)
        by_hand = event.hand and self.verb not in DEALING
        if line is not None and not by_hand and (health or isinstance(line.change.event, Tested)):
            if health:
                line.add(*dealt(event, gained, self.rules))
                line.tone = "heal" if gained and line.tone != "critical" else line.tone or "hit"
        elif health and not by_hand:
            sentence, plural, short = taken(change.before, event, gained, self.rules)
            spared = self._spared(event)
            line = self.begin(change, part, sentence, short)
            if spared is not None:
                line.moved |= spared.moved
                line.parts = [*spared.parts, *line.parts]
            line.names, line.plural = [change.before.name(event.tag)], plural
            line.harmed, line.by = event.tag, event.source
            line.tone = "" if was == now else "heal" if gained else "hit"
            # Where no rule deals damage, that the referee says it is nothing to mark.
            line.hand = line.hand and self.rules is not None and bool(self.rules.tests)
        else:
            line = self.begin(change, part, track_told(change.before, event, was, now, self.rules))
            line.harmed = event.tag if health else None
            return
        if part not in line.parts:
            line.took(part)
        if was != now:
            called = track_called(self.rules, event.track)
            first = line.moved.get((event.tag, event.track), (called, was, now))
            line.moved[event.tag, event.track] = (called, first[1], now)

    def _spared(self, event: TrackChanged) -> BriefLine | None:
        """Takes back the line above if it tells of a track of the same figure that went down before its health did."""
        last = self.lines[-1] if self.lines else None
        first = last.change.event if last is not None else None
        if (
            last is None
            or not isinstance(first, TrackChanged)
            or first.tag != event.tag
            or max(event.by, first.by) >= 0
        ):
            return None
        if last.moved or first.hand != event.hand or self._is_health(last.change.before, first):
            return None
        was, now = (_stands_at(table, first) for table in (last.change.before, last.change.after))
        last.moved[first.tag, first.track] = (track_called(self.rules, first.track), was, now)
        return self.lines.pop()

    def _pays(self, part: LogLine, left: str) -> None:
        """What an act used up: a dim tail of its line."""
        tail = self.lines[0].tail if self.lines else self.tail
        tail += [left] if left else []
        self.aside(part)

    def stands(self, change: Change, part: LogLine, event: StandingSet) -> None:
        fell = self._falls(change.before, event)
        line = self._harming(event.tag) if event.standing != AWAY.name else None
        said = standing_told(change.before, event, self.rules)
        if line is None:
            line = self.begin(change, part, said)
        else:
            who = f"{change.before.name(event.tag)} is "
            line.became.append(said.removeprefix(who) if said.startswith(who) else said)
            line.took(part)
        line.harmed = event.tag
        line.tone = "death" if fell else "heal" if not event.hand and self._rises_again(event) else line.tone

    def _is_health(self, before: Encounter, event: TrackChanged) -> bool:
        """Does the track tell how its bearer fares?"""
        vital = self.rules.vital_track(before.of(event.tag)) if self.rules is not None else None
        return vital is not None and vital[0].name == event.track

    def _rises(self, track: str) -> bool:
        kind = self.rules.track(track) if self.rules is not None else None
        return kind is not None and kind.rising

    def _falls(self, before: Encounter, event: StandingSet) -> bool:
        """Does a figure go down by it? One that is dying and now stable does not."""
        if self.rules is None or event.standing == AWAY.name:
            return False
        now = self.rules.standing(event.standing)
        return not now.able and (self.rules.able(before, event.tag) or not now.turn)

    def _rises_again(self, event: StandingSet) -> bool:
        return self.rules is not None and event.standing == self.rules.standings[0].name

    def say_costs(self) -> None:
        """What an act used up is all there is to say of it."""
        for before, event, after in self._paid:
            if isinstance(event, TrackChanged) and (part := in_full(Change(before, event, after), self.rules)):
                self.tail = []
                was, now = _stands_at(before, event), _stands_at(after, event)
                self.begin(Change(before, event, after), part, track_told(before, event, was, now, self.rules))


def _stands_at(encounter: Encounter, event: TrackChanged) -> int:
    track = encounter.of(event.tag).tracks.get(event.track)
    return track.now if track is not None else 0


def _saves_against(save: Tested, attack: Tested) -> bool:
    """Is it the save against the attack?"""
    return save.kind == SAVE and attack.kind == ATTACK and (save.who, save.target) == (attack.target, attack.who)
