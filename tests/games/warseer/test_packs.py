"""Packs, squads and maps of Warseer: what comes with the game, and what is wrong with what does not fit."""

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.cards.errors import DeckError
from companion.games.options import chosen_of
from companion.games.registry import games
from companion.games.shelf import GamePlan, SeatedPlayer, SetupMistakeError
from companion.games.warseer.card_texts import kind_of, lines_of, stats_of
from companion.games.warseer.model.card_kinds import Colour, Rank, Symbol
from companion.games.warseer.model.cards import (
    CharacterCard,
    CreatureCard,
    DiceCard,
    FactionCard,
    FeatCard,
    HeroCard,
    ImprovementCard,
    MinionCard,
    StatedCard,
    SupportCard,
    TerrainCard,
)
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps
from companion.games.warseer.shelf.shelf import MISSING, VARIANTS, WarseerShelf, field_key, setup_for
from companion.games.warseer.shelf.squad_rules import battle_deck, feat_deck, squad_faults
from companion.texts import Language
from tests.games.warseer.self_play import SquadTally, play, setup_of
from tests.games.wrong_packs import is_refused_with_its_line

pytestmark = pytest.mark.slow

OWN, SEED = LIBRARY.packs["emberfall"].cards, LIBRARY.packs["seed"].cards
PACK = Path("companion/games/warseer/shelf/packs/emberfall.toml")
SQUADS = LIBRARY.decks
LANGUAGES = tuple(Language)


def of(kind: type) -> list:
    return [card for card in OWN.values() if isinstance(card, kind)]


def rules_of(squad, mode="duel") -> set[str]:
    return {fault.rule_id for fault in squad_faults(squad, LIBRARY.cards, mode)}


def changed(name: str, **values):
    squad = SQUADS[name]
    fields = {each: getattr(squad, each) for each in squad.__dataclass_fields__}
    return type(squad)(**fields | values)


def test_two_whole_factions():
    """W-SETUP-03, W-SETUP-04, W-DATA-91: 20 general cards and 10 of each Hero; Characters of every rank."""
    for faction in of(FactionCard):
        assert len(faction.battle) == 20
        mine = [card for card in OWN.values() if getattr(card, "faction", "") == faction.key]
        heroes = [card for card in mine if isinstance(card, HeroCard)]
        assert len(heroes) == 2
        assert all(len(hero.battle) == 10 for hero in heroes)
        assert {card.rank for card in mine if isinstance(card, CharacterCard)} == set(Rank)
        assert any(card.worth == 2 for card in mine if isinstance(card, CharacterCard))
        assert isinstance(OWN[faction.minion], MinionCard)
        assert {type(card).__name__ for card in mine if isinstance(card, SupportCard)} == {
            "SpellCard", "RelicCard", "TacticCard", "BuildingCard",
        }  # fmt: skip
    assert all(creature.attack.crits for creature in of(CreatureCard))  # W-DICE-10


@pytest.mark.parametrize(("mark", "count"), [(20, 20), (24, 24), (30, 30), (45, 45)])
def test_the_feat_deck_has_as_many_cards_as_its_mark(mark, count):
    """W-FEAT-04 to -08, W-DATA-90, W-EX-12, W-EX-14: all Feats of that mark or lower."""
    assert len(feat_deck(LIBRARY.cards, ("emberfall",), mark)) == count
    assert {card.mark for card in of(FeatCard)} == {20, 24, 30, 45}


def test_our_stickers_keep_what_is_known_of_the_printed_dice():
    """W-DICE-01, W-DICE-02, W-DATA-01, W-DATA-02: six colours; green and purple without a Crit, red without a Blank."""
    (dice,) = of(DiceCard)
    assert set(dice.faces) == set(Colour)
    assert all(len(faces) == 6 for faces in dice.faces.values())
    assert Symbol.CRIT not in {*dice.faces[Colour.GREEN], *dice.faces[Colour.PURPLE]}
    assert Symbol.BLANK not in dice.faces[Colour.RED]
    assert {name: die.colour for name, die in WarseerShelf().dice().items()} == {each: each for each in Colour}


