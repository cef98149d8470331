"""The table in words: how it stands for those who ask or listen, also while a question is open."""

import re
from collections.abc import Iterable, Iterator

from referee.engine.board.geometry import distance
from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.numbers import read_number
from referee.engine.questions.typed_questions import Text
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.past_states import corrected_state_at
from referee.engine.record.session import Session
from referee.engine.record.step_positions import entry_start, settled_position
from referee.engine.state.bearer import TABLE, Bearer, Figure, Tag
from referee.engine.state.board import Board, name_of
from referee.engine.state.board_chart import written
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.find_bearers import find
from referee.engine.state.own_values import Track
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.typed_board import NO_BOARD
from referee.text.search import has_words
from referee.words.bearer import in_order, named_thing, plain, shown, track_called, when, whose
from referee.words.conditions import ailments, lasts, named
from referee.words.log import log, open_log, undone_command
from referee.words.log_line import LogLine, told
from referee.words.next_turn import next_turn


def of_most(track: Track) -> str:
    """Where a track stands: `2 of 7`, or `3` for a counter."""
    return str(track.now) if track.most is None else f"{track.now} of {track.most}"


def all_names(encounter: Encounter, tags: Iterable[Tag]) -> str:
    """The names of these, told apart where one of them has a comma in it, as that of a combat."""
    names = [encounter.name(tag) for tag in tags]
    return ("; " if any("," in name for name in names) else ", ").join(names)


def situation(encounter: Encounter, rules: Ruleset) -> str:
    """Where the fight is: the round, the phase, whose turn, and what is left of several attacks."""
    told = when(encounter.round, encounter.phase)
    parts = [f"{told[0].upper()}{told[1:]}"]
    if encounter.turn:
        label = rules.order.label_of(encounter, encounter.turn) if rules.order.label_of is not None else ""
        slot = encounter.slot(encounter.turn)
        # What is left of several acts of one price is easily forgotten where the order is not in view.
        left = label.removeprefix(slot.label if slot is not None else "").strip() if " left" in label else ""
        parts.append(f"{whose(encounter, encounter.turn)} turn{f' ({left})' if left else ''}")
    elif may := rules.may_act(encounter):
        parts.append(f"may act: {all_names(encounter, may)}")
    over = rules.fight.over(encounter)
    return ", ".join(parts) + (f". The fight is over: {over}" if over else "")


def standing(encounter: Encounter, rules: Ruleset) -> Iterator[str]:
    """How all stand: a line for the table, for each group, and for each figure on the table."""
    table = encounter.groups[TABLE]
    if said := [*_tracks(rules, table), *ailments(encounter, table, rules)]:
        yield ", ".join(said)
    for group in encounter.groups.values():
        if group.open and group.members:
            yield f"{group.name}: {', '.join(map(encounter.name, group.members))}"
    here = [rules.values.as_shown(encounter, each) for each in encounter.figures.values() if each.standing != AWAY.name]
    if not here:
        yield "There are no figures on the table."
    for figure in here:
        side = [figure.side] if figure.side != figure.tag else []
        typed = [] if figure.name.lower() == figure.tag else [figure.tag]
        who = f"{figure.name} ({', '.join((*typed, *side))})" if typed or side else figure.name
        stands = [plain(figure.standing)] if figure.standing != rules.standings[0].name else []
        concealed = ["hidden from the players"] if figure.hidden else []
        changes = [
            f"{track_called(rules, kind.name)} {of_most(track)}" for kind, track in changed_tracks(rules, figure)
        ]
        parts = [*stands, *concealed, *changes, *ailments(encounter, figure, rules)]
        yield f"{who}: {', '.join(parts or [plain(figure.standing)])}"


def _tracks(rules: Ruleset, bearer: Bearer) -> list[str]:
    """Where the tracks stand that concern a bearer."""
    return [f"{track_called(rules, kind.name)} {of_most(track)}" for kind, track in rules.told_tracks(bearer)]


def changed_tracks(rules: Ruleset, bearer: Bearer) -> Iterator[tuple[TrackKind, Track]]:
    """The tracks that tell how a bearer fares, or are not as they were at the start."""
    vital = rules.vital_track(bearer)
    for kind, track in rules.told_tracks(bearer):
        begun = 0 if kind.rising or track.most is None else track.most
        if track.now != begun or (vital is not None and kind == vital[0]):
            yield kind, track


