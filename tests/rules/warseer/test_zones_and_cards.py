"""What a game consists of, where it lies, and who sees it (W-GEN, W-COMP, W-ZONE, W-CARD, W-MIN, W-SETUP)."""

import pytest
from msgspec.structs import replace

from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Choose, Shuffled
from companion.games.options import chosen_of
from companion.games.registry import games
from companion.games.shelf import SeatedPlayer, SetupMistakeError
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.card_texts import kind_of, lines_of, stats_of
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model import events as e
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import AttackKind, Colour, CreatureKind, Crit, Keyword, Rank, Token
from companion.games.warseer.model.cards import SupportCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.state import InPlay, State
from companion.games.warseer.model.steps import Context
from companion.games.warseer.model.terms import Amount, Selector
from companion.games.warseer.rules.field import entries, field_of, is_free, zone_of
from companion.games.warseer.rules.play.effect_kinds import place_cells, recallable
from companion.games.warseer.sheets import card_text, look_of
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps
from companion.games.warseer.shelf.sense import card_mistakes
from companion.games.warseer.shelf.shelf import WarseerShelf, field_key, setup_for
from companion.games.warseer.shelf.squad_rules import battle_deck, squad_faults
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.table import CARDS, NAMES, ability, block, character, do, fight, hero, setup, spell
from tests.rules.warseer.hands import destroyed, effects, holding, kinds, options

EN = Language.ENGLISH
SHELF = WarseerShelf()
CHOSEN = chosen_of(SHELF.options(EN))
CHOIR, HOST = LIBRARY.decks["cinder_choir"], LIBRARY.decks["mossback_host"]


def begun(game) -> State:
    """A game whose decks are shuffled, A first."""
    state = GAME.new(game)
    return do(state, Shuffled(by=TABLE, player="first", order=tuple(sorted(state.first))))


def faults(squad=CHOIR, cards=LIBRARY.cards) -> set[str]:
    return {fault.rule_id for fault in squad_faults(squad, cards, "duel")}


def other(squad, **values):
    fields = {each: getattr(squad, each) for each in squad.__dataclass_fields__}
    return type(squad)(**fields | values)


# ------------------------------------------------------------------ who plays, with what


def test_a_duel_is_of_two_and_each_leads_one_hero():
    """W-GEN-01, W-GEN-02, W-CARD-06: other modes have other numbers."""
    counts = {key: len(SHELF.seats(CHOSEN | {"variant": (key,)})) for key in ("duel", "everyone_three", "alliance")}
    assert counts == {"duel": 2, "everyone_three": 3, "alliance": 4}
    state = begun(setup(unique=()))
    sorts = [(each.owner, each.kind) for each in state.creatures.values()]
    assert [sorts.count((player, CreatureKind.HERO)) for player in "AB"] == [1, 1]
    assert state.hero("A").id == "A:1"


def test_factions_heroes_and_terrain_are_chosen_anew_for_each_game():
    """W-GEN-02, W-GEN-08, W-GEN-09, W-SETUP-01 to -04, W-CARD-07: the same Hero on both sides too."""
    same = setup_of("cinder_choir", "cinder_choir")
    assert [seat.hero for seat in same.seats] == [CHOIR.hero, CHOIR.hero]
    assert same.unique == ()
    other_game = setup_of("ash_guard", "mossback_host", unique="yes")
    assert other_game.unique != ()
    decks = {name: battle_deck(LIBRARY.decks[name], LIBRARY.cards) for name in ("cinder_choir", "ash_guard")}
    assert same.seats[0].deck == decks["cinder_choir"] == same.seats[1].deck
    led = LIBRARY.cards[CHOIR.hero]
    faction = LIBRARY.cards[led.faction]
    assert decks["cinder_choir"] == (*faction.battle, *led.battle)
    turned = {**LIBRARY.cards, CHOIR.hero: replace(led, battle=led.battle[::-1])}
    assert battle_deck(CHOIR, turned) == (*faction.battle, *led.battle[::-1])
    assert faults(other(CHOIR, hero="emberfall/nobody")) == {"W-CARD-06"}


