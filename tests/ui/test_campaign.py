"""Campaigns on the shelf and on their page, by key only."""

from pathlib import Path

import pytest

from referee.campaign.overview import overview
from referee.cli.main import run
from referee.store.library import Library
from referee.store.library_tables import CAMPAIGNS, PARTIES
from referee.store.saves import Saves
from referee.ui.players.app import PlayersApp
from referee.ui.screens.campaign import CampaignPage
from referee.ui.screens.shelf import Shelf
from tests.ui.table import drawn, page, playing, press, table, within
from tests.ui.test_evenings import settled

pytestmark = pytest.mark.one_in(10)


@pytest.fixture
def saves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Saves:
    """Two encounters of one campaign and one outside; the first of the two is over, and Ann is hurt by it."""
    top = ("--saves", str(tmp_path))
    for words in (
        ("library", "add", "heroes", "--in", "parties", "--system", "fifth", "fighter Ann; cleric Bob"),
        *(("new", name, "--system", "fifth") for name in ("bridge", "mill", "alone")),
        *(("do", name, "add party heroes", "add goblin x2") for name in ("bridge", "mill")),
        ("campaign", "new", "Hollow Hills", "--system", "fifth", "--party", "heroes"),
        *(("campaign", "add", "hollow", name) for name in ("bridge", "mill")),
        ("do", "bridge", "init ann 20", "init bob 15", "init g1-2 3", "next", "damage ann 9", "damage g1-2 20"),
        ("do", "bridge", "over", "party save heroes yes"),
    ):
        assert run((*top, *words)) == 0, capsys.readouterr().err
    return Saves(tmp_path)


def rows(pilot: object) -> list[str]:
    return [" ".join(row.split()) for row in within(page(pilot).listing)]  # type: ignore[arg-type]


async def test_from_the_shelf_to_the_first_turn_in_four_keys_with_the_party_as_it_stands(saves: Saves) -> None:
    async with playing(saves, None, size=(80, 24)) as pilot:
        shelf = page(pilot)
        assert isinstance(shelf, Shelf)
        assert [row.split(" Fifth")[0] for row in rows(pilot)[1:5]] == ["›▾ Hollow Hills", "bridge", "mill", "alone"]
        await press(pilot, "enter")
        assert isinstance(page(pilot), CampaignPage)
        there = rows(pilot)
        assert there[1:3] == ["bridge over one round; Goblin 1-2 fell", "›mill prepared"]
        assert there[3].startswith("Difficulty: low. The foes are worth 100 XP; for 2 heroes low is up to")
        assert "Ann ━━━━━━━╾── HP 35/44" in there
        assert "Enter begins it, with the party as saved last (Ann: HP 44 → 35/44)." in drawn(pilot)
        await press(pilot, "up")
        assert rows(pilot)[1:4] == ["›bridge over one round; Goblin 1-2 fell", "Ann: HP 44 → 35/44", "mill prepared"]
        await press(pilot, "down")
        await press(pilot, "enter")
        assert "Ann: HP 44 → 35/44." in drawn(pilot), "what was loaded is told"
        await press(pilot, "n", "space")
        await settled(pilot)  # who of those equal goes first, where the dice fell so
        there = table(pilot).table.session.encounter
        assert (there.round, there.figures["ann"].tracks["hp"].now) == (1, 35)
        assert there.turn is not None
        await press(pilot, "q")
        assert isinstance(page(pilot), CampaignPage), "where it was opened from"
        await press(pilot, "q")
        assert isinstance(page(pilot), Shelf)


async def test_one_that_was_begun_is_opened_as_it_is(saves: Saves) -> None:
    async with playing(saves, None) as pilot:
        await press(pilot, "enter", "up", "enter")
        assert table(pilot).table.title == "bridge"


async def test_the_shelf_marks_what_is_over_and_names_the_keys_of_campaigns(saves: Saves) -> None:
    async with playing(saves, None, size=(80, 24)) as pilot:
        assert ["✓ over" in row for row in rows(pilot)[1:5]] == [False, True, False, False]
        assert "Space fold" in drawn(pilot) and "C campaign" in drawn(pilot)
        await press(pilot, "down")
        assert "Space fold" not in drawn(pilot) and "C campaign" in drawn(pilot)


