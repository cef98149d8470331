"""Rests of a party between fights, as its game has them."""

from referee.engine.add_verb import party_named
from referee.engine.kinds import AWAY
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.session import Session
from referee.engine.tags import listed
from referee.engine.verb import Command
from referee.script.order import RestParty


def rest_of(session: Session, order: RestParty) -> Command:
    """The order by which those of a party rest who are at the table.

    The dead do not: nobody rests who cannot be chosen as a target.
    Refused if the game has no such rest, or nobody of the party is here; NotUnderstood if it is not clear which rest.
    """
    rules, group = session.rules, party_named(session.situation, order.name)
    if not rules.rests or rules.rest_command is None:
        raise Refused(f"{rules.title} has no rest for a party" + (f": {rules.no_rest}." if rules.no_rest else "."))
    names = {member.name.casefold() for member in group.members}
    there = session.encounter.figures.values()
    here = [each for each in there if each.name.casefold() in names and each.standing != AWAY.name]
    if not here:
        raise Refused(f"Nobody of {group.name} is at the table; `add party {group.name}` brings them.")
    who = tuple(each.tag for each in here if rules.standing(each.standing).target)
    if not who:
        raise Refused(f"Nobody of {group.name} is left to rest.")
    found = [name for name in rules.rests if name.startswith(order.rest)]
    if len(found) != 1:
        raise NotUnderstood(f"Which rest: {listed(rules.rests)}? Such as party rest {group.name} {rules.rests[0]}.")
    return rules.rest_command(found[0], who)
