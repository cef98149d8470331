"""Attack text: what the description of a trait or an action says, in either edition's words: rolls to hit, damage,
saves, and what each of them comes to.

It goes from sentence to sentence, and knows of each whether it speaks of a hit, of a failed save or of a made one.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from referee.imports.described_act import DAMAGE, NOTHING, Damage, Effect, Save, TextRead, damage_in, joins
from referee.imports.english.phrases import IMMUNE, MOVED, REPEATS, happening, harmed, repeated
from referee.imports.english.sentences import (
    INCLUDED,
    LYING,
    WHO,
    aim,
    aimed_in_words,
    matters,
    only,
    reworded,
    sentences,
)
from referee.imports.record import ABILITY_NAMES, dice_in, phrase

_ABILITY = "(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)"
_HEAD = phrase(
    r"\b(melee or ranged|melee|ranged)\s+(?:weapon |spell )?attack(?: roll)?s?\s*"
    r"(?::\s*([+-]\s*\d{1,3})?|([+-]\s*\d{1,3}))(?:.{0,200}?\bHit:)?"
)
_TO_HIT = phrase(r"([+-]\s*\d{1,3})\s+to\s+hit\b")
_SAVE = phrase(
    rf"\bDC\s*(\d{{1,3}})\s+{_ABILITY}\b(?:\s+or\s+\w+)?\s+(?:saving\s+throws?|saves?)\b"
    rf"|\b{_ABILITY}\s+(?:saving\s+throws?|saves?)\s*(?::\s*|\(\s*|against\s+(?:a\s+)?|with\s+(?:a\s+)?|,\s*)DC\s*(\d{{1,3}})"
)
_HALF = phrase(r"half (?:as much|the|that|of the)?\s*(?:\w+ )?damage|success:\s*half|half as much|only half")
_REACH = phrase(r"\breach\s+(\d{1,3})\s*(?:ft|feet)")
_RANGE = phrase(r"\branges?\s+(\d{1,4})(?:\s*/\s*(\d{1,4}))?\s*(?:ft|feet)")
_TWO_HANDS = phrase(
    r"\s*(?:if|when)\s+(?:used|wielded|held|gripped)\s+(?:with|in)\s+(?:two|both)\s+hands"
    r"(?:\s+to make a melee attack)?|\s*if the \w+ has half of its hit points or fewer|\s*at range\b"
)
_FAILED = phrase(r"^(?:on a fail(?:ed save|ure)|failure:|if the saving throw fails,|(?:each|a) creature that fails)")
_MADE = phrase(r"\b(?:on a success(?:ful (?:save|saving throw))?\b|success:|if the saving throw is successful)")
_RID = phrase(r"\b(?:effect|possession|condition) ends\b")
_WORSE = phrase(r"\bfails? (?:the saving throw |the save )?by (\d+) or more|\bresult is (\d+) or lower")
_OTHERWISE = phrase(r"otherwise\b")
_EACH = phrase(r"\btakes?\b|\bloses?\b|\bat the (?:start|end) of each of [\w ’'-]+? turns\b")
_LATER = phrase(
    r"(?<!until the )\b(?:start|end) of (?:each of |every |its |the [\w '’-]+?['’]s )[\w ,'’-]*turns?\b|\bevery \d+"
    r"|\bwhenever\b|\beach time\b|\bfor every\b|\bthrown target\b|\bas a bonus action\b"
)
"""What comes at another time than the rest of the text."""
_OWN_SAVE = phrase(r"^If [\w ’'-]+ takes \d+ damage or more|\bis thrown at another\b")
"""A save of others than those who have been hit."""
_RESISTED = phrase(r"\s*at the (?:start|end) of each of [\w ’'-]+? turns or\b")
"""Behind a save: it is made each turn."""
_GROWS = phrase(
    r"^Each time the [\w ]+ hits the wounded target with this attack, the damage dealt by the wound increases\b"
)
_OF_HELD = phrase(r"^At the start of each of [\w ’']+ turns, the grappled target takes\b")
"""Behind what a success brings: it is of those who have failed again."""
_WOKEN = phrase(r"\b(?:uses?|takes?) an action to (?:wake|shake)\b")
WAKES = "an action by somebody else wakes it"
_CRITICAL = phrase(r"^(?:if|when(?:ever)?) [^,]{0,60}\bcritical hit\b")
_ITSELF = phrase(r"\bthe target (?:magically )?regains\b|\b(?:one|each) (?:\w+ )?creature|\btouches\b")


@lru_cache(maxsize=4096)
def read_attack_text(text: str) -> TextRead:
    """What the description of an action says."""
    plain = reworded(text)
    line = " ".join(plain.split())
    head = _HEAD.search(line)
    hit = _TO_HIT.search(line)
    told_bonuses = [*(head.group(2, 3) if head else ()), *(hit.group(1) if hit else ())]
    bonus = next(filter(None, told_bonuses), None)
    reach = _REACH.search(line)
    ranges = _RANGE.search(line, head.start()) if head and head[1].lower() != "melee" else None
    reading = _Reading(bool(head or hit))
    for sentence in sentences(line[at.end() :] if (at := head or hit) else plain):
        reading.take(sentence)
    reading.grow()
    aimed = aimed_in_words(head[0]) if head else []
    return TextRead(
        to_hit=int(bonus.replace(" ", "")) if bonus else None,
        ranged=head is not None and head[1].lower() == "ranged",
        reach=int(reach[1]) if reach else None,
        ranges=(int(ranges[1]), int(ranges[2] or 0)) if ranges else None,
        is_attack=bool(head or hit),
        hit=reading.hit + Effect(tell=tuple(f"only {whom}" for whom in aimed)),
        critical=reading.critical,
        instead=tuple(reading.instead),
        two_hands=reading.with_two_hands(),
        saves=tuple(reading.saves_of_those_meant()),
        to_self=not _ITSELF.search(line)
        and not reading.hit.damage
        and all(each.is_taken for each in reading.hit.brings),
        apart=tuple(reading.apart),
        has_dice=bool(dice_in(line)),
        by_hand=" ".join(reading.sentences_by_hand()),
        odd=tuple(reading.odd),
    )


class _Reading:
    """The state of reading a text: what has been found, and whom the next sentence is about."""

    def __init__(self, is_attack: bool) -> None:
        self.is_attack = is_attack
        self.hit = self.critical = NOTHING
        self.saves: list[Save] = []
        self.instead: list[Damage] = []
        self.apart: list[Damage] = []
        self.by_hand: list[str] = []
        self.odd: list[str] = []
        self.when: tuple[str, ...] = ()
        """The condition on the figures that the present sentence is about."""
        self.whom: list[str] = []
        """For each save, who alone makes it, in the words of the text, where its comparisons say that."""
        self.limits: tuple[str, ...] = ()
        """The figures, in words, to which the next save is limited."""
        self.by_two_hands: tuple[int, Damage] | None = None
        """Which part is another one with two hands, and that one."""
        self.of = "hit"
        """What the present sentence is about: a hit, a failed save, a made save."""
        self.grows = False
        """Each further hit adds to what the failed save has brought."""
        self.repeats = False
        """It has said how the save is repeated; what it says of failures and successes then, it says of that one."""

    def take(self, sentence: str) -> None:
        """Reads the next sentence."""
        if INCLUDED.search(sentence):
            return
        self.when = ()
        if _OF_HELD.search(sentence) and self.of == "success":
            self.of = "failure"
        if _WOKEN.search(sentence):
            self._set(self._effect() + Effect(tell=(WAKES,)))
        if _GROWS.search(sentence) and self.saves:
            self.grows = True
            return
        if _OWN_SAVE.search(sentence):
            self._tell(sentence, sentence)
            return
        if self.is_attack and _CRITICAL.search(sentence):
            self.by_hand.append(sentence)
            self.critical += Effect(tell=(sentence.rstrip("."),))
            return
        found = list(_SAVE.finditer(sentence))
        if found and self.of != "hit" and self.is_attack and self.saves and _LATER.search(sentence):
            found = []  # a save of later turns
        turn = _RESISTED.match(sentence, found[0].end()) if len(found) == 1 else None
        if (first := found[0].start() if found else len(sentence)) > 0:
            self._part(sentence[:first], sentence, before=bool(found) and turn is None)
        if turn is not None:
            self._resisted(sentence, found[0], turn)
            return
        for each, following in zip_longest(found, found[1:]):
            self._save(sentence, each)
            rest = sentence[each.end() : following.start() if following else None]
            if each[3]:
                for whom in LYING.finditer(rest):
                    self._tell(f"only if it {whom[1]}", sentence)
                rest = LYING.sub("", rest)
            self._part(rest, sentence)

    def grow(self) -> None:
        """Whoever has what a failed save brings has it once more by the next hit, without a save."""
        if not self.grows:
            return
        for each in self.saves[-1].failure.brings:
            has = f"{{target has {each.condition}}}"
            self.hit += Effect(brings=(replace(each, when=(has,)),))
            self.saves[-1] = replace(self.saves[-1], when=(*self.saves[-1].when, f"not {has}"))

    def _save(self, sentence: str, found: re.Match[str]) -> None:
        """A save begins; what follows is what comes of failing it."""
        ability, dc = _asked(found)
        one, chosen = aim(sentence)
        save = Save(ability, dc, one=one or self.is_attack, chosen=chosen, when=self.when)
        self.whom.append(clause[0] if self.when and (clause := WHO.search(sentence, 0, found.start())) else "")
        self.saves.append(replace(save, failure=Effect(tell=self.limits)))
        self.by_hand += self.limits
        self.when, self.limits, self.of = (), (), "failure"

    def _resisted(self, sentence: str, found: re.Match[str], turn: re.Match[str]) -> None:
        """A save against the damage that what has come does each turn."""
        damage, _ = self._damage(sentence[turn.end() :], as_hit=False)
        harm = harmed(sentence, tuple(damage), self.hit)
        if harm is None:
            self._tell(sentence[found.start() :], sentence)
        else:
            brings = (replace(each, harm_save=_asked(found)) if each.harm else each for each in harm.brings)
            self.hit = replace(harm, brings=tuple(brings))

    def _part(self, text: str, sentence: str, before: bool = False) -> None:
        """Reads a piece of a sentence that has no save in it; `before`: it stands before one."""
        if (who := WHO.search(text)) is not None and matters(text[: who.start()]) and text[who.end() :][:1] == ",":
            self._part(text[: who.start()], sentence, before)
            text = text[who.start() :]
        when, limits = only(text)
        self.when += when
        self.limits = limits if before else ()
        for limit in limits[len(self.limits) :]:
            self._tell(limit, limit)
        if _FAILED.search(text) and self.saves and not self.repeats:
            self.of = "failure"
        made = _MADE.search(text)
        if not self.saves:
            if not before or self.is_attack:  # else it says whom it concerns
                self._happens(text, sentence)
        elif IMMUNE.search(text):
            self.saves[-1] = _immune(self.saves[-1], rid=_RID.search(text) is not None)
        elif self.repeats and (made or _FAILED.search(text)):
            self._second(text, sentence)
        elif worse := _WORSE.search(text):
            self._graded(text, sentence, ("<=", -int(worse[1]) if worse[1] else int(worse[2]) - self.saves[-1].dc))
        elif _OTHERWISE.match(text) and (worst := [each.margin[1] for each in self._effect().brings if each.margin]):
            self._graded(text, sentence, (">", worst[0]))
        elif made:
            self._part(text[: made.start()], sentence, before)
            self._success(text[made.end() :], sentence)
        elif again := REPEATS.search(text):
            if happening(text[: again.start()], NOTHING).effect:
                self._happens(text[: again.start()], sentence)
            self._repeat(text[again.start() :], sentence)
        else:
            self._happens(text, sentence)

    def _success(self, text: str, sentence: str) -> None:
        """What a success brings, or leaves of the damage."""
        last = self.saves[-1]
        if _HALF.search(f"success: {text}"):
            moved = MOVED.search(text)
            pushed = moved[0].strip() if moved and not text[: moved.start()].rstrip().endswith(("n't", "n’t")) else ""
            self.saves[-1] = replace(last, on_success="half", success=Effect(moved=pushed))
        elif matters(text) and " or " not in text[:4]:
            self.saves[-1] = replace(last, success=Effect(tell=(text.strip(" ,.:"),)))
            self.by_hand.append(sentence)
        self.of = "success"

    def _graded(self, text: str, sentence: str, margin: tuple[str, int]) -> None:
        """What comes only where the save fails by so much, or by less."""
        done = happening(text, self.saves[-1].failure)
        brings = tuple(replace(each, margin=margin) for each in done.effect.brings)
        self._set(self._effect() + replace(done.effect, brings=brings))
        if done.rest or not brings:
            self._tell(text, sentence)

    def _second(self, text: str, sentence: str) -> None:
        """What the repeated save comes to: another condition in the place of the first, where it fails."""
        last = self.saves[-1]
        then = happening(text, NOTHING).effect.brings if _FAILED.search(text) else ()
        first = next((each for each in last.failure.brings if each.save is not None), None)
        if then and first is not None:
            brings = (replace(each, fails=then[0]) if each is first else each for each in last.failure.brings)
            self.saves[-1] = replace(last, failure=replace(last.failure, brings=tuple(brings)))
        elif matters(text):
            self._tell(text, sentence)

    def _repeat(self, text: str, sentence: str) -> None:
        """The save is repeated: at the end of each turn, or in another way, to which the referee sees."""
        last = self.saves[-1]
        failure = repeated(text, last.failure, last.ability, last.dc)
        if failure is not None:
            self.saves[-1] = replace(last, failure=failure)
        if failure is None or "disadvantage" in text or not failure.brings:
            self._tell(text, sentence)
        self.repeats, self.of = True, "failure"

    def _happens(self, text: str, sentence: str) -> None:
        """Adds damage, conditions and other effects to those whom the sentence is about."""
        if self.of == "failure" and _HALF.search(text):
            self.saves[-1] = replace(self.saves[-1], on_success="half")
        ended = self.of == "hit" and bool(self.hit.damage) and self.is_attack
        damage, rest = self._damage(text, as_hit=self.of == "hit")
        before = self._effect()
        done = happening(rest, before).only(self.when)
        if self.of == "success" and done.effect:
            self._tell(text, sentence)
            return
        came = done.effect if done.adds else before + done.effect
        later = bool(_LATER.search(text)) and bool(self.is_attack or self.saves or came.brings)
        if damage and later and (harm := harmed(text, tuple(damage), came)) is not None:
            came, done = harm, happening(_EACH.sub(" ", rest), before)
        elif damage and (later or ended or self.when):
            self.apart += damage
            came, done = before, replace(done, rest=True)
        elif damage:
            came = replace(came, damage=(*before.damage, *damage))
        if self.of != "success":
            self._set(came)
        if done.rest:
            self._tell(text, sentence)

    def sentences_by_hand(self) -> list[str]:
        """What is by hand, each once; whom it concerns is not said again beside its sentence."""
        return [one for one in dict.fromkeys(self.by_hand) if not any(one in it and one != it for it in self.by_hand)]

    def saves_of_those_meant(self) -> Iterator[Save]:
        """The saves; it is told by hand who alone makes one where nobody is hit, and no condition says it."""
        for save, whom in zip(self.saves, self.whom, strict=True):
            meant = save if self.is_attack else save.by_anybody(whom)
            if whom in meant.failure.tell:
                self.by_hand.append(whom)
            yield meant

    def _effect(self) -> Effect:
        return self.hit if self.of == "hit" or not self.saves else self.saves[-1].failure

    def _set(self, effect: Effect) -> None:
        if self.of == "hit" or not self.saves:
            self.hit = effect
        else:
            self.saves[-1] = replace(self.saves[-1], failure=effect)

    def _tell(self, text: str, sentence: str) -> None:
        """What of a text is by hand is told where it comes up."""
        self.by_hand.append(sentence)
        told = Effect(tell=(text.strip(" ,.:").removeprefix("or ").removeprefix("and "),))
        if self.of == "success" and self.saves and not self.repeats:
            self.saves[-1] = replace(self.saves[-1], success=self.saves[-1].success + told)
        else:
            self._set(self._effect() + told)

    def _damage(self, text: str, as_hit: bool) -> tuple[list[Damage], str]:
        """The damage of a piece of text, all of which adds up, and the text without it."""
        parts: list[Damage] = []
        amounts = list(damage_in(text, self.odd))
        gaps = [text[a.end() : b.start()] for (a, _), (b, _) in pairwise(amounts)]
        for n, (found, damage) in enumerate(amounts):
            if parts and joins(gaps[n - 1 :]) == "or":
                self.instead.append(damage)
                if as_hit and _TWO_HANDS.match(text, found.end()):
                    self.by_two_hands = len(parts) - 1, damage
            else:
                parts.append(damage)
        return parts, _TWO_HANDS.sub(" ", DAMAGE.sub(" ", text))

    def with_two_hands(self) -> tuple[Damage, ...]:
        """All that adds up with two hands, or at range; empty if they make no difference."""
        if self.by_two_hands is None:
            return ()
        at, damage = self.by_two_hands
        return (*self.hit.damage[:at], damage, *self.hit.damage[at + 1 :])


def _immune(save: Save, rid: bool) -> Save:
    """A save that makes immune; rid: also whoever is rid of what a failure has brought."""
    brings = tuple(replace(each, immune=rid and not each.linked) for each in save.failure.brings)
    return replace(save, immune=True, failure=replace(save.failure, brings=brings))


def _asked(found: re.Match[str]) -> tuple[str, int]:
    """The ability and the number of a save."""
    ability = (found[2] or found[3]).lower()
    return ABILITY_NAMES.get(ability, ability), int(found[1] or found[4])
