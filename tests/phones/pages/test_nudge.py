"""What a phone does when its player is asked, and what a browser lets a page do: at the table itself, where it trusts a
page, and over plain http from elsewhere in the network, where it does not.
"""

import io
import json

from PIL import Image
from playwright.async_api import Browser, Page

from companion.games.common import SetValue
from companion.games.signum.model.commands import End
from companion.phones.pages.pages import Pages
from companion.referee.match.command_request import CommandRequest
from companion.texts import Language, say
from tests.chromium import WHOLE, on_phones
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable, hosted
from tests.phones.moments import moment, moments

pytestmark = on_phones

ELSEWHERE = "192.168.77.7"
"""An address of the table in the network, which the browser finds at this machine."""
FOUND_HERE = f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"
SPY = """() => {
  window.done = { shaken: 0, sounded: 0, held: 0, freed: 0 };
  Navigator.prototype.vibrate = () => { window.done.shaken += 1; return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.done.sounded += 1; return start.apply(this, when); };
  if (window.WakeLock) {
    const lock = () => Object.assign(new EventTarget(), {
      release() { window.done.freed += 1; this.dispatchEvent(new Event("release")); return Promise.resolve(); },
    });
    WakeLock.prototype.request = async () => { window.done.held += 1; return lock(); };
  }
}"""
IDLE_MS = 20_000
"""Longer than a page takes for a player who looks at it."""


async def seated(phones: Browser, table: HostedTable, seat: str, host: str = "127.0.0.1", language: str = "en") -> Page:
    """A phone of its own that has sat down, and tells what was done to wake its player."""
    context = await phones.new_context(viewport={"width": 320, "height": 568}, locale=language, has_touch=True)
    page = await context.new_page()
    await page.add_init_script(f"({SPY})()")
    await page.goto(table.link(seat).replace("127.0.0.1", host))
    await page.click("button.main")
    await page.wait_for_selector("body.scripted #task", state="attached")  # it has told by then what is asked
    return page


async def lacking(page: Page) -> list[str]:
    """What the page says that this browser does not do."""
    await page.click("nav a[data-tab=more]")
    lines = [each for each in await page.query_selector_all("[data-lacks]") if await each.is_visible()]
    return [await each.inner_text() for each in lines]


def test_a_page_says_in_one_sentence_what_the_browser_does_not_let_it_do(tmp_path):
    async def play() -> dict[tuple[str, str], tuple[list[str], bool, int]]:
        found = {}
        async with browser(FOUND_HERE, program=WHOLE) as phones, hosted(tmp_path) as table:
            table.server._names = lambda: frozenset({ELSEWHERE})
            for host in ("127.0.0.1", "localhost", ELSEWHERE):
                for language in Language if host == ELSEWHERE else (Language.ENGLISH,):
                    table.seating.hand_on("A")
                    page = await seated(phones, table, "A", host, language)
                    said, held = await lacking(page), await page.evaluate("window.done.held")
                    found[host, language] = said, await page.is_visible("[data-switch=awake]"), held
        return found

    found = browse(play())
    for host in ("127.0.0.1", "localhost"):
        assert found[host, Language.ENGLISH] == ([], True, 1), "the browser trusts a page of its own machine"
    for language in Language:
        assert found[ELSEWHERE, language] == ([say(language, "phones.awake_http")], False, 0)


def test_the_screen_stays_on_while_it_is_asked_for(tmp_path):
    async def play() -> list[tuple[int, int]]:
        async with browser(FOUND_HERE) as phones, hosted(tmp_path) as table:
            page, found = await seated(phones, table, "A"), []
            await page.click("nav a[data-tab=more]")
            for _ in range(3):
                found.append(await page.evaluate("[window.done.held, window.done.freed]"))
                await page.click("[data-switch=awake]")
            await page.reload()
            off = await page.get_attribute("[data-switch=awake]", "aria-pressed")
            return [*found, await page.evaluate("[window.done.held, window.done.freed]"), off]

    assert browse(play()) == [[1, 0], [1, 1], [2, 1], [0, 0], "false"]


def test_who_is_asked_hears_it_and_whoever_asks_in_secret_is_not_given_away(tmp_path):
    """In a pause one of the two is asked for a face-down tactic: a phone that shook would tell the table which."""
    moments()["reveal"].record(tmp_path / "game.signum").close()

    async def seen(page: Page) -> tuple[dict[str, int], str, bool]:
        done = await page.evaluate("({ shaken: window.done.shaken, sounded: window.done.sounded })")
        return done, await page.title(), await page.locator("#task .own").count() > 0

    async def play() -> tuple[list[tuple[dict[str, int], str, bool]], ...]:
        async with browser(FOUND_HERE) as phones, hosted(tmp_path, pause_s=300.0) as table:
            pages = [await seated(phones, table, seat) for seat in "AB"]
            in_pause = [await seen(page) for page in pages]
            for page in pages:
                await page.click("nav a[data-tab=table]")  # a browser lets a page sound once it was touched
                await page.evaluate(f"performance.now = () => {IDLE_MS} + Date.now() - performance.timeOrigin")
            table.match.wait(0.1)
            for page in pages:
                await page.wait_for_selector("#task .pause", state="detached")
            return in_pause, [await seen(page) for page in pages]

    in_pause, after = browse(play())
    assert sorted(asked for _, _, asked in in_pause) == [False, True], "one is asked"
    assert {title for _, title, _ in in_pause} == {"● A moment for tactics – Companion"}
    assert [done["shaken"] for done, _, _ in in_pause] == [1, 1]
    for done, title, asked in after:
        assert title == ("● Your decision – Companion" if asked else "Companion")
        assert done == {"shaken": 2 if asked else 1, "sounded": 2 if asked else 0}
    assert {asked for _, _, asked in after} == {False, True}


