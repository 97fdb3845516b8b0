"""Cards of hands and decks: drawing, Plan, Stun, and the first hand (B-DRAW, B-KW-02, B-KW-07, B-KW-09)."""

from msgspec.structs import replace

from companion.games.brawl.model.commands import Change
from companion.games.brawl.model.events import HandShown, Planned, Recycled
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import DrawStep, HandStep, PlanStep, StunStep
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.values import is_protected
from companion.games.common import Choose
from companion.games.defaults.hands import HIDDEN, Drew
from companion.games.kit.events import Discarded
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick


class DrawHandler(BaseHandler):
    """A player draws; an empty deck is made of the discard first (B-DRAW-01 to -03)."""

    def go_on(self, run: Run, step: DrawStep) -> None:
        deck, discard = run.state.decks[step.player], run.state.discards[step.player]
        drawn = deck[: step.count]
        if len(drawn) == step.count or not discard:
            run.pop()
        else:
            run.turn_to(replace(step, count=step.count - len(drawn)))
        for card in drawn:
            run.emit(Drew(player=step.player, card=card))
        if len(drawn) < step.count and discard:
            run.emit(Recycled(pile=step.player))


class HandHandler(BaseHandler):
    """The first hand: draw, change any number, and shuffle those back (B-SETUP-12, B-SETUP-13, B-TEAM-29)."""

    key = "change"

    def specs(self, state: State, step: HandStep) -> tuple[CommandSpec, ...]:
        if step.stage != "change":
            return ()
        hand = state.hands[step.player]
        return (
            CommandSpec(kind="change", by=step.player, fields={"cards": Pick(options=hand, least=0, most=len(hand))}),
        )

    def go_on(self, run: Run, step: HandStep) -> None:
        if step.stage == "draw":
            run.turn_to(replace(step, stage="change"))
            run.push(DrawStep(player=step.player, count=run.state.setup.hand))
            return
        run.pop()
        if run.state.discards[step.player]:
            run.emit(Recycled(pile=step.player))

    def answer(self, run: Run, step: HandStep, command: Change) -> None:
        run.turn_to(replace(step, stage="back"))
        # Others are drawn before these are shuffled back (B-SETUP-16).
        if command.cards:
            run.emit(Discarded(player=step.player, cards=command.cards))
            run.push(DrawStep(player=step.player, count=len(command.cards)))


class PlanHandler(BaseHandler):
    """Up to X cards of the hand go on the deck; the one chosen first lies on top (B-KW-09)."""

    key = "plan"

    def specs(self, state: State, step: PlanStep) -> tuple[CommandSpec, ...]:
        hand = state.hands[step.player]
        if not hand or step.most < 1:
            return ()
        return (choice_of(step.player, hand, 0, min(step.most, len(hand))),)

    def about(self, state: State, step: PlanStep) -> dict[str, str | int | float | bool]:
        return {"most": step.most}

    def answer(self, run: Run, step: PlanStep, command: Choose) -> None:
        run.pop()
        if command.chosen:
            run.emit(Planned(player=step.player, cards=command.chosen))


class StunHandler(BaseHandler):
    """Stun (B-KW-07): a card of the champion is discarded, by its player's choice; else the hand is shown.

    Reading of B-OPEN-25.
    """

    key = "stun"

    def specs(self, state: State, step: StunStep) -> tuple[CommandSpec, ...]:
        cards = _cards_of(state, step.piece)
        return (choice_of(state.champions[step.piece].player, cards, 1, 1),) if cards else ()

    def about(self, state: State, step: StunStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def go_on(self, run: Run, step: StunStep) -> None:
        player = run.state.champions[step.piece].player
        run.pop()
        run.emit(HandShown(player=player, to=run.state.opponents(player), cards=run.state.hands[player]))

    def answer(self, run: Run, step: StunStep, command: Choose) -> None:
        run.pop()
        run.emit(Discarded(player=command.by, cards=command.chosen))


def _cards_of(state: State, piece: str) -> tuple[str, ...]:
    champion = state.champions[piece]
    hand = state.hands[champion.player]
    return tuple(card for card in hand if card == HIDDEN or state.card(card).champion == champion.card)


def stun(run: Run, piece: str) -> None:
    """Stuns a champion, unless it is protected."""
    if run.state.is_standing(piece) and not is_protected(run.state, piece, "stun"):
        run.push(StunStep(piece=piece))


def choice_of(player: str, options: tuple[str, ...], least: int, most: int) -> CommandSpec:
    """A choice of some of several words."""
    field = Pick(options=options, least=least, most=most)
    return CommandSpec(kind="choose", by=player, fields={"chosen": field})
