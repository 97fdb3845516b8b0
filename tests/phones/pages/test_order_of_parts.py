"""Where things stand on a page: what is needed often before what is needed rarely."""

from companion.games.command import SPECTATOR
from companion.texts import Language
from tests.phones.browser import browse
from tests.phones.moments import moment
from tests.phones.screens import screens

TOPS = "() => Object.fromEntries(Array.from(document.querySelectorAll('main section'), (s) => [s.id, s.offsetTop]))"


def test_settings_stand_before_what_is_set_by_hand(tmp_path):
    async def look() -> dict[str, dict[str, int]]:
        found = {}
        async with screens(tmp_path) as shown:
            gateway = shown.gateway(moment("construction"), "game")
            for viewer in ("A", "B", SPECTATOR):
                page = await shown.page()
                await shown.show(page, shown.document(gateway, viewer, Language.ENGLISH))
                await page.click("nav a[data-tab=more]")
                found[viewer] = await page.evaluate(TOPS)
                await page.context.close()
        return found

    found = browse(look())
    for viewer, tops in found.items():
        others = [top for name, top in tops.items() if name in ("rules", "hands_on", "readings") and top]
        assert others
        assert 0 < tops["settings"] < min(others), (viewer, tops)
