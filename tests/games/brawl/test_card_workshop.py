"""The card workshop of brawl: the printed game can be entered whole and played, and cells are painted."""

import pytest

from companion.cards import all_cards
from companion.cards.pack_file import PackFile
from companion.games.brawl.model.constants import ACTION_CARDS, CHALLENGES
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.options import chosen_of
from companion.games.registry import game_called
from companion.games.shelf import GamePlan, SeatedPlayer, maker_of
from companion.games.workshop import Add, Count, Open, Paint, Select, Write, workshop_of
from companion.tablet.data.card_work import CardWork
from companion.tablet.data.cell_work import may_bear, painted, put
from companion.texts import Language
from tests.games.kit.benches import shipped

GAME = game_called("brawl")
WORKSHOP = workshop_of(GAME)
NAMES = {"en": "One", "ru": "Раз", "uk": "Раз"}
RING = shipped(LIBRARY, "low_tide")


class Enters:
    """Enters a card as players do: by what its rows offer, until nothing is wrong with it."""

    def __init__(self, file, card):
        self.work = CardWork(WORKSHOP, file, len(file.cards), card)

    def completes(self):
        for _ in range(60):
            if not self.work.mistakes:
                return self.work.save()
            (at, _), *_ = self.work.mistakes
            self.mends(at)
        raise AssertionError(self.work.mistakes)

    def mends(self, at):
        row = self.row_of(at)
        match row.entry:
            case Write():
                self.work.write(row.at, Language.ENGLISH, f"Name {len(self.work._file.cards)}")
            case Count(least=least):
                self.work.put(row.at, max(least, 2))
            case Select(options=options):
                self.work.put(row.at, next(each.value for each in options if each.value is not None))
            case Open(start=start):
                assert start is not None
                self.work.put(row.at, start or ({"aim": "melee"} if at == ("target",) else {"control": ["creation"]}))
            case Paint() as paint:
                self.paints(paint)

    def row_of(self, at):
        """The row that shows what is wrong: of the card, or of the part that it leads to."""
        rows = WORKSHOP.rows(self.work.bench, (), Language.ENGLISH)
        for length in range(1, len(at)):
            rows = (*rows, *WORKSHOP.rows(self.work.bench, at[:length], Language.ENGLISH))
        exact = [row for row in rows if row.at == at and not isinstance(row.entry, Add)]
        painted_on = [row for row in rows if isinstance(row.entry, Paint)]
        return next(iter((*exact, *painted_on)))

    def paints(self, paint):
        """Paints what the arena of the shipped pack has, by touches; of an area the cells around the attacker."""
        for brush in paint.brushes:
            cells = pairs_of(brush)
            for cell in sorted(paint.cells):
                if [*cell] in cells:
                    assert may_bear(self.work, brush, paint, cell), (brush, cell)
                    put(self.work, paint, brush, cell, bears=True)
            assert len(painted(self.work, brush)) == len(cells)


def pairs_of(brush):
    found = RING["card"][0]
    if brush.at[0] == "target":
        return [[1, 0], [0, 1]]
    for step in brush.at:
        found = found[step]
    return [found] if brush.lone else found