def test_miniatures_are_bound_to_the_creatures_of_a_squad():
    """W-COMP-01, W-CARD-09: the Hero, the Characters, and as many Minions as may stand beside a Hero."""
    figures = SHELF.roster(CHOIR, CHOSEN)
    assert [each.card for each in figures[: 1 + len(CHOIR.characters)]] == [CHOIR.hero, *CHOIR.characters]
    minions = figures[1 + len(CHOIR.characters) :]
    assert len({each.card for each in minions}) == 1
    assert [each.copy for each in minions] == [1, 2, 3, 4, 5, 6]


def test_a_battle_deck_has_no_creature_and_no_terrain_and_the_feats_are_common():
    """W-COMP-02, W-COMP-03, W-COMP-04, W-CARD-01, W-CARD-02, W-FEAT-01, W-SETUP-03, -04, W-SETUP-13, -15."""
    state = begun(setup(unique=()))
    for player in "AB":
        assert len(state.decks[player]) == len(state.setup.seat(player).deck)
        assert all(isinstance(state.card(card), SupportCard) for card in state.decks[player])
    assert len(state.feats) == 30
    assert faults() == set()
    led = LIBRARY.cards[CHOIR.hero]
    faction = LIBRARY.cards[led.faction]
    for short in (replace(led, battle=led.battle[:9]), replace(faction, battle=faction.battle[:19])):
        assert faults(cards={**LIBRARY.cards, short.key: short}) == {"W-SETUP-04"}
    for wrong in ("emberfall/taper", "seed/forest"):
        card = LIBRARY.cards[CHOIR.hero]
        cards = {**LIBRARY.cards, CHOIR.hero: replace(card, battle=(*card.battle[:9], wrong))}
        assert faults(cards=cards) == {"W-SUPP-01"}
    state = fight({}, decks={"A": ("A:t/s0", "A:t/s1"), "B": ("B:t/s0",)})
    top = state.feats[0]
    drawn = effects(state, fx.DrawEffect(2), fx.DrawEffect(feats=True))
    assert (drawn.hands, drawn.feats_held) == ({"A": ("A:t/s0", "A:t/s1"), "B": ()}, {"A": (top,), "B": ()})
    assert top not in drawn.feats


def test_a_map_needs_the_cards_of_its_terrain():
    """W-COMP-06, W-COMP-09, W-GRID-01, W-SETUP-06, W-SETUP-07: and off the map nobody stands."""
    state = begun(setup(unique=()))
    assert field_of(state).terrain[Cell(2, -1)] == CARDS["t/forest"]
    assert (is_free(state, Cell(4, 0)), is_free(state, Cell(5, 0))) == (True, False)
    plans = SHELF.seats(CHOSEN)
    seated = tuple(SeatedPlayer(plan, plan.id, squad) for plan, squad in zip(plans, (CHOIR, HOST), strict=True))
    laid = {each.terrain for each in maps()[field_key(CHOSEN)].terrain}
    cards = {key: card for key, card in LIBRARY.cards.items() if key not in laid}
    with pytest.raises(SetupMistakeError, match="the map needs the terrain"):
        setup_for(cards, seated, CHOSEN, mat_mm=(600.0, 600.0), seed_hash="")


def test_tokens_lie_on_creatures():
    """W-COMP-05, W-DMG-02, W-DMG-08, W-DMG-09, W-MIN-03, W-KW-04: Armour adds up; each Minion has its own."""
    pieces = {"B:2": (CARDS["t/minion"], (0, 0)), "B:3": (CARDS["t/minion"], (1, 0)), "B:4": (CARDS["t/c1"], (2, 0))}
    state = fight(pieces, creatures={"B:3": {"armour": 9}})
    chosen = Selector(who="chosen")
    one = Selector(who="enemy", kinds=(CreatureKind.MINION,), count=1)
    state = effects(
        state, fx.TokenEffect(Token.POISON, one), fx.TokenEffect(Token.DISEASE, chosen),
        fx.TokenEffect(Token.STUN, chosen), fx.TokenEffect(Token.STUN, chosen), fx.ArmourEffect(3, chosen),
    )  # fmt: skip
    state = do(state, Choose(by="A", chosen=("B:3",)))
    assert (set(state.creatures["B:3"].tokens), len(state.creatures["B:3"].tokens)) == ({*Token}, 3)
    assert (state.creatures["B:3"].armour, state.creatures["B:2"].armour, state.creatures["B:2"].tokens) == (12, 0, ())
    hurt = effects(state, fx.DamageEffect(1, Selector(who="enemy"), wounds=True))
    assert [hurt.creatures[each].wounds for each in ("B:1", "B:4")] == [1, 1]


