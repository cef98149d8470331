"""The group page: a heading of the turn order with those under it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.ruleset import Ruleset
from referee.engine.questions.answer import Picked
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Situation, Verb
from referee.text.phrases import capitalised
from referee.ui.controller.action_list import ActionTargets, action_targets
from referee.ui.controller.controller import Controller
from referee.ui.drawing.gauges import vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import with_tag
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, ruled, wrapped
from referee.ui.input.key_actions import KeyAction, key
from referee.ui.screens.page import TablePage
from referee.ui.screens.split_page import Beside, SplitPage, figure_beside
from referee.words.bearer import plain
from referee.words.conditions import ailments

_MANY = 3
"""Things in a pile that are named; of more, only the number is told."""


class Act(Struct, frozen=True):
    """What the system lets one do with this group, or with the chosen one of it."""

    key: str
    verb: Verb
    tag: Tag
    reason: str
    """Why it cannot be done now; empty if it can."""

    @property
    def action(self) -> KeyAction["GroupPage"]:
        """What its key does."""
        hint = self.verb.hint
        return KeyAction(
            keys=(self.key,),
            run=lambda page: page.act(self.verb, self.tag),
            label=self.verb.label,
            help=f"{capitalised(hint)}.",
            changes=True,
            hinted=True,
            barred=lambda page: self.reason,
        )


class GroupPage(TablePage, SplitPage):
    """One group: how it stands, who is in it, and what can be done with it."""

    double_click = "e"

    def __init__(self, table: Controller, tag: Tag) -> None:
        super().__init__(table)
        self.tag = tag
        self.tags: list[Tag] = [tag]
        """The group, then its members, then others who take part."""
        self.told: Mapping[Tag, str] = {}
        self.targets: ActionTargets = {}

    @property
    def tag_at(self) -> Tag:
        """The group or figure under the cursor."""
        return self.tags[min(self.listing.at, len(self.tags) - 1)]

    def fill(self) -> None:
        rules, encounter = self.table.session.rules, self.table.session.encounter
        members = list(members_of(encounter, self.tag))
        if not members and self.tag not in encounter.groups:
            self.leave()
            return
        self.told = rules.descriptions.describe(encounter, self.tag)
        others = [tag for tag in self.told if tag in encounter.figures and tag not in members]
        self.tags = [self.tag, *members, *others]
        self.targets = action_targets(Situation(rules, encounter), self.tags)
        self.heading = f"{encounter.name(self.tag)} {GLYPHS.dot} {state_of(rules, encounter, self.tag)}"
        self.listing.show(len(self.tags), self.item)

    def show(self) -> None:
        """Shows the keys as well of what can be done with the one under the cursor."""
        acts = {act.key: act.action for tag in (self.tag, self.tag_at) for act in self.acts(tag)}
        sheet, *others = self.keyed.values()
        self.commands = (sheet, *acts.values(), *others)
        super().show()

    def acts(self, tag: Tag) -> Iterator[Act]:
        """What can be done with that one, each by the key that it has at the table, and why not, if so."""
        busy = bool(self.table.session.questions)
        for letter, verb in self.table.keys.hotkeys.items():
            barred = self.targets.get(verb.name, {})
            if tag in barred:
                open_ = "Answer the open question first." if busy and not verb.interjects else ""
                yield Act(letter, verb, tag, barred[tag] or open_)

    # ---------------------------------------------------------------- what is shown

    def beside(self) -> Beside | None:
        """The stat block of the figure under the cursor, else of the first of the group."""
        rules, encounter = self.table.session.rules, self.table.session.encounter
        tags = (tag for tag in (self.tag_at, *self.tags) if tag in encounter.figures)
        return next((figure_beside(rules, encounter, encounter.figures[tag]) for tag in tags), None)

    def headings(self, width: int) -> Line | None:
        return ruled("who is in it", width)

    def item(self, n: int, width: int) -> list[Line]:
        """The group, or one of its figures."""
        tag = self.tags[n]
        figure = self.table.session.encounter.figures.get(tag)
        if figure is None or n == 0:
            return list(self._group(width))
        return list(self._figure(figure, width, n == self.listing.at))

    def _group(self, width: int) -> Iterator[Line]:
        """What there is to say of the group, and what can be done with it."""
        rules, encounter = self.table.session.rules, self.table.session.encounter
        if len(self.heading) > width - 2:
            yield from (line((f" {row}", "title")) for row in wrapped(self.heading, width - 2))
        for text in (self.told.get(self.tag, ""), *belongings(rules, encounter, self.tag)):
            if text:
                yield from (line((f" {row}", "text")) for row in wrapped(text, width - 2))
        for act in self.acts(self.tag):
            what = f"{act.verb.label}: {act.reason or act.verb.hint}"
            yield line((f" {act.key} ", "key"), (cut(what, width - 4), "dim" if act.reason else "text"))
        count = len(members_of(encounter, self.tag))
        yield line((f" {count} figure{'' if count == 1 else 's'}", "clause"))

    def _figure(self, figure: Figure, width: int, chosen: bool) -> Iterator[Line]:
        """A member with its track, its standing and its conditions, and below them what the rules say of it."""
        rules, encounter = self.table.session.rules, self.table.session.encounter
        mine, able = figure.tag == encounter.turn, rules.standing(figure.standing).able
        signs = (GLYPHS.turn if mine else " ") + (GLYPHS.chosen if chosen else " ")
        style = "mine" if mine else "text" if able else "dead"
        gauge, how = vital(rules, figure, 10)
        upright = figure.standing == rules.standings[0].name
        standing = figure.standing if upright else figure.standing.upper()
        figures = (encounter.figures[tag] for tag in self.tags if tag in encounter.figures)
        size = min(max(24, min(44, width - 46)), 1 + max(cell_len(with_tag(each)) for each in figures))
        bar = fit(gauge, max(16, len(gauge)))
        head: list[StyledText] = [(f"{signs}{fit(with_tag(figure), size)}", style), (f" {bar} ", how)]
        head.append((f"{standing} ", "dim" if upright else "dead"))
        yield line(*head, (cut(figure.side, width - sum(len(text) for text, _ in head)), "dim"))
        for words, colour in (
            (f" {GLYPHS.dot} ".join(ailments(encounter, figure)), "condition"),
            (self.told.get(figure.tag, ""), "text"),
        ):
            if words:
                yield from (line((f"    {row}", colour)) for row in wrapped(words, width - 5))
        if chosen and (acts := [f"{act.key} {act.verb.label}" for act in self.acts(figure.tag) if not act.reason]):
            yield from (line((f"    {row}", "key")) for row in wrapped(f" {GLYPHS.dot} ".join(acts), width - 5))

    # ---------------------------------------------------------------- what is done

    def on_the_group(self) -> str:
        """Why there is no sheet of the chosen line; empty if there is."""
        return "" if self.tag_at != self.tag else "That line is the group. Choose a figure below it."

    @key("e", hint="sheet", help="Open the sheet of the chosen figure, to read and change it.", bar=on_the_group)
    def sheet(self) -> None:
        self.table.open("sheet", self.tag_at)

    def act(self, verb: Verb, tag: Tag) -> None:
        """Gives an order about the group or one of it, and goes back to the table, where the rest is asked."""
        if self.table.order(verb.name, **{verb.params[0].name: Picked(tags=(tag,))}):
            self.leave()
        else:
            self.after()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()
            if self.is_attached:
                self.show()


def members_of(encounter: Encounter, tag: Tag) -> tuple[Tag, ...]:
    """The figures of a group; of a heading that is none, those listed under it."""
    if tag in encounter.groups:
        return tuple(figure.tag for figure in encounter.members(tag))
    return tuple(dict.fromkeys(slot.who for slot in encounter.order if slot.under == tag))


def state_of(rules: Ruleset, encounter: Encounter, tag: Tag) -> str:
    """What it stands beside in the order, and whether it has acted."""
    slot, group = encounter.slot(tag), encounter.groups.get(tag)
    under = [there for there in encounter.order if there.under == tag]
    labels = {there.label for there in ([slot] if slot is not None else under)}
    label = f"{labels.pop()} {GLYPHS.dot} " if len(labels) == 1 and labels != {""} else ""
    if group is not None and not group.open:
        state = "over"
    elif slot is None:
        left = sum(not there.acted and rules.gets_turn(encounter, there.who) for there in under)
        turn = next((there.who for there in under if there.who == encounter.turn), None)
        state = f"{left} of {len(under)} still to act" if left else "all have acted"
        state = f"{encounter.name(turn)}'s turn" if turn is not None else state if under else "not in the order"
    elif tag == encounter.turn:
        state = "its turn now"
    elif slot.acted:
        state = "done"
    elif slot.held:
        state = "waits"
    else:
        state = "may act now" if tag in rules.may_act(encounter) else "still to act"
    return label + state


def belongings(rules: Ruleset, encounter: Encounter, tag: Tag) -> Iterator[str]:
    """What a group itself carries: tracks, traits, piles and conditions."""
    group = encounter.groups.get(tag)
    if group is None:
        return
    for kind in rules.piles:
        if things := group.piles.get(kind.name, ()):
            names = ", ".join(encounter.name(thing) for thing in things)
            yield f"{kind.label or plain(kind.name)}: {names if len(things) <= _MANY else len(things)}"
    yield from ailments(encounter, group)
