"""An act in the sentence that its verb has for it, as the log begins to tell it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from referee.engine.questions.answer import Chosen
from referee.engine.questions.ask import param_of
from referee.engine.record.execution import act_of
from referee.engine.record.history import Act, Entry, Reply
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import listed
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import all_verbs
from referee.engine.verbs.verb import Verb
from referee.words.arrivals import spans

_WANTED = re.compile(r"{([a-z]+)}")
"""What a sentence names."""


class Told(NamedTuple):
    """An act, and the sentence that its verb has for it."""

    verb: str
    who: tuple[Tag, ...]
    on: tuple[Tag, ...]
    text: str = ""
    """Empty where the verb has none: what came of it says it all."""
    thing: str = ""
    """With which thing, by its name, where it is one."""


def act_told(encounter: Encounter, act: Act, verb: Verb, sentence: str, chosen: Mapping[str, str]) -> Told:
    """An act in the sentence of its verb, `{who} casts {thing} on {on}`; without its `on` where it was done on nobody.

    sentence: what stands in place of that of the verb; chosen: the words that were chosen, by the names of the verb's
    parameters. Empty where the sentence wants more than is known.
    """
    sentence = sentence or verb.told
    if not sentence:
        return Told(verb.name, act.who, act.on)
    if not act.on:
        sentence = sentence.partition(" {on}")[0].rpartition(" ")[0] if "{on}" in sentence else sentence
    named = {"who": act.who, "thing": act.things, "on": act.on}
    known = {want: [encounter.name(tag) for tag in tags] for want, tags in named.items() if f"{{{want}}}" in sentence}
    known |= {want: [word] for want, word in chosen.items() if f"{{{want}}}" in sentence}
    if not all(known.get(want) for want in _WANTED.findall(sentence)):
        return Told(verb.name, act.who, act.on)
    # Most acts name one of each: there is nothing to join.
    said = {
        want: names[0] if len(names) == 1 else (listed if want == "thing" else spans)(names)
        for want, names in known.items()
    }
    return Told(verb.name, act.who, act.on, sentence.format(**said), said.get("thing", ""))


def told_of(before: Encounter, entry: Entry, rules: System | None) -> Told | None:
    """What a command did in the sentence of its verb; of older records, which do not say it, from what was given."""
    verb = all_verbs(rules).get(entry.command.verb) if rules is not None else None
    if rules is None or verb is None:
        return None
    act = entry.act
    asked = {param_of(item.key): item.answer for item in entry.items if isinstance(item, Reply)}
    given = {**entry.command.given, **asked}
    if not (act.things or act.on):
        act = act_of(rules, entry.command, before, given, entry.events or ())
    things = (before.things.get(tag) for tag in act.things)
    with_thing = next(filter(None, (rules.told_with(before, thing) for thing in things if thing is not None)), "")
    chosen = {name: answer.option for name, answer in given.items() if isinstance(answer, Chosen)}
    return act_told(before, act, verb, with_thing, chosen)