def test_a_camp_has_the_colour_of_its_player():
    """W-COMP-12, W-TER-17: four colours, and each lets in the own creatures alone."""
    camps = tuple(TerrainHex("t/camp", Cell(q, 0), player) for q, player in enumerate("ABCD"))
    pieces = {f"{player}:1": (hero(), (number - 2, -3)) for number, player in enumerate("ABCD")}
    state = fight(pieces, terrain=camps, setup={"players": 4, "mode": Mode.EVERYONE})
    free = {player: set(entries(state, player)) & {each.cell for each in camps} for player in "ABCD"}
    assert free == {player: {Cell(q, 0)} for q, player in enumerate("ABCD")}


# ------------------------------------------------------------------ zones


def everything() -> State:
    """A game with something in every zone of A's."""
    pieces = {"A:2": (character("t/x"), (0, 0)), "B:2": (character("t/z"), (1, 0))}
    in_play = (
        InPlay(card="A:t/r0", player="A", sort="relic", uses=2, on="A:1"),
        InPlay(card="A:t/b0", player="A", sort="building", turned=True),
    )
    state = fight(
        pieces, in_play=in_play, hands={"A": ("A:t/s0", "A:t/s1"), "B": ("B:t/s2",)}, points={"A": 4, "B": 1},
        feats_held={"A": ("t/f2",), "B": ("t/f3", "t/f4")}, fame={"A": ("t/f1",), "B": ()},
        kills={"A": ("t/f0",), "B": ()}, histories={"A": ("A:t/b1",), "B": ("B:t/s3",)},
        decks={"A": ("A:t/s4",), "B": ("B:t/s4", "B:t/s5")}, influence={"A": 6, "B": 5},
    )  # fmt: skip
    camp = replace(state.creatures["A:2"], id="A:3", where=Where.CAMP, cell=None)
    return replace(state, creatures=state.creatures | {"A:3": camp})


def test_a_player_board_shows_its_areas_and_tracks():
    """W-COMP-07, W-SETUP-08, W-ZONE-01, W-ZONE-05, -06, W-ZONE-13 to -17, W-ZONE-20, W-MIN-05, W-VP-01, W-ECON-05."""
    sheet = games()["warseer"].sheets.of(everything(), "B", EN)
    board = next(each for each in sheet.players if each.id == "A")
    assert [(each.key, each.value, each.most) for each in board.scores] == [("points", 4, 12)]
    counts = {each.key: (each.value, each.most) for each in board.counts}
    assert counts == {
        "influence": (6, 10), "income_now": (3, 15), "hand": (2, None), "feats": (1, None), "deck": (1, None),
        "kills": (1, None),
    }  # fmt: skip
    piles = {pile.key: [line.card for line in pile.lines] for pile in board.piles}
    assert piles == {
        "worn": ["A:t/r0"], "city": ["A:t/b0"], "camp": ["A:3"], "fame": ["t/f1"], "history": ["A:t/b1"],
    }  # fmt: skip
    assert [each.id for each in board.pieces] == ["A:1", "A:2"]
    assert [line.spent for pile in board.piles if pile.key == "city" for line in pile.lines] == [True]


def test_what_lies_open_and_what_is_hidden():
    """W-ZONE-02, W-ZONE-07, W-ZONE-11, W-ZONE-19, W-VIS-01 to -10."""
    state = everything()
    for viewer in ("A", "B", SPECTATOR):
        seen = GAME.view(state, viewer)
        assert (seen.creatures, seen.terrain, seen.histories, seen.fame) == (
            state.creatures, state.terrain, state.histories, state.fame,
        )  # fmt: skip
        assert len(seen.hands["A"]) == 2
        assert (seen.hands["A"] == state.hands["A"]) is (viewer == "A")
        assert (seen.feats_held["A"] == state.feats_held["A"]) is (viewer == "A")
        assert len(seen.decks["B"]) == 2
        assert not {*seen.decks["A"], *seen.decks["B"]} & {*state.decks["A"], *state.decks["B"]}
        assert not {*seen.kills["A"]} & {*state.kills["A"]}
        assert len(seen.feats) == len(state.feats)
        assert not {*seen.feats} & {*state.feats}
        event = e.Discarded(player="A", cards=("A:t/s0",))
        assert GAME.public_event(state, event, viewer) == event


