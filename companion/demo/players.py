"""Simulated players at a table: what their minds want is done as people do it, by hand, by dice and by taps."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from companion.demo.auto_player import AutoPlayer, DiceRoll, HandAction
from companion.games.board import TemplatePlace
from companion.games.taste import CarriedPiece
from companion.games.values import Stand
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid
from companion.referee import ConfirmProposal, GameScreen, Intent, SubmitCommand, View
from companion.referee.api.intents import BindModel
from companion.referee.api.rolls import FaceState, OpenRoll
from companion.referee.api.table_intents import RollVirtualDice
from companion.referee.dice.simulated_serial import SimulatedSerialDice
from companion.referee.match.match import Match
from companion.referee.rehearsal.hands import SimulatedHands

Found = TypeVar("Found")

LOOK_S = 0.05
PATIENCE_S = 40.0
NEAR_MM = 0.5
LUCKY, UNLUCKY = 6, 1
"""What the dice of keen players show, and those of the others."""


class StuckError(RuntimeError):
    """Something that a simulated player waited for did not come."""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """What simulated players have before them.

    Attributes:
        view: The newest view of the tablet.
        submit: Hands in an intent, as a tap does.
        match: The game in play; None while it is being opened.
        hands: Carry models.
        dice: Of plastic, all of one kind, that are thrown; None where the program's own virtual dice are.
    """

    view: Callable[[], View | None]
    submit: Callable[[Intent], None]
    match: Callable[[], Match | None]
    hands: SimulatedHands
    dice: SimulatedSerialDice | None


@dataclass
class Players:
    """Plays one match to its end.

    Attributes:
        table: What they have before them.
        mind: What they want.
        between_s: How long they think between actions.
    """

    table: DemoTable
    mind: AutoPlayer
    between_s: float
    _models: dict[str, str] = field(default_factory=dict)

    async def play(self, done: Callable[[HandAction | DiceRoll], Awaitable[None]]) -> None:
        """Plays until the match is over.

        Args:
            done: Is told each action once it has been done.

        Raises:
            StuckError: If it does not go on.
        """
        await self._until(lambda: self.table.match() is not None and self._play() is not None)
        await self._set_out()
        while not self._over():
            await self._tidy()
            match = self._match()
            before, waits = match.version, match.pause_left_s is not None
            action = None if waits else self.mind.next(match.shown)
            if action is None:
                await self._news(before)
                continue
            await self._do(action, before)
            await done(action)
            await asyncio.sleep(self.between_s)

    async def _do(self, action: HandAction | DiceRoll, before: int) -> None:
        if isinstance(action, DiceRoll):
            await self._throw(action.seats, before)
        elif action.action.carried is not None and action.action.carried.corners:
            await self._lay(action, action.action.carried, before)
        elif action.action.carried is not None and self._model(action.action.carried):
            await self._carry(action.action.carried, before)
        else:
            await self._tap(SubmitCommand(action.seat, action.action.kind, action.action.values), before)

    async def _tap(self, act: SubmitCommand, before: int) -> None:
        intent = Intent(act)
        self.table.submit(intent)

        def answered() -> bool:
            play = self._play()
            said = None if play is None else play.said
            if said is not None and said.intent_id == intent.id and not said.granted:
                raise StuckError(f"{act.kind} of {act.seat} was not granted: {said.text}")
            return self._match().version != before

        await self._until(answered)

    async def _carry(self, carried: CarriedPiece, before: int) -> None:
        """Puts the model down, says whose it is where nobody knows yet, and confirms what is made of it."""
        base = self._model(carried)
        lies, to = self.table.hands.lies(base), self._place(carried.to)
        if abs(lies.x_mm - to.x_mm) > NEAR_MM or abs(lies.y_mm - to.y_mm) > NEAR_MM:
            await asyncio.sleep(self.table.hands.carry(base, to, self._grid))
        tapped: set[str] = set()

        def tap(ask: BindModel | ConfirmProposal, once: str) -> None:
            if once not in tapped:
                tapped.add(once)
                self.table.submit(Intent(ask))

        def goes_on() -> bool:
            play = self._play()
            if play is None or self._match().version != before:
                return play is not None
            known = play.standing.of(carried.piece)
            if known is not None and known.base != base:
                tap(BindModel(carried.piece, base), base)
            for proposal in play.proposals:
                if proposal.of == carried.piece and proposal.possible:
                    tap(ConfirmProposal(proposal.id), proposal.id)
            return False

        await self._until(goes_on)

    async def _lay(self, action: HandAction, carried: CarriedPiece, before: int) -> None:
        """Asks for terrain and lays its template, which is taken over as soon as it lies still."""
        taken = frozenset(self._models.values())
        template = self._models[carried.piece] = self.table.hands.template(carried.corners, taken)
        self.table.submit(Intent(SubmitCommand(action.seat, action.action.kind, action.action.values)))
        await asyncio.sleep(self.table.hands.lay(template, self._place(carried.to), carried.angle_rad))
        await self._news(before)

    async def _set_out(self) -> None:
        """Puts a model onto the mat for each piece that the game begins with there."""
        match = self._match()
        for piece in match.record.game.board.pieces(match.shown):
            if piece.at is None or isinstance(piece.at, TemplatePlace) or not piece.radius_mm:
                continue
            at = MatPoint(piece.at.x_mm, piece.at.y_mm) if isinstance(piece.at, Stand) else piece.at
            base = self._model(CarriedPiece(piece.id, piece.owner, piece.radius_mm, at))
            if not base:
                continue
            await asyncio.sleep(self.table.hands.carry(base, self._place(at), self._grid))
            await self._until(partial(self._knows, piece.id))

    def _knows(self, piece: str) -> bool:
        """Whether it is known which model a piece is."""
        play = self._play()
        known = None if play is None else play.standing.of(piece)
        return known is not None and bool(known.base)

    def _place(self, to: MatPoint | Cell) -> MatPoint:
        """Where on the mat a model goes: the middle of its cell, where the table has it.

        Raises:
            StuckError: If a cell is meant, and the table has none.
        """
        if isinstance(to, MatPoint):
            return to
        if self._grid is None:
            raise StuckError("nobody knows where the cells lie")
        return self._grid.centre(to)

    @property
    def _grid(self) -> Grid | None:
        """The cells of the board, where the table has them; None in a game that measures."""
        play = self._play()
        return None if play is None or play.board is None else play.board.grid

    async def _throw(self, seats: tuple[str, ...], before: int) -> None:
        for seat in seats:
            for roll in await self._until(partial(self._owed, seat)):
                await self._throw_for(roll)
        await self._news(before)

    async def _throw_for(self, roll: OpenRoll) -> None:
        """Throws until nothing is owed for a roll; a die that leans is thrown again."""
        asked: OpenRoll | None = roll
        while asked is not None and asked.owed:
            if self.table.dice is None:
                self.table.submit(Intent(RollVirtualDice(asked.id)))
            else:
                face = LUCKY if asked.seat in self.mind.keen else UNLUCKY
                await self.table.dice.throw([face] * asked.owed)
            await self._until(partial(self._lie_still, asked))
            asked = self._asked(asked.id)

    def _owed(self, seat: str) -> tuple[OpenRoll, ...]:
        """The rolls for which a player still owes dice; of a pool one for each kind."""
        play = self._play()
        rolls = () if play is None else play.throw.rolls
        return tuple(roll for roll in rolls if roll.seat == seat and roll.owed)

    def _asked(self, roll: str) -> OpenRoll | None:
        """A roll as it stands now; None once it is answered."""
        play = self._play()
        return None if play is None else next((each for each in play.throw.rolls if each.id == roll), None)

    def _lie_still(self, thrown: OpenRoll) -> bool:
        """Whether the dice have come to rest that were thrown for what a roll owed."""
        now = self._asked(thrown.id)
        return now is None or _rested(now) >= _rested(thrown) + thrown.owed

    async def _tidy(self) -> None:
        """Takes models off the mat whose pieces have left the game."""
        play = self._play()
        for piece, base in list(self._models.items()):
            left = play is not None and any(each.base == base and each.former for each in play.standing.strangers)
            if left and play is not None and play.standing.of(piece) is None:
                del self._models[piece]
                await asyncio.sleep(self.table.hands.take_away(base))

        await self._follow()

    async def _follow(self) -> None:
        """Puts models where a game on cells has put their pieces by itself: pushed away, or off the board."""
        match = self._match()
        for piece in match.record.game.board.pieces(match.shown):
            base = self._models.get(piece.id)
            if base is None or not isinstance(piece.at, Cell | None):
                continue
            lies = self.table.hands.lies(base)
            if piece.at is None:
                width_mm, height_mm = match.record.game.board.layout(match.shown).mat_mm
                if 0.0 <= lies.x_mm <= width_mm and 0.0 <= lies.y_mm <= height_mm and self._is_on_cells(match):
                    await asyncio.sleep(self.table.hands.take_away(base))
                continue
            to = self._place(piece.at)
            if abs(lies.x_mm - to.x_mm) > NEAR_MM or abs(lies.y_mm - to.y_mm) > NEAR_MM:
                await asyncio.sleep(self.table.hands.carry(base, to, self._grid))

    @staticmethod
    def _is_on_cells(match: Match) -> bool:
        return match.record.game.board.layout(match.shown).grid is not None

    def _model(self, carried: CarriedPiece) -> str:
        """The model of a piece, or a free one of its player and size; empty where the table has none."""
        play, piece = self._play(), carried.piece
        known = None if play is None else play.standing.of(piece)
        if known is not None and known.base:
            self._models[piece] = known.base
        if piece not in self._models:
            taken = frozenset(self._models.values())
            try:
                self._models[piece] = self.table.hands.model(carried.owner, carried.radius_mm, taken)
            except KeyError:
                return ""
        return self._models[piece]

    def _match(self) -> Match:
        match = self.table.match()
        if match is None:
            raise StuckError("the game has been closed")
        return match

    def _over(self) -> bool:
        return self._match().is_over

    def _play(self) -> GameScreen | None:
        view = self.table.view()
        return None if view is None else view.play

    async def _news(self, before: int) -> None:
        """Waits until something new is shown."""
        await self._until(lambda: self._match().version != before)

    async def _until(self, what: Callable[[], Found | None]) -> Found:
        """Waits for something that is not there yet, or not so; returns it."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not (found := what()):
            if time.monotonic() > deadline_s:
                raise StuckError(f"nothing happened for {PATIENCE_S:.0f} s")
            await asyncio.sleep(LOOK_S)
        return found


def _rested(roll: OpenRoll) -> int:
    """How many throws for a roll have come to rest, those that came to nothing among them."""
    return len(roll.void) + sum(face.state is not FaceState.TUMBLING for face in roll.faces)
