"""What every game must keep, whatever it is: called with the game, what it begins with, and a source of chance."""

from collections.abc import Iterator
from random import Random

import msgspec

from companion.games.command import SPECTATOR
from companion.games.completed import completed
from companion.games.measured import RuleViolation
from companion.games.prompt import Cells, Faces, Number, Pick
from companion.texts import Language

MOST_COMMANDS = 1000


def chance_of(seed):
    return Random(seed)  # noqa: S311 (a game, no secret)


def played(game, setup, chance):
    """A whole game by chance: each state with the command given in it and its events; the last with neither."""
    state = game.new(setup)
    for _ in range(MOST_COMMANDS):
        command = next_command(game, state, setup, chance)
        if command is None:
            yield state, None, ()
            return
        events = game.decide(state, command)
        yield state, command, events
        for event in events:
            state = game.evolve(state, event)
    raise AssertionError(f"{game.name} does not end")


def next_command(game, state, setup, chance):
    if pile := game.shuffling(state):
        order = list(pile[1])
        chance.shuffle(order)
        return game.shuffled(pile[0], tuple(order))
    owed = [spec for prompt in game.prompts(state) for spec in prompt.specs]
    specs = owed or [spec for seat in setup.seats for spec in game.commands(state, seat.id)]
    return filled(game, chance.choice(specs), chance) if specs else None


def filled(game, spec, chance):
    def value(field):
        match field:
            case Pick(options=options, most=1):
                return chance.choice(options)
            case Cells(options=options):
                return list(chance.choice(options))
            case Number(least=least, most=most):
                return chance.randint(least, most)
            case Faces(count=count, faces=faces):
                return chance.choices(faces, k=count)
        raise AssertionError(f"{field} cannot be filled by chance")

    body = {"kind": spec.kind, "by": spec.by, **spec.fixed} | {name: value(each) for name, each in spec.fields.items()}
    return msgspec.convert(body, game.command_type)


def is_deterministic(game, setup, chance):
    """The same command in a state has the same events, and the same events give the same state, byte for byte."""
    events = []
    for state, command, decided in played(game, setup, chance):
        if command is not None:
            assert game.decide(state, command) == decided
            assert game.prompts(state) == game.prompts(state)
        events += decided
    coded = msgspec.json.encode(events)
    again = game.new(setup)
    for event in msgspec.json.decode(coded, type=list[game.event_type]):
        again = game.evolve(again, event)
    assert msgspec.json.encode(again) == msgspec.json.encode(state)
    assert msgspec.json.decode(msgspec.json.encode(state), type=game.state_type) == state


def offers_all_that_is_legal(game, setup, chance, every_command):
    """What is offered is accepted, and of every command there could be, what is not offered is refused by a rule."""
    for state, _, _ in played(game, setup, chance):
        offered = {
            msgspec.json.encode(command)
            for seat in setup.seats
            for spec in offers(game, state, seat.id)
            for command in fillings(game, spec)
        }
        accepted = {msgspec.json.encode(each) for each in every_command(state) if is_accepted(game, state, each)}
        assert accepted == offered


def offers(game, state, seat):
    yield from game.commands(state, seat)
    yield from (spec for prompt in game.prompts(state) for spec in prompt.specs if spec.by == seat)


def fillings(game, spec) -> Iterator:
    bodies = [{"kind": spec.kind, "by": spec.by, **spec.fixed}]
    for name, field in spec.fields.items():
        values = [[face] for face in field.faces] if isinstance(field, Faces) else field.options
        bodies = [body | {name: value} for body in bodies for value in values]
    yield from (msgspec.convert(body, game.command_type) for body in bodies)


def is_accepted(game, state, command):
    try:
        game.decide(state, command)
    except RuleViolation as refusal:
        if not refusal.rule_id:
            raise AssertionError("a refusal names its rule") from refusal
        return False
    return True


def tells_no_secret(game, setup, chance, hidden):
    """Of two states that differ only in what a viewer may not know, the viewer sees the same.

    That holds for views, sheets, pictures of the mat and events.

    Args:
        game: The game.
        setup: What it begins with.
        chance: A source of chance.
        hidden: Given a state, a viewer and the command that comes, a state with other secrets in which it may be given,
            too; the same state where there are none.
    """
    whole, differed, told = completed(game), 0, 0
    for state, command, events in played(game, setup, chance):
        for viewer in (SPECTATOR, *(seat.id for seat in setup.seats)):
            other = hidden(state, viewer, command)
            differed += other != state
            assert shown(whole, state, viewer) == shown(whole, other, viewer)
            if command is not None and is_accepted(game, other, command):
                decided = game.decide(other, command)
                told += decided != events
                assert seen(game, state, events, viewer) == seen(game, other, decided, viewer)
    assert differed, "nothing was hidden in this game"
    assert told, "no event of this game has a secret"


def seen(game, state, events, viewer):
    """The events as the viewer sees them, without those that the viewer rightly learns something by."""
    news = [event for event in events if viewer not in [learner for learner, _ in game.learned(state, event)]]
    return [game.public_event(state, event, viewer) for event in news]


def shown(game, state, viewer):
    return (
        msgspec.json.encode(game.view(state, viewer)),
        [game.sheets.of(state, viewer, language) for language in Language],
        [game.board.shown(state, viewer, language) for language in Language],
    )
