"""What is shown of a game that brings no sheets: its players, what it asks and what they may do."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.display.actions import Action, ActionGroup, PendingPrompt
from companion.games.display.cards import CardText
from companion.games.display.sheets import OpenSheet, PlayerSheet, Sheet
from companion.games.display.unknown_card import UnknownCard
from companion.games.prompt import CommandSpec, Faces, Prompt, RolledByEach, is_no_way
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
        turned = self._game.board.shown(state, viewer, language).turned
        ordered = sorted(seats, key=lambda seat: seat.id != viewer)
        mine = tuple(prompt for prompt in prompts if viewer in prompt.to)
        commands = self._game.commands(state, viewer) if viewer != SPECTATOR else ()
        by_hand = self._game.by_hand.holds
        return Sheet(
            viewer,
            tuple(PlayerSheet(seat.id, seat.name, seat.id == viewer, seat.id == active) for seat in ordered),
            turn=say(language, "log.turn_began", turn=turn.number, player=names.get(active, "")) if turn.number else "",
            number=turn.number,
            active=active,
            waiting=bool(prompts),
            waiting_for=() if secret else tuple(sorted(asked - {viewer})),
            owed=tuple(_owed(prompt) for prompt in mine) if viewer != SPECTATOR else (),
            groups=_groups((spec for spec in commands if not (by_hand(spec) or is_no_way(spec))), mine),
            by_hand=tuple(filter(by_hand, commands)),
            seed_hash=getattr(state.setup, "seed_hash", ""),
            below=names.get(viewer, "") if turned else seats[0].name if seats else "",
            turned=turned,
        )

    def lying_open(self, state: Any, player: str, language: Language) -> OpenSheet:  # noqa: ANN401 (the game's own state)
        """All that a player owes and may do, where the player sees no more than everybody; else rolls alone."""
        own, public = (msgspec.json.encode(self._game.view(state, viewer)) for viewer in (player, SPECTATOR))
        sheet = self.of(state, player, language)
        if own == public:
            return OpenSheet(sheet.owed, sheet.groups)
        if self._game.passing(state) is not None:
            return OpenSheet()
        known = frozenset(_words(msgspec.json.decode(public)))
        owed = tuple(each for each in sheet.owed if _is_open_roll(each.prompt, known))
        return OpenSheet(owed, apart=len(owed) < len(sheet.owed) or bool(sheet.groups))

    def market(self, state: object, player: str, language: Language) -> ActionGroup:
        """Nothing: it has none."""
        return ActionGroup("", ())

    def card(self, state: object, thing: str, language: Language) -> CardText | None:
        """Nothing: it has no cards."""
        return None

    def unknown_card(self, state: object, card: str, player: str, language: Language) -> UnknownCard | None:
        """Nothing: it has no cards."""
        return None

    def owner(self, state: Any, thing: str) -> str:  # noqa: ANN401 (the game's own state)
        """The thing itself where it is a player; else what stands before its colon."""
        return thing.partition(":")[0]


def _owed(prompt: Prompt) -> PendingPrompt:
    rolled = any(isinstance(field, Faces | RolledByEach) for spec in prompt.specs for field in spec.fields.values())
    return PendingPrompt(prompt, rolled=rolled)


def _groups(commands: Iterable[CommandSpec], prompts: tuple[Prompt, ...]) -> tuple[ActionGroup, ...]:
    answers = [spec for prompt in prompts for spec in prompt.specs]
    free = tuple(Action(spec) for spec in commands if spec not in answers)
    return (ActionGroup("", free),) if free else ()


def _is_open_roll(prompt: Prompt, known: frozenset[str]) -> bool:
    """Whether it asks for dice, and names nothing but what everybody sees."""
    fields = [field for spec in prompt.specs for field in spec.fields.values()]
    values = [*prompt.about.values(), *(value for spec in prompt.specs for value in spec.fixed.values())]
    named = {value for value in values if isinstance(value, str)}
    return bool(fields) and all(isinstance(field, Faces) for field in fields) and named <= known


def _words(value: Any) -> Iterator[str]:  # noqa: ANN401 (plain JSON)
    """All words in a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
