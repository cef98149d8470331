"""Abilities performed one by one in the order written, and what each of them does that is no attack (GH-15, 18..21,
31, 36, 37, 41).
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import Term, Terms
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Amount, Confirm
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import scenario
from referee.rules.gloomhaven.ability import CARD_GOES_TO, Ability, Aim, enemies, friends, pick, read_out, said
from referee.rules.gloomhaven.adding import bring_summon
from referee.rules.gloomhaven.attack import attack_of, attack_said, attack_targets
from referee.rules.gloomhaven.conditions import GOOD, INFLICTED, barring, give_retaliation, give_shield, inflict
from referee.rules.gloomhaven.harm import heal, suffer
from referee.rules.gloomhaven.kinds import DISCARD, HAND, LOOT, LOST, MOVE, PLAYING, XP, is_character, present
from referee.text.phrases import joined


async def perform(
    ledger: Ledger, who: Tag, abilities: tuple[Ability, ...], ability_key: str, sure: bool = False
) -> None:
    """All abilities in order; one that comes to nothing does not stop the others. `sure`: none is skipped."""
    for place, ability in enumerate(abilities):
        if not ledger.able(who):
            return
        if kind := barring(ledger.encounter, who, ability.kind):
            ledger.remark(f"{ledger.encounter.name(who)} is {kind.label}: no {ability.kind}", "GH-35")
            if kind.bars_all:
                return
            continue
        decided = sure or not is_character(ledger.encounter, who)
        use = AbilityUse(ledger, who, ability, f"{ability_key} {place + 1}".strip(), decided)
        with ledger.lapsing(f"The {ability.kind} has no effect"):
            await use.perform(abilities[:place], abilities[place:])


class AbilityUse(Struct, frozen=True):
    """One ability as a figure uses it."""

    ledger: Ledger
    who: Tag
    ability: Ability
    key: str
    """The end of the keys of all that is asked for it, unlike that of any other ability of the action."""
    sure: bool
    """Nobody is asked whether it is used: it is, or a player has said so already."""

    @property
    def _name(self) -> str:
        return self.ledger.encounter.name(self.who)

    @property
    def _source(self) -> str:
        """What the figure acts with: the card that it plays, else itself."""
        return self.ledger.encounter.name(PLAYING.of(self.ledger.encounter, self.who) or self.who)

    @property
    def _most(self) -> int:
        """How many targets it may have."""
        return max(1, self.ability.number("target", 1))

    def _enemies(self) -> Aim:
        return enemies(self.ledger.rules, self.ledger.encounter, self.who)

    def _friends(self, self_too: bool) -> Aim:
        return friends(self.ledger.rules, self.ledger.encounter, self.who, self_too)

    async def perform(self, before: Sequence[Ability], after: Sequence[Ability]) -> None:
        """What it does. before, after: the abilities of the same action up to it, and from it on."""
        ledger, who, ability = self.ledger, self.who, self.ability
        match ability.kind:
            case "attack":
                await self._attack([_moved(ledger, who, move) for move in before if move.kind == "move" and self.sure])
            case "heal":
                await self._mend()
            case "suffer" | "lose":
                await self._harm()
            case "move":
                told = is_character(ledger.encounter, who) or any(later.kind == "attack" for later in after)
                squares = _moved(ledger, who, ability).removeprefix("move ")
                ledger.remark(f"{self._name} moves up to {squares}", "GH-15", detail=told)
            case "push" | "pull" | "text":
                ledger.remark(read_out(self._name, ability), "GH-15")
            case "recover":
                await self._recover()
            case "loot":
                await self._loot()
            case "xp":
                if is_character(ledger.encounter, who):
                    ledger.record(XP.change(who, ability.value, "GH-15", source=who))
            case kind if kind in CARD_GOES_TO:
                pass
            case kind if kind in INFLICTED:
                await self._inflict()
            case _:
                await self._support()

    # ---------------------------------------------------------------- what is asked

    async def _targets(
        self,
        key: str,
        asked: str,
        aim: Callable[[], Aim],
        most: int,
        *cites: str,
        least: int = 0,
        only: Tag | None = None,
    ) -> tuple[Tag, ...]:
        """At most so many of those that it may be aimed at, as the player chooses."""
        key, prompt = f"{key} {self.who} {self.key}", f"{self._source} {asked}"
        picked: Picked = await Ask(lambda: pick(key, prompt, self.who, aim(), most, *cites, minimum=least, only=only))
        return picked.tags

    def _nobody(self, aim: Aim) -> bool:
        """Whether no figure can be the target; then the log says so, and nothing is asked."""
        if not aim.free:
            self.ledger.remark(f"{self._name} has no target for {said(self.ability)}", "GH-20")
        return not aim.free

    async def _willing(self, key: str, what: str) -> bool:
        """Whether it is used, as far as a player may skip it (GH-18)."""
        if self.sure:
            return True
        answer = await Ask(
            lambda: Confirm(
                key=f"{key} {self.who} {self.key}",
                prompt=f"Does {self._name} {what}?",
                by=self.who,
                default=True,
                cites=("GH-18",),
            )
        )
        if not answer.yes:
            self.ledger.remark(f"{self._name} does not {what}", "GH-18")
        return answer.yes

    async def _ally_to_harm(self) -> Tag:
        """The ally that must be harmed; empty, if there is none."""
        aim, asked = partial(self._friends, False), f"({said(self.ability)}): which ally?"
        if not aim().free:
            self.ledger.remark(f"{self._name} has no ally to {said(self.ability)}", "GH-20")
            return ""
        return (await self._targets("victim", asked, aim, 1, "GH-19", "GH-20", least=1))[0]

    async def _cards(self, whose: Tag, does: str, count: int) -> tuple[Tag, ...]:
        """So many cards to lose from the hand, or up to so many discards to recover."""

        def ask() -> Pick:
            encounter = self.ledger.encounter
            cards = (HAND if does == "lose" else DISCARD).of(encounter, whose)
            return Pick(
                key=f"{does} {whose} {self.key}",
                prompt=f"{encounter.name(whose)} {does}s which {'card' if count == 1 else f'{count} cards'}?",
                by=whose,
                among=cards,
                least=min(count, len(cards)) if does == "lose" else 0,
                most=count,
            )

        return (await Ask(ask)).tags

    # ---------------------------------------------------------------- what it does

    async def _harm(self) -> None:
        """What hurts oneself or an ally cannot be skipped (GH-19)."""
        ledger, ability = self.ledger, self.ability
        victim = await self._ally_to_harm() if "ally" in ability.flags else self.who
        if not victim:
            return
        must = f"{ledger.encounter.name(victim)} must {ability.kind} {ability.value}"
        ledger.remark(must, "GH-19", detail=ability.kind == "suffer")
        if ability.kind == "suffer":
            await suffer(ledger, victim, (Term("suffer", ability.value),), self.key, "GH-19", source=self.who)
        elif (count := min(ability.value, len(HAND.of(ledger.encounter, victim)))) > 0:
            cards = await self._cards(victim, "lose", count)
            ledger.record(HAND.move(victim, LOST, present(ledger.encounter, victim, HAND, cards), "GH-19"))

    async def _recover(self) -> None:
        """Discards come back into the hand."""
        ledger, who = self.ledger, self.who
        if DISCARD.of(ledger.encounter, who):
            cards = await self._cards(who, "recover", max(1, self.ability.value))
            back = joined([*map(ledger.encounter.name, cards)]) or "nothing"
            ledger.remark(f"{self._name} recovers {back}", "GH-15")
            ledger.record(DISCARD.move(who, HAND, present(ledger.encounter, who, DISCARD, cards), "GH-15"))

    async def _loot(self) -> None:
        """As many loot tokens as the character reaches (GH-41)."""
        ledger, who = self.ledger, self.who
        there = LOOT.of(ledger.encounter, TABLE)
        if not there or not is_character(ledger.encounter, who):
            return
        counted = await Ask(
            lambda: Amount(
                key=f"loot {who} {self.key}",
                prompt=f"{self._source}: how many of the {there} loot tokens?",
                by=who,
                most=LOOT.of(ledger.encounter, TABLE),
                default=1,
                cites=("GH-41",),
            )
        )
        scenario.collect(ledger, who, counted.n)

    async def _mend(self) -> None:
        """Oneself or allies, as the card says (GH-20, 21)."""
        ledger, ability = self.ledger, self.ability
        if "self" in ability.flags:
            await heal(ledger, self.who, ability.value, self.who)
            return
        ally = "ally" in ability.flags
        aim, only = partial(self._friends, not ally), None if ally else self.who
        if self._nobody(aim()):
            return
        asked = f"({said(ability)}): heal whom?"
        targets = await self._targets("heal", asked, aim, self._most, "GH-20", "GH-21", only=only)
        for tag in targets:
            ledger.remark(f"{self._name} heals {ledger.encounter.name(tag)}", "GH-20", "GH-21", detail=True)
            await heal(ledger, tag, ability.value, self.who)
        if not targets:
            ledger.remark(f"{self._name} skips {said(ability)}", "GH-18")

    async def _inflict(self) -> None:
        """A condition: on oneself or an ally a good one may be skipped, a bad one not; else on enemies (GH-18, 19)."""
        ledger, ability, kind = self.ledger, self.ability, self.ability.kind
        good, ally = kind in GOOD, "ally" in ability.flags
        if "self" in ability.flags or (good and not ally and not ability.numbers):
            if not good or await self._willing(kind, f"use {kind}"):
                inflict(ledger, self.who, kind, self.who, *(() if good else ("GH-19",)))
        elif ally and not good:
            if victim := await self._ally_to_harm():
                inflict(ledger, victim, kind, self.who, "GH-19")
        else:
            await self._inflict_on_some(partial(self._friends, not ally) if good else self._enemies)

    async def _inflict_on_some(self, aim: Callable[[], Aim]) -> None:
        """A good condition on friends, a bad one on enemies; the player may choose none (GH-18)."""
        if self._nobody(aim()):
            return
        asked, most = f"({said(self.ability)}): on whom?", self.ability.number("target", 1) or MOST_FIGURES
        for tag in await self._targets(self.ability.kind, asked, aim, most, "GH-18"):
            inflict(self.ledger, tag, self.ability.kind, self.who)

    async def _support(self) -> None:
        """Shield, retaliation, an element, a summon: a player may do without (GH-18)."""
        ledger, who, ability = self.ledger, self.who, self.ability
        plain = ability.kind in ("infuse", "consume", "summon")
        if not await self._willing(ability.kind, said(ability) if plain else f"use {said(ability)}"):
            return
        match ability.kind:
            case "shield":
                give_shield(ledger, who, ability.value)
            case "retaliate":
                give_retaliation(ledger, who, ability.value, ability.number("range"))
            case "infuse":
                scenario.infuse(ledger, ability.word)
                ledger.remark(f"{self._name} infuses {ability.word}", "GH-37")
            case "consume":
                if why := scenario.not_there(ledger.encounter, ability.word):
                    ledger.remark(why.partition(" [")[0], "GH-65")
                else:
                    scenario.consume(ledger, ability.word, who)
            case "summon":
                await bring_summon(ledger, who, ability.word, ability.numbers)

    async def _attack(self, moves: Sequence[str]) -> None:
        """An attack on as many enemies as it reaches. moves: the moves before it, in words."""
        ledger, who = self.ledger, self.who
        if not self._enemies().free:
            ledger.remark(f"{self._name} has nobody to attack", "GH-15")
            return
        asked = f"({attack_said(ledger, who, self.ability, moves)}): attack whom?"
        targets = await self._targets("target", asked, self._enemies, self._most, "GH-15", "GH-18")
        if not targets:
            ledger.remark(f"{self._name} skips the attack", "GH-18")
            return
        attack = attack_of(ledger, who, self.ability)
        bonus = await self._bonus()
        await attack_targets(ledger, who, targets, replace(attack, bonus=bonus), self.key)

    async def _bonus(self) -> Terms:
        """What consumed elements add to an attack (GH-65)."""
        out: list[Term] = []
        for element, extra in self.ability.bonus:
            if why := scenario.not_there(self.ledger.encounter, element):
                self.ledger.remark(f"No +{extra}: {why.partition(' [')[0]}", "GH-65")
            elif await self._willing(f"consume {element}", f"consume {element} for +{extra}"):
                scenario.consume(self.ledger, element, self.who)
                out.append(Term(element, extra))
        return tuple(out)


def _moved(ledger: Ledger, who: Tag, ability: Ability) -> str:
    """A move in its words, with the number that it comes to: `move 3`."""
    return f"move {max(0, ability.value + (MOVE.of(ledger.encounter, who) if ability.relative else 0))}"
