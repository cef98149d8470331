"""Anybody: a parameter that takes any figures of the table."""

from collections.abc import Callable

from referee.engine.contract.standing import AWAY
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Pick
from referee.engine.verbs.verb import Situation, asks


def anybody(most: int, prompt: str, away_too: bool = False, default: Callable[..., Picked] | None = None) -> Picked:
    """Figures on the table, or those that were taken off it too."""

    def ask(situation: Situation) -> Pick:
        figures = situation.encounter.figures
        among = tuple([tag for tag, figure in figures.items() if away_too or figure.standing != AWAY.name])
        return Pick(key="who", prompt=prompt, among=among, most=most)

    return asks(ask, default=default, nobody="There are no figures on the table. Add some first: add KIND NAME")
