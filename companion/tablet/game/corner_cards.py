"""What comes by itself at any moment: what goes back, whose a model is, what a die shows, whether all agree to undo.

It lies in a corner of the mat. In the column it would push keys away from under a finger.
"""

from collections.abc import Iterator

from companion.referee import GameScreen
from companion.tablet.data.bases import misfits
from companion.tablet.game.proposals import (
    AllBackKey,
    BindCard,
    BindData,
    GhostCard,
    OutsiderCard,
    all_back,
    ghosts,
    is_in_hand,
    only_kept,
    told_by,
)
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
    told = told_by(play.proposals)
    on_cells = play.board is not None and play.board.grid is not None
    waits = (each for each in play.standing.all if each.of not in told and (on_cells or not is_in_hand(each)))
    found = ghosts(waits, context)
    if back := all_back(found, context):
        yield AllBackKey, back
    names, refused = {each.of: each.name for each in play.standing.all}, {each.of for each in play.proposals}
    for ghost in found:
        if ghost.of not in refused:
            yield GhostCard, ghost
        elif ghost.acceptable:
            yield GhostCard, only_kept(ghost, names[ghost.of])


def _strangers(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """Models that nobody knows; at a simulated table also those that stand where another one is wanted."""
    proposed = {proposal.base for proposal in play.proposals}
    # Where fingers move the models, one that comes where one is asked for is proposed as that in a moment.
    asked = {zone.of for zone in play.zones if zone.asked and (context.practises or context.drawn)}
    names = {each.of: each.name for each in play.standing.all}
    wrong = {each.base for zone in play.zones if zone.asked for each in misfits(zone, play)}
    for stranger in play.standing.strangers:
        if stranger.may_be and stranger.base not in proposed and not asked & set(stranger.may_be):
            yield BindCard, BindData(stranger.base, tuple((of, names.get(of, of)) for of in stranger.may_be))
        elif context.practises and stranger.base in wrong:
            yield OutsiderCard, stranger.base


def outsider_cards(play: GameScreen, chosen: tuple[str, ...], context: WidgetContext) -> list[Entry]:
    """What can be done at a simulated table with a touched model that is nothing of the game."""
    told = {data.base if isinstance(data, BindData) else data for _, data in _strangers(play, context)}
    outside = {each.base for each in play.standing.strangers} - told
    return [(OutsiderCard, base) for base in chosen if context.practises and base in outside]