def figure_facts(encounter: Encounter, rules: Ruleset, tag: Tag) -> Iterator[str]:
    """All there is to a figure, a fact a line."""
    figure = rules.values.as_shown(encounter, encounter.figures[tag])
    yield f"{figure.name}, typed as {tag}"
    yield f"{plain(figure.kind)}, {'on its own side' if figure.side == tag else f'for {figure.side}'}"
    yield f"standing: {figure.standing}"
    yield from (f"turn: {_slot_state(encounter, slot)}" for slot in encounter.order if slot.who == tag)
    yield from _tracks(rules, figure)
    if said := rules.descriptions.describe(encounter, tag).get(tag):
        yield said
    for group in encounter.groups.values():
        if group.open and tag in group.members:
            others = [encounter.name(other) for other in group.members if other != tag]
            yield f"in {group.name}" + (f" with {', '.join(others)}" if others else "")
    yield from _conditions(encounter, rules, figure)
    yield from _traits(rules, encounter.figures[tag], figure)
    for pile, things in figure.piles.items():
        if things:
            yield f"{plain(pile)}: {'; '.join(named_thing(rules, encounter, tag, each) for each in things)}"
    if encounter.board is not None:
        yield f"on the board: {_spaces(encounter.board, tag) or 'no'}"


def _conditions(encounter: Encounter, rules: Ruleset, figure: Figure) -> Iterator[str]:
    """A condition a line: until when it lies, by whom, and what it does."""
    for condition in figure.conditions:
        by = f"by {encounter.name(condition.by)}" if condition.by not in (None, figure.tag) else ""
        when = lasts(encounter, condition, figure.tag, rules) or "until lifted"
        kind = rules.condition(condition.kind)
        does = f". {kind.hint}" if kind is not None and kind.hint else ""
        yield f"{named(condition, rules)}: {', '.join(filter(None, (when, by)))}{does}"


def _traits(rules: Ruleset, own: Figure, figure: Figure) -> Iterator[str]:
    """Traits of a figure that differ from the usual ones, with their effective values."""
    for trait in rules.traits:
        if not trait.is_usual(own, figure):
            yield f"{plain(trait.name)}: {shown(figure.traits.get(trait.name, trait.default))}"


def order_facts(encounter: Encounter) -> Iterator[str]:
    """The order of turns, a place a line."""
    if not encounter.order:
        yield "There is no turn order now."
    for number, slot in enumerate(encounter.order, 1):
        label = f", {slot.label}" if slot.label else ""
        yield f"{number}. {encounter.name(slot.who)} ({slot.who}{label}): {_slot_state(encounter, slot)}"


def _slot_state(encounter: Encounter, slot: Slot) -> str:
    if slot.who == encounter.turn and not slot.acted:
        return "now"
    return "waits" if slot.held else "over" if slot.acted else "to come"


def board_facts(encounter: Encounter, board: Board, who: Tag | None = None) -> Iterator[str]:
    """Where each figure stands; or of one figure, how far all others are, the nearest first."""
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if who is not None:
        yield f"{encounter.name(who)}: {_spaces(board, who) or 'not on the board'}"
        yield from _distances(encounter, board, who, here)
        return
    yield f"The board is {board.width} by {board.height} spaces: columns from a, rows from 1."
    for figure in here:
        if where := _spaces(board, figure.tag):
            yield f"{figure.name} ({figure.tag}): {where}"
    off = [figure.name for figure in here if not _spaces(board, figure.tag)]
    if off:
        yield f"Not on the board: {', '.join(off)}"


def _distances(encounter: Encounter, board: Board, who: Tag, here: Iterable[Figure]) -> Iterator[str]:
    mine = board.spaces(who)
    found = [(distance(mine, spaces), figure) for figure in here if (spaces := board.spaces(figure.tag))]
    for away, figure in sorted((each for each in found if each[1].tag != who), key=lambda each: each[0] or 0):
        far = "adjacent" if away == 1 else f"{away} spaces away"
        yield f"{figure.name} ({figure.tag}): {_spaces(board, figure.tag)}, {far}"


def _spaces(board: Board, tag: Tag) -> str:
    """`c5`, or the corners of a large one: `c5 to d6`; empty for one that is not on the board."""
    spaces = sorted(board.spaces(tag), key=lambda space: (space[1], space[0]))
    if not spaces:
        return ""
    return name_of(spaces[0]) + (f" to {name_of(spaces[-1])}" if spaces[1:] else "")


LOOKING = {
    "status": "everyone: side, standing, values, conditions; `show` is the same",
    "who": "whose turn it is and who is next; or everything about one figure: who ulf, or show ulf",
    "order": "the turn order, and who has had a turn; `turns` is the same",
    "turns": "the turn order, and who has had a turn",
    "where": "who stands where on the board; where ulf: how far the others are; where map: the board as it is drawn",
    "log": "what happened last, the newest at the end: log 5",
    "rules": "the clauses that mention these words: rules strike back",
    "summary": "the fight so far: rounds, who fell, damage dealt and taken, experience",
}
"""The words, and what each tells. One that a game has a command for is that command there."""
LATEST = 10
"""Commands that `log` tells of."""
MAP = "map"

