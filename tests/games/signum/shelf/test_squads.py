"""A deck that is put together around a hero by touch, and a faction of one's own for it."""

import pytest

from companion.cards import all_cards
from companion.cards.pack_file import write_deck
from companion.games.options import chosen_of
from companion.games.shelf import maker_of
from companion.games.signum.game import GAME
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.kinds import Kind
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.rulings import deck_faults, is_legal
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.games.signum.shelf.squads import SIZE, SquadMaker
from companion.games.workshop import Bench, Select
from companion.texts import Language
from tests.cards.card_texts import in_toml
from tests.cards.language_games import DEFAULTS, HEAD

NAMES = {"en": "Mine", "ru": "Мои", "uk": "Мої"}


def pack(folder, *cards):
    """The program's cards and those of an own pack, by key."""
    made = [DEFAULTS[each["kind"]] | {"names": dict.fromkeys(NAMES, each["key"])} | each for each in cards]
    factions = HEAD["factions"] | {"lanternmarch": NAMES}
    file = folder / "harbour.toml"
    whole = HEAD | {"factions": factions, "card": made}
    file.write_text("\n".join(f"{key} = {in_toml(each)}" for key, each in whole.items()), "utf-8")
    return all_cards(LIBRARY.with_packs([file]).values())


def squad(folder, cards, hero):
    return LIBRARY.load_deck(write_deck(folder, "mine", SquadMaker().deck((hero,), NAMES, cards)))


@pytest.mark.parametrize("hero", [key for key, each in LIBRARY.cards.items() if each.kind is Kind.HERO])
def test_around_every_hero_there_is_a_squad_that_every_edition_allows(tmp_path, hero):
    made = squad(tmp_path, LIBRARY.cards, hero)
    assert len(made.battle_deck) == SIZE
    for edition in Edition:
        assert is_legal(deck_faults(made, LIBRARY.cards, rules_for(edition)))


def test_an_own_card_of_a_known_faction_comes_along(tmp_path):
    effects = [{"type": "prosper", "amount": 1}]
    new = (
        {"key": "stray", "kind": "character", "faction": "lanternmarch"},
        {"key": "song", "kind": "spell", "faction": "lanternmarch", "effects": effects},
    )
    cards = pack(tmp_path, *new)
    made = squad(tmp_path, cards, "skirmish/maud_averill")
    assert (made.cards["harbour/stray"], made.cards["harbour/song"]) == (1, 2)
    assert (len(made.battle_deck), deck_faults(made, cards, rules_for(Edition.RU))) == (SIZE, ())


def test_a_faction_of_a_hero_and_one_character_can_be_played_this_evening(tmp_path):
    cards = pack(tmp_path, {"key": "admiral", "kind": "hero"}, {"key": "gull", "kind": "character"})
    made = squad(tmp_path, cards, "harbour/admiral")
    assert made.cards["harbour/gull"] == 1
    assert len(made.battle_deck) == SIZE
    for edition in Edition:
        rules = rules_for(edition)
        assert is_legal(deck_faults(made, cards, rules))
        seats = [seat_from_deck(made, cards, rules, id=name, side=f"player_{side}") for name, side in
                 (("A", "one"), ("B", "two"))]  # fmt: skip
        assert len(GAME.new(setup_for(rules, seats, cards)).players["A"].deck) == SIZE


def test_heroes_of_all_packs_may_lead(tmp_path):
    cards = pack(tmp_path, {"key": "admiral", "kind": "hero"})
    maker = maker_of(GAME.shelf)
    chosen = chosen_of(GAME.shelf.options(Language.ENGLISH), {})
    choice = maker.choice(cards, chosen, Language.ENGLISH)
    assert {each.key for each in choice.members} >= {"harbour/admiral", "skirmish/maud_averill"}
    assert choice.count == 1


@pytest.mark.parametrize("language", Language)
def test_a_new_pack_has_a_faction_of_its_own_to_choose(language):
    card = {"key": "gull", "kind": "character", "names": NAMES, "cost": {}}
    new = {"schema": 1, "id": "mine", "names": NAMES, "card": []}

    def offered(one):
        (row,) = (each for each in GAME.workshop.rows(Bench(card, one), (), language) if each.at == ("faction",))
        assert isinstance(row.entry, Select)
        return [each for each in row.entry.options if each.value == "mine"]

    (own,) = offered(new)
    assert (own.name, own.declares) == (NAMES[language.value], (("factions", "mine", NAMES),))
    (known,) = offered(new | {"factions": {"mine": NAMES}})
    assert known.declares == ()
    mistakes = GAME.workshop.mistakes(Bench(card | {"faction": "mine"}, new | {"factions": {"mine": NAMES}}))
    assert [sentence for path, sentence in mistakes if path == ("faction",)] == []
