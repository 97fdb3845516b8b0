"""What is told of a fight that ended: dice, hits, saves, what stopped them, wounds; expected from the rulebook."""

from companion.games.common import Choose, Reroll
from companion.games.signum.creature import damage
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, Finish, Move
from companion.games.signum.model.editions import AXE, BULLSEYE, SHIELD
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.results import SignumResults
from companion.games.values import Stand
from tests.games.signum.fights import Field, beside, fighter

PLAIN = fighter("plain", 2, 5)
PLATE = Card(key="plate", kind=Kind.RELIC, names={"en": "Plate"}, relic_type=RelicType.ARMOUR)


class FollowedField:
    """A field whose events a follower is told, command by command."""

    def __init__(self, field):
        self.field, self.results = field, SignumResults()
        table, take = field.table, field.table._take
        self._fold = table.game.evolve

        def told(command):
            before, known = table.state, len(table.events)
            take(command)
            for number, event in enumerate(table.events[known:]):
                self.results.add(before, event, goes_on=number == 0)
                before = self._fold(before, event)

        table._take = told

    def __getattr__(self, name):
        return getattr(self.field, name)

    @property
    def only(self):
        (result,) = self.results.shown
        return result

    def throws(self):
        return [(each.creature, each.role, each.faces, each.good) for each in self.only.throws]

    def harms(self):
        return {
            each.target: (each.amount, each.relics, each.armour, each.wounds, each.fell) for each in self.only.harms
        }


def test_s_ex_17_greer_fights_cordelia():
    made = FollowedField(beside(fighter("greer", 3, 4), fighter("cordelia", 2, 2, Ability("reckless", x=2))))
    made.fight("A:1", "B:1").assign("A", 2, 1).roll("53")
    assert not made.only.over
    assert made.throws() == [("A:1", "attack", (SHIELD, AXE), 2)]
    made.roll("16")
    assert not made.only.over
    made.roll("5")
    assert made.only.over
    assert (made.only.kind, made.only.source, made.only.target) == ("melee", "A:1", "B:1")
    assert (made.only.source_at, made.only.target_at) == (Stand(300.0, 300.0), Stand(332.0, 300.0))
    assert made.throws() == [
        ("A:1", "attack", (SHIELD, AXE), 2),
        ("B:1", "attack", (BULLSEYE, SHIELD), 1),
        ("A:1", "defence", (SHIELD,), 1),
    ]
    assert made.harms() == {"B:1": (2, 0, 0, 2, True)}


def test_what_armour_stops_is_no_wound():
    made = FollowedField(beside(fighter("strong", 3, 5), PLAIN).change("B:1", armour=1))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sss", "sb")
    # Three hits, one saved: two points, of which one token takes one (S-MELEE-26, S-DMG-03).
    assert made.harms() == {"B:1": (2, 0, 1, 1, False)}


