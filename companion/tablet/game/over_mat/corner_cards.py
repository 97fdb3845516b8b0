"""What comes by itself at any moment: what goes back, whose a model is, what a die shows, whether all agree to undo.

It lies in a corner of the mat. In the column it would push keys away from under a finger.
"""

from collections.abc import Iterator

from companion.referee import GameScreen
from companion.tablet.data.bases import misfits
from companion.tablet.game.over_mat.proposals import (
    AllBackKey,
    BindCard,
    BindData,
    GhostCard,
    OutsiderCard,
    all_back,
    ghosts,
    is_carried,
    is_in_hand,
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
    """What does not stand where the record has it, unless what was meant by it is told beside it.

    Once the game has ended nothing has to.
    """
    if play.ending is not None:
        return
    told = {each.of for each in play.proposals}
    on_cells = play.board is not None and play.board.grid is not None
    waits = (
        each
        for each in play.standing.all
        if each.of not in told and (on_cells or not is_in_hand(each) or is_carried(each, context))
    )
    found = ghosts(waits, context)
    if back := all_back(found, context):
        yield AllBackKey, back
    yield from ((GhostCard, ghost) for ghost in found)


def _strangers(play: GameScreen, context: WidgetContext) -> Iterator[Entry]:
    """Models that nobody knows; on a mat in the computer also those that stand where another one is wanted.

    While the table decides what is too close to call, a model that came for it is nobody's yet: that is not asked.
    """
    if play.asked:
        return
    proposed = {proposal.base for proposal in play.proposals}
    # Where fingers move the models, one that comes where one is asked for is proposed as that in a moment.
    asked = {zone.of for zone in play.zones if zone.asked and context.obeyed}
    names = {each.of: each.name for each in play.standing.all}
    wrong = {each.base for zone in play.zones if zone.asked for each in misfits(zone, play)}
    for stranger in play.standing.strangers:
        if stranger.may_be and stranger.base not in proposed and not asked & set(stranger.may_be):
            may_be = tuple((of, names.get(of, of)) for of in stranger.may_be)
            yield BindCard, BindData(stranger.base, may_be, bool(stranger.former))
        elif context.obeyed and stranger.base in wrong:
            yield OutsiderCard, stranger.base


def outsider_cards(play: GameScreen, chosen: tuple[str, ...], context: WidgetContext) -> list[Entry]:
    """What can be done on a mat in the computer with a touched model that is nothing of the game."""
    told = {data.base if isinstance(data, BindData) else data for _, data in _strangers(play, context)}
    outside = {each.base for each in play.standing.strangers} - told
    return [(OutsiderCard, base) for base in chosen if context.obeyed and base in outside]
