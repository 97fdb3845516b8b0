"""What comes by itself at any moment: what goes back, whose a model is, what a die shows, whether all agree to undo.

It lies in a corner of the mat. In the column it would push keys away from under a finger.
"""

from collections.abc import Iterator

from companion.referee import GameScreen
from companion.tablet.game.proposals import AllBackKey, BindCard, BindData, GhostCard, all_back, ghosts, told_by
from companion.tablet.game.rolls import QuestionCard
from companion.tablet.game.undo_card import UndoCard, UndoData
from companion.tablet.widgets.stack import Entry, WidgetContext


def corner_cards(play: GameScreen, context: WidgetContext) -> list[Entry]:
    """The cards, the most urgent first."""
    asked = [(QuestionCard, question) for roll in play.throw.rolls for question in roll.questions]
    return [*_agreements(play), *asked, *_to_go_back(play, context), *_strangers(play, context)]


def _agreements(play: GameScreen) -> Iterator[Entry]:
    """What is being agreed on."""
    if play.undoing is not None:
        yield UndoCard, UndoData(play.undoing, tuple((s.seat, s.name, s.shape) for s in play.seats))


def _to_go_back(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """What does not stand where the record has it, unless what was meant by it is told beside it."""
    found = ghosts(play.standing.all, context)
    if back := all_back(found, context):
        yield AllBackKey, back
    told = told_by(play.proposals)
    for ghost in found:
        if ghost.of not in told:
            yield GhostCard, ghost


def _strangers(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """Models that nobody knows."""
    proposed = {proposal.base for proposal in play.proposals}
    # Where fingers move the models, one that comes where one is asked for is proposed as that in a moment.
    asked = {zone.of for zone in play.zones if zone.asked and (context.practises or context.drawn)}
    names = {each.of: each.name for each in play.standing.all}
    for stranger in play.standing.strangers:
        if stranger.may_be and stranger.base not in proposed and not asked & set(stranger.may_be):
            yield BindCard, BindData(stranger.base, tuple((of, names.get(of, of)) for of in stranger.may_be))
