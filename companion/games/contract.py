"""What every game must keep, checked by playing it at random; for the tests of a game, in this program or a package.

Each check takes the game, what it begins with, and a source of chance, and raises `ContractError` where the game does
not keep what it must. `docs/new-game.md` shows how a game is tested with them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, permutations, product
from math import perm
from random import Random
from typing import Any

import msgspec

from companion.games.command import SPECTATOR, Command, Event, command_called, made_command, takes_one
from companion.games.common import Concede, Correct, MoveCard, OfferDraw, SetValue
from companion.games.defaults.completed import completed
from companion.games.prompt import Cells, CommandSpec, Faces, Field, Number, Pick
from companion.games.protocol import Game
from companion.games.shelf import Shelf, missing_dice
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language

MAX_COMMANDS = 1000
"""A game that takes more when it is played at random is taken never to end."""

MAX_FILLINGS = 2000
"""A field that may be filled in more ways is not tried in all of them."""

_BESIDE_PLAY = (Concede, Correct, MoveCard, OfferDraw, SetValue)
"""What players put right by hand, and how they agree on an end."""

EveryCommand = Callable[[Any], Iterable[Command]]
"""Given a state, every command that anybody could think of, allowed or not."""

OtherSecrets = Callable[[Any, str, Command | None], Any]
"""Given a state, a viewer and the command that comes, a state with other secrets in which that may be given, too; the
same state where there are none."""


class ContractError(AssertionError):
    """A game does not keep what every game must; its text says what."""


def chance_of(seed: int) -> Random:
    """A source of chance that is the same for the same seed."""
    return Random(seed)  # noqa: S311 (a game at random, no secret)


def played(game: Game[Any], setup: msgspec.Struct, chance: Random) -> Iterator[tuple[Any, Command | None, list[Event]]]:
    """A whole game at random: each state with the command given in it and its events; the last with neither.

    Raises:
        ContractError: If the game does not end, or refuses what it offers.
    """
    game = completed(game)
    state = game.new(setup)
    for _ in range(MAX_COMMANDS):
        command = next_command(game, state, chance)
        if command is None:
            yield state, None, []
            return
        try:
            events = list(game.decide(state, command))
        except RuleViolation as refusal:
            raise ContractError(f"offered, but refused by {refusal.rule_id}: {command}") from refusal
        yield state, command, events
        for event in events:
            state = game.evolve(state, event)
    raise ContractError(f"{game.name} has not ended after {MAX_COMMANDS} commands")


def next_command(
    game: Game[Any],
    state: Any,  # noqa: ANN401 (the game's own)
    chance: Random,
    unasked: float = 0.0,
) -> Command | None:
    """A shuffle that the game waits for, else an answer to what is asked, else anything on offer; None if nothing is.

    Args:
        game: The game.
        state: Where it stands.
        chance: A source of chance.
        unasked: How often, from 0 to 1, something on offer that nobody asks for is done before what is asked.

    Raises:
        ContractError: If what is offered cannot be filled at random.
    """
    if pile := game.shuffling(state):
        order = list(pile[1])
        chance.shuffle(order)
        return game.shuffled(pile[0], tuple(order))
    owed = [spec for prompt in game.prompts(state) for spec in prompt.specs]
    specs = owed or [spec for seat in state.setup.seats for spec in game.commands(state, seat.id)]
    if unasked and owed and chance.random() < unasked:
        specs = _unasked(game, state, owed) or owed
    if not specs:
        return None
    spec = chance.choice(specs)
    wanted = command_called(game.command_type, spec.kind)
    values = {name: _any(field, chance, one=takes_one(wanted, name)) for name, field in spec.fields.items()}
    return _command(game, spec, values)


def _unasked(game: Game[Any], state: Any, owed: list[CommandSpec]) -> list[CommandSpec]:  # noqa: ANN401 (likewise)
    """What is on offer and not asked for, but for what players put right or settle."""
    offered = (spec for seat in state.setup.seats for spec in game.commands(state, seat.id) if spec not in owed)
    return [spec for spec in offered if not issubclass(command_called(game.command_type, spec.kind), _BESIDE_PLAY)]


def check_deterministic(game: Game[Any], setup: msgspec.Struct, chance: Random) -> None:
    """Checks that a command always has the same events, and that written events fold to the same state, to the byte.

    Raises:
        ContractError: If not.
    """
    events: list[Event] = []
    state = game.new(setup)
    for state, command, decided in played(game, setup, chance):
        if command is not None:
            _require(list(game.decide(state, command)) == decided, f"{command} is decided otherwise the second time")
        _require(game.prompts(state) == game.prompts(state), "the prompts are others the second time")
        events += decided
    coded = msgspec.json.encode(events)
    again = game.new(setup)
    for event in msgspec.json.decode(coded, type=list[game.event_type]):  # type: ignore[name-defined]  # the game's own union
        again = game.evolve(again, event)
    written = msgspec.json.encode(state)
    _require(msgspec.json.encode(again) == written, "events that were written and read fold to another state")
    _require(msgspec.json.decode(written, type=game.state_type) == state, "the state is another once written and read")


def check_offers(game: Game[Any], setup: msgspec.Struct, chance: Random, every_command: EveryCommand) -> None:
    """Checks that what is offered is accepted, and that a rule refuses whatever is not offered.

    Raises:
        ContractError: If not.
    """
    game = completed(game)
    for state, _, _ in played(game, setup, chance):
        check_offers_in(game, state, every_command)


def check_offers_in(game: Game[Any], state: Any, every_command: EveryCommand) -> None:  # noqa: ANN401 (the game's own)
    """Checks the same in one state.

    Raises:
        ContractError: If not.
    """
    game = completed(game)
    offered = {
        msgspec.json.encode(command)
        for seat in state.setup.seats
        for spec in _offers(game, state, seat.id)
        for command in _fillings(game, spec)
    }
    accepted = {msgspec.json.encode(each) for each in every_command(state) if _is_accepted(game, state, each)}
    if refused := sorted(offered - accepted):
        raise ContractError(f"offered, but refused or not among all commands: {refused[0].decode()}")
    if hidden := sorted(accepted - offered):
        raise ContractError(f"accepted, but not offered: {hidden[0].decode()}")


def check_dice(game: Game[Any], setup: msgspec.Struct, chance: Random) -> None:
    """Checks that the dice asked for are on the shelf, with their faces, and that all on the shelf are asked for.

    Raises:
        ContractError: If not.
    """
    game = completed(game)
    shelf, asked = game.shelf, set[str]()
    for state, _, _ in played(game, setup, chance):
        for seat in state.setup.seats:
            for field in (each for spec in _offers(game, state, seat.id) for each in spec.fields.values()):
                if isinstance(field, Faces):
                    asked |= _dice_on(shelf, field)
    if missing := set(shelf.dice()) - asked:
        raise ContractError(f"no such dice were asked for in this game: {', '.join(sorted(missing))}")


def check_secrets(game: Game[Any], setup: msgspec.Struct, chance: Random, other_secrets: OtherSecrets) -> None:
    """Checks that of two states that differ only in what a viewer may not know, the viewer sees the same.

    That holds for views, sheets, pictures of the mat and events. Each time it is looked at in the next language.

    Raises:
        ContractError: If the viewer can tell them apart, or if no secret was met in this game.
    """
    game = completed(game)
    differed, told = 0, 0
    languages = cycle(Language)
    for state, command, events in played(game, setup, chance):
        for viewer in (SPECTATOR, *(seat.id for seat in state.setup.seats)):
            other, language = other_secrets(state, viewer, command), next(languages)
            differed += other != state
            same = _shown(game, state, viewer, language) == _shown(game, other, viewer, language)
            _require(same, f"{viewer} is shown a secret")
            if command is not None and _is_accepted(game, other, command):
                decided, seen = list(game.decide(other, command)), _seen(game, state, events, viewer)
                # A shuffle is given, and so the same in both; what matters is that its order is hidden.
                told += decided != events or seen != events
                _require(
                    seen == _seen(game, other, decided, viewer), f"{viewer} sees a secret in what {command} led to"
                )
    _require(differed > 0, "nothing was hidden in this game")
    _require(told > 0, "no event of this game has a secret")


def _require(kept: bool, sentence: str) -> None:  # noqa: FBT001 (what must hold)
    if not kept:
        raise ContractError(sentence)


def _command(game: Game[Any], spec: CommandSpec, values: dict[str, Any]) -> Command:
    return made_command(game.command_type, {"kind": spec.kind, "by": spec.by, **spec.fixed, **values})


def _any(field: Field, chance: Random, *, one: bool) -> Any:  # noqa: ANN401 (plain JSON)
    match field:
        case Pick(options=options) if one:
            return chance.choice(options)
        case Pick(options=options, least=least, most=most, repeats=False):
            return chance.sample(options, chance.randint(least, min(most, len(options))))
        case Pick(options=options, least=least, most=most):
            return chance.choices(options, k=chance.randint(least, most))
        case Cells(options=options):
            return list(chance.choice(options))
        case Number(least=least, most=most):
            return chance.randint(least, most)
        case Faces():
            return [chance.choice(faces) for faces in _dice(field)]
        case _:
            raise ContractError(f"{field} cannot be filled at random")


def _all(field: Field, *, one: bool) -> Iterable[Any]:
    match field:
        case Pick(options=options) if one:
            return options
        case Pick(options=options, least=least, most=most, repeats=False) if _ways(field) <= MAX_FILLINGS:
            return (list(some) for count in range(least, most + 1) for some in permutations(options, count))
        case Cells(options=options):
            return options
        case Number(least=least, most=most):
            return range(least, most + 1)
        case Faces():
            return product(*_dice(field))
        case _:
            raise ContractError(f"{field} has too many values to try them all")


def _ways(field: Pick) -> int:
    """In how many ways some of the options can be taken, in any order."""
    return sum(perm(len(field.options), count) for count in range(field.least, field.most + 1))


def _dice(field: Faces) -> list[tuple[str, ...]]:
    """What each die may show, in their order."""
    return [die.faces for die in field.dice] or [field.faces] * field.count


def _dice_on(shelf: Shelf, field: Faces) -> set[str]:
    """Kinds of dice that a field asks for; each is on the shelf, with the faces that are asked for."""
    kinds = shelf.dice()
    if missing := missing_dice(shelf, field):
        raise ContractError(f"asked for, but not on the shelf: dice of the kind {', '.join(missing)}")
    if not field.dice and len(kinds) != 1:
        raise ContractError(f"dice without a kind were asked for, where the shelf has {len(kinds)} kinds")
    asked = [(die.kind, die.faces) for die in field.dice] or [(next(iter(kinds)), field.faces)]
    for kind, faces in asked:
        if set(faces) != set(kinds[kind].faces):
            raise ContractError(f"dice of the kind {kind} have other faces on the shelf than {', '.join(faces)}")
    return {kind for kind, _ in asked}


def _offers(game: Game[Any], state: Any, seat: str) -> Iterator[CommandSpec]:  # noqa: ANN401 (the game's own)
    yield from game.commands(state, seat)
    yield from (spec for prompt in game.prompts(state) for spec in prompt.specs if spec.by == seat)


def _fillings(game: Game[Any], spec: CommandSpec) -> Iterator[Command]:
    wanted = command_called(game.command_type, spec.kind)
    for values in product(*(_all(field, one=takes_one(wanted, name)) for name, field in spec.fields.items())):
        yield _command(game, spec, dict(zip(spec.fields, values, strict=True)))


def _is_accepted(game: Game[Any], state: Any, command: Command) -> bool:  # noqa: ANN401 (the game's own)
    try:
        game.decide(state, command)
    except RuleViolation as refusal:
        if not refusal.rule_id:
            raise ContractError(f"the refusal of {command} names no rule") from refusal
        return False
    return True


def _seen(game: Game[Any], state: Any, events: list[Event], viewer: str) -> list[Event | None]:  # noqa: ANN401 (the game's own)
    """The events as the viewer sees them, without those that the viewer rightly learns something by."""
    news = [event for event in events if viewer not in [learner for learner, _ in game.learned(state, event)]]
    return [game.public_event(state, event, viewer) for event in news]


def _shown(game: Game[Any], state: Any, viewer: str, language: Language) -> tuple[Any, ...]:  # noqa: ANN401 (the game's own)
    return (
        msgspec.json.encode(game.view(state, viewer)),
        game.sheets.of(state, viewer, language),
        game.board.shown(state, viewer, language),
    )