async def test_a_campaign_is_renamed_on_the_shelf(saves: Saves) -> None:
    saves.remove("mill")
    async with playing(saves, None) as pilot:
        await press(pilot, "r", "ctrl+u", "<Red Hills>", "enter")
        assert "▾ Red Hills" in rows(pilot)[1] and "bridge" in rows(pilot)[2]
    saves.restore("mill")
    assert [*saves.members(Library(saves.folder).all(CAMPAIGNS)[0].id)] == ["bridge", "mill"]
    assert [each.name for each in Library(saves.folder).all(CAMPAIGNS)] == ["Red Hills"]


async def test_groups_fold(saves: Saves) -> None:
    async with playing(saves, None) as pilot:
        before = rows(pilot)
        await press(pilot, "space")
        assert len(rows(pilot)[1:]) - rows(pilot)[1:].count("") == 2 and "→ Hollow Hills" in rows(pilot)[1]
        await press(pilot, "space")
        assert rows(pilot) == before
        await press(pilot, "x")
        assert "this line is a campaign" in drawn(pilot)


async def test_a_campaign_is_made_on_the_shelf_and_filled(saves: Saves) -> None:
    async with playing(saves, None) as pilot:
        await press(pilot, "end", "C")
        assert rows(pilot)[:2] == ["› a Hollow Hills", ""]
        await press(pilot, "n", "<Deep Woods>", "enter")
        assert "Deep Woods is a new campaign. alone belongs to Deep Woods now." in drawn(pilot)
        made = Library(saves.folder).find(CAMPAIGNS, "deep woods")
        assert (made.system, made.party) == ("fifth", "heroes")
        await press(pilot, "C", "b")
        assert "alone belongs to Hollow Hills now." in drawn(pilot)
        found = overview(saves, Library(saves.folder), Library(saves.folder).find(CAMPAIGNS, "hollow"))
        assert [fight.slug for fight in found.fights] == ["bridge", "mill", "alone"]


async def test_how_hard_a_fight_to_come_is_for_the_party(saves: Saves, capsys: pytest.CaptureFixture[str]) -> None:
    top = ("--saves", str(saves.folder))
    (saves.folder.parent / "ambush.txt").write_text("system fifth\nadd goblin x4\n")
    for words in (
        ("library", "add", "trio", "--in", "parties", "--system", "fifth", "fighter3 Ann; cleric3 Bob; wizard3 Cyd"),
        ("library", "add", "ambush", "--in", "plans", str(saves.folder.parent / "ambush.txt")),
        ("campaign", "new", "Ridge", "--system", "fifth", "--party", "trio"),
        ("campaign", "add", "Ridge", "ambush"),
        ("campaign", "show", "Ridge"),
    ):
        assert run((*top, *words)) == 0, capsys.readouterr().err
    told = "Difficulty: low. The foes are worth 200 XP; for 3 heroes low is up to 450, moderate 675, high 1,200."
    assert f"  {told}" in capsys.readouterr().out.splitlines()
    for size in ((80, 24), (120, 40)):
        async with playing(saves, None, size=size) as pilot:
            await press(pilot, "home", *["down"] * 3, "enter")
            assert isinstance(page(pilot), CampaignPage)
            words = " ".join(drawn(pilot).replace("│", " ").split())
            assert "Difficulty: low. The foes are worth 200 XP" in words and "5.2 by Wizards" in words
            await press(pilot, "enter")
            assert [figure.name for figure in table(pilot).table.session.encounter.figures.values()][-3:] == [
                "Ann",
                "Bob",
                "Cyd",
            ]


async def test_a_new_campaign_asks_for_its_game_where_no_encounter_is_chosen(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "C")
        assert rows(pilot)[:3] == ["› a Fifth (SRD 5.1)", "b The Black Keep", "c Olde Swords Reign"]
        await press(pilot, "c")
        assert "What is the new campaign called?" in drawn(pilot)
        await press(pilot, "<Old Road>", "enter", "C")
        assert rows(pilot)[0] == "› a Olde Swords Reign", "the game of the chosen campaign is proposed"
    assert [(each.name, each.system) for each in Library(tmp_path).all(CAMPAIGNS)] == [("Old Road", "olde_swords")]