@pytest.mark.slow
def test_the_printed_game_can_be_entered_whole_and_is_played_then(tmp_path):
    assert [each.name for each in WORKSHOP.printed({}, Language.ENGLISH)] == [
        *("The arena", "A challenge", "Deryn", "Kilgore", "Gold'arr", "Gwaien", "Dugrun", "Tsu Xiao")
    ]
    file = PackFile.new(tmp_path, "box", {"en": "Box", "ru": "Коробка", "uk": "Коробка"})
    names = []
    while options := WORKSHOP.printed(file.data, Language.ENGLISH):
        names.append(options[0].name)
        Enters(file, options[0].value).completes()
        file = PackFile.read(file.path)
        assert len(names) < 100
    assert len(names) == 1 + CHALLENGES + 6 + 6 * ACTION_CARDS
    assert names.count("Deryn: an action card") == ACTION_CARDS - 1
    assert "Tsu Xiao: Jade Flash" in names
    packs = LIBRARY.with_packs((file.path,))
    flash = packs["box"].cards["box/jade_flash"]
    assert (flash.champion, flash.move, flash.effects[0].amount) == ("box/tsu_xiao", 2, 3), "as it is stated"

    chosen = chosen_of(GAME.shelf.options(Language.ENGLISH), {})
    maker, cards = maker_of(GAME.shelf), all_cards(packs.values())
    choice = maker.choice(cards, chosen, Language.ENGLISH)
    box = [each.key for each in choice.members if each.key.startswith("box/")]
    assert len(box) == 6
    teams = (box[:3], box[3:])
    decks = [LIBRARY.form.deck(_text(tmp_path, maker.deck(tuple(each), NAMES, cards))) for each in teams]
    plans = GAME.shelf.seats(chosen)
    seated = tuple(SeatedPlayer(plan, plan.id, deck) for plan, deck in zip(plans, decks, strict=True))
    setup = GAME.shelf.set_up(GamePlan(chosen, seated, packs))
    assert setup.arena.startswith("box/")
    assert all(each.startswith("box/") for each in setup.challenges)
    drafted = GAME.shelf.set_up(GamePlan({**chosen, "draft": ("normal",)}, seated, packs))
    assert set(drafted.pool) == set(box), "the box is played, and nothing beside it"
    assert GAME.prompts(GAME.new(setup)) or GAME.shuffling(GAME.new(setup))


def test_a_champion_that_is_half_entered_is_kept_with_what_is_missing_and_is_not_played(tmp_path):
    file = PackFile.new(tmp_path, "box", NAMES)
    work = CardWork(WORKSHOP, file, 0, WORKSHOP.printed({}, Language.ENGLISH)[2].value)
    work.put(("front",), {"defence": 1, "health": 4})
    work.save()
    file = PackFile.read(file.path)
    assert ([each["key"] for each in file.drafts], file.cards) == (["deryn"], [])
    assert LIBRARY.load_pack(file.path).cards == {}
    names = [each.name for each in WORKSHOP.printed(file.data, Language.ENGLISH)]
    assert not [each for each in names if each.startswith("Deryn")], "it is not to be begun again"
    again = CardWork.of_draft(WORKSHOP, file, 0)
    assert again.wrong_names(Language.ENGLISH) == ("Powered side: Defence", "Powered side: Health")
    again.put(("back",), {"defence": 2, "health": 5})
    again.save()
    file = PackFile.read(file.path)
    assert (file.drafts, [*LIBRARY.load_pack(file.path).cards]) == ([], ["box/deryn"])
    assert "Deryn: Powerful Shot" in [each.name for each in WORKSHOP.printed(file.data, Language.ENGLISH)]


def _text(folder, data):
    from companion.cards.pack_file import write_deck  # noqa: PLC0415
    from companion.cards.text import read_toml  # noqa: PLC0415

    return read_toml(write_deck(folder, "team", data))


def test_cells_are_painted_where_they_may_be_and_leave_with_all_their_marks(tmp_path):
    file = PackFile.new(tmp_path, "box", NAMES)
    arena = WORKSHOP.printed({}, Language.ENGLISH)[0].value
    work = CardWork(WORKSHOP, file, 0, arena)
    paint = next(row.entry for row in work.rows((), Language.ENGLISH) if isinstance(row.entry, Paint))
    by = {brush.at: brush for brush in paint.brushes}
    cells, traps, ezma, gate = (by[at] for at in (("cells",), ("traps",), ("statues", "ezma"), ("gates", "one")))
    one, two, *_ = sorted(paint.cells)
    put(work, paint, traps, one, bears=True)
    assert work.value(("traps",)) == [], "no cell of the arena yet"
    for each in (one, two):
        put(work, paint, cells, each, bears=True)
    put(work, paint, traps, one, bears=True)
    put(work, paint, ezma, one, bears=True)
    put(work, paint, ezma, two, bears=True)
    put(work, paint, gate, one, bears=True)
    assert (work.value(("traps",)), work.value(("statues", "ezma"))) == ([[*one]], [*two]), "one statue, moved"
    assert "beside the arena" in work.wrong(("gates",), Language.ENGLISH)
    put(work, paint, cells, one, bears=False)
    put(work, paint, cells, two, bears=False)
    assert (work.value(("traps",)), work.value(("statues", "ezma"))) == ([], None)
