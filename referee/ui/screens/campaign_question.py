"""Campaign question: asks which campaign an encounter is put into."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.store.saves import has_library
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.store.library_record import KeptCampaign
    from referee.store.save import Save
    from referee.store.saves import Saves

from referee.ui.screens.new_encounter import FIRST_GAME


def campaigns_in(saves: "Saves") -> "tuple[KeptCampaign, ...]":
    """The campaigns that encounters may belong to; none while the library cannot be read."""
    if not has_library(saves.folder):
        return ()
    from referee.store.library import Library
    from referee.store.library_tables import CAMPAIGNS

    try:
        return Library(saves.folder).all(CAMPAIGNS)
    except Problem:
        return ()


def ask_campaign(
    screen: Page,
    of: "KeptCampaign | Save | None",
    there: "Sequence[KeptCampaign]",
    then: Callable[[str, str, str], None],
) -> None:
    """Asks which campaign an encounter is put into, or for the game and the name of a new one.

    of: the encounter; a campaign, of whose game the new one may be. then: takes the name, the game, and the folder of
    the encounter, which is empty if there is none.
    """
    from referee.ui.screens.letter_choice import CampaignChoice, game_choice

    system, slug = (of.system, getattr(of, "slug", "")) if of else (FIRST_GAME, "")

    def named(name: str, system: str = system) -> None:
        if name:
            then(name, system, slug)
        else:
            what = "What is the new campaign called?"
            screen.ask(what, lambda text: then(text.strip(), system, slug) if text.strip() else None)

    ours = [each.name for each in there if each.system == system]
    if not slug:
        _ = screen.app.push_screen(game_choice(system, lambda game: named("", game)))
    elif ours and of:
        _ = screen.app.push_screen(CampaignChoice(f"Which campaign for {of.name}?", ours, named))
    else:
        named("")