def test_improvements_are_dealt_to_two_players():
    """W-IMP-01, W-IMP-04, W-TRN-12."""
    assert Counter(card.deck for card in of(ImprovementCard)) == {"A": 5, "B": 5}
    assert {card.sort for card in of(ImprovementCard)} == {"building", "spell", "relic", "tactic"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_read_and_no_two_are_called_alike(language):
    for pack in (OWN, SEED):
        names = Counter((type(card), card.names[language.value]) for card in pack.values())
        assert [name for name, times in names.items() if times > 1] == []
        for card in pack.values():
            told = (kind_of(card, language), stats_of(card, language), *lines_of(card, language))
            assert told[0]
            assert not any("{" in each or "cards." in each for each in told), (card.key, told)


def test_what_the_rulebook_states_is_there_and_nothing_is_invented():
    """W-FEAT-27, W-TT, W-SETUP-05, W-IMP-15, W-EX-05 to -08, W-DATA-28 to -33."""
    duelist = SEED["seed/duelist"]
    assert isinstance(duelist, FeatCard)
    assert (duelist.points, duelist.mark, duelist.influence, duelist.minions, duelist.draw) == (2, 20, 2, 1, 1)
    terrain = {card.key: card for card in SEED.values() if isinstance(card, TerrainCard)}
    assert len(terrain) == 12
    needs = {card.needs for card in terrain.values()} - {""}
    assert needs == {f"W-DATA-{number}" for number in (28, 29, 30, 31, 32, 33)}
    assert not any(card.rolls or card.adds for card in terrain.values())
    assert sum(card.of in ("support", "building") for card in SEED.values() if isinstance(card, StatedCard)) == 21


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_tells_what_its_players_have_to_supply(language):
    """W-DATA: all data that the catalogue calls unset."""
    needs = WarseerShelf().needs(language)
    assert tuple(each.id for each in needs) == MISSING
    assert all(each.why for each in needs)
    assert needs[-1].how


# ------------------------------------------------------------------ squads


@pytest.mark.parametrize("name", SQUADS)
def test_squads_that_come_with_the_game_may_be_played(name):
    assert rules_of(SQUADS[name]) == set()
    assert rules_of(SQUADS[name], "skirmish") == set()
    assert len(battle_deck(SQUADS[name], LIBRARY.cards)) == 30


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"hero": "emberfall/taper"}, "W-CARD-06"),
        ({"characters": ("emberfall/hydra",)}, "W-CARD-32"),
        ({"characters": ("emberfall/taper", "emberfall/taper")}, "W-CARD-13"),
        ({"characters": ("emberfall/nobody",)}, "W-CARD-14"),
        ({"characters": ("emberfall/abbess",)}, "W-CARD-22"),  # two stars, and one slot of gold (W-CARD-29)
        ({"minion": "emberfall/bogling"}, "W-MIN-04"),
        ({"terrain": ("seed/forest",)}, "W-TER-03"),
    ],
)
def test_a_squad_that_breaks_a_rule_is_refused_by_it(values, rule):
    """W-GEN-02, W-CARD-02, W-SETUP-14, and the rules named above: a squad has one Hero; terrain is in no deck."""
    assert rules_of(changed("cinder_choir", **values)) == {rule}


def test_characters_without_a_rank_fill_no_slot_and_fewer_may_be_taken():
    """W-CARD-23, W-CARD-26, and mercenaries fit every faction (W-CARD-32)."""
    few = ("emberfall/bellboy", "emberfall/peddler", "emberfall/phoenix")
    assert rules_of(changed("cinder_choir", characters=few)) == set()


