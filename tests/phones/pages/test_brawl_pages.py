"""The phones' pages of the second game: each player reads the own hand, and nobody reads what is hidden."""

import os
from pathlib import Path

import pytest

from companion.games import contract
from companion.games.brawl.model.cards import ActionCard, ChallengeCard
from companion.games.brawl.model.steps import CardStep, HandStep, PickStep, TurnStep
from companion.games.command import SPECTATOR
from companion.games.registry import game_called
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from companion.texts import Language
from tests.phones.browser import browse
from tests.phones.played_table import NOON, SEED, page_of, setup, table
from tests.phones.screens import WIDTHS_PX, Nobody, screens

GAME = game_called("brawl")
STEPS, LOOK_EVERY = 160, 4
"""Commands of a game that is looked through, and after how many of them another reader's page is."""


def is_reacting(state):
    return isinstance(state.top, CardStep) and state.top.stage == "react" and bool(state.top.waiting)


MOMENTS = {
    "change": ({}, lambda state: isinstance(state.top, HandStep) and state.top.stage == "change"),
    "act": ({}, lambda state: isinstance(state.top, TurnStep) and state.top.stage == "act" and state.turn > 4),
    "react": ({}, is_reacting),
    "pick": ({"draft": "normal"}, lambda state: isinstance(state.top, PickStep)),
    "team": ({"variant": "super_teams"}, lambda state: isinstance(state.top, TurnStep) and state.turn > 2),
}


def names_in(cards, event):
    """The names of all cards that something tells."""
    told = str(event)
    return {card.names["en"] for key, card in cards.items() if key in told}


@pytest.mark.parametrize("given", [{"draft": "tournament"}, {"variant": "super_teams", "draft": "normal"}], ids=str)
def test_through_a_game_nobody_reads_what_is_hidden(tmp_path, given):
    """B-INFO-01, B-VIS-02, B-VIS-03, B-VIS-06, B-VIS-07: each page is looked through for every name that its
    reader was never told."""
    begins = setup("brawl", **given)
    cards = {key: card for key, card in begins.cards.items() if isinstance(card, ActionCard | ChallengeCard)}
    record = Record.create(tmp_path / "game.brawl", GAME, begins, lambda: NOON, seed=SEED)
    gateway, chance = (
        CommandGateway(Match(record, lambda: 0.0, pause_s=0.0), Nobody(), lambda: 0.0),
        contract.chance_of(7),
    )
    told = {viewer: set() for viewer in (*(seat.id for seat in begins.seats), SPECTATOR)}
    looked = 0
    for number in range(STEPS):
        before, command = record.state, contract.next_command(GAME, record.state, chance)
        events = GAME.decide(before, command)
        gateway.match.submit(CommandRequest(f"{number}", command, lambda _: None))
        state = record.state
        lies_open = (*state.track, *state.met, *(card for pile in state.discards.values() for card in pile))
        for viewer in told:
            shown = [GAME.public_event(before, event, viewer) for event in events]
            told[viewer] |= names_in(cards, (shown, lies_open, state.hands.get(viewer, ())))
        if number % LOOK_EVERY:
            continue
        viewer = [*told][number // LOOK_EVERY % len(told)]
        page, hidden = page_of(gateway, viewer), {card.names["en"] for card in cards.values()} - told[viewer]
        assert not {each for each in hidden if each in page}, (number, viewer)
        assert not [token for token in state.supply if token in page]
        assert all(each in page for each in names_in(cards, state.hands.get(viewer, ())))
        looked += len(hidden)
    assert looked > 1_000, "there was something to hide"
    record.close()


def test_pages_of_brawl_are_drawn(tmp_path):
    folder = os.environ.get("COMPANION_SCREENS")

    async def draw():
        async with screens(tmp_path) as shown:
            for name in ("change", "act", "react", "team"):
                given, ends = MOMENTS[name]
                gateway = table(tmp_path / f"{name}.brawl", "brawl", setup("brawl", **given), ends)
                state = gateway.match.record.state
                asked = [player for prompt in GAME.prompts(state) for player in prompt.to]
                page = await shown.page(WIDTHS_PX[0])
                await shown.show(page, shown.document(gateway, asked[0], Language.ENGLISH))
                wide = await page.evaluate("document.documentElement.scrollWidth")
                assert wide <= WIDTHS_PX[0], f"{name} is wider than the phone"
                if folder:
                    await page.screenshot(path=str(Path(folder) / f"phone-{name}.png"), full_page=True)
            assert shown.troubles == []

    browse(draw())
