"""What is shown of a game that brings no sheets: its players, what it asks and what they may do."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.prompt import CommandSpec, Faces, Prompt
from companion.games.sheets import CardText, Deed, DeedGroup, OpenSheet, Owed, PlayerSheet, Sheet, Telling
from companion.texts import Language, say

if TYPE_CHECKING:
    from companion.games.protocol import Game


class PlainSheets:
    """Shows what any game tells by its prompts and commands.

    Seats stand in the setup, with an id and a name each.
    """

    def __init__(self, game: "Game[Any]") -> None:
        """Takes the game."""
        self._game = game

    def of(self, state: Any, viewer: str, language: Language) -> Sheet:  # noqa: ANN401 (the game's own state)
        """The game as a viewer may see it."""
        seats, prompts = state.setup.seats, self._game.prompts(state)
        asked = {player for prompt in prompts for player in prompt.to}
        secret, turn = self._game.passing(state) is not None, self._game.tally.turn(state)
        alone = "" if secret or len(asked) != 1 else next(iter(asked))
        active = turn.player or alone
        names = {seat.id: seat.name for seat in seats}
        ordered = sorted(seats, key=lambda seat: seat.id != viewer)
        mine = tuple(prompt for prompt in prompts if viewer in prompt.to)
        commands = self._game.commands(state, viewer) if viewer != SPECTATOR else ()
        return Sheet(
            viewer,
            tuple(PlayerSheet(seat.id, seat.name, seat.id == viewer, seat.id == active) for seat in ordered),
            turn=say(language, "log.turn_began", turn=turn.number, player=names.get(active, "")) if turn.number else "",
            number=turn.number,
            active=active,
            waiting=bool(prompts),
            waiting_for=() if secret else tuple(sorted(asked - {viewer})),
            owed=tuple(_owed(prompt) for prompt in mine) if viewer != SPECTATOR else (),
            groups=_groups((spec for spec in commands if not self._game.by_hand.holds(spec)), mine),
            by_hand=tuple(spec for spec in commands if self._game.by_hand.holds(spec)),
            seed_hash=getattr(state.setup, "seed_hash", ""),
            below=seats[0].name if seats else "",
        )

    def lying_open(self, state: Any, player: str, language: Language) -> OpenSheet:  # noqa: ANN401 (the game's own state)
        """All that a player owes and may do, where nobody sees more than everybody; else nothing."""
        views = (self._game.view(state, viewer) for viewer in (player, SPECTATOR))
        sheet = self.of(state, player, language)
        if len(set(map(_coded, views))) == 1:
            return OpenSheet(sheet.owed, sheet.groups)
        return OpenSheet(apart=self._game.passing(state) is None and bool(sheet.owed or sheet.groups))

    def card(self, state: object, thing: str, language: Language) -> CardText | None:
        """Nothing: it has no cards."""
        return None

    def telling(self, state: object, card: str, player: str, language: Language) -> Telling | None:
        """Nothing: it has no cards."""
        return None

    def owner(self, state: Any, thing: str) -> str:  # noqa: ANN401 (the game's own state)
        """The thing itself where it is a player; else what stands before its colon."""
        return thing.partition(":")[0]


def _owed(prompt: Prompt) -> Owed:
    rolled = any(isinstance(field, Faces) for spec in prompt.specs for field in spec.fields.values())
    return Owed(prompt, rolled=rolled)


def _groups(commands: Iterable[CommandSpec], prompts: tuple[Prompt, ...]) -> tuple[DeedGroup, ...]:
    answers = [spec for prompt in prompts for spec in prompt.specs]
    free = tuple(Deed(spec) for spec in commands if spec not in answers)
    return (DeedGroup("", free),) if free else ()


def _coded(view: Any) -> bytes:  # noqa: ANN401 (a view of the game)
    return bytes(msgspec.json.encode(view))
