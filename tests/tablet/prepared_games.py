"""Games that have come to some point before anybody touches the window."""

from companion.games.command import TABLE
from companion.games.signum.game import Signum
from companion.games.signum.model.commands import ChooseFirst, Keep, PlaceHero, Priority
from companion.games.signum.model.mat import radius_mm
from companion.games.values import Stand
from companion.record.record import Record
from companion.referee.match.command_request import CommandDone, CommandRequest
from companion.referee.match.match import Match
from tests.phones.moments import moment
from tests.referee.match.test_match import NOW, SEED, skirmish


def first_turn(path):
    """Heroes stand in the middle of their sides, and player A's first Construction Phase runs."""
    record = Record.create(path, Signum(), skirmish(), lambda: NOW, seed=SEED)
    match = Match(record, lambda: 0.0, pause_s=0.0)
    state = record.state
    radii = {seat: radius_mm(state, state.card(f"{seat}:hero")) for seat in "AB"}
    width, height = state.setup.mat_mm
    commands = (
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
        ChooseFirst(by="A", player="A"),
        PlaceHero(by="A", at=Stand(width / 2, radii["A"])),
        PlaceHero(by="B", at=Stand(width / 2, height - radii["B"])),
        Keep(by="A"),
        Keep(by="B"),
    )
    for number, command in enumerate(commands):
        answers = []
        match.submit(CommandRequest(f"before/{number}", command, answers.append))
        assert isinstance(answers[0], CommandDone), answers
    record.close()
    return path


def come_to(name):
    """What takes a game to a moment of one that is played by chance."""

    def prepare(path):
        moment(name).record(path).close()
        return path

    return prepare
