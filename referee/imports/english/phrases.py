"""Phrases: what the set phrases of stat blocks say that happens to a figure, as effects of the game.

This is the table from words to effects, for all formats. A sentence of which something is left that matters in a fight
is by hand: it is kept as it stands, and told where it comes up.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.described_act import CONDITION_WORDS, CONDITIONS, OPEN, Brought, Damage, Effect
from referee.imports.english.sentences import NO_MATTER, Said, matters
from referee.imports.record import dice_in, phrase

_COMES = phrase(
    rf"(?:\b(?:is|are|be|has|have|becomes?|falls?|turns?|knocked|condition|and|or)|,)\s+"
    rf"(?:(?:also|instead|instantly|magically|knocked|the)\s+)*({CONDITION_WORDS})\b"
    r"(?!\s+(?:targets?|creatures?|by the \w+ can)\b)"
    r"(?:\s+condition\b)?(?:(?:\s+by it)?\s*\(escape DC (\d{1,2})\))?"
)
_NEVER = phrase(
    rf"\b(?:can['’]t|cannot|isn['’]t|aren['’]t|no longer)(?: be| become)?"
    rf"(?:(?:,? (?:or |and )?)(?:knocked )?(?:{CONDITION_WORDS})\b)+"
)
"""Conditions that do not come."""
_UNHEALING = phrase(r"\b(?:and )?(?:it )?can['’]t regain (?:any )?hit points\b(?! (?:except|unless|or gain))")
_FEEDS = phrase(
    r"\bregains? (?:a number of )?hit points equal to (?:the damage (?:the \w+ )?(?:takes|dealt)|that damage)"
)
_GRAPPLE_ENDS = phrase(r",? and the grapple ends\b")
"""As somebody is swallowed, which ends it by itself."""
_NUMBED = phrase(
    r"\bIf the \w+ damage reduces the target to 0 hit points, the target is stable but poisoned for (\d+) hour[^.]*"
    r"\bparalyzed while poisoned in this way"
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_FOR = phrase(r"\bfor (?:the next )?(\d{1,3}|an?|one|two|three) (round|minute|hour|day)s?\b")
_ROUNDS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}
_LONGEST = 999_999
"""Rounds that a duration may have; beyond a fight lasts it anyway."""
_UNTIL = phrase(
    r"\buntil the (start|end) of (its|his|her|their|(?:the|that) (?:target|creature)['’]s|(?:the )?[\w '-]{1,40}?"
    r"['’]s?)( next)? turn\b"
)
_BEARERS = ("its", "his", "her", "their", "target's", "creature's")
_BY_HARM = phrase(r"\b(?:until it takes damage|if (?:it|the (?:creature|target)) takes (?:any )?damage)\b")
_WHILE = phrase(
    r"\b(?:(?:while|until (?:this|the|that)) (?:\w+ )?|(?:the|an?) (?=\w+ (?:target|creature)\b))"
    rf"({CONDITION_WORDS}|grapple|poison|curse|effect)\b"
)
_LINKED = {"grapple": "grappled", "poison": "poisoned"}
IMMUNE = phrase(r"\bimmune to [\w' ’(),-]+ for (?:the next )?24 hours\b")
REPEATS = phrase(
    r"\b(?:repeats?|makes?) (?:the|its|this|that|another) (?:saving throw|save)\b(?P<how>[^.]*)|\bsaves? again\b"
)
_ENDURED = ("petrified", "prone")
"""Conditions of which no repeated save rids one."""
_EACH_END = phrase(r"\b(?:at the end of each of|on each of|at the end of) (?:its|his|her|their)(?: next)? turns?\b")
_HEALS = phrase(r"\b(?:regains?|restores?|gains?) (?:\d+ )?\(?(\d+d\d+(?:\s*[+-]\s*\d+)?|\d+)\)? hit points?\b")
_FALLS = phrase(r"\b(?:drops?|(?:is|be) reduced) to 0 hit points\b")
_DIES = phrase(r"\bor (?:instantly )?die\b")
_AGAINST = phrase(r"\bagainst (?:being|effects)\b[^.;]*")
_BY_ATTACK = phrase(r"\buntil (?:it|he|she|the \w+) attacks\b[^.]*")
_BY_SPELL = phrase(r"\buntil (?:it|he|she|the \w+) attacks(?:,| or) casts a spell\b")
_BY_FOCUS = phrase(r"\bconcentration (?:ends|is broken)")
UNFOCUSED = "by loses concentrating"
"""The event that ends what lasts as long as its bringer concentrates on it."""
MOVED = phrase(
    r"\b(?:(?:is|be) )?(?:pushed|pulled|flung|thrown|moved) (?!target)[^.,]*?(?=,|\.|$| and (?:is |be )?knocked)"
)
"""It is moved: the table does that."""
_SLOWED = phrase(r"\bcan['’]t use reactions, its speed is halved, and it can['’]t make more than one attack\b[^.]*")
_WEAKENED = phrase(r"\bdisadvantage on Strength-based attack rolls, Strength checks, and Strength saving throws\b")
_WORN = ((_SLOWED, "slowed"), (_WEAKENED, "weakened"))
_SAME = phrase(r"\bfor the same duration\b")
_LASTS = phrase(r"^(?:these|this|the) effects? lasts?\b")
_LET_OUT = phrase(r"\bdies, a swallowed creature is no longer restrained\b|^the possession lasts until\b")
_BREAKS = phrase(
    r"\bDC (\d{1,2}) Strength check\b[^.]*\b(?:bursting|escap\w+|free)\b"
    r"|\b(?:detach|escape)\b[^.]*\bDC (\d{1,2}) Strength check\b"
)
_STANCHED = phrase(r"\bDC (\d{1,2}) Wisdom \(Medicine\) check")
_CLOSES = phrase(r"\bwound also closes if the target receives magical healing")
_DRAINS = phrase(
    r"\bhit point maximum (?:is )?reduced by an amount equal to the (?:(\w+) )?damage taken\b"
    r"(?P<back>[^.]*\bregains? hit points equal to that amount)?"
)
_EACH_TURN = phrase(
    r"\b(?:at the )?(start|end) of each of (its|his|her|their|the (?:target|creature)['’]s|(?:the )?[\w ’'-]+?['’]s)"
    r" turns\b"
)
_ASIDE = phrase(
    r"\b(?:if|unless|when|whenever|while|until|provided|as if|after|before|instead of|for the next 24 hours)\b[^,.;:]*"
    r"|\bimmunity to being [\w ]+"
)


class Happening(Struct, frozen=True):
    """What a piece of text says that happens to a figure."""

    effect: Effect
    rest: bool
    """Something else stands there that matters in a fight."""
    adds: bool = False
    """The effect is all that has come, changed by what the text adds to it."""

    def only(self, when: tuple[str, ...]) -> "Happening":
        """The same where comparisons hold; what is no new condition is left, as nothing can make it depend on them."""
        if not when:
            return self
        brings = () if self.adds else tuple(each.only(when) for each in self.effect.brings)
        other = self.adds or bool(replace(self.effect, brings=()))
        return Happening(Effect(brings=brings), self.rest or other)


def happening(text: str, before: Effect) -> Happening:
    """What a piece of text without damage and saves says that happens; `before`: what has come to the figure already.

    A condition that lies while another does ends with it and lasts as long.
    """
    if (later := _later(text, before)) is not None:
        return Happening(later, False, adds=True)
    if (stays := _unhealed(text, before)) is not None:
        return stays
    if (numbed := _NUMBED.search(text)) is not None:
        when = ("{target.hp} <= 0", "{target.death_saves}")
        numb = Brought("numbed", _rounds(600 * int(numbed[1])), when=when)
        return Happening(Effect(brings=(numb,)), False)
    said = Said(text)
    drains, feeds, moved, _ = map(said.take, (_DRAINS, _FEEDS, MOVED, _GRAPPLE_ENDS))
    worn = [condition for words, condition in _WORN if said.take(words)]
    said.take(NO_MATTER)
    last = _last(before, linked := said.take(_WHILE))
    events = (
        *(("bearer damaged", _BY_HARM), ("bearer makes attack", _BY_ATTACK)),
        *(("bearer does cast", _BY_SPELL), (UNFOCUSED, _BY_FOCUS)),
    )
    ends = tuple(event for event, words in events if words.search(said.left))
    lasts, said.left = _duration(said.left)
    for words in (_BY_HARM, _BY_ATTACK, _AGAINST):
        said.take(words)
    heals, falls = said.take(_HEALS), bool(_FALLS.search(_ASIDE.sub(" ", said.left)))
    said.take(_FALLS)
    dies = said.take(_DIES)
    same = said.take(_SAME)
    said.take(_ASIDE)
    never = said.take(_NEVER)
    came = [Brought(each, lasts, ends) for each in worn]
    for found in _COMES.finditer(said.left):
        came.append(_brought(CONDITIONS[found[1].lower()], lasts, ends, last if linked else None))
        if found[2]:
            came[-1] = replace(came[-1], escape=("escape", int(found[2])))
    if linked and last is None and len(came) > 1:
        came[1:] = [_brought(each.condition, lasts, ends, came[0]) for each in came[1:]]
    if same:
        came = [replace(each, lasts=last.lasts if last else each.lasts) for each in came]
    said.take(_COMES)
    effect = Effect(
        heal=dice_in(heals[1]) or heals[1] if heals else "",
        brings=tuple(came),
        falls=falls,
        dies=bool(dies),
        drains=(drains[1] or "all").lower() if drains else "",
        feeds=bool(feeds or (drains and drains["back"])),
        moved=moved[0].strip() if moved else "",
    )
    return Happening(effect, bool(never) or matters(said.left))


def _unhealed(text: str, before: Effect) -> Happening | None:
    """That the bearers of what comes, or has come, or all there are, regain no hit points; None if that is not said."""
    if not _UNHEALING.search(text):
        return None
    said = happening(_UNHEALING.sub(" ", text), before)
    if said.effect.brings and not said.adds:
        first, *others = said.effect.brings
        return replace(said, effect=replace(said.effect, brings=(replace(first, unhealing=True), *others)))
    left = matters(_ASIDE.sub(" ", _duration(_UNHEALING.sub(" ", text))[1]))
    last = _last(before, _WHILE.search(text))
    if last is None:
        return Happening(Effect(brings=(Brought("kept_from_healing", _duration(text)[0]),)), left)
    brings = (replace(each, unhealing=True) if each is last else each for each in before.brings)
    return Happening(replace(before, brings=tuple(brings)), left, adds=True)


def _later(text: str, before: Effect) -> Effect | None:
    """What a sentence adds to the conditions that have come: how long they lie, what ends them; None if nothing."""
    if not before.brings or (_COMES.search(_ASIDE.sub(" ", text)) and not _LET_OUT.search(text)):
        return None
    lasts, _ = _duration(text)
    breaks, stanched = _BREAKS.search(text), _STANCHED.search(text)
    if _LASTS.search(text) and lasts != OPEN:
        brings = (replace(each, lasts=lasts) if each.lasts == OPEN else each for each in before.brings)
    elif _BY_HARM.search(text) and (wakes := re.search(r"\bends?\b|\b(wakes?) up\b", text)):
        ends = [each for each in before.brings if not wakes[1] or each.condition == "unconscious"]
        brings = (
            replace(each, ends=(*each.ends, "bearer damaged")) if each in ends else each for each in before.brings
        )
    elif _LET_OUT.search(text):
        brings = (each if each.linked else replace(each, ends=(*each.ends, "by leaves")) for each in before.brings)
    elif breaks is not None:
        by = ("breakout", int(breaks[1] or breaks[2]))
        brings = (each if each.linked else replace(each, escape=by) for each in before.brings)
    elif stanched is not None:
        brings = (replace(each, escape=("stanch", int(stanched[1]))) for each in before.brings)
    elif _CLOSES.search(text):
        brings = (replace(each, ends=(*each.ends, "bearer healed")) for each in before.brings)
    else:
        return None
    return replace(before, brings=tuple(brings))


def _last(before: Effect, linked: re.Match[str] | None) -> Brought | None:
    """The condition that has come which a text says things are linked with, else the last one."""
    word = linked[1].lower() if linked else ""
    condition = CONDITIONS.get(word, _LINKED.get(word, ""))
    named = [each for each in before.brings if each.condition == condition]
    found = named or before.brings
    return found[-1] if found else None


def _brought(condition: str, lasts: str, ends: tuple[str, ...], last: Brought | None) -> Brought:
    """A condition; one that lies while the last one does ends with it, and comes only with it."""
    if last is None or last.condition == condition:
        return Brought(condition, lasts, ends)
    when = (f"{{target has {last.condition}}}", f"not {{target has {condition}}}") if last.when or last.margin else ()
    return Brought(condition, last.lasts, (*ends, f"bearer loses {last.condition}"), when=when)


def harmed(text: str, damage: tuple[Damage, ...], before: Effect) -> Effect | None:
    """What has come, with the damage that it does each turn; None if that is not said, or nothing has come."""
    found = _EACH_TURN.search(text)
    if found is None or not damage or not before.brings:
        return None
    last = _last(before, _WHILE.search(text))
    whose = found[2].lower().replace("’", "'").removeprefix("the ")
    of = "bearer" if whose in _BEARERS else "by"
    bears = replace(last or before.brings[-1], harm=damage, harm_at=(f"turn {found[1].lower()}", of))
    return replace(before, brings=tuple(bears if each is last else each for each in before.brings))


def _duration(text: str) -> tuple[str, str]:
    """How long the conditions of a text lie, as system files say it, and the text without that."""
    if found := _UNTIL.search(text):
        whose = found[2].lower().replace("’", "'")
        of = "bearer" if whose.removeprefix("the ").removeprefix("that ") in _BEARERS else "by"
        lasts = f"{found[1].lower()} of {of}" if found[3] else "this turn"
        return lasts, _UNTIL.sub(" ", text)
    if found := _FOR.search(text):
        word = found[1].lower()
        rounds = _NUMBERS.get(word) or int(word)
        rounds *= _ROUNDS[found[2].lower()]
        return _rounds(rounds), _FOR.sub(" ", text)
    return OPEN, text


def _rounds(rounds: int) -> str:
    """So many rounds as system files say them; of more than a fight lasts, or none, it stays open."""
    if not 0 < rounds <= _LONGEST:
        return OPEN
    return f"{rounds} rounds" if rounds > 1 else "1 round"


def repeated(sentence: str, effect: Effect, ability: str, dc: int) -> Effect | None:
    """The effect with the save that its bearers repeat at the end of each turn; None if no such thing is said."""
    when = _EACH_END.search(sentence)
    if not REPEATS.search(sentence) or when is None:
        return None
    worse = re.search(rf"\bbecoming ({CONDITION_WORDS}) on a fail", sentence, re.IGNORECASE)
    fails = Brought(CONDITIONS[worse[1].lower()]) if worse else None
    later = "next turn" in when[0].lower()
    brings = (
        each
        if each.condition in _ENDURED or each.linked
        else replace(each, save=(ability, dc), fails=fails, later=later)
        for each in effect.brings
    )
    return replace(effect, brings=tuple(brings))
