"""Outcomes: the kinds of test that a system knows, and the event of one that was made."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.events.event import Result, Tested
from referee.engine.state.bearer import Tag
from referee.engine.term import Terms, total


def result_of(successes: int, dice: int) -> Result:
    """How dice that count each for itself ended: all of them, some, or none."""
    return "failure" if not successes else "success" if successes == dice else "partial"


@dataclass(frozen=True)
class TestKind:
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
    counted, `{rest}` that of the other dice."""
    plural: str = ""
    """What stands for the word of success where several successes are counted: `{n} hits`."""

    def made(
        self,
        who: Tag,
        result: Result,
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

        The parameters are the fields of `Tested`. With `opposing`, `against` is what those terms come to.
        """
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