def test_everybody_sees_what_lies_on_the_table():
    """W-VIS-01, W-VIS-04, -05, W-VIS-07, -08, W-VIS-10, -11, W-TER-05: on the sheets of opponents and spectators."""
    state = replace(everything(), feats_gone=("t/f5",), terrain=(TerrainHex("t/altar", Cell(2, 0)),))
    hurt = replace(state.creatures["A:2"], wounds=2, armour=1, tokens=(Token.POISON,))
    state = replace(state, creatures=state.creatures | {"A:2": hurt})
    for viewer in ("B", SPECTATOR):
        sheet = games()["warseer"].sheets.of(state, viewer, EN)
        board = next(each for each in sheet.players if each.id == "A")
        piece = next(each for each in board.pieces if each.id == "A:2")
        left, armour = piece.gauges
        assert (left.key, left.value, armour.key, armour.value) == ("health", left.most - 2, "armour", 1)
        assert piece.marks == ("Poison",)
        piles = {pile.key: [line.card for line in pile.lines] for pile in (*board.piles, *sheet.piles)}
        assert (piles["history"], piles["fame"]) == (["A:t/b1"], ["t/f1"])  # faces, both
        assert (piles["worn"], piles["city"], piles["camp"]) == (["A:t/r0"], ["A:t/b0"], ["A:3"])
        assert (piles["feats_gone"], piles["terrain"]) == (["t/f5"], ["t/altar"])
        assert [line.card for pile in sheet.piles if pile.key == "feat_deck" for line in pile.lines] == [""]
        assert {"A:t/b1", "t/f1", "A:t/r0", "A:t/b0", "A:3", "t/f5", "t/altar"} <= set(sheet.known)
        assert not {"A:t/s0", "A:t/s4", "t/f0", "t/f2", *state.feats} & set(sheet.known)
        assert [each.value for each in board.counts] == [6, 3, 2, 1, 1, 1]
        assert [holding.key for holding in sheet.holdings] == (["hand", "feats"] if viewer == "B" else [])
        told = games()["warseer"].sheets.card(state, "t/altar", EN)
        assert told.lines  # and anybody may read it


def test_support_cards_show_all_that_is_printed():
    """W-SUPP-03, W-CARD-12: cost, name, Income, text, type and faction."""
    game = setup_of("cinder_choir", "mossback_host")
    sheets, state = games()["warseer"].sheets, begun(game)
    kinds_met = set()
    for key in game.seats[0].deck:
        card, told = LIBRARY.cards[key], sheets.card(state, key, EN)
        kind, *faction = told.kind.split(" · ")
        assert (told.name, kind) == (card.names["en"], type(card).__struct_config__.tag.capitalize())
        assert str(card.cost) in told.cost
        assert (f"Income +{card.income}" in told.stats) is (card.income > 0)
        assert told.lines or "Armour" in told.stats
        assert faction == (["The Cinder Choir"] if card.faction else [])
        kinds_met.add((kind, bool(faction)))
    assert {kind for kind, _ in kinds_met} == {"Spell", "Relic", "Tactic", "Building"}
    assert {of for _, of in kinds_met} == {True, False}
    assert sheets.card(state, "A:1", EN).kind == "Hero · The Cinder Choir"


def test_nobody_shuffles_a_deck_unless_a_card_came_back():
    """W-ZONE-07, W-ZONE-08, W-ZONE-09: into the owner's deck, and then it is shuffled."""
    state = fight({}, decks={"A": ("A:t/s0",), "B": ("B:t/s0",)}, histories={"A": ("A:t/s1",), "B": ("B:t/s1",)})
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(state, Shuffled(by=TABLE, player="A", order=("A:t/s0",)))
    assert refused.value.rule_id == "W-ZONE-08"
    state = effects(state, fx.RecallEffect("spell", "deck"))
    (prompt,) = GAME.prompts(state)
    assert prompt.specs[0].fields["chosen"].options == ("A:t/s1",)  # never the opponent's (W-ZONE-22)
    for event in GAME.decide(state, Choose(by="A", chosen=("A:t/s1",))):
        state = GAME.evolve(state, event)
    assert GAME.shuffling(state) == ("A", ("A:t/s0", "A:t/s1"))
    assert state.decks["B"] == ("B:t/s0",)


