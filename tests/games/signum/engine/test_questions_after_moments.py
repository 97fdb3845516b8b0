"""A question too close to call that follows a moment for tactics comes after all that was done before that moment."""

from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Ruling, SetValue, Withdraw
from companion.games.kit.events import Popped
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Reveal
from companion.games.signum.model.effects.effect import Ability, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import HarmEffect, HealEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureLeft, CreatureStood, Questioned
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Tactic
from companion.games.signum.model.terms import Selector
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

FRAIL = fighter(
    "frail", 1, 1, Ability("last_word", text=(HarmEffect(1, to=Selector(who="enemy", within="S", count=0)),))
)
PLAIN = fighter("plain", 2, 5)
MEANT = "eliminated"


def ploy(whose):
    trigger = Trigger(on=MEANT, whose=whose)
    heal = HealEffect(1, to=Selector(who="own", what="hero"))
    return Card(key="ploy", kind=Kind.TACTIC, names={"en": "Ploy"}, riders=(Rider(trigger=trigger, effects=(heal,)),))


def falling(whose):
    """A frail creature is about to fall, whose last word reaches an enemy or not; the edge is at 80 mm."""
    bystander = (PLAIN, 332.0 + 80.0 + 32.0, 300.0)
    put = {"A:1": (PLAIN, 300.0, 300.0), "B:1": (FRAIL, 332.0, 300.0), "A:2": bystander}
    card = ploy(whose)
    play = Field(put, cards={"ploy": card})
    play.table.state = replace(play.state, setup=replace(play.state.setup, tactic_hooks=(MEANT,)))
    play.emit(
        CardTold(card="B:20", key="ploy"),
        CardMoved(card="B:20", player="B", zone="tactics", tactic=Tactic(id="B:20")),
        CreatureStood(creature="A:2", at=Stand(bystander[1], bystander[2], sigma_mm=3.0)),
    )
    return play.fight("A:1", "B:1").assign("B", 0, 1).assign("A", 2, 0)


def fallen(whose):
    play = falling(whose)
    before = len(play.table.events)
    play.roll("ss", "b")
    return play, play.table.events[before:]


def test_what_came_before_the_moment_is_done_whether_a_tactic_is_met_or_not():
    unmet, met = fallen("own"), fallen("enemy")
    question = unmet[0].state.question

    assert met[0].asked() == "reveal B"
    assert unmet[0].asked() == "ruling A B"
    assert question.key == "within:S:B:1:A:2"
    assert question.command.by == TABLE
    until = len(met[1])
    assert unmet[1][:until] == met[1], "as far as the moment, nobody sees a difference"
    assert [type(each) for each in unmet[1][until:]] == [Popped, Questioned]
    assert any(isinstance(each, CreatureLeft) for each in met[1])


def test_after_the_answer_it_goes_on():
    for yes, wounds in ((True, 1), (False, 0)):
        play, _ = fallen("own")
        play.give(Ruling(by="A", yes=yes), Ruling(by="B", yes=yes))
        assert (play.asked(), play.state.question, play.state.steps) == ("", None, ())
        assert play.wounds("A:2") == wounds


def test_after_a_tactic_that_passed_the_question_comes_too():
    play, _ = fallen("enemy")
    play.give(Reveal(by="B", tactic="B:20", yes=False))
    assert play.asked() == "ruling A B"
    assert play.state.players["B"].graveyard[-1] == "B:20"
    play.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert play.wounds("A:2") == 1


def test_what_was_seen_cannot_be_withdrawn_and_hands_do_not_go_past_the_question():
    play, _ = fallen("own")
    for by in ("A", "B", TABLE):
        assert all(spec.kind != "withdraw" for spec in play.table.game.commands(play.state, by))
        refused(play.table, "S-TURN-24", Withdraw(by=by))
    play.give(SetValue(by="A", what="wounds", of="A:2", value=2))
    assert play.asked() == "ruling A B"
    play.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert play.wounds("A:2") == 3
