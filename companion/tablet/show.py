"""The script of the demo: what the finger touches, when, and which pictures are kept of it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from kivy.core.window import Window
from PIL import Image

from companion.referee import Seen, View
from companion.tablet.app import CompanionApp
from companion.tablet.finger import DEVICE, Finger
from companion.tablet.wording import name_of
from companion.texts import Language

FRAME_EVERY_S = 0.4
FRAME_WIDTH_PX = 640
COLOURS = 128
PATIENCE_S = 20.0
ANSWER_S = 4.0
RULER = "M"
LOOK_S = 0.02  # how often a condition is looked at
LANGUAGES = {Language.ENGLISH: "english", Language.RUSSIAN: "russian", Language.UKRAINIAN: "ukrainian"}


class ShowError(RuntimeError):
    """Something that the script waited for did not come."""


class Show:
    """Plays the script on a window of its own."""

    def __init__(
        self,
        app: CompanionApp,
        seconds: float,
        out: Path | None,
        tell: Callable[[str], None],
        *,
        stays: bool,
        language: Language | None = None,
    ) -> None:
        """Prepares a show.

        Args:
            app: The window, not opened yet.
            seconds: How long the script takes.
            out: Folder for the pictures, if they are wanted.
            tell: Says a line of progress.
            stays: Whether the window stays open after the script.
            language: The one it is played in; None plays it in all, one after the other.
        """
        self._app = app
        self._seconds = seconds
        self._out = out
        self._tell = tell
        self._stays = stays
        self._languages = (language,) if language else tuple(LANGUAGES)
        self._finger = Finger()
        self._frames: list[Image.Image] = []
        self._interrupted = False

    async def run(self) -> None:
        """Opens the window, plays the script and closes it again."""
        if self._out:
            self._out.mkdir(parents=True, exist_ok=True)
        Window.bind(on_touch_down=self._somebody_else)
        window = asyncio.create_task(self._app.async_run())
        script = asyncio.create_task(self._script())
        film = asyncio.create_task(self._film())
        await asyncio.wait({window, script}, return_when=asyncio.FIRST_COMPLETED)
        if self._stays and not window.done():
            self._tell("The window is yours now; close it to end.")
            await asyncio.wait({window})
        for task in (film, script):
            task.cancel()
        self._app.stop()
        results = await asyncio.gather(window, script, film, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    def save(self) -> Path:
        """Writes the animated picture and answers the folder of all pictures."""
        if self._out is None:
            raise ShowError("this show was to keep no pictures")
        if self._frames:
            first, *rest = (picture.quantize(COLOURS, Image.Quantize.FASTOCTREE) for picture in self._frames)
            first.save(
                self._out / "demo.gif",
                save_all=True,
                append_images=rest,
                duration=round(1000 * FRAME_EVERY_S),
                loop=0,
            )
        return self._out.resolve()

    async def _script(self) -> None:
        view = await self._until(lambda view: len(view.pieces) > 1 and view.picture is not None)
        self._tell(f"First places: {len(view.pieces)} models on the mat.")
        began_s = time.monotonic()
        scenes = len(self._languages) * 5
        played = 0
        for turn, language in enumerate(self._languages):
            try:
                async for name, words in self._act(language, turn):
                    if self._interrupted:
                        self._tell("Somebody touched the window: the rest of the script is left out.")
                        await self._rest(began_s + self._seconds)
                        return
                    played += 1
                    await self._rest(began_s + self._seconds * played / scenes)
                    self._keep(f"{played:02d}-{name}-{language.value}")
                    self._tell(f"{time.monotonic() - began_s:5.1f} s  {words}")
            except ShowError as error:
                self._tell(
                    f"{time.monotonic() - began_s:5.1f} s  The rest in {language.name.title()} is left out: {error}."
                )
                self._finger.press(self._app.root.ids.panel.ids.let_go)

    async def _act(self, language: Language, turn: int) -> AsyncIterator[tuple[str, str]]:
        """The script in one language; stops after each step that is worth a picture."""
        ids = self._app.root.ids
        panel = ids.panel
        self._finger.press(panel.ids[LANGUAGES[language]])
        view = await self._until(lambda view: view.choices.language is language)
        yield "table", f"{len(view.pieces)} models, {view.health.frame_rate_hz:.0f} pictures a second"
        view = await self._touch_until(lambda view: view.focus is not None, turn)
        one = view.choices.chosen[0]
        yield "focus", f"{name_of(one)}: {_sees(view)}"
        self._finger.press(next(key for key in panel.ids.ruler_keys.children if key.text == RULER))
        view = await self._until(lambda view: view.focus is not None and view.focus.reach is not None)
        yield "reach", f"{name_of(one)}: how far it can go with {RULER}"
        view = await self._touch_until(lambda view: view.pair is not None, turn + 3)
        if view.pair:
            other, gap_mm = view.pair.to_id, view.pair.gap.gap_mm
            yield "pair", f"{name_of(one)} to {name_of(other)}: {gap_mm:.1f} mm from rim to rim"
        self._finger.press(panel.ids.turn)
        await self._until(lambda view: view.choices.turned)
        yield "turned", "the mat from the other side"
        self._finger.press(panel.ids.turn)
        self._finger.press(panel.ids.let_go)
        await self._until(lambda view: not view.choices.turned and not view.choices.chosen)

    @property
    def _chosen(self) -> tuple[str, ...]:
        return self._app.view.choices.chosen if self._app.view else ()

    def _touch(self, base_id: str) -> None:
        view = self._app.view
        piece = view.piece(base_id) if view else None
        if piece:
            mat = self._app.root.ids.mat
            centre = piece.base.centre
            self._finger.tap(*mat.to_window(*mat.plan.to_screen(centre.x_mm, centre.y_mm)))

    async def _touch_until(self, condition: Callable[[View], bool], first: int) -> View:
        """Touches one base after another, for a hand may just have taken the one that was to be shown."""
        view = await self._until(lambda view: not view.health.blind)
        seen = [piece.base.id for piece in view.pieces if piece.state is Seen.SEEN]
        for base_id in seen[first:] + seen[:first]:
            if base_id in self._chosen[:1]:
                continue
            before = self._chosen
            self._touch(base_id)
            try:
                return await self._until(condition, ANSWER_S)
            except ShowError:
                self._tell(f"         {name_of(base_id)} cannot be shown just now")
            if not before:
                self._finger.press(self._app.root.ids.panel.ids.let_go)
                await self._until(lambda view: not view.choices.chosen)
        raise ShowError("no base answers")

    async def _until(self, condition: Callable[[View], bool], patience_s: float = PATIENCE_S) -> View:
        deadline_s = time.monotonic() + patience_s
        while time.monotonic() < deadline_s:
            view = self._app.view
            if view is not None and condition(view):
                return view
            await asyncio.sleep(LOOK_S)
        raise ShowError(f"the window did not answer within {patience_s:.0f} s")

    async def _rest(self, until_s: float) -> None:
        await asyncio.sleep(max(0.0, until_s - time.monotonic()))

    def _somebody_else(self, _: object, touch: object) -> None:
        if getattr(touch, "device", DEVICE) != DEVICE:
            self._interrupted = True

    async def _film(self) -> None:
        while self._out:
            if self._app.view is not None:
                picture = self._picture()
                height = round(picture.height * FRAME_WIDTH_PX / picture.width)
                small = picture.resize((FRAME_WIDTH_PX, height))
                self._frames.append(small)
            await asyncio.sleep(FRAME_EVERY_S)

    def _keep(self, name: str) -> None:
        if self._out:
            self._picture().save(self._out / f"{name}.png", compress_level=1)  # the window waits meanwhile

    def _picture(self) -> Image.Image:
        texture = self._app.root.export_as_image().texture
        return Image.frombytes("RGBA", texture.size, texture.pixels).convert("RGB")


def _sees(view: View) -> str:
    sights = view.focus.sights if view.focus else ()
    seen = sum(1 for to in sights if to.sight.verdict.answer.value == "yes")
    return f"sees {seen} of {len(sights)}"
