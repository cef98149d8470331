"""The overlord's threat, the heroes' conquest, and figures that come back (DJ-23, 35, 51)."""

from referee.engine.answer import Picked, Said
from referee.engine.bearer import TABLE, Tag, Track
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.event import ConditionEnded, StandingSet, TrackBounded
from referee.engine.kinds import TrackKind
from referee.engine.ledger import Ledger
from referee.engine.problem import complaint
from referee.engine.question import Pick, Text
from referee.engine.verb import Situation, asks, verb
from referee.rules.descent.harm import over
from referee.rules.descent.joining import take_turn_slot
from referee.rules.descent.kinds import CONQUEST, FATIGUE, KILLED, THREAT, TOKENS, UP, WOUNDS, is_hero, set_track


def _change(ledger: Ledger, track: TrackKind, word: str, clause: str) -> None:
    if track.track(ledger.encounter, TABLE) is None:
        ledger.record(TrackBounded(tag=TABLE, track=track.name, most=None))
    ledger.record(track.change(TABLE, _by(track, ledger.encounter, word), clause))


def _by(track: TrackKind, encounter: Encounter, word: str) -> int:
    """What a word adds to a track of the table: `+2` itself, `5` what is missing to it. NotUnderstood otherwise."""
    track_now = Track(now=track.of(encounter, TABLE))
    return (
        track.read_change(word, track_now)
        if word[:1] in ("+", "-")
        else track.read(word, track_now).now - track_now.now
    )


def _ask_killed(situation: Situation) -> Pick:
    figures = situation.encounter.figures
    among: tuple[Tag, ...] = tuple(tag for tag, figure in figures.items() if figure.standing == KILLED.name)
    return Pick(key="who", prompt="Who comes back?", among=among, most=MOST_FIGURES)


def _nobody_killed(situation: Situation) -> str | None:
    return None if _ask_killed(situation).among else "Nobody is killed [DJ-35]."


def _ask_change(what: TrackKind) -> Said:
    def ask(situation: Situation) -> Text:
        def by(word: str) -> int:
            return _by(what, situation.encounter, word)

        def comes_to(word: str) -> str:
            return f"{what.name} {max(0, now + by(word))}"

        now = what.of(situation.encounter, TABLE)
        prompt = f"The {what.name} is {now}: +2 or -1 changes it, a plain number sets it"
        return Text(key="change", prompt=prompt, check=complaint(by), words=("+1", "-1"), comes_to=comes_to)

    return asks(ask)


@verb(
    label="Spawn",
    hint="a killed monster's figure is used again; a killed hero returns",
    hotkey="Z",
    bar=_nobody_killed,
    interjects=True,
    cites=("DJ-35",),
    actor="",
)
async def spawn(ledger: Ledger, who: Picked = asks(_ask_killed)) -> None:
    """Killed figures come back: a monster's is spawned again (DJ-35), a hero returns, all fresh (DJ-93)."""
    for tag in who.tags:
        for condition in ledger.encounter.of(tag).conditions:
            ledger.record(ConditionEnded(tag=tag, id=condition.id, cites=("DJ-93",)))
        if is_hero(ledger.encounter, tag):
            set_track(ledger, tag, WOUNDS, WOUNDS.most(ledger.encounter, tag), "DJ-51")
            set_track(ledger, tag, FATIGUE, FATIGUE.most(ledger.encounter, tag), "DJ-51")
        else:
            set_track(ledger, tag, TOKENS, 0, "DJ-35")
        ledger.record(StandingSet(tag=tag, standing=UP.name, cites=("DJ-35",)))
        take_turn_slot(ledger, tag)
        if ledger.encounter.board is not None:
            text = f"{ledger.encounter.name(tag)} is to be set on the board: place {tag} c5"
            ledger.remark(text, "DJ-35")


@verb(label="Threat", hint="the overlord gains or spends it", hotkey="k", interjects=True, cites=("DJ-23",))
async def threat(ledger: Ledger, change: Said = _ask_change(THREAT)) -> None:
    """The overlord gains or spends threat, as the table says."""
    _change(ledger, THREAT, change.text, "DJ-23")


@verb(label="Conquest", hint="the heroes gain or lose it", hotkey="C", interjects=True, cites=("DJ-51",))
async def conquest(ledger: Ledger, change: Said = _ask_change(CONQUEST)) -> None:
    """The heroes gain or lose conquest, as the table says; at none they have lost (DJ-51)."""
    _change(ledger, CONQUEST, change.text, "DJ-51")
    if over(ledger.encounter):
        ledger.remark("The heroes have no conquest left: they lose", "DJ-51")


VERBS = (spawn, threat, conquest)