def test_a_draw_by_income_waits_for_the_shuffle():
    """W-ECON-13, W-ZONE-08: the card that lowered Income is shuffled in before one is drawn."""
    state = fight({}, decks={"A": ("A:t/s0",), "B": ()}, histories={"A": ("A:t/b0", "A:t/s1"), "B": ()})
    assert state.income("A") == 4
    state = effects(state, fx.RecallEffect("spell", "deck"))
    state = do(state, Choose(by="A", chosen=("A:t/s1",)))
    assert (state.income("A"), len(state.hands["A"]), len(state.decks["A"])) == (3, 1, 1)


def test_a_zone_on_a_card_is_that_of_its_player():
    """W-ZONE-21: whomever it moves there."""
    state = fight({"B:2": (character("t/z"), (0, 0))})
    mine = Context(piece="A:1", player="A")
    own = place_cells(state, fx.PlaceEffect(zone="own"), mine, "B:2")
    assert set(own) == zone_of(state, "A") - {(4, -4)}
    theirs = place_cells(state, fx.PlaceEffect(zone="enemy"), mine, "B:2")
    assert set(theirs) == zone_of(state, "B") - {(-4, 4)}


def test_an_opponents_zone_is_touched_only_by_a_card_that_says_so():
    """W-ZONE-22, W-ZONE-10: of two who discard one is named."""
    state = everything()
    assert recallable(state, "A", fx.RecallEffect()) == ("A:t/b1",)
    for who, player in (("own", "A"), ("enemy", "B")):
        (prompt,) = GAME.prompts(effects(state, fx.DiscardEffect(2, who)))
        assert (prompt.to, prompt.specs[0].fields["chosen"].options) == ((player,), state.hands[player])


def test_neither_hands_nor_cities_nor_feats_have_a_limit():
    """W-ZONE-23, W-SUPP-01."""
    hand = tuple(f"A:t/s0#{number}" for number in range(2, 32))
    city = tuple(InPlay(card=f"A:t/b0#{number}", player="A", sort="building") for number in range(2, 12))
    state = fight({}, hands={"A": hand, "B": ()}, in_play=city, decks={"A": ("A:t/b0",), "B": ()})
    state = effects(state, fx.DrawEffect(), *[fx.DrawEffect(feats=True)] * 8)
    assert (len(state.hands["A"]), len(state.feats_held["A"])) == (31, 8)
    state = do(state, c.Play(by="A", card="A:t/b0"))
    assert len(state.in_play_of("A", "building")) == 11


def test_only_cards_of_the_hand_are_played():
    """W-ZONE-18: none from the deck or History."""
    state = fight(
        {}, hands={"A": ("A:t/b0",), "B": ()}, decks={"A": ("A:t/b1",), "B": ()}, histories={"A": ("A:t/b2",), "B": ()}
    )
    assert options(state, "play", "card") == {"A:t/b0"}
    for card in ("A:t/b1", "A:t/b2"):
        with pytest.raises(RuleViolation):
            GAME.decide(state, c.Play(by="A", card=card))


# ------------------------------------------------------------------ cards


def test_each_type_of_card_can_be_told_from_the_others():
    """W-CARD-03, W-CARD-04, W-OPEN-07: nine types, of which Unique Terrain is the ninth."""
    keys = ("hero", "c0", "minion", "r0", "s0", "t0", "b0", "forest", "altar")
    assert len({kind_of(CARDS[f"t/{key}"], EN).partition(" · ")[0] for key in keys}) == 9
    looks = {key: look_of(CARDS[f"t/{key}"]) for key in keys}
    assert len({(look.art, look.frame) for key, look in looks.items() if key not in ("altar", "r0", "c0")}) == 6
    assert [each.icon for each in looks["c0"].values] == ["prosperity", "bullseye", "down", "heart"]


