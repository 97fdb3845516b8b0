"""Open points that players may read otherwise, and data that no source gives (W-OPEN, W-DATA)."""

import pytest
from msgspec.structs import replace

from companion.games.command import SPECTATOR
from companion.games.common import Choose, Rolled
from companion.games.options import chosen_of
from companion.games.shelf import SeatedPlayer
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model import events as e
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import Keyword, Moment, Symbol, Token
from companion.games.warseer.model.cards import TacticCard
from companion.games.warseer.model.setup import Readings
from companion.games.warseer.model.state import LastingEffect, State
from companion.games.warseer.model.terms import Until
from companion.games.warseer.rules.combat.rolls import terrain_rolls
from companion.games.warseer.rules.creature.reactions import may_have, price
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.shelf import WarseerShelf, setup_for
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.warseer.table import NAMES, ability, attacking, character, do, fight
from tests.rules.warseer.hands import effects, holding, options

HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))


# ------------------------------------------------------------------ data that no source gives


def unknown(*abilities: fx.Ability, tokens: tuple[Token, ...] = (), wounds: int = 0) -> State:
    """A:2 is active beside B:2, and nobody knows the dice."""
    state = fight(
        {"A:2": (character("t/x", *abilities, health=9), (0, 0)), "B:2": (character("t/z"), (1, 0))},
        creatures={"A:2": {"tokens": tokens, "wounds": wounds}}, setup={"dice": ""},
    )  # fmt: skip
    return do(state, c.Activate(by="A", piece="A:2"))


@pytest.mark.parametrize(("word", "wounds", "left"), [("first", 1, 1), ("second", 0, 0), ("none", 0, 1)])
def test_a_poison_die_that_nobody_knows_is_entered(word, wounds, left):
    """W-DATA-18, W-KW-33: one symbol wounds, the other takes the token."""
    state = do(unknown(tokens=(Token.POISON,)), Choose(by="A", chosen=("roll",)))
    assert options(state, "choose", "chosen") == {"first", "second", "none"}
    state = do(state, Choose(by="A", chosen=(word,)))
    assert (state.creatures["A:2"].wounds, len(state.creatures["A:2"].tokens)) == (wounds, left)


@pytest.mark.parametrize(("word", "tokens"), [("first", 1), ("second", 1), ("none", 0)])
def test_a_disease_die_that_nobody_knows_is_entered(word, tokens):
    """W-DATA-11, W-KW-17: either of its symbols infects, and the one beside it rolls."""
    state = do(unknown(tokens=(Token.DISEASE,)), Choose(by="A", chosen=("stay",)))
    assert [prompt.to for prompt in GAME.prompts(state)] == [("B",)]
    assert len(do(state, Choose(by="B", chosen=(word,))).creatures["B:2"].tokens) == tokens


@pytest.mark.parametrize(("word", "wounds"), [("first", 2), ("second", 1), ("none", 3)])
def test_a_regeneration_die_that_nobody_knows_is_entered(word, wounds):
    """W-DATA-19, W-KW-36: one heals 1, the other 2."""
    state = unknown(ability(Keyword.REGENERATION), wounds=3)
    assert do(state, Choose(by="A", chosen=(word,))).creatures["A:2"].wounds == wounds


def test_a_difficult_target_changes_nothing_where_nobody_knows_its_colours():
    """W-DATA-10, W-KW-16: what is known of them is told by the card of the dice."""
    target = character("t/y", ability(Keyword.DIFFICULT_TARGET))
    for dice, kinds in (("t/dice", ["blue", "blue"]), ("", ["red", "blue"])):
        state = fight({"A:2": (character("t/x"), (0, 0)), "B:2": (target, (1, 0))}, setup={"dice": dice})
        (prompt,) = GAME.prompts(attacking(state, "A:2", "B:2"))
        assert [each.kind for each in prompt.specs[0].fields["faces"].dice] == kinds


def test_terrain_whose_dice_nobody_knows_is_not_laid_and_rolls_nothing():
    """W-DATA-28 to -33, W-TER-19: that of our own pack is, and does."""
    shelf = WarseerShelf()
    chosen = chosen_of(shelf.options(Language.ENGLISH), {"unique": ("yes",)})
    squad = LIBRARY.decks["cinder_choir"]
    keys = tuple(f"{pack}/{key}" for pack in ("seed", "emberfall") for key in ("ruins", "spire", "altar", "camp"))
    fields = {each: getattr(squad, each) for each in squad.__dataclass_fields__} | {"terrain": keys}
    seated = tuple(SeatedPlayer(plan, plan.id, type(squad)(**fields)) for plan in shelf.seats(chosen))
    setup = setup_for(LIBRARY.cards, seated, chosen, mat_mm=(600.0, 600.0), seed_hash="")
    assert set(setup.unique) == {"seed/camp", "emberfall/ruins", "emberfall/spire", "emberfall/altar"}
    state = fight({"A:2": (character("t/x"), (0, 0))})
    state = replace(state, setup=replace(state.setup, cards=state.setup.cards | LIBRARY.cards))
    for key in ("ruins", "catacombs", "altar", "teleport"):
        for pack, rolls in (("seed", 0), ("emberfall", 1)):
            lying = replace(state, terrain=(TerrainHex(f"{pack}/{key}", Cell(0, 0)),))
            assert len(terrain_rolls(lying, "A:2", "A")) == rolls