def test_a_skirmish_takes_three_of_each_out_of_the_battle_deck():
    """W-SKIR-04."""
    assert rules_of(changed("cinder_choir", skirmish=("emberfall/hatchery",)), "skirmish") == {"W-SKIR-04"}
    assert len(setup_of("cinder_choir", "mossback_host", variant="skirmish").seats[0].deck) == 6


# ------------------------------------------------------------------ set-up


def test_a_setup_carries_what_may_come_up_and_nothing_else():
    """W-GEN-04, W-FEAT-05, W-FEAT-06, W-LIM-01, W-LIM-02, W-DATA-01, W-ALLY-14, W-ALLY-17."""
    setup = setup_of("cinder_choir", "mossback_host")
    assert (len(setup.feats), setup.goal, setup.dice, setup.track) == (30, 10, "emberfall/stickers", "emberfall/track")
    assert "emberfall/abbess" not in setup.cards
    assert {each.terrain for each in setup.field.terrain} <= set(setup.cards)
    assert setup_of("cinder_choir", "mossback_host", dice="boxed").dice == ""  # tapped per roll (W-DATA-01)
    assert setup_of("cinder_choir", "mossback_host", goal="long", unique="yes").goal == 12
    others = setup_of(*WarseerShelf().usual_decks, variant="alliance", goal="long")
    assert (others.goal, len(others.feats), [each.team for each in others.seats]) == (24, 45, ["1", "2", "1", "2"])


@pytest.mark.parametrize(
    ("variant", "mark", "size"), [("duel", "usual", 30), ("everyone_three", "usual", 45), ("duel", "24", 24)]
)
def test_a_game_needs_a_whole_feat_deck(variant, mark, size):
    """W-FEAT-05 to -07, W-SCEN-11, W-LIM-01 to -05, W-DATA-90: 30 in a Duel, 45 among more, or by the row."""
    shelf = WarseerShelf()
    chosen = chosen_of(shelf.options(Language.ENGLISH), {"variant": (variant,), "feats": (mark,)})
    plans = shelf.seats(chosen)
    seated = tuple(SeatedPlayer(plan, plan.id, SQUADS[shelf.usual_decks[n]]) for n, plan in enumerate(plans))
    setup = setup_for(LIBRARY.cards, seated, chosen, mat_mm=(600.0, 600.0), seed_hash="")
    assert len(setup.feats) == size
    lacking = {key: card for key, card in LIBRARY.cards.items() if key != setup.feats[0]}
    with pytest.raises(SetupMistakeError) as refused:
        setup_for(lacking, seated, chosen, mat_mm=(600.0, 600.0), seed_hash="")
    assert f"no pack has {size} Feats of mark {size}+" in str(refused.value)


def test_a_map_for_others_is_refused():
    with pytest.raises(SetupMistakeError, match="not for 2 players"):
        setup_of("cinder_choir", "mossback_host", map="three_hills")


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_map_is_offered_can_be_played_on(variant):
    shelf = WarseerShelf()
    options = {each.key: each for each in shelf.options(Language.ENGLISH)}
    chosen = chosen_of(options.values(), {"variant": (variant,)})
    offered = [each.key for each in options["map"].open_in(chosen)]
    assert len(offered) > 1
    assert {field_key({**chosen, "map": (key,)}) for key in offered} <= {*maps()}
    others = {*maps()} - {*offered}
    for key in others:
        with pytest.raises(SetupMistakeError):
            field_key({**chosen, "map": (key,)})


def test_a_squad_that_may_not_be_played_starts_no_game():
    shelf, squad = WarseerShelf(), changed("cinder_choir", characters=("emberfall/hydra",))
    chosen = chosen_of(shelf.options(Language.ENGLISH))
    seated = tuple(SeatedPlayer(plan, plan.id, squad) for plan in shelf.seats(chosen))
    with pytest.raises(DeckError, match="mercenaries"):
        shelf.set_up(GamePlan(chosen, seated, LIBRARY.packs))


