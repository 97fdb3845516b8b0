"""What the pages of others can do in the browser of the tablet itself, in which a seat is open: nothing."""

import contextlib
import json
from collections.abc import AsyncIterator

from aiohttp import web
from playwright.async_api import Page

from tests.chromium import on_phones
from tests.phones.browser import browse, browser
from tests.phones.host import HostedTable, hosted

pytestmark = on_phones

NEIGHBOUR = "localhost"
"""Another program's page on the same machine: of the same site, so that cookies go along."""
FAR = "evil.example"
"""A name whose owner lets it lead to this machine."""

TRY_ALL = """async ([table, intent]) => {
  const found = {}, wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const tried = async (name, work) => { try { found[name] = await work(); } catch { found[name] = "refused"; } };
  const body = (type) => ({ method: "POST", credentials: "include", body: intent, headers: { "Content-Type": type } });
  await tried("intent", async () => (await fetch(`${table}/intent`, { ...body("text/plain"), mode: "no-cors" })).type);
  await tried("intent as json", async () => (await fetch(`${table}/intent`, body("application/json"))).status);
  await tried("state", async () => (await fetch(`${table}/state`, { credentials: "include" })).text());
  await tried("stream", () => new Promise((done) => {
    const stream = new EventSource(`${table}/events`, { withCredentials: true });
    stream.addEventListener("change", (event) => done(event.data));
    stream.onerror = () => { stream.close(); done("refused"); };
  }));
  const loads = (element, address) => new Promise((done) => {
    element.onload = () => done("loaded"); element.onerror = () => done("refused");
    element.src = address; document.body.append(element);
  });
  await tried("script", () => loads(document.createElement("script"), `${table}/state`));
  await tried("picture", () => loads(document.createElement("img"), `${table}/assets/icon.svg`));
  const frame = document.createElement("iframe");
  await tried("frame", async () => {
    frame.src = `${table}/`; document.body.append(frame); await wait(500);
    try { return frame.contentDocument.body.textContent || "refused"; } catch { return "refused"; }
  });
  const form = document.createElement("form");
  form.action = `${table}/intent`; form.method = "POST"; form.target = "into";
  const into = document.createElement("iframe"); into.name = "into"; document.body.append(into);
  const { values, ...mark } = JSON.parse(intent);
  for (const [name, value] of Object.entries({ ...mark, ...values })) {
    const field = document.createElement("input"); field.name = name; field.value = value; form.append(field);
  }
  document.body.append(form); form.submit(); await wait(500);
  return found;
}"""


async def attacked(page: Page, table: HostedTable, origin: str) -> dict[str, object]:
    place = table.seating.place("A")
    values = {"what": ["prosperity"], "of": ["A"], "value": ["7"]}
    intent = json.dumps({"id": "intent-from-afar", "place": place, "kind": "setvalue", "values": values})
    await page.goto(f"{origin}/")
    found: dict[str, object] = await page.evaluate(TRY_ALL, [f"http://localhost:{table.port}", intent])
    return found


@contextlib.asynccontextmanager
async def page_of_others() -> AsyncIterator[int]:
    """A program with a page of its own at this machine; its port."""

    async def answer(_: web.BaseRequest) -> web.Response:
        return web.Response(text="<!doctype html><title>Elsewhere</title><body>", content_type="text/html")

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


def test_a_page_of_others_neither_acts_nor_reads_at_the_table_itself(tmp_path):
    async def play():
        rules = f"--host-resolver-rules=MAP {FAR} 127.0.0.1"
        async with browser(rules) as phones, hosted(tmp_path) as table, page_of_others() as port:
            context = await phones.new_context()
            own = await context.new_page()
            await own.goto(table.link("A").replace("127.0.0.1", "localhost"))
            await own.click("button.main")
            await own.wait_for_selector("body.scripted")
            found = {}
            for host in (NEIGHBOUR, FAR):
                page = await context.new_page()
                found[host] = await attacked(page, table, f"http://{host}:{port}")
            pointed = await context.new_page()
            refused = await pointed.goto(f"http://{FAR}:{table.port}/")
            assert refused is not None
            status, said = refused.status, await pointed.inner_text("body")
            shown = await own.is_visible("#head")
            return found, (status, said), shown, table.match.record.written

    found, refused, shown, written = browse(play())
    for host, tried in found.items():
        assert set(tried.values()) == {"refused"}, (host, tried)
    assert refused[0] == 421
    assert "Scan your seat's code on the tablet again" in refused[1]
    assert shown
    assert written == 0
