"""Practice of one person who plays all sides: whoever is asked next has the tablet, and one touch rolls for all.

Dice that all players owe are thrown by themselves, and in a fight all that follow the first that was thrown by a touch.
"""

from collections.abc import Callable

from companion.referee import GameScreen, IntentBody, TakeTablet, VoteOnUndo
from companion.referee.api.rolls import OpenRoll
from companion.referee.api.table_intents import RollVirtualDice
from companion.referee.screen.player_screen import TaskShown


class OnePlayer:
    """Does what several people would have to do one after another, and nothing that anybody decides."""

    def __init__(self, submit: Callable[[IntentBody], None]) -> None:
        """Prepares.

        Args:
            submit: Hands an intent to the table.
        """
        self._submit = submit
        self._passed_for: object = None
        self._thrown: frozenset[object] = frozenset()
        self._agreed_to: object = None
        self._throws_on = False

    def follow(self, play: GameScreen) -> None:
        """Follows the game.

        Args:
            play: As it is shown now.
        """
        self._pass_on(play)
        self._throw(play)
        self._agree(play)

    def throw(self, roll: OpenRoll, play: GameScreen) -> None:
        """Throws virtual dice for all that is owed; in a fight also those that are owed after them.

        Args:
            roll: What is owed.
            play: The game.
        """
        self._throws_on = play.shown.sheet.bout is not None
        others = (each for each in play.throw.rolls if each.owed and each.virtual and each.id != roll.id)
        for each in (roll, *others):
            self._throw_one(each, play)

    def _throw_one(self, roll: OpenRoll, play: GameScreen) -> None:
        self._thrown |= {_occasion(roll, play)}
        self._submit(RollVirtualDice(roll.id))

    def _pass_on(self, play: GameScreen) -> None:
        """Whoever is asked apart has the tablet, else whoever's turn it is; once, so that others can be looked at."""
        sheet = play.shown.sheet
        asked = [each.seat for each in play.seats if each.apart]
        seat = asked[0] if asked else sheet.active
        moment = (sheet.number, sheet.active, tuple(asked))
        if moment != self._passed_for:
            self._passed_for = moment
            if seat and seat != play.holder:
                self._submit(TakeTablet(seat))

    def _throw(self, play: GameScreen) -> None:
        """Where all players roll for the same, one touch less for each is nothing to learn from."""
        self._throws_on = self._throws_on and play.shown.sheet.bout is not None
        if not play.throw.rolls:
            self._thrown = frozenset()
        by_all = {seat.seat for seat in play.seats if any(is_rolled_by_all(task) for task in play.tasks_of(seat))}
        for each in play.throw.rolls:
            goes_on = each.seat in by_all or self._throws_on
            if goes_on and each.owed and each.virtual and _occasion(each, play) not in self._thrown:
                self._throw_one(each, play)

    def _agree(self, play: GameScreen) -> None:
        """The first who agrees to an undo agrees for all."""
        undoing = play.undoing
        if undoing is None or not undoing.agreed:
            self._agreed_to = None
            return
        for seat, _ in play.players:
            if seat not in undoing.agreed and self._agreed_to != undoing:
                self._submit(VoteOnUndo(seat, agrees=True))
        self._agreed_to = undoing


def _occasion(roll: OpenRoll, play: GameScreen) -> object:
    """What a roll is thrown for, once; a die that leans is thrown again, and the rest where dice were too few."""
    return roll.id, len(play.log), len(roll.void), len(roll.faces)


def is_rolled_by_all(task: TaskShown) -> bool:
    """Whether all players roll for the same; in practice of one person those dice are thrown by themselves."""
    return task.owed.rolled and len(task.owed.prompt.to) > 1