_ASKED = re.compile(
    r"\s*((status|order|turns|summary)|(who|show|where)(?:\s+\S.*)?|(log)(?:\s+[0-9]{1,6})?|(rules)(?:\s+\S.*)?)\s*",
    re.IGNORECASE | re.ASCII,
)


def words_to_look(rules: Ruleset) -> dict[str, str]:
    """The words for which this game has no command of its own, and what each tells; none says the same as another."""
    there = {word: what for word, what in LOOKING.items() if word not in all_verbs(rules)}
    return {word: what for word, what in there.items() if word != "turns" or "order" not in there}


def asks_to_look(session: Session, text: str) -> bool:
    """Is a bare line such a word, rather than a command of the game or an answer to the open question?"""
    found = _ASKED.fullmatch(text)
    if found is None or found[1].split()[0].lower() in all_verbs(session.rules):
        return False
    question = session.questions[0] if session.questions else None
    if question is None:
        return True
    bare = found[1].lower()
    offered = any(offer.word.lower().startswith(bare) for offer in question.offers(session.encounter))
    # Where anything may be said, several words are said.
    return not (offered or (isinstance(question, Text) and " " in bare))


def looked(session: Session, text: str) -> list[str]:
    """What such a word tells, line by line. NotUnderstood for a figure that nobody knows."""
    encounter, rules = session.encounter, session.rules
    word, *rest = text.split()
    match word.lower():
        case "who" | "show" if rest:
            return list(figure_facts(encounter, rules, _figure(encounter, rest)))
        case "who":
            return list(_who(session))
        case "order" | "turns":
            return list(order_facts(encounter))
        case "where":
            return list(_where(encounter, rest))
        case "log":
            count = read_number(rest[0], "log", 1) if rest else LATEST
            return [f"{line.place}. {told(line)}" if line.head else told(line) for line in _latest(session, count)]
        case "summary":
            from referee.words.fight_summary import summary_of  # late: hardly ever asked for

            return summary_of(rules, session.step_log).lines or ["No round has begun yet."]
        case "rules":
            return _clauses(rules, [each.lower() for each in rest])
        case _:
            undoes = undone_command(session) or ("the latest answer" if session.questions else "")
            last = [f"undo takes back: {undoes}"] if undoes else []
            return [situation(encounter, rules), *standing(encounter, rules), *last]


def _figure(encounter: Encounter, words: list[str]) -> Tag:
    return find(encounter, encounter.figures, " ".join(words))


def _where(encounter: Encounter, words: list[str]) -> Iterator[str]:
    board = encounter.board
    if board is None:
        yield NO_BOARD
    elif words == [MAP]:
        yield from written(board).splitlines()
    else:
        yield from board_facts(encounter, board, _figure(encounter, words) if words else None)


def _who(session: Session) -> Iterator[str]:
    encounter, rules = session.encounter, session.rules
    yield f"Turn: {encounter.name(encounter.turn) if encounter.turn else 'nobody'}"
    coming = "" if session.questions else next_turn(session).text
    after = rules.may_act(encounter, but=encounter.turn)
    if coming:
        yield coming
    elif after:
        yield f"next: {all_names(encounter, after)}"
    if encounter.order:
        yield "order: " + ", ".join(in_order(encounter))


def _latest(session: Session, count: int) -> Iterator[LogLine]:
    """The lines of the latest so many commands, those that are open among them."""
    step_log, open_ = session.step_log, session.open_commands
    start = settled_position(step_log, step_log.position)
    for _ in range(count - len(open_)):
        start = entry_start(step_log, start)
    before = corrected_state_at(step_log, start, step_log.position)
    for act in applied_commands(step_log, step_log.position, start, before):
        yield from log(act.before, act.entry, session.rules, act.still_secret)
    yield from open_log(session.resolved_commands, session.rules)


def _clauses(rules: Ruleset, words: list[str]) -> list[str]:
    if not words:
        return [f"{rules.title} has {len(rules.clauses())} clauses. Search them for a word: rules attack"]
    found = [f"[{c.id}] {c.text}" for c in rules.clauses() if has_words(f"[{c.id}] {c.text}", words)]
    return found or [f"No clause of {rules.title} mentions {' '.join(words)[:40]!r}."]
