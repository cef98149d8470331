"""Keys that are typed for the number in the order and its bonus, whatever a game calls these traits."""

from referee.engine.contract.ruleset import Ruleset

INIT, INITIATIVE, INIT_BONUS = "init", "initiative", "init_bonus"
"""The words for the number in the order, and for what is added to a rolled one."""


def own_key(rules: Ruleset, key: str, word: str = "") -> str:
    """The name that this game has for what is typed as `key=word`: the number in the order, the bonus, or itself.

    A sign makes `init` the bonus, where there is one: `init` alone was its name in earlier versions.
    """
    if rules.order.bonus and (key == INIT_BONUS or (key == INIT and word[:1] in ("+", "-"))):
        return rules.order.bonus
    if key == INIT or (key == INITIATIVE and rules.trait(key) is None):
        return rules.order.number or key
    return key


def typed_key(rules: Ruleset, name: str, word: str = "") -> str:
    """The key that is typed for a track or trait of that name: the one that `own_key` reads as it."""
    if name and name == rules.order.bonus:
        return INIT_BONUS
    if name == rules.order.number and own_key(rules, INIT, word) == name:
        return INIT
    return INITIATIVE if name and name == rules.order.number == own_key(rules, INITIATIVE) else name