def test_a_card_shows_what_the_rules_need_of_it():
    """W-CARD-12, W-CARD-16 to -21, W-ABIL-03, W-ABIL-04, W-REL-09: keywords by name, the rest in full."""
    own = fx.Ability(names={"en": "Gift", "ru": "?", "uk": "?"}, turn=True, effects=(fx.HealEffect(1),))
    card = character("t/x", ability(Keyword.SLOW), own, cost=4, income=2)
    stats, lines = stats_of(card, EN), lines_of(card, EN)
    assert all(word in stats for word in ("Melee", "1 × red", "1 × blue", "Range 1", "Movement 3", "Health 3", "+2"))
    assert "Slow" in lines
    assert any(line.startswith("Gift:") and "1" in line for line in lines)
    shown = card_text(card, EN)
    assert "4" in shown.cost
    assert [name for name, _ in shown.rules] == ["Slow", "Attack", "Range", "Movement", "Health"], (
        "with what each means"
    )
    assert "7" in stats_of(replace(CARDS["t/r0"], uses=7), EN)
    assert "8" in stats_of(replace(CARDS["t/r1"], armour=8), EN)
    told = {"en": "a", "ru": "б", "uk": "в"}
    crit = block(AttackKind.MELEE, (Colour.RED,), Crit.STUN)
    whole = replace(card, names=told, attack=crit, abilities=(fx.Ability(names=told, text=told),))
    assert [*card_mistakes(whole, {"t": "faction"})] == []
    without = replace(whole, attack=block(AttackKind.MELEE, (Colour.RED,)))  # W-DICE-10
    assert [path for path, _ in card_mistakes(without, {"t": "faction"})] == [("attack", "crits")]
    charm = replace(CARDS["t/r0"], names=told)  # with uses, and an ability that takes them
    feat = replace(CARDS["t/f0"], names=told)
    assert [*card_mistakes(charm, {}), *card_mistakes(feat, {})] == []
    assert [path for path, _ in card_mistakes(replace(charm, abilities=()), {})] == [("uses",)]
    assert [path for path, _ in card_mistakes(replace(feat, mark=23), {})] == [("mark",)]  # W-FEAT-08
    for wanting in (ability(Keyword.WARLORD), ability(Keyword.RUN)):  # a die, and a number
        lame = replace(whole, abilities=(wanting,))
        assert [path for path, _ in card_mistakes(lame, {"t": "faction"})] == [("abilities", 0)]
    bare = replace(whole, abilities=(fx.Ability(names=told),))
    assert [path for path, _ in card_mistakes(bare, {"t": "faction"})] == [("abilities", 0)]


def test_leadership_counts_ranked_characters_slot_by_slot():
    """W-CARD-22, W-CARD-23, W-CARD-25, W-CARD-26, W-CARD-29, W-MIN-10: as many as it says, and no more."""
    leader = replace(LIBRARY.cards[CHOIR.hero], leadership={Rank.SILVER: 2})
    folk = {
        f"emberfall/x{number}": character(f"emberfall/x{number}", rank=rank, stars=stars, cost=1)
        for number, (rank, stars) in enumerate(
            [(Rank.SILVER, 1), (Rank.SILVER, 1), (Rank.SILVER, 1), (Rank.SILVER, 2), (Rank.NONE, 1), (Rank.GOLD, 1)]
        )
    }
    folk = {key: replace(card, faction=leader.faction) for key, card in folk.items()}
    cards = {**LIBRARY.cards, **folk, CHOIR.hero: leader}

    def wrong(*numbers: int) -> bool:
        camp = tuple(f"emberfall/x{number}" for number in numbers)
        return "W-CARD-22" in faults(other(CHOIR, characters=camp, injured=()), cards)

    assert not any(wrong(*camp) for camp in ((), (0,), (0, 1), (0, 1, 4), (3,), (4,)))
    assert all(wrong(*camp) for camp in ((0, 1, 2), (0, 3), (5,)))


def test_cost_and_income_are_those_of_the_card():
    """W-CARD-31, W-ECON-01, W-ECON-06, W-ECON-09: lowered costs never fall below 0."""
    card = character("t/x", cost=3, income=2)
    state = destroyed(fight({"B:2": (card, (0, 0))}), "B:2")
    assert state.income("B") == 2
    cheap = fx.Ability(names=NAMES, holds=(fx.ChangeEffect("cost", -2),))
    state = holding(fight({"A:1": (hero("t/rich", cheap), (0, 0))}), spell("t/dear", fx.InfluenceEffect(0), cost=4))
    assert do(state, c.Play(by="A", card="A:t/dear")).influence["A"] == 3
    state = holding(fight({"A:1": (hero("t/rich", cheap), (0, 0))}), spell("t/dear", fx.InfluenceEffect(0), cost=1))
    assert do(state, c.Play(by="A", card="A:t/dear")).influence["A"] == 5


