"""Nothing that is exported for a viewer tells of cards that the viewer never saw."""

from pathlib import Path

import msgspec
import pytest

from companion.games.command import SPECTATOR
from companion.games.signum.model.commands import Play
from companion.games.signum.model.events import Overruled
from companion.games.signum.model.state import Setup
from companion.presentation.report.page import html_report
from companion.record.export import json_lines
from companion.record.record import Record
from companion.record.script import parse
from companion.record.verification import verify
from companion.referee.history.replay import replay
from companion.referee.history.scripts import played
from companion.texts import Language
from tests.games.signum.table import duel
from tests.record.games import GAMES, NOON

GAME = Path(__file__).parents[1] / "rules" / "games" / "whole_duel.game"


def recorded(path: Path, setup: Setup, commands) -> Record:
    record = Record.create(path, GAMES["signum"], setup, lambda: NOON)
    record._store._connection.execute("PRAGMA synchronous = OFF")
    for command in commands:
        record.do(command)
    return record


def never_seen(record: Record, player: str) -> list[str]:
    """A player's cards that are still in the deck or in the hand, and that no spectator was ever told of."""
    mine, state = record.state.players[player], record.game.new(record.setup)
    seen = b""
    for number in record.counting:
        shown = record.game.public_event(state, record.event(number), SPECTATOR)
        seen += msgspec.json.encode(shown)
        state = record.game.evolve(state, record.event(number))
    return [card for card in (*mine.deck, *mine.hand) if f'"{card}"'.encode() not in seen]


def with_others(setup: Setup, player: str, hidden: list[str]) -> Setup:
    """The same deck with the hidden cards being each other, in the opposite order."""
    seat = next(seat for seat in setup.seats if seat.id == player)
    deck, places = list(seat.deck), [int(card.split(":")[1]) - 1 for card in hidden]
    for place, key in zip(places, [deck[place] for place in reversed(places)], strict=True):
        deck[place] = key
    changed = msgspec.structs.replace(seat, deck=tuple(deck))
    return msgspec.structs.replace(setup, seats=tuple(changed if s.id == player else s for s in setup.seats))


def shown(record: Record, viewer: str) -> tuple[bytes, ...]:
    found = verify(record.path, GAMES)
    assert found.otherwise == ()
    seen = replay(record.path, None, viewer, Language.ENGLISH)
    pages = (html_report(record, language, found, viewer).encode() for language in Language)
    return (b"\n".join(json_lines(record, viewer)), *pages, msgspec.json.encode((seen.view, seen.lines)))


@pytest.mark.slow
@pytest.mark.parametrize(("viewer", "hider"), [("A", "B"), ("B", "A"), (SPECTATOR, "A")])
def test_what_a_viewer_never_saw_may_be_otherwise_and_changes_no_byte(tmp_path: Path, viewer: str, hider: str) -> None:
    script = played(parse(GAME.read_text(encoding="utf-8")), GAME.parent)
    one = recorded(tmp_path / "one", script.setup, script.commands)
    hidden = never_seen(one, hider)
    assert len(hidden) > 4
    other_setup = with_others(script.setup, hider, hidden)
    assert other_setup != script.setup
    other = recorded(tmp_path / "other", other_setup, script.commands)
    assert b"\n".join(json_lines(one)) != b"\n".join(json_lines(other))
    assert shown(one, viewer) == shown(other, viewer)
    one.close()
    other.close()


def test_a_command_let_pass_together_is_shown_to_its_giver_alone() -> None:
    game, state = GAMES["signum"], duel().begun().state
    event = Overruled(rule_ids=("S-PLAY-03",), command=Play(by="A", card="A:3"), reason="we forgot the Tavern")
    assert game.public_event(state, event, "A") == event
    for viewer in ("B", SPECTATOR):
        public = game.public_event(state, event, viewer)
        assert public is not None
        assert b"A:3" not in msgspec.json.encode(public)
