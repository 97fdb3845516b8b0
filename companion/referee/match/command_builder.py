"""From what a screen sends to a command: only what is offered, filled with what its fields take.

A screen names the kind of command and gives words for its fields; places come from whoever measures them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from companion.games.command import Command, command_types, takes_one
from companion.games.prompt import Cells, CommandSpec, Faces, Number, Pick, Spot, Words
from companion.games.protocol import Game
from companion.referee.api.proposal import Doubt

MAX_WORDS = 500
"""Characters of a text that a player may write, such as a reason."""

Values = Mapping[str, Sequence[str]]
"""What a screen sends: words by field, several where a field takes several."""


class Surveyor(Protocol):
    """Knows where things stand on the mat."""

    def spot(self, spec: CommandSpec, field: str, values: Values) -> Any | None:  # noqa: ANN401 (plain JSON, whose shape is the game's)
        """The place for a field of a command, as JSON; None while it cannot be told.

        Args:
            spec: The command that is offered.
            field: Which of its fields.
            values: What the screen gave.

        Raises:
            UnseenError: If it cannot be told, where the reason is known.
        """
        ...


class NotOfferedError(Exception):
    """What is asked for is not, or no longer, among what this player may do."""


class TypedFacesError(Exception):
    """The table does not accept faces that a person enters."""


class UnfitError(Exception):
    """A field has a value that it does not take.

    Attributes:
        field: Its name.
    """

    def __init__(self, field: str) -> None:
        super().__init__(f"The field {field!r} does not take this value.")
        self.field = field


class UnseenError(Exception):
    """The place that a command needs cannot be told now: the piece is hidden, held or off the mat.

    Attributes:
        field: Which place.
        why: What speaks against it; None where only that is known.
        of: Id of the creature or template concerned; empty where that is not known.
    """

    def __init__(self, field: str, why: Doubt | None = None, of: str = "") -> None:
        super().__init__(f"The place for {field!r} cannot be told: {why or 'unseen'}.")
        self.field, self.why, self.of = field, why, of


def offered(specs: Sequence[CommandSpec], kind: str, values: Values) -> CommandSpec:
    """The offer that a screen means: of its kind, with the fixed values that the screen gave.

    Of several, such as naming a card of the hand and naming any card, it is the first that takes what was chosen.

    Raises:
        NotOfferedError: If there is none.
    """
    meant = [
        spec
        for spec in specs
        if spec.kind == kind and all(list(values.get(name, ())) == [_word(fixed)] for name, fixed in spec.fixed.items())
    ]
    if not meant:
        raise NotOfferedError(kind)
    return next((spec for spec in meant if _may_choose(spec, values)), meant[0])


def _may_choose(spec: CommandSpec, values: Values) -> bool:
    picks = ((name, field) for name, field in spec.fields.items() if isinstance(field, Pick))
    return all(set(values.get(name, ())) <= set(field.options) for name, field in picks)


def filled(game: Game[Any], spec: CommandSpec, values: Values, surveyor: Surveyor) -> Command:
    """The command that a screen means.

    Args:
        game: The rules.
        spec: What is offered.
        values: What the screen gave.
        surveyor: Knows the places.

    Raises:
        UnfitError: If a value is not among those that its field takes.
        UnseenError: If a place cannot be told.
    """
    wanted = _types(game)[spec.kind]
    body: dict[str, Any] = {"kind": spec.kind, "by": spec.by, **spec.fixed}
    for name, field in spec.fields.items():
        if isinstance(field, Spot):
            place = surveyor.spot(spec, name, values)
            if place is None:
                raise UnseenError(name)
            body[name] = place
        elif isinstance(field, Cells):
            body[name] = _cell(spec, name, field, values, surveyor)
        elif name in values:
            many = not isinstance(field, Pick) or not takes_one(wanted, name)
            taken = _taken(name, field, list(values[name]))
            body[name] = taken if many else taken[0] if taken else ""
    try:
        return msgspec.convert(body, type=game.command_type, strict=False)  # type: ignore[no-any-return]  # the union is typed as an object
    except msgspec.ValidationError as error:
        raise UnfitError(str(error)) from error


def _cell(spec: CommandSpec, name: str, field: Cells, values: Values, surveyor: Surveyor) -> Any:  # noqa: ANN401
    """The cell that was touched, else the one in which the piece stands, as JSON."""
    if name in values:
        cell = field.named(only_word(name, values))
        if cell is None:
            raise UnfitError(name)
        return list(cell)
    place = surveyor.spot(spec, name, values)
    if place is None:
        raise UnseenError(name)
    return place


def only_word(field: str, values: Values) -> str:
    """The one text given for a field.

    Raises:
        UnfitError: If there is none, or more, or it is too long.
    """
    given = values.get(field, ())
    if len(given) != 1 or len(given[0]) > MAX_WORDS:
        raise UnfitError(field)
    return given[0]


def _taken(name: str, field: Pick | Number | Faces | Words, given: list[str]) -> Any:  # noqa: ANN401 (plain JSON)
    match field:
        case Pick(options=options, least=least, most=most, repeats=repeats):
            fits = least <= len(given) <= most and set(given) <= set(options)
            if not fits or (not repeats and len(set(given)) < len(given)):
                raise UnfitError(name)
            return given
        case Number(least=least, most=most):
            number = int(given[0]) if len(given) == 1 and given[0].isascii() and given[0].isdigit() else -1
            if not least <= number <= most:
                raise UnfitError(name)
            return number
        case Faces():
            if not field.fits(given):
                raise UnfitError(name)
            return given
        case Words():
            return only_word(name, {name: given})


def _word(fixed: str | int | bool) -> str:  # noqa: FBT001 (a value, no switch)
    return ("false", "true")[fixed] if isinstance(fixed, bool) else str(fixed)


def _types(game: Game[Any]) -> dict[str, type[Command]]:
    return {str(each.__struct_config__.tag): each for each in command_types(game.command_type)}