async def test_what_can_be_put_into_it_is_named_and_the_party_comes_along(saves: Saves) -> None:
    library = Library(saves.folder)
    library.change(CAMPAIGNS, library.find(CAMPAIGNS, "hollow"), lambda was: was.model_copy(update={"party": ""}))
    async with playing(saves, None, size=(80, 24)) as pilot:
        await press(pilot, "enter", "a")
        assert "Which encounter, plan or party? There are: alone, heroes" in drawn(pilot)
        await press(pilot, "<alone>", "enter")
        assert "alone belongs to Hollow Hills now, and heroes is its party." in drawn(pilot)
        await press(pilot, "a")
        assert "Nothing new is there" in drawn(pilot)
        await press(pilot, "escape")
        for n in range(9):
            saves.create(f"one of the fights at the long bridge {n}", "fifth").close()
        await press(pilot, "a")
        asked = drawn(pilot).splitlines()[-3:-1]
        assert "There are: one of the fights" in asked[0] and asked[1].rstrip().endswith("…"), (
            "a sign that there are more"
        )


async def test_a_page_shows_no_other_campaign_when_its_own_is_gone(saves: Saves) -> None:
    top = ("--saves", str(saves.folder), "campaign")
    assert run((*top, "new", "Hollow Hills Again", "--system", "fifth")) == 0
    async with playing(saves, None, size=(80, 24)) as pilot:
        await press(pilot, "enter")
        assert "bridge" in drawn(pilot)
        library = Library(saves.folder)
        library.remove(CAMPAIGNS, [library.find(CAMPAIGNS, "Hollow Hills")])
        await press(pilot, "N", "<They owe the miller.>", "enter")
        assert "There is no campaign called Hollow Hills any more" in drawn(pilot) and "Again" not in drawn(pilot)
    assert Library(saves.folder).find(CAMPAIGNS, "Hollow Hills Again").notes == ()


async def test_notes_days_and_what_belongs_to_it_by_key(saves: Saves) -> None:
    def kept() -> tuple[int, list[str]]:
        campaign = Library(saves.folder).find(CAMPAIGNS, "hollow")
        return campaign.day, [note.text for note in campaign.notes]

    async with playing(saves, None) as pilot:
        await press(pilot, "enter", "N", "<They owe the miller.>", "enter", "d", "<+3>", "enter")
        assert kept() == (4, ["They owe the miller."]) and "day 4" in drawn(pilot)
        await press(pilot, "d", "<soon>", "enter")
        assert "12 or +3" in drawn(pilot) and kept()[0] == 4
        await press(pilot, "a", "<alone>", "enter")
        assert any(row.startswith("alone") for row in rows(pilot))
        await press(pilot, "a", "<nothing>", "enter")
        assert "Nothing is called" in drawn(pilot)
        await press(pilot, "home", "x")
        assert not any("bridge" in row for row in rows(pilot))
        await press(pilot, "end", "enter")
        assert "Choose a fight first." in drawn(pilot)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
async def test_nothing_is_cut_without_a_sign(saves: Saves, size: tuple[int, int]) -> None:
    long = "The miller's daughter has not forgotten what was promised to her at the ford."
    assert run(("--saves", str(saves.folder), "campaign", "note", "hollow", long)) == 0
    async with playing(saves, None, size=size) as pilot:
        await press(pilot, "enter")
        assert long in " ".join(" ".join(rows(pilot)).split()) or "…" in drawn(pilot)
        assert all(len(row) <= size[0] for row in drawn(pilot).splitlines())


