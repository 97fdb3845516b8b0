"""Relics and Tactics among the Improvement cards, in a match of a Tournament (W-IMP-09 to -14)."""

from msgspec.structs import replace

from companion.cards.text import Text
from companion.documents import parse_toml
from companion.games.common import Choose, Rolled
from companion.games.registry import games
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import AttackKind, Colour, Keyword, Symbol
from companion.games.warseer.model.cards import ImprovementCard
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import ActivationStep
from companion.games.warseer.rules.creature.equipment import spare
from companion.games.warseer.rules.creature.values import movement
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.squad import squad_of
from companion.games.warseer.shelf.squad_rules import squad_faults
from companion.games.warseer.tournament.game import CAMPAIGN
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.warseer.table import NAMES, ability, block, character, do, fight, hero
from tests.games.warseer.tournament_table import OLD_MAP, SELLSWORD, SMOKE_POT, begin, result, to_battle
from tests.games.warseer.tournament_table import do as played
from tests.rules.warseer.hands import destroyed, kinds, options

BOOTS = ImprovementCard(
    key="t/boots", names=NAMES, sort="relic", deck="A", price=4, armour=2, abilities=(
        fx.Ability(names=NAMES, holds=(fx.ChangeEffect("movement", 1),)),
        ability(Keyword.FIRST_WORD, effects=(fx.InfluenceEffect(1),)),
    ),
)  # fmt: skip


def camped(*abilities: fx.Ability, relics: tuple[str, ...] = ("t/boots",)) -> State:
    """A has two Characters in the War Camp, and Relics."""
    pieces = {"A:1": (hero(), (0, 0)), **{f"A:{n}": (character("t/x", *abilities, cost=0), (n, 0)) for n in (2, 3)}}
    state = fight(pieces, creatures={f"A:{number}": {"where": Where.CAMP, "cell": None} for number in (2, 3)})
    seats = tuple(replace(seat, improvements=relics) if seat.id == "A" else seat for seat in state.setup.seats)
    setup = replace(state.setup, seats=seats, cards=state.setup.cards | {BOOTS.key: BOOTS})
    return replace(state, setup=setup)


def summoned(state: State, piece: str = "A:2") -> State:
    state = replace(state, count=replace(state.count, summoned=False))
    return do(state, c.Summon(by="A", piece=piece, to=Cell(int(piece[-1]) - 2, -4)))


def test_a_character_out_of_the_war_camp_may_take_one_relic_with_all_it_gives():
    """W-IMP-10: Armour, abilities and words; without one it is summoned as ever."""
    state = summoned(camped())
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to, options(state, "choose", "chosen")) == ("equip", ("A",), {"t/boots"})
    bare = do(state, Choose(by="A", chosen=()))
    worn = do(state, Choose(by="A", chosen=("t/boots",)))
    for after, (armour, steps, influence) in ((bare, (0, 3, 5)), (worn, (2, 4, 6))):
        found = (after.creatures["A:2"].armour, movement(after, "A:2"), after.influence["A"])
        assert (found, kinds(after) >= {"activate"}) == ((armour, steps, influence), True)
    assert kinds(summoned(camped(relics=()))) & {"choose"} == set()


def test_no_brute_takes_a_relic_nor_does_who_comes_from_elsewhere():
    """W-KW-09, W-IMP-10: Minions and those that rise out of History come without."""
    assert kinds(summoned(camped(ability(Keyword.BRUTE)))) & {"choose"} == set()
    risen = camped(ability(Keyword.RESURGENT))
    dead = replace(risen.creatures["A:2"], where=Where.HISTORY)
    foe = replace(risen.creatures["A:1"], id="B:2", owner="B", player="B", card="t/x", cell=Cell(1, 0))
    foe = replace(foe, kind=dead.kind)
    base = replace(risen, creatures=risen.creatures | {"A:2": dead, "B:2": foe}, histories={"A": ("A:2",), "B": ()})
    enemy = replace(base.setup, cards=base.setup.cards | {"t/y": character("t/y")})
    base = replace(base, setup=enemy, creatures=base.creatures | {"B:2": replace(foe, card="t/y")})
    for riser, asks in (("A:2", False), ("A:3", True)):
        state = do(destroyed(base, "B:2"), Choose(by="A", chosen=(riser,)))
        assert ({prompt.key for prompt in GAME.prompts(state)} == {"equip"}) is asks


def test_a_relic_of_who_is_destroyed_is_worn_no_more_in_this_game():
    """W-IMP-11: another copy is."""
    worn = do(summoned(camped()), Choose(by="A", chosen=("t/boots",)))
    assert spare(worn, "A") == ()
    gone = destroyed(worn, "A:2", "B")
    assert (gone.creatures["A:2"].relic, spare(gone, "A")) == ("", ())
    assert kinds(summoned(gone, "A:3")) & {"choose"} == set()
    two = do(summoned(camped(relics=("t/boots", "t/boots"))), Choose(by="A", chosen=("t/boots",)))
    assert options(summoned(destroyed(two, "A:2", "B"), "A:3"), "choose", "chosen") == {"t/boots"}


