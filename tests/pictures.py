"""The pictures of the pages for players, each as the program itself draws it, into `docs/pictures`.

    uv run python -m tests.pictures [NAME…]

Some minutes on an idle machine: a demo match is played, the tablet's screens are toured, phones are opened in a
browser, sheets are printed, and a simulated picture is measured. Needs what `make test` installs.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
from PIL import Image

from companion.texts import Language
from tests.phones.browser import browse
from tests.phones.moments import moment
from tests.phones.screens import screens
from vision.drawing import draw_observation
from vision.images.frame import Frame
from vision.reader import TableReader
from vision.simulation import simulated_table
from vision.table_file import format_table

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "docs" / "pictures"
QUALITY = 80
MAX_BYTES = 150_000
WIDTH_PX = 1280
PHONE_PX = (414, 896)
FRAME_PX = (1920, 1080)
GAP_PX = 24
PAPER_DPI = 70
PATIENCE_S = 1800


def main(names: list[str]) -> int:
    """Makes the pictures of the given names, or all.

    Returns:
        The exit code: 2 if there is no picture of such a name.
    """
    if unknown := set(names) - set(PICTURES):
        print(f"pictures: there is no {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
        return 2
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or PICTURES:
            make, how = PICTURES[name]
            file = KEPT / f"{name}.webp"
            _whole(make(Path(folder), how)).save(file, quality=QUALITY, method=6)
            assert file.stat().st_size <= MAX_BYTES, f"{file.name} has {file.stat().st_size} bytes"
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")
    return 0


def _whole(picture: Image.Image) -> Image.Image:
    height = round(picture.height * WIDTH_PX / picture.width)
    return picture.resize((WIDTH_PX, height), Image.Resampling.LANCZOS) if picture.width > WIDTH_PX else picture


def _beside(pictures: list[Image.Image]) -> Image.Image:
    size = sum(each.width + GAP_PX for each in pictures) - GAP_PX, max(each.height for each in pictures)
    whole, left = Image.new("RGB", size, "white"), 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width + GAP_PX
    return whole


def _demo(folder: Path, scene: str) -> Image.Image:
    """What the window showed at a scene of the demo."""
    out = folder / "demo"
    if not out.exists():
        _run(sys.executable, "-m", "companion", "demo", "--headless", "--language", "en", "--out", out)
    return Image.open(next(out.glob(f"*-{scene}-en.png"))).convert("RGB")


def _screen(folder: Path, page: str) -> Image.Image:
    """A screen of the tablet."""
    out = folder / "screens"
    if not out.exists():
        tour = ROOT / "tests" / "tablet" / "window" / "test_every_screen.py"
        wanted = " ".join(how for make, how in PICTURES.values() if make is _screen)
        settings = {"COMPANION_SCREENS": str(out), "COMPANION_SCREENS_ONLY": wanted}
        _run(sys.executable, "-m", "pytest", "-q", "-n", "0", tour, "-k", "picture", **settings)
    return Image.open(out / f"{page}-en-dark.png").convert("RGB")


def _phone(folder: Path, tabs: str) -> Image.Image:
    """Pages of a player's phone, one beside the other."""

    async def taken() -> list[Image.Image]:
        pictures = []
        async with screens(folder) as shown:
            html = shown.document(shown.gateway(moment("crowded"), "phone"), "B", Language.ENGLISH)
            page = await shown.page(PHONE_PX[0])
            await page.set_viewport_size({"width": PHONE_PX[0], "height": PHONE_PX[1]})
            await shown.show(page, html)
            for tab in tabs.split():
                await page.click(f'nav a[data-tab="{tab}"]')
                file = folder / f"phone-{tab}.png"
                await page.screenshot(path=file)
                pictures.append(Image.open(file).convert("RGB"))
        return pictures

    return _beside(browse(taken()))


def _sheets(folder: Path, sheets: str) -> Image.Image:
    """The first pages of printed sheets, one beside the other."""
    pictures = []
    for sheet in sheets.split():
        out = folder / sheet
        _run(sys.executable, "-m", "companion", "print", sheet, "--out", out)
        pdf = next(out.glob("*.pdf"))
        _run("pdftoppm", "-png", "-r", str(PAPER_DPI), "-f", "1", "-singlefile", pdf, out / "page")
        page = Image.open(out / "page.png").convert("RGB")
        framed = Image.new("RGB", (page.width + 2, page.height + 2), "#999999")
        framed.paste(page, (1, 1))
        pictures.append(framed)
    return _beside(pictures)


def _measured(_: Path, scene: str) -> Image.Image:
    """A camera's picture with what the eyes find in it."""
    table = simulated_table(scene, size=FRAME_PX, clutter=False)
    picture = table.render(0.0)
    seen = TableReader(table.layout, table.lens).read(Frame(picture, 0.0, 0))
    drawn = draw_observation(picture, table.layout, seen)
    return Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2RGB))


def _told(folder: Path, scene: str) -> Image.Image:
    """A camera's picture with what `companion measure` draws into it."""
    table = simulated_table(scene, size=FRAME_PX, clutter=False)
    cv2.imwrite(str(folder / "told.png"), table.render(0.0))
    (folder / "told.toml").write_text(format_table(table.layout), encoding="utf-8")
    picture, drawn = folder / "told.png", folder / "drawn.png"
    _run(sys.executable, "-m", "companion", "measure", picture, "--table", folder / "told.toml", "--draw", drawn)
    return Image.open(drawn).convert("RGB")


def _run(*words: str | Path, **settings: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    subprocess.run(words, check=True, timeout=PATIENCE_S, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)


PICTURES: dict[str, tuple[Callable[[Path, str], Image.Image], str]] = {
    "table": (_demo, "melee"),
    "dice": (_demo, "dice"),
    "end": (_demo, "end"),
    "check": (_screen, "check"),
    "verdict": (_screen, "verdict"),
    "phone": (_phone, "now hand table"),
    "sheets": (_sheets, "mat bases"),
    "seen": (_measured, "demo"),
    "board": (_told, "board"),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
