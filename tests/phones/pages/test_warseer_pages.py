"""The phones' pages of the third game: each player reads the own hand, and nobody reads what is hidden."""

import os
import re
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import contract
from companion.games.command import SPECTATOR
from companion.games.kit.handlers import is_asking
from companion.games.registry import game_called
from companion.games.warseer.model.steps import (
    ActivationStep,
    AttackStep,
    EffectsStep,
    HandStep,
    PushStep,
    ReactStep,
    TurnStep,
)
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import COMPLETE, Language
from tests.phones.browser import browse
from tests.phones.played_table import NOON, SEED, page_of, setup, table
from tests.phones.screens import WIDTHS_PX, Nobody, screens

NAME = "warseer"
GAME = game_called(NAME)
MOST = 4_000
EVERY = 61
"""In a whole Duel pages are read after each such number of commands."""
CELL = re.compile(r'class="cell">([^<]+)<')
SECRET = re.compile(r"[abf]/?q\d+z")
"""A card of `marked_setup`, by its key or its name."""


def is_reacting(state):
    return isinstance(state.top, ReactStep) and bool(state.top.waiting) and is_asking(state)


MOMENTS = {
    "back": ({}, lambda state: isinstance(state.top, HandStep) and state.top.stage == "return" and is_asking(state)),
    "act": ({}, lambda state: isinstance(state.top, TurnStep) and state.top.stage == "act" and state.turn > 6),
    "activation": ({}, lambda state: isinstance(state.top, ActivationStep) and state.turn > 4),
    "react": ({}, is_reacting),
    "reroll": ({}, lambda state: isinstance(state.top, AttackStep) and state.top.stage == "modify"),
    "push": ({}, lambda state: isinstance(state.top, PushStep)),
    "whom": ({}, lambda state: isinstance(state.top, EffectsStep) and is_asking(state) and state.turn > 2),
    "alliance": ({"variant": "alliance"}, lambda state: isinstance(state.top, TurnStep) and state.turn > 5),
}


def marked_setup():
    """A Duel in which each Battle card and Feat has a name that stands nowhere else, of either player another."""
    begins = setup(NAME)
    cards, seats = dict(begins.cards), []
    for seat in begins.seats:
        keys = {key: f"{seat.id.lower()}/q{number}z" for number, key in enumerate(dict.fromkeys(seat.deck))}
        cards |= {new: _marked(begins.cards[key], new) for key, new in keys.items()}
        seats.append(replace(seat, deck=tuple(keys[key] for key in seat.deck)))
    feats = {key: f"f/q{number}z" for number, key in enumerate(dict.fromkeys(begins.feats))}
    cards |= {new: _marked(begins.cards[key], new) for key, new in feats.items()}
    return replace(begins, cards=cards, seats=tuple(seats), feats=tuple(feats[key] for key in begins.feats), goal=0)


def _marked(card, key):
    return replace(card, key=key, names=dict.fromkeys(("en", "ru", "uk"), f"Name {key.replace('/', '')}"))


@pytest.mark.parametrize("name", MOMENTS)
def test_a_hand_is_read_by_its_player_alone(tmp_path, name):
    given, ends = MOMENTS[name]
    gateway = table(tmp_path / "game.warseer", NAME, setup(NAME, **given), ends)
    state = gateway.match.record.state
    for player in state.order:
        own = page_of(gateway, player)
        names = {state.card(card).names["en"] for card in state.hands[player]}
        names |= {state.setup.feat(feat).names["en"] for feat in state.feats_held[player]}
        assert all(each in own for each in names)


def test_hexes_that_may_be_chosen_have_their_coordinates_on_the_map(tmp_path):
    given, ends = MOMENTS["activation"]
    gateway = table(tmp_path / "game.warseer", NAME, setup(NAME, **given), ends)
    (prompt,) = GAME.prompts(gateway.match.record.state)
    (asked,) = prompt.to
    cells = {cell for spec in prompt.specs if "to" in spec.fields for cell in spec.fields["to"].options}
    assert cells
    name = gateway.match.teller(Language.ENGLISH, asked).board.grid.name
    assert set(CELL.findall(page_of(gateway, asked))) == {name(cell) for cell in cells}
    assert not CELL.findall(page_of(gateway, SPECTATOR))


def test_no_page_names_a_hidden_card_in_a_whole_duel(tmp_path):
    record = Record.create(tmp_path / "game.warseer", GAME, marked_setup(), lambda: NOON, seed=SEED)
    chance = contract.chance_of(7)
    told = {viewer: set() for viewer in ("A", "B", SPECTATOR)}
    looked = 0
    for number in count():
        command = contract.next_command(GAME, record.state, chance)
        if command is None or number == MOST:
            break
        record.do(command)
        for viewer, known in told.items():
            known.update(secrets_in(" ".join(known_to(record.state, viewer))))
        if number % EVERY == 0:
            looked += 1
            gateway = CommandGateway(Match(record, lambda: 0.0, pause_s=0.0), Nobody(), lambda: 0.0)
            language = COMPLETE[number % len(COMPLETE)]
            for viewer, known in told.items():
                shown = secrets_in(page_of(gateway, viewer, language)) - known
                assert not shown, (viewer, number, type(record.state.top).__name__, shown)
    assert record.state.outcome is not None
    assert looked > 7
    assert all(told.values())
    record.close()


def known_to(state, viewer):
    """Ids of the cards that a viewer may know by the rules (W-VIS), at this moment."""
    piles = (*state.histories.values(), *state.fame.values(), state.feats_gone)
    own = (*state.hands.get(viewer, ()), *state.feats_held.get(viewer, ()))
    acting = (getattr(step, "card", "") for step in state.steps)
    return {*own, *acting, *(each.card for each in state.in_play), *(card for pile in piles for card in pile)}


def secrets_in(text):
    return {each.replace("/", "") for each in SECRET.findall(text)}


async def sees_cards_and_key(page, sheet):
    """What the cards say that are chosen from, and the key that answers, wherever the page is."""
    faces = await page.locator(".of-card").all_inner_texts()
    for line in sheet.holdings[0].cards:
        assert any(line.name in face and all(text in face for text in line.text) for face in faces), line.name
    key = page.locator(".offer:has(.of-card) > button")
    for at in ("0", "document.body.scrollHeight / 3"):
        await page.evaluate(f"scrollTo(0, {at})")
        box = await key.bounding_box()
        nav = await page.locator("nav").bounding_box()
        assert 0 < box["y"] < box["y"] + box["height"] <= nav["y"]


def test_pages_of_warseer_are_drawn(tmp_path):
    folder = os.environ.get("COMPANION_SCREENS")

    async def draw():
        async with screens(tmp_path) as shown:
            for name, language in zip(MOMENTS, COMPLETE * len(MOMENTS), strict=False):
                given, ends = MOMENTS[name]
                gateway = table(tmp_path / f"{name}.warseer", NAME, setup(NAME, **given), ends)
                asked = [player for prompt in GAME.prompts(gateway.match.record.state) for player in prompt.to]
                page = await shown.page(WIDTHS_PX[0])
                await shown.show(page, shown.document(gateway, asked[0], language))
                wide = await page.evaluate("document.documentElement.scrollWidth")
                assert wide <= WIDTHS_PX[0], f"{name} is wider than the phone"
                if name == "back":
                    await sees_cards_and_key(page, gateway.match.sheet(asked[0], language))
                if folder:
                    await page.screenshot(path=str(Path(folder) / f"phone-{name}.png"), full_page=True)
            assert shown.troubles == []

    browse(draw())