def test_relics_stay_to_the_end_and_come_into_each_match_anew():
    """W-IMP-05, W-IMP-09, W-IMP-12, W-IMP-13: they stand in the squad of the match, where Tactics may and no Spell."""
    cap = "emberfall/steel_cap"
    mine = replace(begin().players["B"], improvements=(cap, OLD_MAP), characters=(SELLSWORD,))
    state = begin()
    state = replace(state, players=state.players | {"B": mine})
    line = f'improvements = ["{cap}"]\n'
    assert line in CAMPAIGN.decks(state)["B"]
    after = played(to_battle(state), result())
    assert line in CAMPAIGN.decks(after)["B"]
    squad = squad_of(Text("b.toml", parse_toml(CAMPAIGN.decks(after)["B"])))
    assert squad.improvements == (cap,)
    assert squad_faults(squad, LIBRARY.cards, "duel") == []
    wrong = type(squad)(
        **{each: getattr(squad, each) for each in squad.__dataclass_fields__} | {"improvements": (SMOKE_POT, OLD_MAP)}
    )
    assert [fault.rule_id for fault in squad_faults(wrong, LIBRARY.cards, "duel")] == ["W-IMP-09"]


def test_what_is_worn_and_what_is_left_is_seen_by_all():
    """W-IMP-03, W-IMP-10: Relics lie with the Characters in the War Camp."""
    whole, state = games()["warseer"], summoned(camped(relics=("t/boots", "t/boots")))
    state = do(state, Choose(by="A", chosen=("t/boots",)))
    board = next(each for each in whole.sheets.of(state, "B", Language.ENGLISH).players if each.id == "A")
    assert [line.card for pile in board.piles if pile.key == "improvements" for line in pile.lines] == ["t/boots"]
    assert [each.marks for each in board.pieces if each.id == "A:2"] == [("activated", NAMES["en"])]


DRAUGHT = "emberfall/healing_draught"
CRIT, HIT = Symbol.CRIT.value, Symbol.HIT.value


def activated(*improvements: str) -> State:
    """A creature of A's is being activated beside one of B's, who has Improvement cards in the War Camp."""
    fighter = character("t/x", attack=block(AttackKind.MELEE, (Colour.RED, Colour.RED)), health=4)
    state = fight({"A:2": (fighter, (0, 0)), "B:2": (fighter, (1, 0))}, creatures={"B:2": {"wounds": 1}})
    seats = tuple(replace(seat, improvements=improvements) if seat.id == "B" else seat for seat in state.setup.seats)
    cards = state.setup.cards | {key: LIBRARY.cards[key] for key in improvements}
    return do(replace(state, setup=replace(state.setup, seats=seats, cards=cards)), c.Activate(by="A", piece="A:2"))


def struck(*improvements: str) -> State:
    """It has declared an attack."""
    state = activated(*improvements)
    for event in GAME.decide(state, c.Attack(by="A", target="B:2")):
        state = GAME.evolve(state, event)
    return state


def test_a_tactic_of_the_war_camp_is_used_in_its_situation_once_and_for_no_influence():
    """W-IMP-13, W-TAC-05: two of a name are not used on the same attack."""
    assert [prompt.key for prompt in GAME.prompts(struck())] == ["roll"]
    state = struck(SMOKE_POT, SMOKE_POT)
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.to, options(state, "react", "card")) == ("react", ("B",), {SMOKE_POT})
    assert do(state, c.Pass(by="B"), Rolled(by="A", faces=(HIT, CRIT))).creatures["B:2"].wounds == 3
    used = do(state, c.React(by="B", card=SMOKE_POT))
    assert [prompt.key for prompt in GAME.prompts(used)] == ["roll"]
    assert (used.influence, used.improvements("B", "tactic")) == (state.influence, (SMOKE_POT,))
    assert do(used, Rolled(by="A", faces=(HIT, CRIT))).creatures["B:2"].wounds == 2
    assert do(struck(SMOKE_POT), c.React(by="B", card=SMOKE_POT)).improvements("B", "tactic") == ()


def test_a_tactic_for_any_moment_stops_an_opponents_turn_and_is_played_in_the_own_one():
    """W-IMP-13, W-IMP-03: all see it lie in the War Camp."""
    state = struck(DRAUGHT)
    (prompt,) = GAME.prompts(state)
    assert (prompt.to, options(state, "react", "card")) == (("B",), {DRAUGHT})
    healed = do(state, c.React(by="B", card=DRAUGHT), Choose(by="B", chosen=("B:2",)))
    assert (healed.creatures["B:2"].wounds, healed.improvements("B", "tactic")) == (0, ())
    between, during = replace(state, steps=state.steps[:1]), activated(DRAUGHT)
    assert isinstance(during.steps[-1], ActivationStep)
    for waits in (between, during):  # for A: B is not asked, and has a key for it
        assert [prompt.to for prompt in GAME.prompts(waits)] == [("A",)]
        (key,) = (spec for spec in GAME.commands(waits, "B") if spec.kind == "play")
        assert set(key.fields["card"].options) == {DRAUGHT}
        healed = do(waits, c.Play(by="B", card=DRAUGHT), Choose(by="B", chosen=("B:2",)))
        assert (healed.creatures["B:2"].wounds, healed.steps) == (0, waits.steps)
    assert not [spec for spec in GAME.commands(state, "B") if spec.kind == "play"], "an attack is under way"
    mine = replace(state, active="B", steps=(replace(state.steps[0], player="B"),))
    assert options(mine, "play", "card") == {DRAUGHT}
    healed = do(mine, c.Play(by="B", card=DRAUGHT), Choose(by="B", chosen=("B:2",)))
    assert (healed.creatures["B:2"].wounds, healed.influence, kinds(healed, "B") & {"play"}) == (
        0,
        mine.influence,
        set(),
    )
    board = next(each for each in games()["warseer"].sheets.of(state, "A", Language.ENGLISH).players if each.id == "B")
    assert [line.card for pile in board.piles if pile.key == "improvements" for line in pile.lines] == [DRAUGHT]