async def test_the_end_of_a_fight_takes_two_keys(saves: Saves) -> None:
    async with playing(saves, "mill", size=(80, 24)) as pilot:
        await press(
            pilot, ":", "<init ann 20>", "enter", ":", "<init bob 15>", "enter", ":", "<init g1-2 3>", "enter", "n"
        )
        await press(pilot, ":", "<damage g1-2 20>", "enter", ":", "<damage bob 3>", "enter", "!")
        told = " ".join(drawn(pilot).split())
        assert "one round; Goblin 1-2 fell" in told and "▾ Goblin 1-2 ────────── 0/7 dead 7" in told
        assert "Enter: end the fight, give Ann and Bob 100 XP to share and save heroes as they are now." in told
        await press(pilot, "enter")
        kept = {member.name: member.words for member in Library(saves.folder).find(PARTIES, "heroes").members}
        assert kept == {"Ann": 'fighter "Ann" xp=50', "Bob": 'cleric "Bob" hp=35/38 xp=50'}
        done = "Done: end the fight, give Ann and Bob 100 XP to share and save heroes as they are now. u undoes it."
        assert done in " ".join(drawn(pilot).split())
        await press(pilot, "enter")
        assert "Nothing is left to do" in drawn(pilot)
        assert page(pilot).table.session.encounter.figures["ann"].tracks["xp"].now == 50, "nothing is given twice"
        await press(pilot, "u")
        assert page(pilot).table.session.encounter.round == 1 and "award 100 ann,bob" in drawn(pilot)
        assert "heroes: as before in the library" in drawn(pilot)
        kept = {member.name: member.words for member in Library(saves.folder).find(PARTIES, "heroes").members}
        assert kept == {"Ann": 'fighter "Ann" hp=35/44', "Bob": 'cleric "Bob"'}
        await press(pilot, "a", "ctrl+u", "<30 ann>", "enter")
        assert page(pilot).table.session.encounter.figures["ann"].tracks["xp"].now == 30


async def test_the_party_is_offered_by_enter_and_any_order_is_taken_beside_it(saves: Saves) -> None:
    async with playing(saves, "mill", size=(80, 24)) as pilot:
        session = table(pilot).table.session
        assert "Enter: load heroes as last saved: Ann: HP 44 → 35/44" in drawn(pilot)
        await press(pilot, ":", "<note They came by night.>", "enter")
        assert "Enter: load heroes" in drawn(pilot) and not session.questions
        await press(pilot, "enter")
        assert session.encounter.figures["ann"].tracks["hp"].now == 35
        assert "Enter: load heroes" not in drawn(pilot)
        await press(pilot, "u")
        assert "Enter: load heroes" in drawn(pilot)
        for line in ("init ann 20", "init bob 15", "init g1-2 3"):
            await press(pilot, ":", f"<{line}>", "enter")
        await press(pilot, "n", ":", "<damage g1-2 20>", "enter", ":", "<damage bob 3>", "enter")
        assert "Enter:" not in drawn(pilot), "nothing is offered in the middle of a fight"
        await press(pilot, "enter")
        assert session.encounter.round == 1
        await press(pilot, ":", "<over>", "enter")
        assert "Enter: give Ann and Bob 100 XP to share and save heroes as they are now" in drawn(pilot)
        await press(pilot, "l")
        assert "Enter:" not in drawn(pilot), "there it opens a line"
        await press(pilot, "enter")
        assert table(pilot).table.cursor.opened and "xp" not in session.encounter.figures["ann"].tracks
        await press(pilot, "escape", "escape")
        assert "Enter: give Ann and Bob 100 XP to share" in drawn(pilot)
        await press(pilot, "enter")
        assert "u undoes it." in " ".join(drawn(pilot).split())
        await press(pilot, "u")
        assert Library(saves.folder).find(PARTIES, "heroes").members[1].words == 'cleric "Bob"'
        await press(pilot, "enter")
        kept = {member.name: member.words for member in Library(saves.folder).find(PARTIES, "heroes").members}
        assert kept == {"Ann": 'fighter "Ann" xp=50', "Bob": 'cleric "Bob" hp=35/38 xp=50'}
        assert "Enter:" not in drawn(pilot)