def test_an_effect_on_creatures_reaches_all_three_types():
    """W-CARD-10, W-CARD-11, W-SUPP-07."""
    state = fight({"B:2": (character("t/z"), (0, 0)), "B:3": (CARDS["t/minion"], (1, 0))})
    struck = effects(state, fx.DamageEffect(1, Selector(who="enemy")))
    assert struck.creatures["B:1"].wounds == 1
    assert struck.creatures["B:2"].wounds == 1
    assert not struck.is_standing("B:3")


# ------------------------------------------------------------------ Minions


def test_minions_come_by_abilities_as_many_as_there_is_room_for():
    """W-MIN-01, W-MIN-02, W-MIN-11, W-CARD-08, W-SUM-06: and they take no summon of the turn."""
    pieces = {"A:1": (hero(), (0, 0)), "A:2": (character("t/x"), (4, -4)), "A:3": (character("t/y"), (3, -4))}
    state = effects(fight(pieces), fx.MinionEffect(9))
    for number in range(4):
        (prompt,) = GAME.prompts(state)
        spec = next(each for each in prompt.specs if each.kind == "move")
        state = do(state, c.Move(by="A", piece=str(spec.fixed["piece"]), to=spec.fields["to"].options[0]))
        assert len(state.mine("A")) == 4 + number
    assert "activate" in kinds(state)
    assert not state.count.summoned
    waiting = replace(state.creatures["A:4"], id="A:9", where=Where.CAMP, cell=None)
    few = fight({})
    assert "summon" not in kinds(replace(few, creatures=few.creatures | {"A:9": waiting}))


def test_a_minion_acts_like_any_creature_and_may_come_again():
    """W-MIN-04, W-MIN-05, W-MIN-06, W-MIN-07, W-ACT-13: its card stays; each Minion is activated for itself."""
    minion = CARDS["t/minion"]
    state = fight({"A:2": (minion, (0, 0)), "A:3": (minion, (-1, 0)), "B:2": (character("t/z"), (1, 0))})
    state = do(state, c.Activate(by="A", piece="A:2"))
    assert kinds(state) == {"move", "run", "attack", "stop"}
    state = do(state, c.Stop(by="A"))
    assert options(state, "activate", "piece") == {"A:1", "A:3"}
    state = destroyed(state, "A:2", "B")
    assert (state.creatures["A:2"].where, state.histories["A"]) == (Where.GONE, ())
    state = effects(state, fx.MinionEffect())
    (prompt,) = GAME.prompts(state)
    assert {each.fixed.get("piece") for each in prompt.specs if each.kind == "move"} == {"A:4"}
    bare = replace(state.setup, seats=tuple(replace(seat, minion="") for seat in state.setup.seats))
    assert kinds(effects(replace(fight({}), setup=bare), fx.MinionEffect())) & {"move"} == set()


def test_removing_a_minion_is_no_destruction():
    """W-MIN-08, W-MIN-09: its Last Word is not heard."""
    last = ability(Keyword.LAST_WORD, effects=(fx.InfluenceEffect(3),))
    state = fight({"A:2": (replace(CARDS["t/minion"], abilities=(last,)), (0, 0))})
    assert destroyed(state, "A:2", "B").influence["A"] == 8
    removed = do(state, c.Remove(by="A", piece="A:2"))
    assert (removed.influence["A"], removed.is_standing("A:2")) == (5, False)
    assert "remove" not in kinds(do(state, c.Activate(by="A", piece="A:2"), c.Stop(by="A")))


# ------------------------------------------------------------------ Feats given by an effect


def test_a_feat_that_an_effect_gives_lies_face_down_and_is_told_apart():
    """W-FEAT-30, W-FEAT-25, W-SCEN-08: it counts for cards as a kill, but no Character was destroyed."""
    state = effects(fight({}), fx.FameEffect(2), card="t/gift")
    assert (state.points["A"], len(state.kills["A"]), state.gifts) == (2, 2, {"A": 2})
    assert state.count.destroyed == ()
    after = destroyed(fight({"B:2": (character("t/z"), (0, 0))}), "B:2")
    assert (len(after.kills["A"]), after.gifts) == (1, {})
    counted = Amount("kills")
    assert effects(state, fx.InfluenceEffect(counted)).influence["A"] == 7
    first = effects(fight({}, turn=1), fx.FameEffect())  # W-FEAT-23
    assert (first.points["A"], first.kills["A"]) == (0, ())
