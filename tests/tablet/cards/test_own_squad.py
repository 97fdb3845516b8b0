"""Squads put together by touch: one led by a hero of an own faction the same evening, and one by Leadership."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cards.pack_file import deck_files
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.rulings import deck_faults, is_legal
from companion.games.signum.shelf.squads import SIZE
from companion.games.warseer.shelf.library import LIBRARY as HEXES
from companion.games.warseer.shelf.squad_rules import squad_faults
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.tablet.cards.hands import WorkshopHands
from tests.tablet.cards.test_card_workshop import begin_card, picture
from tests.tablet.text_fit import assert_fits

KITCHEN = """
schema = 1
id = "kitchen"
names = { en = "Kitchen", ru = "Kitchen", uk = "Kitchen" }
factions = { lanternmarch = { en = "March", ru = "March", uk = "March" } }

[[card]]
key = "soup"
kind = "spell"
names = { en = "soup", ru = "soup", uk = "soup" }
faction = "lanternmarch"
cost = { any = 1 }
effects = [{ type = "prosper", amount = 1 }]
"""


@pytest.mark.slow
def test_a_hero_of_an_own_faction_leads_a_squad_the_same_evening(at_start, tmp_path):
    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.deck_page import DeckPage  # noqa: PLC0415

        hands, shell = WorkshopHands(visitor), visitor.shell
        await visitor.page("StartPage")
        for words in ("Cards", "A new pack"):
            await hands.taps(words)
        await hands.writes("Storm")
        await begin_card(hands, "Hero", "Gale")
        picture(hands.page, "own-hero")
        await hands.taps("Faction")
        picture(hands.page, "own-faction")
        await hands.taps("Storm")
        picture(hands.page, "own-hero-made")
        await hands.taps("Save the card")
        assert hands.says("Saved.")
        await hands.taps("Back")
        await hands.taps("Back")
        await hands.taps("Back")
        brought = []
        shell.go(lambda: DeckPage(shell, Draft.of(shell.settings), 0, brought.append))
        await visitor.page("DeckPage")
        picture(hands.page, "own-decks")
        await hands.taps("Put a squad together")
        picture(hands.page, "own-squad")
        assert_fits(hands.page, 0.75)
        await hands.taps("Gale")
        await hands.taps("Done")
        await visitor.page("DeckCardsPage")
        await names_deck(hands)
        assert len(brought) == 1

    at_start(act, Settings(language=Language.ENGLISH))
    packs = LIBRARY.with_packs([tmp_path / "cards" / "storm.toml"])
    cards = {key: each for pack in packs.values() for key, each in pack.cards.items()}
    (file,) = deck_files(tmp_path / "cards")
    deck = LIBRARY.load_deck(file)
    assert (deck.hero, len(deck.battle_deck)) == ("storm/gale", SIZE)
    for edition in Edition:
        assert is_legal(deck_faults(deck, cards, rules_for(edition)))
    assert deck.names["uk"] == "storm"


async def names_deck(hands):
    """The deck that was put together is shown, and gets a name of its own."""
    assert hands.says("Hero: Gale\n20 cards")
    assert hands.says("Every change is saved. The deck may be played.")
    picture(hands.page, "deck-cards")
    assert_fits(hands.page, 0.75)
    await hands.taps("Name of the deck")
    for _ in "My deck":
        await hands.taps("⌫")
    await hands.writes("storm")
    await hands.taps("Play with it")


def test_a_card_is_put_into_a_deck_and_taken_out_on_purpose(at_start, tmp_path):
    """What is wrong is said at once; a deck that comes with the game stays as it is, and a copy is changed."""
    before = Path(LIBRARY.decks["lanternmarch"].file).read_text(encoding="utf-8")
    (tmp_path / "cards").mkdir()
    pack = tmp_path / "cards" / "kitchen.toml"
    pack.write_text(KITCHEN, encoding="utf-8")

    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.deck_page import DeckPage  # noqa: PLC0415

        hands, shell = WorkshopHands(visitor), visitor.shell
        await visitor.page("StartPage")
        brought = []
        draft = replace(Draft.of(shell.settings), packs=(str(pack),))
        shell.go(lambda: DeckPage(shell, draft, 0, brought.append))
        await visitor.page("DeckPage")
        await hands.taps("Change its cards")
        await visitor.page("DeckCardsPage")
        first = [each for each in hands.reads() if each in ("Your own cards", "soup", "Characters")]
        assert first == ["Your own cards", "soup", "Characters"], "the players' own come first"
        picture(hands.page, "deck-shipped")
        await hands.counts_card("soup", "+")
        assert hands.says("1\u00a0×\u00a0soup")
        assert hands.says("21 cards")
        await hands.counts_card("2\u00a0×\u00a0Breakwater", "-")
        assert hands.says("1\u00a0×\u00a0Breakwater")
        assert hands.page.title == "The Lanternmarch, changed"
        await hands.counts_card("1\u00a0×\u00a0Old Pell, Ferryman", "-")
        assert hands.says("The deck has 19 cards; it needs 20 to 40.")
        picture(hands.page, "deck-wrong")
        await hands.taps("Back")
        assert hands.says("The Lanternmarch, changed"), "it can be opened again"
        (file,) = deck_files(tmp_path / "cards")
        deck = LIBRARY.load_deck(file)
        assert (deck.cards["kitchen/soup"], len(deck.battle_deck)) == (1, 19)
        await deletes(hands, file, draft)

    at_start(act, Settings(language=Language.ENGLISH))
    assert deck_files(tmp_path / "cards") == ()
    assert Path(LIBRARY.decks["lanternmarch"].file).read_text(encoding="utf-8") == before


async def deletes(hands, file, draft):
    """A deck is deleted once that was asked, brought back as it was, and deleted at last; the usual one is played."""
    from companion.tablet.setup.deck_page import DeckPage  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    assert not hands.says("Delete this deck"), "what comes with the game stays"
    brought, data, shell = [], file.read_bytes(), hands.shell
    own = draft.with_player(0, replace(draft.seats[0], deck=str(file)))
    shell.go_instead(lambda: DeckPage(shell, own, 0, brought.append))
    await hands.taps("Delete this deck")
    picture(hands.page, "deck-delete")
    await hands.taps("Keep it")
    await hands.taps("Delete this deck")
    assert file.exists()
    await hands.taps("Yes, delete it")
    assert not file.exists()
    assert hands.says("Deleted. You can bring it back until you leave this page.")
    picture(hands.page, "deck-deleted")
    assert_fits(hands.page, 0.75)
    await hands.taps("Bring the deck back")
    assert file.read_bytes() == data
    assert not hands.says("Deleted.")
    await hands.taps("Delete this deck")
    await hands.taps("Yes, delete it")
    assert not file.exists()
    assert brought == [], "nothing is chosen as long as the page is shown"
    await hands.taps("Back")
    assert brought == ["lanternmarch"]
    assert own.without_lost == draft


@pytest.mark.slow
def test_a_hero_of_hexes_takes_along_whom_the_leadership_has_slots_for(at_start, tmp_path):
    """W-CARD-14, W-CARD-22: who does not fit any more cannot be touched."""

    async def act(visitor):
        from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
        from companion.tablet.setup.deck_page import DeckPage  # noqa: PLC0415

        hands, shell = WorkshopHands(visitor), visitor.shell
        await visitor.page("StartPage")
        brought = []
        shell.go(lambda: DeckPage(shell, Draft.of(shell.settings), 0, brought.append))
        await visitor.page("DeckPage")
        for words in ("Put a squad together", "Grenna of the Reeds", "Done"):
            await hands.taps(words)
        assert_fits(hands.page, 0.75)
        assert hands.says("Bronze 4, Silver 2, Gold 1")
        for words in ("The Slow Hydra (Gold)", "Thornbow (Silver)", "Heron Rider (Silver)", "Frog Scout (no rank)"):
            await hands.taps(words)
        touchable = hands.keys()
        there = [getattr(each, "text", "") for each in touchable]
        assert {"Mire Giant (Silver)", "Dwarf Bombardier (Silver)"}.isdisjoint(there), "two of silver are led"
        assert {"Thornbow (Silver)", "Marsh Wolf (Bronze)", "Peddler (no rank)"} < {*there}
        picture(hands.page, "camp")
        await hands.taps("Heron Rider (Silver)")
        await hands.taps("Done")
        assert len(brought) == 1

    at_start(act, Settings(language=Language.ENGLISH, game="warseer"))
    (file,) = tmp_path.rglob("*.deck.toml")
    squad = HEXES.load_deck(file)
    assert squad.characters == tuple(f"emberfall/{each}" for each in ("hydra", "thornbow", "frog_scout"))
    assert squad_faults(squad, HEXES.cards, "skirmish") == []
