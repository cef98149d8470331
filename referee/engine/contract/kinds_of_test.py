"""Kinds of test that a system knows, with their own words for the log."""

from collections.abc import Mapping

from msgspec import Struct, field

from referee.engine.events.event import Result, Terms, Tested, total
from referee.engine.state.bearer import Tag


def result_of(successes: int, dice: int) -> Result:
    """How dice that count each for itself ended: all of them, some, or none."""
    return "failure" if not successes else "success" if successes == dice else "partial"


class TestKind(Struct, frozen=True):
    """A kind of test that a system knows, with its own words for the log."""

    __test__ = False  # for pytest: not a class of test cases

    name: str
    """Its name in events: attack, save, morale."""
    sentence: str = ""
    """Who tests what, before the sum: `{who} attacks {target}`, also `{whose}` and `{using}`; empty: the common one
    for that name."""
    alone: str = ""
    """The sentence where there is no target; empty: `sentence`."""
    words: Mapping[Result, str] = field(default_factory=dict)
    """Its words for results that differ from the common ones; `{n}` is the number of successes where they are
    counted, `{rest}` that of the other dice; `{few}` and `{fail}` are the same in words: `one`, `two fail`."""
    plural: str = ""
    """What stands for the word of success where several successes are counted: `{n} hits`."""
    told: Mapping[Result, str] = field(default_factory=dict)
    """Whole sentences by result, in place of `sentence` and the word of the result: `{who} fails a death save`."""
    told_of: Mapping[str, Mapping[Result, str]] = field(default_factory=dict)
    """Whole sentences in place of `told` where it is made for what is named (`Tested.using`): for concentration."""
    needed: Mapping[Result, str] = field(default_factory=dict)
    """What was needed, by result, in place of `vs 8`: `more than {against}`; an empty text: nothing is said."""
    deals: bool = False
    """What it comes to is the damage, which is not told again."""
    folded: str = ""
    """How several in a row are told in one line, before the names: `Reflex checks, DC {against}`."""
    versus: str = ""
    """What the number is called that the total is compared with: `AC`, `DC`; or how it is written: `{n}+`."""
    best: bool = False
    """Of several dice that count each for itself, one success is enough: the best is told, `6 (of 2 and 6)`."""
    compared: str = ""
    """How total and number are told in the short log, in place of `17 (12 + 5) vs AC 15`: `{total} of {against}`."""
    faces: Mapping[str, str] | None = None
    """The faces that the short log tells where each die counts for itself: `{"X": "X on the {die} die"}`; None: all."""
    follows: str = ""
    """What it is called in the line of the attack that it follows from: `save`, `Feel No Pain`."""
    times: Mapping[str, str] = field(default_factory=dict)
    """How terms that multiply are told behind the others, by their labels: `{"shielding": ", doubled"}`; of one that
    leaves nothing no more is told than this."""
    untold: tuple[str, ...] = ("damage",)
    """Labels of amounts that the short log leaves out; damage is told where somebody takes it."""

    @property
    def called(self) -> str:
        """What it is called: `Wisdom save`, of the sentence `{whose} Wisdom save against {target}`; else empty."""
        whose, _, rest = self.sentence.partition("{whose} ")
        return "" if whose else rest.removesuffix(" against {target}")

    def made(
        self,
        who: Tag,
        result: Result | bool,
        *cites: str,
        target: Tag | None = None,
        using: str = "",
        terms: Terms = (),
        against: int | None = None,
        opposing: Terms = (),
        each: bool = False,
        count: int | None = None,
        amounts: Terms = (),
        hidden: bool = False,
    ) -> Tested:
        """The event of a figure having made one; its total is what the terms come to, unless each die is for itself.

        The parameters are the fields of `Tested`. With `opposing`, `against` is what those terms come to; a result of
        two kinds may be told as True or False.
        """
        if isinstance(result, bool):
            result = "success" if result else "failure"
        return Tested(
            kind=self.name,
            who=who,
            target=target,
            using=using,
            terms=terms,
            total=total(terms) if terms and not each else None,
            against=total(opposing) if opposing else against,
            opposing=opposing,
            each=each,
            count=count,
            result=result,
            amounts=amounts,
            hidden=hidden,
            cites=tuple(dict.fromkeys(cites)),
        )