async def test_players_see_nothing_of_what_is_prepared_or_noted(
    saves: Saves, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets = ("Zyx", "miller", "ambush", "Hollow", "traitor", "XP", "crypt", "party")
    for words in (
        ("campaign", "note", "hollow", "They owe the miller a favour."),
        ("library", "add", "Zyx", "goblin hp=21", "--system", "fifth", "--note", "The traitor."),
        ("library", "tag", "Zyx", "crypt"),
        ("do", "mill", "note The miller is the traitor.", "add Zyx hidden=yes", "set g1 note ambush", "award 150"),
        ("do", "mill", "init ann 20", "init bob 15", "init g1-2 3", "init zyx 1", "next", "damage g1 20"),
    ):
        assert run(("--saves", str(saves.folder), *words)) == 0, capsys.readouterr().err
    for over in ((), ("over", "party save heroes yes", "party undo heroes")):
        assert not over or run(("--saves", str(saves.folder), "do", "mill", *over)) == 0
        assert "party save" in capsys.readouterr().out or not over, "the referee is offered it"
        seen = ""
        for form in ((), ("--json",), ("--numbers",)):
            assert run(("--saves", str(saves.folder), "show", "mill", "--players", *form)) == 0
            seen += capsys.readouterr().out
        app = PlayersApp(saves, "mill", numbers=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            seen += drawn(pilot)
        assert "Goblin 2" in seen and [word for word in secrets if word in seen] == []
    async with playing(saves, "mill", read_only=True) as pilot:
        assert "Enter:" not in drawn(pilot), "who only looks on is offered nothing"


async def test_undo_takes_all_back_that_enter_did_also_where_no_party_is_saved(saves: Saves) -> None:
    async with playing(saves, "bridge", size=(80, 24)) as pilot:
        for word in ("undo", "damage ann 1"):  # what is due is not given, and the party is older
            await press(pilot, ":", f"<{word}>", "enter")
        library = Library(saves.folder)
        library.change(
            PARTIES,
            library.find(PARTIES, "heroes"),
            lambda was: was.model_copy(update={"saved_in": tuple(saves.read(slug).id for slug in ("bridge", "mill"))}),
        )
        session, before = table(pilot).table.session, table(pilot).table.session.step_log.position
        await press(pilot, "!")
        assert "Enter: end the fight and give Ann and Bob 100 XP to share." in drawn(pilot)
        await press(pilot, "enter")
        assert session.step_log.position - before == 2 and not session.rules.fight.is_on(session.encounter)
        await press(pilot, "u")
        assert session.step_log.position == before and "Undone: end the fight and give" in drawn(pilot)


@pytest.mark.parametrize(
    ("system", "fight"),
    [
        ("olde_swords", ("add hero Ann hp=9", "add goblin", "next", "damage goblin 20", "over")),
        ("black_keep", ("add player Ulf", "add minion Rat", "engage ulf rat", "next", "over")),
        (
            "scorched",
            ("add warden Ada side=red", "add pike Bel side=blue", "charge ada bel", "priority red", "next", "over"),
        ),
        ("gloomhaven", ("add character Ann hp=8", "add bandit-guard 1", "pick ann 10 20", "next", "over")),
    ],
)
async def test_what_is_over_is_marked_in_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], system: str, fight: tuple[str, ...]
) -> None:
    top = ("--saves", str(tmp_path))
    assert run((*top, "new", "ford", "--system", system)) == 0
    for line in ("dice app", *fight):
        # In Olde Swords, where the last foe fell in its own turn.
        asked = "Is the fight over?" in capsys.readouterr().out
        if line == "over":
            assert not Saves(tmp_path).look("ford").over, "the fight is on"
        assert run((*top, "do", "ford", "< yes" if asked else line)) == 0, capsys.readouterr()
    assert Saves(tmp_path).look("ford").over
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert "✓ over" in drawn(pilot) and " now " in drawn(pilot).replace("─", " ")
        await press(pilot, "enter")
        assert "The fight is over" in drawn(pilot) and "no order yet" not in drawn(pilot)
        assert "efore the first" not in drawn(pilot)
    async with PlayersApp(Saves(tmp_path), "ford").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "The fight is over" in drawn(pilot) and "efore the first" not in drawn(pilot)
    _ = capsys.readouterr()
    assert run((*top, "ls")) == 0 and " over " in capsys.readouterr().out
    assert run((*top, "do", "ford", "undo")) == 0 and not Saves(tmp_path).look("ford").over
