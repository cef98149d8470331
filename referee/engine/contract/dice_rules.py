"""Rules for dice that show symbols."""

from msgspec import Struct

from referee.engine.contract.symbol_dice import SymbolDie


class DiceRules(Struct, frozen=True, kw_only=True):
    """The symbol dice of a game."""

    named: tuple[SymbolDie, ...] = ()
    """The symbol dice that can be rolled by name: `roll 2 red`."""
    show_symbols: bool = False
    """Some dice show symbols: a recorded face is the index of a symbol, and only its question knows which."""
