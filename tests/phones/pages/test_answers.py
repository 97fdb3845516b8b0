"""Every answer shows at once what was taken and what is waited for, and what is asked next is seen where one is."""

import contextlib
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Construct, Priority
from companion.phones.server.responses import moved
from companion.record.record import Record
from companion.referee.match.chronicle import Chronicle
from companion.texts import Language
from tests.chromium import on_phones
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable, hosted
from tests.phones.moments import RULES, Moment, moment
from tests.phones.screens import screens, viewer_of
from tests.referee.match.test_match import NOW, SEED, skirmish

pytestmark = on_phones

SMALL_PX = {"width": 320, "height": 568}
PATIENCE_MS = 60_000


async def seated(phones: Browser, table: HostedTable, seat: str) -> Page:
    context = await phones.new_context(viewport=SMALL_PX, locale="en", has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    await page.goto(table.link(seat))
    await page.click("button.main")
    await page.wait_for_selector("body.scripted #task", state="attached")
    await page.click("nav a[data-tab=now]")
    return page


def test_a_roll_for_the_first_turn_shows_what_was_taken_who_is_missing_and_a_tie(tmp_path):
    async def play() -> None:
        async with browser() as phones, hosted(tmp_path) as table:
            ann, bob = [await seated(phones, table, seat) for seat in "AB"]
            await ann.click("#task button[value='4']")
            await ann.wait_for_selector("#toast >> text=4")
            await ann.wait_for_selector("#task .taken >> text=Your answer: 4. Waiting for Bob.")
            assert await ann.get_attribute("#task button[value='4']", "aria-pressed") == "true"
            assert await bob.locator("#task .taken").count() == 0, "what others said is not told before all have"

            await ann.click("#task button[value='5']")
            await ann.wait_for_selector("#task .taken >> text=Your answer: 5.")
            await bob.click("#task button[value='5']")
            for page in (ann, bob):
                await page.wait_for_selector("#task .again >> text=A tie, so roll again: Ann 5, Bob 5.")
                assert await page.locator("#task .taken, #task [aria-pressed=true]").count() == 0

            await ann.wait_for_selector("#toast", state="hidden")  # what it spoke of is done
            assert await ann.is_visible("#task >> text=Roll a real die and touch what it shows.")
            table.match.look_at("A")
            await ann.wait_for_selector("#task >> text=The table looks at your move.")
            await bob.wait_for_selector("#task >> text=The table looks at Ann's move.")
            table.match.look_at("")

            colour = "getComputedStyle(document.querySelector('#head .side-diamond .who')).color"
            usual, table.gateway.apart = await ann.evaluate(colour), True
            table.gateway.tell()
            await ann.wait_for_selector("#head .apart")
            assert await ann.evaluate(colour) != usual, "as on the tablet"

            table.match.argue(lambda _: "Too far.", ())
            await bob.click("#task .dispute button >> text=Agree")
            await bob.wait_for_selector("#task .dispute .taken")
            await ann.wait_for_selector("#task .dispute >> text=Still to agree: Ann.")
            assert table.match.dispute is not None
            assert (table.match.dispute.waiting, table.match.dispute.by_phone) == (("A",), ("B",))
            table.match.argue(str, None)
            await ann.wait_for_selector("#task .dispute", state="detached")

            await bob.click("#task button[value='2']")
            await ann.click("#task button[value='6']")
            await bob.wait_for_selector("#task >> text=Waiting for Ann.")
            await ann.wait_for_selector("#task .again", state="detached")

    browse(play())


def test_a_tie_is_told_to_all_who_read_the_log(tmp_path):
    with contextlib.closing(
        Record.create(tmp_path / "tied.signum", Signum(), skirmish(), lambda: NOW, seed=SEED)
    ) as record:
        said = []
        for rolled in ({"A": "3", "B": "3"}, {"A": "6", "B": "1"}):
            before = record.state
            for event in record.do(Priority(by="table", rolled=rolled)):
                said += [phrase.key for phrase in record.game.speech.said(before, event)]
                before = record.game.evolve(before, event)
    assert said.count("told.priority_tied") == said.count("told.priority") == 1
    assert said.index("told.priority_tied") < said.index("told.priority")


def built(folder: Path) -> Moment:
    """Before somebody's first building."""
    found = moment("construction")
    found.record(folder / "game.signum").close()
    return found


def test_a_building_shows_price_and_effect_and_is_taken_back_until_the_next_step(tmp_path):
    before = built(tmp_path).state
    seat = before.active
    other = next(player for player in before.players if player != seat)

    async def play() -> None:
        async with browser() as phones, hosted(tmp_path) as table:
            page, others = await seated(phones, table, seat), await seated(phones, table, other)
            offers = page.locator("#acts form:has(input[value=construct])")
            card = str(await offers.first.locator("input[name=card]").get_attribute("value"))
            price = before.card(card).cost.prosperity
            notes = await page.locator("#acts .group").first.inner_text()
            assert f"Costs {price} Prosperity." in notes
            name = await offers.first.locator("button b").inner_text()
            await offers.first.locator("button").click()

            key = page.locator("#acts form.revoke button")
            await page.wait_for_selector(f"#toast >> text={name}")
            await key.wait_for()
            assert await key.inner_text() == f"Take back: {name}"
            lies = await key.bounding_box()
            await page.evaluate("document.getElementById('reply').hidden = false")
            assert await key.bounding_box() == lies, "what is said moves no key under a thumb"
            await page.evaluate("document.getElementById('reply').hidden = true")
            assert await others.locator(".revoke").count() == 0, "only its own player takes it back"
            assert [each.id for each in table.match.shown.players[seat].city] == [card]

            await key.click()
            await page.wait_for_selector("#acts form:has(input[value=construct])")
            assert table.match.shown.players[seat].city == ()
            assert table.match.shown.players[seat].prosperity == before.players[seat].prosperity

            await page.locator("#acts form:has(input[value=construct])").first.locator("button").click()
            await key.wait_for()
            await page.locator("#acts form:has(input[value=end]) button").last.evaluate("(each) => each.click()")
            await key.wait_for(state="detached")
            assert table.match.revocable(seat) is None, "the next step has come"

    browse(play())


def test_nobody_takes_back_what_another_built(tmp_path):
    found = built(tmp_path)
    seat = found.state.active

    async def play() -> None:
        async with hosted(tmp_path) as table:
            spec = next(
                each for each in table.match.record.game.commands(found.state, seat) if each.kind == "construct"
            )
            table.match.record.do(Construct(by=seat, card=str(spec.fixed["card"])))
            assert not table.match.revoke(seat), "another screen did it: the match knows of nothing to take back"

    browse(play())


@pytest.mark.parametrize("tab", ["hand", "table", "more"])
def test_what_is_asked_is_seen_on_the_part_of_the_page_where_one_is(tab, tmp_path):
    asked = moment("roll")

    async def look() -> dict[str, float]:
        async with screens(tmp_path) as shown:
            page = await shown.page(SMALL_PX["width"])
            await page.set_viewport_size(SMALL_PX)
            await shown.show(page, shown.document(shown.gateway(asked, "roll"), viewer_of(asked), Language.ENGLISH))
            await page.click(f"nav a[data-tab={tab}]")
            box = await page.locator("#task .own .title").bounding_box()
            return dict(box or {})

    assert 0 < browse(look()).get("y", 0) < SMALL_PX["height"] / 2


REFUSED = "Мод Эверилл, смотрительница гати: пройдено 177,6 мм, а оставалось 150. Верните на отметку."
CLOSE = """() => { const box = document.querySelector('#reply-close').getBoundingClientRect();
  return [box.top, box.bottom, document.querySelector('#reply').getBoundingClientRect().bottom]; }"""


SEEN = """() => { const box = document.querySelector('#reply .why svg').getBoundingClientRect(),
  around = document.querySelector('#reply-text').getBoundingClientRect();
  return (Math.min(box.bottom, around.bottom) - Math.max(box.top, around.top)) / box.height; }"""
MIN_SEEN = 0.5


@pytest.mark.parametrize("letters_px", [16, 32])
def test_a_refusal_with_its_picture_fits_a_small_phone_and_can_be_closed(letters_px, tmp_path):
    refused = moment("ruling")

    async def look() -> list[float]:
        async with screens(tmp_path) as shown:
            gateway, viewer = shown.gateway(refused, "ruling"), viewer_of(refused)
            measured = next(line.number for line in gateway.match.lines(viewer) if line.is_measured)
            page = await shown.page(SMALL_PX["width"])
            await page.set_viewport_size(SMALL_PX)
            session = await page.context.new_cdp_session(page)
            await session.send("Page.setFontSizes", {"fontSizes": {"standard": letters_px, "fixed": letters_px}})
            await shown.show(page, shown.document(gateway, viewer, Language.RUSSIAN))
            part = await page.evaluate(f"fetch('/why/{measured}?part').then((answer) => answer.text())")
            reply = {"answer": "refused", "text": REFUSED, "picture": part}
            await page.route("**/intent", lambda route: route.fulfill(json=reply))
            await page.locator("#task form button").first.click()
            await page.wait_for_selector("#reply .why svg")
            found = await page.evaluate(CLOSE)
            found.append(await page.evaluate(SEEN))
            await page.click("#reply-close")
            assert await page.is_hidden("#reply")
            return list(found)

    top, bottom, end, seen = browse(look())
    assert 0 <= top < bottom <= end <= SMALL_PX["height"]
    assert seen >= MIN_SEEN, "the picture lies in sight"


def test_the_end_tells_each_player_the_own_numbers_first(tmp_path):
    ended = moment("over")
    winner = ended.state.outcome.winners[0]

    async def look() -> dict[str, list[str]]:
        found = {}
        async with screens(tmp_path) as shown:
            gateway = shown.gateway(ended, "over")
            for seat in ended.state.players:
                page = await shown.page(SMALL_PX["width"])
                await shown.show(page, shown.document(gateway, seat, Language.ENGLISH))
                found[seat] = [await page.inner_text("#task h2"), await page.inner_text("#task .fared >> nth=0")]
                await page.context.close()
        return found

    for seat, (title, fared) in browse(look()).items():
        assert title == ("You have won" if seat == winner else "You have lost")
        assert fared.startswith(next(each.name for each in ended.state.setup.seats if each.id == seat))
        assert f"Prosperity\n{ended.state.players[seat].prosperity}" in fared
        assert f"enemy characters eliminated\n{ended.state.players[seat].kills}" in fared


def test_just_now_keeps_the_line_that_decides_a_fight_however_much_follows(tmp_path):
    ended = moment("over")
    fallen = next(seat for seat in ended.state.players if seat not in ended.state.outcome.winners)

    async def look() -> str:
        async with screens(tmp_path) as shown:
            page = await shown.page(SMALL_PX["width"])
            await shown.show(page, shown.document(shown.gateway(ended, "over"), fallen, Language.ENGLISH))
            return await page.inner_text("#latest .result")

    said = browse(look())
    hero = ended.state.setup.cards[ended.state.seat(fallen).hero].names["en"]
    assert f"{hero} falls." in said
    assert "hits" in said
    assert "wounds" in said


def test_the_last_fight_stays_told_when_somebody_has_gone_on():
    chronicle, state = Chronicle(RULES, ("A", "B")), RULES.new(skirmish())
    seen, went_on = (), 0
    for command in moment("over").commands:
        for number, event in enumerate(RULES.decide(state, command)):
            chronicle.add(state, event, goes_on=number == 0)
            seen = chronicle.results or seen
            state = RULES.evolve(state, event)
        went_on += bool(seen) and not chronicle.results
        assert chronicle.last_results == seen
    assert went_on > 3


def test_abilities_of_cards_and_models_open_their_rule(tmp_path):
    crowded = moment("crowded")
    viewer = viewer_of(crowded)

    async def look() -> list[str]:
        found = []
        async with screens(tmp_path) as shown:
            page = await shown.page(SMALL_PX["width"])
            await shown.show(page, shown.document(shown.gateway(crowded, "crowded"), viewer, Language.ENGLISH))
            for tab, place in (("hand", "#hand .card"), ("table", "#table .creature")):
                await page.click(f"nav a[data-tab={tab}]")
                ability = page.locator(f"{place} .ability").first
                assert await ability.locator("p").is_hidden()
                await ability.locator("summary").click()
                found.append(await ability.locator("p").inner_text())
        return found

    assert all(len(each) > 20 for each in browse(look()))


@pytest.mark.parametrize("language", Language)
def test_a_changed_address_says_what_to_do(language):
    answer = moved(language)
    assert answer.status == 421
    assert answer.content_type == "text/html"
    assert "viewport" in str(answer.text)
    word = {"en": "Scan", "ru": "Отсканируйте", "uk": "Відскануйте"}[language.value]
    assert word in str(answer.text)
