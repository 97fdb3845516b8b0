"""A player with a deck of cardboard tells the phone which card was drawn, by a few letters in any language."""

import contextlib
import io
import random
import re

import msgspec
import pytest
from PIL import Image
from playwright.async_api import expect

from companion.cards.card_tag import tag_of
from companion.cards.search import plain_letters, searched
from companion.games.signum.model.state import Phase
from companion.record.record import Record
from tests.games.signum.random_play import Game
from tests.phones.browser import browse, browser
from tests.phones.host import hosted
from tests.phones.page_driver import PATIENCE_MS
from tests.phones.photo import photo_of, plain_photo
from tests.phones.screens import HEIGHT_PX, WIDTHS_PX
from tests.referee.match.test_match import GAMES, NOW, SEED, skirmish

SETUP = skirmish()
SPRAT, SCALD = "skirmish/bodkin_sprat", "skirmish/scald"


def begin(folder, *, told=True):
    """A game in which A, whose deck is of cardboard, is about to play its first cards."""
    seats = tuple(
        msgspec.structs.replace(seat, digital=False, deck=seat.deck if told else (), deck_size=len(seat.deck))
        if seat.id == "A"
        else seat
        for seat in SETUP.seats
    )
    setup = msgspec.structs.replace(SETUP, seats=seats)
    for seed in range(40):
        game = Game(setup, random.Random(seed))  # noqa: S311 (a game, no secret)
        while game.state.phase in (Phase.SETUP, Phase.BEGINNING, Phase.CONSTRUCTION) and game.step():
            pass
        state = game.state
        untold = [each for each in state.players["A"].hand if not state.keys[each]]
        if state.active == "A" and len(untold) >= 3 and not state.steps and len(untold) == len(state.players["A"].hand):
            break
    else:
        pytest.fail("no game by chance came so far")
    record = Record.create(folder / "game.signum", GAMES["signum"], setup, lambda: NOW, seed=SEED)
    for command in game.commands:
        record.do(command)
    record.close()


@contextlib.asynccontextmanager
async def seated(table, browser, seat, language="en", *, scripted=True):
    context = await browser.new_context(
        viewport={"width": WIDTHS_PX[0], "height": HEIGHT_PX},
        java_script_enabled=scripted,
        has_touch=True,
        locale=language,
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    await page.goto(table.link(seat))
    await page.locator("button.main").click()
    if scripted:
        await page.locator('nav a[data-tab="hand"]').click()
    yield page
    assert troubles == []
    await context.close()


@pytest.fixture
def at_table(tmp_path):
    """Runs a scene with a table and a browser."""

    def played(scene, **values):
        begin(tmp_path, **values)

        async def main():
            async with hosted(tmp_path) as table, browser() as phones:
                await scene(table, phones)

        browse(main())

    return played


def known(table):
    """Cards of A's hand that are told."""
    state = table.match.record.state
    return sorted(state.keys[each] for each in state.players["A"].hand if state.keys[each])


def test_a_few_letters_of_any_language_tell_which_card_was_drawn(at_table):
    async def scene(table, browser):
        async with seated(table, browser, "A") as page, seated(table, browser, "B") as other:
            count = len(table.match.record.state.players["A"].hand)
            await expect(page.locator("#hand .card h3").first).to_have_text(f"{count} cards not named")
            await page.locator("[data-search]").first.fill("угол")
            await page.locator(".found button", has_text="Bodkin Sprat, Coal Boy").click()
            card = page.locator("#hand .card", has=page.get_by_role("heading", name="Bodkin Sprat, Coal Boy"))
            await expect(card).to_contain_text("Rush, Jump")
            assert known(table) == [SPRAT]

            # The deck has one of it, so that it cannot be another card, too.
            await page.locator("[data-search]").first.fill("boy")
            await expect(page.locator("[data-nothing]").first).to_be_visible()
            assert await page.locator(f'option[value="{SPRAT}"]').count() == 0
            # A Ukrainian name is found as a Russian keyboard writes it.
            await page.locator("[data-search]").first.fill("окрип")
            await page.locator("[data-search]").first.press("Enter")
            await expect(page.locator("#hand")).to_contain_text("the summoned character – 1 damage")
            assert known(table) == [SPRAT, SCALD]

            # One told wrongly is told anew.
            await card.get_by_role("button", name="It is another card").click()
            await expect(page.locator(f'option[value="{SPRAT}"]').first).to_be_attached()
            assert known(table) == [SCALD]

            # Nobody else hears a name, nor what may be in the deck.
            shown = await other.content()
            assert "Coal Boy" not in shown
            assert "Scald" not in shown
            assert "data-find" not in shown

    at_table(scene)


def test_without_script_the_names_are_a_plain_list(at_table):
    async def scene(table, browser):
        async with seated(table, browser, "A", scripted=False) as page:
            assert not await page.locator("[data-search]").first.is_visible()
            names = await page.locator("#hand select[name=key]").first.locator("option").all_text_contents()
            deck = next(seat.deck for seat in table.match.record.setup.seats if seat.id == "A")
            assert len(names) == len(set(deck)) + 1
            assert "Hot Coals (×2)" in names
            await page.locator("#hand select[name=key]").first.select_option("skirmish/hot_coals")
            await page.locator("#hand form.tell button").first.click()
            await expect(page.locator("#hand")).to_contain_text("Enemy character – 2 damage")
            assert known(table) == ["skirmish/hot_coals"]

    at_table(scene)


def chosen(photo):
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}


