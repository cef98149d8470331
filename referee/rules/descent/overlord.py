"""The overlord's threat, the heroes' conquest, and figures that come back (DJ-23, 35, 51)."""

from referee.engine.answer import Picked, Said
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import MOST_FIGURES
from referee.engine.event import ConditionEnded, StandingSet, TrackBounded
from referee.engine.kinds import TrackKind
from referee.engine.ledger import Ledger
from referee.engine.number import read_number
from referee.engine.problem import NotUnderstood
from referee.engine.question import Pick, Text
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.descent.kinds import CONQUEST, FATIGUE, KILLED, THREAT, TOKENS, UP, WOUNDS
from referee.rules.descent.muster import take_place
from referee.rules.descent.sheet import is_hero, put
from referee.rules.descent.wounds import over


async def change_threat(ledger: Ledger, change: Said) -> None:
    """The overlord gains or spends threat, as the table says."""
    _change(ledger, THREAT, change.text, "DJ-23")


async def change_conquest(ledger: Ledger, change: Said) -> None:
    """The heroes gain or lose conquest, as the table says; at none they have lost (DJ-51)."""
    _change(ledger, CONQUEST, change.text, "DJ-51")
    if over(ledger.encounter):
        ledger.told("The heroes have no conquest left: they lose", "DJ-51")


def _change(ledger: Ledger, track: TrackKind, word: str, clause: str) -> None:
    if track.track(ledger.encounter, TABLE) is None:
        ledger.record(TrackBounded(tag=TABLE, track=track.name, most=None))
    to = read_number(word, track.name)
    by = to if word[0] in "+-" else to - track.of(ledger.encounter, TABLE)
    ledger.record(track.change(TABLE, by, clause))


async def spawn(ledger: Ledger, who: Picked) -> None:
    """Killed figures come back: a monster's is spawned again (DJ-35), a hero returns, all fresh (DJ-93)."""
    for tag in who.tags:
        for condition in ledger.encounter.of(tag).conditions:
            ledger.record(ConditionEnded(tag=tag, id=condition.id, cites=("DJ-93",)))
        if is_hero(ledger.encounter, tag):
            put(ledger, tag, WOUNDS, WOUNDS.most(ledger.encounter, tag), "DJ-51")
            put(ledger, tag, FATIGUE, FATIGUE.most(ledger.encounter, tag), "DJ-51")
        else:
            put(ledger, tag, TOKENS, 0, "DJ-35")
        ledger.record(StandingSet(tag=tag, standing=UP.name, cites=("DJ-35",)))
        take_place(ledger, tag)
        if ledger.encounter.board is not None:
            text = f"{ledger.encounter.name(tag)} is to be set on the board: place {tag} c5"
            ledger.told(text, "DJ-35", about=(tag,))


def _ask_killed(table: Table, given: Given) -> Pick:
    figures = table.encounter.figures
    among: tuple[Tag, ...] = tuple(tag for tag, figure in figures.items() if figure.standing == KILLED.name)
    return Pick(key="who", prompt="Who comes back?", among=among, most=MOST_FIGURES)


def _nobody_killed(table: Table) -> str | None:
    return None if _ask_killed(table, {}).among else "Nobody is killed [DJ-35]."


def _ask_change(what: TrackKind) -> Param:
    def ask(table: Table, given: Given) -> Text:
        now = what.of(table.encounter, TABLE)
        prompt = f"The {what.name} is {now}: +2 or -1 changes it, a plain number sets it"
        return Text(key="change", prompt=prompt, check=_no_number, words=("+1", "-1"))

    return Param("change", ask)


def _no_number(word: str) -> str | None:
    try:
        read_number(word)
    except NotUnderstood as problem:
        return str(problem)
    return None


VERBS = (
    Verb(
        "spawn",
        spawn,
        (Param("who", _ask_killed),),
        label="Spawn",
        hint="a killed monster's figure is used again; a killed hero returns",
        hotkey="s",
        bar=_nobody_killed,
        interjects=True,
        cites=("DJ-35",),
    ),
    Verb(
        "threat",
        change_threat,
        (_ask_change(THREAT),),
        label="Threat",
        hint="the overlord gains or spends it",
        hotkey="z",
        interjects=True,
        cites=("DJ-23",),
    ),
    Verb(
        "conquest",
        change_conquest,
        (_ask_change(CONQUEST),),
        label="Conquest",
        hint="the heroes gain or lose it",
        hotkey="C",
        interjects=True,
        cites=("DJ-51",),
    ),
)