def test_a_fight_without_wounds_has_its_result_too():
    made = FollowedField(beside(PLAIN, PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("sb", "sb")
    assert made.throws() == [("A:1", "attack", (SHIELD, BULLSEYE), 1), ("B:1", "defence", (SHIELD, BULLSEYE), 1)]
    assert made.harms() == {}


def test_it_stays_until_somebody_goes_on():
    made = FollowedField(beside(PLAIN, PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("bb")
    assert made.only.kind == "melee"
    made.give(End(by="A"))
    assert made.results.shown == ()


def test_relics_stand_before_a_hero():
    made = Field({"A:1": (fighter("strong", 3, 5), 300.0, 552.0)}, cards={"plate": PLATE})
    made.relic("B", "B:20", PLATE, armour=2, durable=True)
    made = FollowedField(made)
    made.fight("A:1", "B:hero").assign("B", 0, 3).assign("A", 3, 0).roll("sss", "bbb")
    assert made.harms() == {"B:hero": (3, 2, 0, 1, False)}  # S-DMG-08


def test_dice_that_are_rolled_again_are_told_as_they_lay_in_the_end():
    made = FollowedField(beside(fighter("master", 2, 5, Ability("master_of_attack", x=1)), PLAIN))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("sb")
    made.give(Reroll(by="A", dice=(1,))).roll("x", "bb")
    assert made.throws()[0] == ("A:1", "attack", (SHIELD, AXE), 2)


def test_a_shot_and_what_the_target_saves():
    made = FollowedField(
        Field({"A:1": (fighter("s", 2, 5, Ability("shot", x=3)), 150.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)})
    )
    made.shoot("A:1", "B:1").roll("bbx", "sx")
    assert (made.only.kind, made.only.ability) == ("shot", "shot")
    assert made.throws() == [
        ("A:1", "attack", (BULLSEYE, BULLSEYE, AXE), 2),  # S-RANGED-11
        ("B:1", "defence", (SHIELD, AXE), 1),  # S-RANGED-15
    ]
    assert made.harms() == {"B:1": (1, 0, 0, 1, False)}


def test_a_magical_shot_passes_armour_by():
    mage = fighter("m", 2, 5, Ability("magical_shot", x=2))
    made = FollowedField(Field({"A:1": (mage, 150.0, 300.0), "B:1": (PLAIN, 300.0, 300.0)}).change("B:1", armour=2))
    made.shoot("A:1", "B:1", "magical_shot").roll("bb")
    assert made.harms() == {"B:1": (2, 0, 0, 2, False)}  # S-DMG-06
    assert made.only.harms[0].pierces


def test_backstabs_of_two_are_one_result():
    put = {"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0), "B:2": (PLAIN, 300.0, 332.0)}
    made = FollowedField(Field(put).give(Activate(by="A", creature="A:1")))
    made.give(Move(by="A", creature="A:1", to=Stand(250.0, 250.0))).roll("s", "b")
    assert (made.only.kind, made.only.target) == ("backstab", "A:1")
    assert made.throws() == [("B:1", "attack", (SHIELD,), 1), ("B:2", "attack", (BULLSEYE,), 0)]
    assert made.harms() == {"A:1": (1, 0, 0, 1, False)}
    assert made.only.target_at == Stand(300.0, 300.0)


def test_a_backstab_that_misses_is_told_as_well():
    put = {"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0)}
    made = FollowedField(Field(put).give(Activate(by="A", creature="A:1")))
    made.give(Move(by="A", creature="A:1", to=Stand(250.0, 300.0))).roll("b")
    assert (made.only.kind, made.harms()) == ("backstab", {})


def test_harm_of_a_spell_is_a_result_of_its_own():
    field, results = Field({"A:1": (PLAIN, 300.0, 300.0)}).change("A:1", armour=2), SignumResults()
    draft = Draft(field.state, Choose(by="B"))
    damage.deal(draft, target="A:1", amount=3, magical=True, source="B:9", by="B", why="S-DMG-07")
    settle(draft, HANDLERS, lambda _: False)
    state = field.state
    for event in draft.events:
        results.add(state, event, goes_on=False)
        state = field.table.game.evolve(state, event)
    (result,) = results.shown
    assert (result.kind, result.source, result.target) == ("harm", "B:9", "A:1")
    assert [(each.amount, each.armour, each.wounds) for each in result.harms] == [(3, 2, 1)]  # S-EX-15


def test_the_fight_that_ends_the_game_is_told():
    made = Field({"A:1": (fighter("strong", 6, 5), 300.0, 552.0)}).change("B:hero", wounds=4)
    made = FollowedField(made)
    made.fight("A:1", "B:hero").assign("B", 0, 3).assign("A", 6, 0).roll("ssssss", "bbb")
    assert made.state.outcome is not None
    assert made.harms() == {"B:hero": (6, 0, 0, 2, True)}


def test_who_went_on_has_nothing_left_of_it_and_the_next_fight_begins_anew():
    put = {"A:1": (PLAIN, 300.0, 300.0), "A:2": (PLAIN, 300.0, 332.0), "B:1": (PLAIN, 332.0, 300.0)}
    made = FollowedField(Field(put))
    made.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("bb")
    assert made.only
    made.give(Activate(by="A", creature="A:2"))
    assert made.results.shown == ()
    made.give(Finish(by="A"))
    assert made.results.shown == ()