def test_a_photo_of_the_printed_sticker_tells_which_card_was_drawn(at_table, tmp_path):
    name = SETUP.cards[SPRAT].names["en"]
    photo = photo_of(tag_of(SPRAT), name, tmp_path)
    others = plain_photo(tag_of("skirmish/breakwater"))

    async def scene(table, browser):
        sent, look = [], table.server.scanning.look

        async def noted(photo):
            sent.append(photo)
            return await look(photo)

        table.server.scanning.look = noted
        async with seated(table, browser, "A") as page:
            field, line = page.locator("[data-scan]").first, page.locator("[data-scanned]").first
            assert not await page.locator("[data-plain]").first.is_visible()
            await field.set_input_files(chosen(b"no photo"))
            await expect(line).to_contain_text("photo cannot be read")
            # A card of another deck is as unknown as no card at all.
            await field.set_input_files(chosen(others))
            await expect(line).to_contain_text("no tag of a card in your deck")
            await field.set_input_files(chosen(photo))
            button = page.locator(".found button")
            await expect(button).to_have_text(name)
            assert known(table) == []
            assert max(Image.open(io.BytesIO(sent[-1])).size) == 1280, "it goes out made small"
            await button.click()
            card = page.locator("#hand .card", has=page.get_by_role("heading", name=name))
            await expect(card).to_contain_text("Rush, Jump")
            assert known(table) == [SPRAT]

    at_table(scene)


def test_without_script_the_photo_goes_as_it_is_and_a_page_says_which_card_it_shows(at_table, tmp_path):
    photo = photo_of(tag_of(SPRAT), "Sprat", tmp_path)

    async def scene(table, browser):
        async with seated(table, browser, "A", scripted=False, language="uk") as page:
            for content, said in ((plain_photo("CARD-NOTHING"), "немає мітки"), (b"x", "прочитати не можна")):
                await page.locator("#hand form.scan input[type=file]").first.set_input_files(chosen(content))
                await page.locator("#hand form.scan button").first.click()
                await expect(page.get_by_role("alert")).to_contain_text(said)
                await page.get_by_role("button", name="Назад до столу").click()
            await page.locator("#hand form.scan input[type=file]").first.set_input_files(chosen(photo))
            await page.locator("#hand form.scan button").first.click()
            await expect(page.get_by_role("heading")).to_have_text(SETUP.cards[SPRAT].names["uk"])
            await page.get_by_role("button", name="Це вона").click()
            await expect(page.locator("#hand")).to_contain_text(SETUP.cards[SPRAT].names["uk"])
            assert known(table) == [SPRAT]

    at_table(scene)


def test_who_does_not_tell_plays_all_the_same_and_is_only_counted(at_table):
    async def scene(table, browser):
        before = table.match.record.state.players["A"]
        async with seated(table, browser, "A") as page, seated(table, browser, "B") as other:
            await page.get_by_role("button", name="to the Graveyard").click()
            await expect(page.locator("#hand .card h3").first).to_have_text(f"{len(before.hand) - 1} cards not named")
            await page.get_by_role("button", name="face down, unnamed").click()
            await expect(page.locator("#hand .card h3").first).to_have_text(re.compile(f"^{len(before.hand) - 2} card"))
            after = table.match.record.state.players["A"]
            assert len(after.graveyard) == len(before.graveyard) + 1
            assert len(after.tactics) == len(before.tactics) + 1
            assert known(table) == []
            # The tactic can be told later, where it lies.
            await page.locator("#hand form.tell [data-search]").last.fill("grud")
            await (
                page.locator("#hand form.tell")
                .last.locator(".found button", has_text="Entered in the Grudge Ledger")
                .click()
            )
            await expect(page.locator("#hand > .card").last).to_contain_text("When an opponent eliminates a creature")
            await expect(other.locator("#table")).to_contain_text("1 card in the Graveyard")
            assert "Grudge" not in await other.content()

    at_table(scene)


def test_a_deck_that_nobody_told_may_hold_any_card_of_the_packs(at_table):
    async def scene(table, browser):
        async with seated(table, browser, "A", language="uk") as page:
            await page.locator("[data-search]").first.fill("casca")
            await expect(page.locator("[data-nothing]").first).to_be_visible()
            await page.locator("[data-search]").first.fill("breakw")
            await page.locator(".found button", has_text="Хвилелом").click()
            await expect(page.locator("#hand")).to_contain_text("Своя істота – 2 жетони броні")
            assert known(table) == ["skirmish/breakwater"]

    at_table(scene, told=False)


def test_letters_are_found_as_people_write_them():
    assert plain_letters("Ґрізельда Гарроу, Перша кочегарка") == "гризелда гарроу перша кочегарка"
    assert plain_letters("Клёпаный") == plain_letters("клепаный")
    assert plain_letters("Warden’s  Brigandine!") == "wardens brigandine"
    card = SETUP.cards["skirmish/poultice"]
    assert searched(card) == "marsh poultice болотная припарка болотяна"