# ------------------------------------------------------------------ other readings


def test_the_top_of_the_feat_deck_lies_open_if_so_read():
    """W-OPEN-06, W-VIS-09: else nobody sees it, nor which Feat another draws."""
    for is_open in (False, True):
        state = fight({}, readings=Readings(feat_deck_face_up=is_open))
        top, event = state.feats[0], e.FeatDrawn(player="A", feat=state.feats[0])
        for viewer in ("B", SPECTATOR):
            seen = GAME.view(state, viewer)
            assert (seen.feats[0] == top, top in seen.feats[1:]) == (is_open, False)
            assert (GAME.public_event(state, event, viewer) == event) is is_open


def test_tactics_cost_nothing_in_an_opponents_turn_if_so_read():
    """W-OPEN-14, W-TAC-07: in the own turn they cost what is printed."""
    trick = TacticCard(key="t/trick", names=NAMES, cost=4, on=Moment.ATTACKED, effects=(fx.InfluenceEffect(0),))
    for paid, active, cost in ((True, "B", 4), (False, "B", 0), (False, "A", 4)):
        state = holding(
            fight({}, readings=Readings(paid_tactics=paid), active=active, influence={"A": 3, "B": 0}), trick
        )
        assert (price(state, "A", trick), may_have(state, "A", Moment.ATTACKED)) == (cost, cost == 0)


def test_a_push_needs_damage_if_so_read():
    """W-OPEN-31, W-PUSH-08, W-PUSH-10: else it comes without, and onto a legal hex if there is one."""
    for at_zero in (True, False):
        pieces = {"A:2": (character("t/x"), (0, 0)), "B:2": (character("t/z"), (1, 0))}
        state = attacking(fight(pieces, readings=Readings(push_at_zero=at_zero)), "A:2", "B:2")
        blank = do(state, Rolled(by="A", faces=(PUSH, BLANK)))
        assert ({prompt.key for prompt in GAME.prompts(blank)} == {"push"}) is at_zero
        hit = do(state, Rolled(by="A", faces=(PUSH, HIT)))
        assert {prompt.key for prompt in GAME.prompts(hit)} == {"push"}
        assert "stop" not in {spec.kind for prompt in GAME.prompts(hit) for spec in prompt.specs}


def test_a_healer_heals_anybody_or_allies_alone_if_so_read():
    """W-OPEN-61, W-KW-23: in its printed Range, whom it sees or not."""
    pieces = {
        "A:2": (character("t/x", ability(Keyword.HEALER), reach=2), (0, 0)), "B:2": (character("t/z"), (1, 0)),
        "A:3": (character("t/y"), (2, 0)), "A:4": (character("t/w"), (-3, 0)),
    }  # fmt: skip
    hurt = {key: {"wounds": 1} for key in ("B:2", "A:3", "A:4")}
    for anybody, patients in ((True, {"B:2", "A:3"}), (False, {"A:3"})):
        state = fight(pieces, creatures=hurt, readings=Readings(healer_any=anybody))
        state = do(state, c.Activate(by="A", piece="A:2"))
        assert options(state, "use", "target") == patients


def test_each_player_changes_a_die_once_and_the_other_may_change_it_too():
    """W-OPEN-66, W-DICE-09, W-ATK-09."""
    master = character("t/x", ability(Keyword.MASTER_OF_ATTACK, x=2))
    other = LastingEffect(effect=fx.RerollEffect(2), pieces=("A:2",), player="B", until=Until.END_OF_ATTACK)
    state = fight({"A:2": (master, (0, 0)), "B:2": (character("t/z"), (1, 0))}, lasting=(other,))
    state = do(attacking(state, "A:2", "B:2"), Rolled(by="A", faces=(BLANK, BLANK)), Choose(by="A", chosen=("0",)))
    state = do(state, Rolled(by="A", faces=(HIT,)))
    assert ([prompt.to for prompt in GAME.prompts(state)], options(state, "choose", "chosen")) == ([("B",)], {"0", "1"})
    state = do(state, Choose(by="B", chosen=("0",)), Rolled(by="B", faces=(BLANK,)))
    assert ([prompt.to for prompt in GAME.prompts(state)], options(state, "choose", "chosen")) == ([("A",)], {"1"})


def test_a_card_is_drawn_from_the_battle_deck_alone():
    """W-OPEN-17, W-TURN-09: from an empty one none, though there are Feats."""
    state = fight({})
    drawn = effects(state, fx.DrawEffect(2))
    assert (drawn.hands, drawn.feats_held, drawn.feats) == (state.hands, state.feats_held, state.feats)
