"""Spoken dice: how a sentence names those of a roll."""

from referee.engine.dice.dice import Pool
from referee.text.phrases import counted


def owner(pools: tuple[Pool, ...], pool: Pool) -> str:
    """Prefix for messages that names the pool where there are several: `Ulf: `; else empty."""
    named = pool.name and (pool.die is None or pool.name != pool.die.name)
    return f"{pool.name}: " if named and len(pools) > 1 else ""


def spoken(pools: tuple[Pool, ...], pool: Pool) -> str:
    """Dice as they are said, by their name where there are several pools: `d20`, `two d20`, `8d6`, `d4 (Bless)`."""
    die = pool.die.name if pool.die is not None else f"d{pool.sides}"
    many = counted(pool.count)
    many += " " if many.isalpha() else ""
    # A name that is the dice notation itself, such as `2d6`, is not repeated.
    named = owner(pools, pool) and pool.name not in (die, f"{pool.count}{die}")
    return ("" if pool.count == 1 else many) + die + (f" ({pool.name})" if named else "")
