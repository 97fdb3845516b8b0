"""Uses a program that speaks German, by what its screens show; prints what it met. Run by `test_languages`."""

import asyncio
import json
import sys
import time
from pathlib import Path

from companion.tablet.window.environment import prepare

prepare(offscreen=True)

from kivy.uix.behaviors import ButtonBehavior  # noqa: E402 (Kivy reads what `prepare` wrote)

from companion.cards.languages import text_mistakes  # noqa: E402
from companion.games.signum.model.constants import Edition  # noqa: E402
from companion.games.signum.shelf.wording.abilities import ability_name  # noqa: E402
from companion.phones.pages.pages import LANGUAGES  # noqa: E402
from companion.tablet.pages.keyboard_page import WritePage  # noqa: E402
from companion.tablet.widgets.panel import Panel  # noqa: E402
from companion.tablet.window.shell import Shell  # noqa: E402
from companion.tablet.window.shown_finger import Finger  # noqa: E402
from companion.texts import Language, say  # noqa: E402
from tests.tablet.environment import services_in  # noqa: E402

PATIENCE_S = 60.0
LOOK_S = 0.02


def is_key(widget):
    return isinstance(widget, ButtonBehavior) and bool(getattr(widget, "text", ""))


def labels(root):
    return [key.text for key in root.walk() if is_key(key)]


async def touch(shell, finger, text):
    """Waits for a key, and until it lies at rest on the screen, then touches it."""
    deadline_s, before = time.monotonic() + PATIENCE_S, None
    while time.monotonic() < deadline_s:
        await asyncio.sleep(LOOK_S)
        key = next((each for each in shell.page.walk() if getattr(each, "text", "") == text and is_key(each)), None)
        here = key and (key, key.to_window(*key.center), tuple(key.size))
        if here and key.x > 0 and here == before:
            finger.press(key)
            await asyncio.sleep(LOOK_S)
            return
        before = here
    raise AssertionError(f"no key {text!r}, only {labels(shell.page)}")


async def visit(shell, finger, met):
    await touch(shell, finger, "Deutsch")
    met["start"] = labels(shell.page)
    written = []
    shell.go(lambda: WritePage(shell, "setup.players.name", "", written.append))
    for letter in ("Ü", "b", "ÄÖÜ", "АБҐ", "ї"):
        if letter == "ÄÖÜ":
            met["keyboard"] = labels(shell.page)
        await touch(shell, finger, letter)
    met["written"] = shell.page.line.text
    met["panel"] = labels(Panel())


async def main():
    met = {}
    shell = Shell(services_in(Path(sys.argv[1])), Language.ENGLISH)
    window = asyncio.create_task(shell.async_run())
    visiting = asyncio.create_task(visit(shell, Finger(), met))
    await asyncio.wait({window, visiting}, return_when=asyncio.FIRST_COMPLETED)
    shell.stop()
    await window
    await visiting
    german = Language("de")
    met["phones"] = LANGUAGES
    met["said"] = [say(german, "dice.shown", die="d1"), say(german, "dice.sure", percent=98.5)]
    met["counted"] = [say(german, "dice.read", count=count) for count in (1, 2, 5)]
    met["english"] = [
        say(german, "dice.reach.seen"),
        say(german, "dice.still_owed", count=1),
        ability_name("stealth", Edition.EN, german),
    ]
    met["cards"] = [what for _, what in text_mistakes({"en": "a", "ru": "б", "uk": "в"}, ("names",))]
    met["cards with it"] = [what for _, what in text_mistakes({"en": "a", "ru": "б", "uk": "в", "de": "d"}, ("names",))]
    print(json.dumps(met))


asyncio.run(main())
