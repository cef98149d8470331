"""The sentence of an act, as its verb declares it."""

from collections.abc import Mapping

from msgspec import Struct

from referee.engine.record.recorded_steps import Act
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Verb
from referee.text.phrases import joined, listed
from referee.words.names import in_a_sentence
from referee.words.sentence import Sentence
from referee.words.wording import wording


class Told(Struct, frozen=True):
    """An act, and the sentence that its verb has for it."""

    verb: str
    who: tuple[Tag, ...]
    on: tuple[Tag, ...]
    sentence: Sentence | None = None
    """None if the verb has none: what came of it says it all."""
    thing: str = ""
    """With which thing, by its name, where it is one."""


def act_told(encounter: Encounter, act: Act, verb: Verb, sentence: str, chosen: Mapping[str, str]) -> Told:
    """An act in the sentence of its verb, `{who} casts {thing} on {on}`; without its `on` where it was done on nobody.

    sentence: what stands in place of that of the verb; chosen: the words that were chosen, by the names of the verb's
    parameters. Empty where the sentence wants more than is known.
    """
    template = sentence or verb.told
    declared = wording(template, on=bool(act.on))
    who, things, on = ([encounter.name(tag) for tag in tags] for tags in (act.who, act.things, act.on))
    known = {**chosen, "who": joined(who), "thing": listed(things), "on": in_a_sentence(on)}
    if not template or not all(known.get(blank) for blank in declared.blanks):
        return Told(verb.name, act.who, act.on)
    words = {blank: known[blank] for blank in declared.blanks - {"who"}}
    return Told(verb.name, act.who, act.on, declared.filled(who, **words), words.get("thing", ""))
