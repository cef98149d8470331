"""Summons: who calls them, and that they act from the next round on (GH-31)."""

from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES
from referee.engine.enlist import welcome
from referee.engine.ledger import Ledger
from referee.engine.recruit import Details, recruits
from referee.rules.gloomhaven.kinds import ATTACK, HP, MOVE, OWNER, RANGE, SHIELD, SUMMON
from referee.text import clean_name

KIND = "summon"
VALUES = (HP.name, ATTACK.name, MOVE.name, RANGE.name, SHIELD.name)
"""What may be said of a summon."""


async def summon(ledger: Ledger, owner: Tag, name: str, values: dict[str, int]) -> None:
    """A summon comes to its owner's side; it has no place in the order before the next round (GH-31)."""
    template = ledger.rules.template(SUMMON)
    if template is None or len(ledger.encounter.figures) >= MOST_FIGURES:
        ledger.told("There is no room for a summon", about=(owner,))
        return
    said = tuple((key, str(value)) for key, value in values.items() if key in VALUES)
    called = clean_name(" ".join(word.capitalize() for word in name.replace("-", " ").split()))
    coming = recruits(ledger.rules, ledger.encounter, template, Details((called,), 1, said))
    await welcome(ledger, coming, ("GH-31",))
    for recruit in coming:
        ledger.record(OWNER.set(recruit.figure.tag, owner, "GH-31"))
        ledger.told(
            f"{recruit.figure.name} acts before {ledger.encounter.name(owner)} from the next round on",
            "GH-31",
            about=(recruit.figure.tag, owner),
        )
