"""Lines about the library: `keep` or `party`, with what is said behind it."""

from collections.abc import Sequence

from referee.command_language.orders import Keep, KeepCondition, LoadParty, Order, RestParty, SaveParty, UndoParty
from referee.command_language.read_command import Word
from referee.engine.problem import NotUnderstood, on_topic
from referee.engine.questions.question import Offer
from referee.engine.state.find_bearers import find, find_many
from referee.engine.verbs.add import party_named
from referee.engine.verbs.verb import Situation
from referee.text.harmless import clean_name

_KEEP = 'Type who, and a name: keep g1 "Goblin boss"'
_CONDITION = "Type a name, how long, and what it does: keep condition soaked 3r: it drips"
_PARTY = "Type save, load, rest or undo, and a name: party save heroes"


def _sure(words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
    """The words without the last one, where that is `yes`."""
    sure = bool(words) and words[-1].text.lower() == "yes"
    return (words[:-1] if sure else words), sure


@on_topic("library")
def read_keep(situation: Situation, text: str, words: Sequence[Word]) -> Order:
    """`keep g1 "Goblin boss"`, `keep condition soaked 3r: lightning hurts twice`; `yes` at the end replaces one."""
    said, sure = _sure(words[1:])
    if not said:
        raise NotUnderstood(_KEEP)
    if said[0].text.lower() == "condition":
        return _condition(text, said[1:], sure)
    figures = situation.encounter.figures
    return Keep(find(situation.encounter, figures, said[0].text), clean_name(_joined(said[1:])), sure)


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _condition(text: str, words: Sequence[Word], sure: bool) -> KeepCondition:
    if not words:
        raise NotUnderstood(_CONDITION)
    line = text[words[0].at : words[-1].at + len(words[-1].text)]
    name = words[0].text.rstrip(":")
    usual, _, told = line[len(words[0].text) + (2 if line.startswith('"') else 0) :].partition(":")
    if words[0].text.endswith(":"):
        usual, told = "", line[len(words[0].text) :]
    if not clean_name(name):
        raise NotUnderstood(_CONDITION)
    return KeepCondition(clean_name(name), usual.strip(), told.strip(), sure)


def library_offers(situation: Situation, name: str, said: Sequence[str]) -> tuple[Offer, ...]:
    """What may follow these words of `keep` or `party`."""
    if name == "keep":
        figures = situation.encounter.figures.values()
        return (*(Offer(each.tag, each.name) for each in figures), Offer("condition")) if not said else ()
    match [word.lower() for word in said]:
        case []:
            return (
                Offer("save", "saves what carries over"),
                Offer("load", "as last saved"),
                Offer("rest", "as the rules say"),
                Offer("undo", "as before the last save"),
            )
        case [("save" | "load" | "rest" | "undo")]:
            return tuple(Offer(group.name) for group in situation.kept.parties())
        case ["rest", _]:
            return tuple(map(Offer, situation.rules.party.rests))
        case _:
            return ()


# -------------------------------------------------------------------- parties


@on_topic("library")
def read_party(situation: Situation, words: Sequence[Word]) -> Order:
    """`party save heroes`, `party save heroes ann,bob yes`, `party rest heroes long`."""
    if len(words) < 3:
        raise NotUnderstood(_PARTY)
    match words[1].text.lower():
        case "save":
            said, sure = _sure(words[3:])
            there, listing = situation.encounter.figures, ",".join(word.text for word in said)
            who = find_many(situation.encounter, there, listing) if said else ()
            return SaveParty(clean_name(words[2].text), who, sure)
        case "load":
            said, sure = _sure(words[2:])
            if len(said) != 1:
                raise NotUnderstood("Type the name of one party: party load heroes")
            return LoadParty(party_named(situation, said[0].text).name, sure)
        case "undo":
            return UndoParty(party_named(situation, _joined(words[2:])).name)
        case "rest":
            return RestParty(party_named(situation, words[2].text).name, _joined(words[3:]).lower())
        case _:
            raise NotUnderstood(_PARTY, words[1].at)
