"""Lines about the library: what `keep` and `party` mean at this table."""

from collections.abc import Sequence

from referee.engine.add_verb import party_named
from referee.engine.problem import NotUnderstood
from referee.engine.question_base import Offer
from referee.engine.tags import find, find_many
from referee.engine.verb import Situation
from referee.script.order import Keep, KeepCondition, Order, RestParty, SaveParty
from referee.script.word import Word
from referee.text import clean_name

_KEEP = 'keep: a figure and a name are expected: keep g1 "Goblin boss".'
_CONDITION = "keep condition: a name is expected, then how long and what it does: keep condition soaked 3r: it drips."
_PARTY = "party: save NAME or rest NAME is expected, such as party save heroes."


def _sure(words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
    """The words without the last one, where that is `yes`."""
    sure = bool(words) and words[-1].text.lower() == "yes"
    return (words[:-1] if sure else words), sure


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
            return Offer("save", "keeps what carries over"), Offer("rest", "as the game has it")
        case [("save" | "rest")]:
            return tuple(Offer(group.name) for group in situation.kept.parties())
        case ["rest", _]:
            return tuple(map(Offer, situation.rules.rests))
        case _:
            return ()


# -------------------------------------------------------------------- parties


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
        case "rest":
            return RestParty(party_named(situation, words[2].text).name, _joined(words[3:]).lower())
        case _:
            raise NotUnderstood(_PARTY, words[1].at)