def test_whose_turn_it_is_hears_it_once_and_the_title_says_so(tmp_path):
    moment("paying").record(tmp_path / "game.signum").close()

    async def seen(page: Page, sign: str) -> tuple[int, str]:
        await page.wait_for_selector(sign, state="attached")
        return await page.evaluate("window.done.shaken"), await page.title()

    async def play() -> list[list[tuple[int, str]]]:
        async with browser(FOUND_HERE) as phones, hosted(tmp_path, pause_s=0.0) as table:
            pages = [await seated(phones, table, seat) for seat in "AB"]
            found = [[await seen(page, "body.scripted") for page in pages]]
            table.match.submit(CommandRequest("by-hand", SetValue(by="A", what="prosperity", of="A", value=33.0)))
            found.append([await seen(page, "#head .score >> text=33") for page in pages])
            table.match.submit(CommandRequest("the-end", End(by="A")))
            signs = ("#task:not(:has(.yours, .own))", "#task:has(.yours, .own)")
            found.append([await seen(page, sign) for page, sign in zip(pages, signs, strict=True)])
            return found

    first, same, after = browse(play())
    assert first == [(1, "● It is your turn. Choose what to do. – Companion"), (0, "Companion")]
    assert same == first, "nothing new is asked in the same turn"
    assert after[0] == (1, "Companion")
    assert after[1][0] == 1
    assert after[1][1].startswith("● ")


HIDE = """() => { Object.defineProperty(document, "hidden", { get: () => true });
  document.dispatchEvent(new Event("visibilitychange")); }"""
NOTE = """() => { window.notified = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title) => { window.notified.push(title); }; }"""
WORKS = "async () => (await navigator.serviceWorker.getRegistration('/assets/')) !== undefined"


def test_whoever_looks_elsewhere_is_notified_once_it_was_asked_for_and_may_be(tmp_path):
    moment("paying").record(tmp_path / "game.signum").close()

    async def play() -> tuple[object, ...]:
        async with browser(FOUND_HERE, program=WHOLE) as phones, hosted(tmp_path, pause_s=0.0) as table:
            page = await seated(phones, table, "B", "localhost")
            await page.context.grant_permissions(["notifications"])
            await page.reload()
            await page.click("nav a[data-tab=more]")
            before = await page.get_attribute("[data-switch=notify]", "aria-pressed")
            await page.click("[data-switch=notify]")
            await page.wait_for_selector("[data-switch=notify][aria-pressed=true]")
            works = await page.evaluate(WORKS)
            await page.evaluate(NOTE)
            await page.evaluate(HIDE)
            table.match.submit(CommandRequest("the-end", End(by="A")))
            await page.wait_for_selector("#task:has(.yours, .own)", state="attached")
            title = await page.title()
            return before, works, await page.evaluate("window.notified"), title

    before, works, notified, title = browse(play())
    assert (before, works) == ("false", True)
    assert notified == [title]


def test_a_browser_that_denies_notifications_says_so_in_one_sentence(tmp_path):
    async def play() -> tuple[list[str], bool]:
        async with browser(FOUND_HERE, program=WHOLE) as phones, hosted(tmp_path) as table:
            page = await seated(phones, table, "A", "localhost")
            await page.evaluate("Notification.requestPermission = async () => 'denied'")
            await page.click("nav a[data-tab=more]")
            await page.click("[data-switch=notify]")
            await page.wait_for_selector("[data-lacks=notify_no]:visible")
            return await lacking(page), await page.is_visible("[data-switch=notify]")

    assert browse(play()) == ([say(Language.ENGLISH, "phones.notify_no")], False)


def test_the_manifest_names_icons_of_the_sizes_that_home_screens_take():
    pages = Pages()
    for language in Language:
        name = next(each for each in pages.assets if each.startswith(f"manifest-{language}"))
        found = pages.asset(name)
        assert found is not None
        manifest = json.loads(found[0])
        assert manifest["start_url"] == "/"
        assert manifest["lang"] == language.value
        for icon in manifest["icons"]:
            drawn = pages.asset(icon["src"].removeprefix("/assets/"))
            assert drawn is not None
            assert "x".join(map(str, Image.open(io.BytesIO(drawn[0])).size)) == icon["sizes"]
        assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