@pytest.mark.parametrize("key", maps())
def test_every_map_is_fair_and_lies_on_the_mat(key):
    """W-MAP-01, W-ZONE-03, W-SETUP-07: as many hexes for each, none on terrain, all on the mat."""
    field = maps()[key]
    cells = set(field.cells)
    assert len({len(zone) for zone in field.zones}) == 1
    zones = [pair for zone in field.zones for pair in zone]
    assert len(set(zones)) == len(zones)
    laid = [tuple(each.cell) for each in field.terrain]
    assert len(set(laid)) == len(laid)
    assert {*zones, *laid, *field.sites} <= cells
    assert not {*zones} & {*laid, *field.sites}
    assert not {*field.sites} & {*laid}
    board = field.board((600.0, 600.0))
    for cell in board.cells:
        centre = board.centre(cell)
        assert 16.0 <= centre.x_mm <= 584.0
        assert 16.0 <= centre.y_mm <= 584.0


# ------------------------------------------------------------------ wrong packs


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('faction = "choir"', 'faction = "quire"', "no pack has a faction 'quire'"),
        ('"belfry", "kiln"]', '"belfry", "klin"]', "no pack has a spell or relic or tactic or building 'klin'"),
        ('ru = "Порыв ветра", ', "", "'names' lacks the text in 'ru'"),
        ('{ type = "push", to', '{ type = "pusch", to', "unknown effect 'pusch'"),
        ('key = "gust"', 'key = "spark"', "there is a card 'spark' already"),
        ("mark = 24", "mark = 23", "the mark of a Feat is one of 20, 24, 30, 45"),
        ('keyword = "warlord", dice = ["yellow"]', 'keyword = "warlord"', "'warlord' has dice of its own"),
        ("uses = 3\n", "", "'uses' and an ability with 'use' belong together"),
        ('black = ["crit", "hit", "hit", "push", "push", "blank"]\n', "", "the black die has 6 faces"),
        ('crits = [{ crit = "nimble" }]', "crits = []", "every creature has a crit effect"),
    ],
)
def test_a_wrong_pack_gets_a_sentence_with_its_line(tmp_path, old, new, said):
    """W-COMP-08, W-REL-09, W-DICE-01, W-DICE-10, W-FEAT-08, W-MULT-01: six colours, a crit effect for all."""
    text = PACK.read_text(encoding="utf-8")
    is_refused_with_its_line(LIBRARY, tmp_path, text, old, new, said)


def test_the_template_reads(tmp_path):
    (tmp_path / "mine.toml").write_text(LIBRARY.template(), encoding="utf-8")
    kinds = {type(card).__name__ for card in LIBRARY.load_pack(tmp_path / "mine.toml").cards.values()}
    assert kinds == {
        "DiceCard", "CharacterCard", "SpellCard", "RelicCard", "TacticCard", "BuildingCard", "FeatCard",
    }  # fmt: skip


# ------------------------------------------------------------------ a whole Duel


def test_a_duel_by_taste_ends_and_every_screen_can_be_shown_on_the_way():
    """The demo's players, with what each of them and a spectator sees now and then, in three languages."""
    game, tally = games()["warseer"], SquadTally()
    state = None
    for number, state in enumerate(play(setup_of("cinder_choir", "mossback_host"), random.Random(3), tally)):  # noqa: S311
        if number % 40 == 0:
            language = LANGUAGES[number // 40 % len(LANGUAGES)]
            for viewer in ("A", "B", "spectator"):
                seen = game.view(state, viewer)
                sheet = game.sheets.of(seen, viewer, language)
                assert [each.id for each in sheet.players if each.own] == ([viewer] if viewer in "AB" else [])
                game.board.shown(seen, viewer, language)
            assert len(game.tally.brief(state, language)) == (2 if state.order else 0)
    assert state is not None
    assert state.outcome in ("A", "B", "")
    assert tally.games == 1
    assert tally.points["feats"] > 0
    assert msgspec.json.decode(msgspec.json.encode(replace(state, steps=())))["ended"] == state.ended
