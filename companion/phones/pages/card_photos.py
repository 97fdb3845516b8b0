"""Photographs of players' own cards, in place of the drawings: kept beside the games, shown to who knows the card.

A photograph is of a card of that name and not of one game. It is written anew before it is kept, so that nothing that
a camera noted in it, such as the place, stays in it. Each has a file of its own name, so that no screen shows an older
one that it has read before.
"""

import hashlib
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageOps

from companion.phones.pages.photos import UnreadableError, opened
from companion.record.private_file import write_private
from companion.referee.match.match import Match
from companion.referee.screen.player_screen import CardShown, PlayerScreen
from companion.texts import Language

LONGEST_PX = 640
QUALITY = 82
MAX_PHOTOS = 500
"""Of one folder; of each card there is one."""
ENDING = ".jpg"
FROM_CAMERA = ("JPEG",)
FROM_FILE = ("JPEG", "PNG")
"""What is taken as a photograph, as Pillow calls it."""


class CardPhotos:
    """The photographs of one folder."""

    def __init__(self, folder: Path) -> None:
        """Takes the folder; it is made with the first photograph."""
        self._folder = folder
        self._files = {file.stem.partition("-")[0]: file for file in folder.glob(f"*{ENDING}")}
        self._versions = {name: _version(file.read_bytes()) for name, file in self._files.items()}

    def put(self, key: str, photo: bytes, formats: tuple[str, ...] = FROM_CAMERA) -> None:
        """Keeps a photograph of a card, in place of an older one.

        Args:
            key: Which card it is.
            photo: A picture of any size that may be decoded.
            formats: As Pillow calls them.

        Raises:
            UnreadableError: If it is none, or there are too many.
            OSError: If it cannot be written.
        """
        name = _name(key)
        if name not in self._versions and len(self._versions) >= MAX_PHOTOS:
            raise UnreadableError("too many photographs")
        kept = small_photo(photo, formats)
        version, before = _version(kept), self._files.get(name)
        file = self._folder / f"{name}-{version}{ENDING}"
        self._folder.mkdir(parents=True, exist_ok=True)
        write_private(file, kept)
        self._files[name], self._versions[name] = file, version
        if before is not None and before != file:
            before.unlink(missing_ok=True)

    def remove(self, key: str) -> None:
        """Forgets a card's photograph, if there is one."""
        name = _name(key)
        self._versions.pop(name, None)
        file = self._files.pop(name, None)
        if file is not None:
            file.unlink(missing_ok=True)

    def version(self, key: str) -> str:
        """Tells one photograph of a card from the next; empty for none."""
        return self._versions.get(_name(key), "")

    @property
    def as_of(self) -> tuple[str, ...]:
        """Equal as long as nothing changed."""
        return tuple(self._versions.values())

    def file(self, key: str) -> Path | None:
        """Where a card's photograph is; None for none."""
        return self._files.get(_name(key))


def own_key(match: Match, seat: str, language: Language, card: str) -> str:
    """Which card it is that lies among a player's own, to be photographed; empty for none of them."""
    holdings = match.sheet(seat, language).holdings
    if card not in {line.id for holding in holdings for line in holding.cards}:
        return ""
    text = match.teller(language).card(card)
    return "" if text is None else text.key


def small_photo(photo: bytes, formats: tuple[str, ...] = FROM_CAMERA) -> bytes:
    """A JPEG of at most `LONGEST_PX`, upright, with nothing in it but the picture.

    Raises:
        UnreadableError: If it is no picture that may be decoded.
    """
    with opened(photo, "RGB", LONGEST_PX, formats) as picture:
        try:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
        except (OSError, SyntaxError, ValueError) as error:
            raise UnreadableError("no picture") from error
    upright.thumbnail((LONGEST_PX, LONGEST_PX))
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    written = io.BytesIO()
    bare.save(written, "JPEG", quality=QUALITY)
    return written.getvalue()


def photographed(screen: PlayerScreen, photo_of: Callable[[str], str]) -> PlayerScreen:
    """A reader's screen on which the own cards look like their photographs.

    Args:
        screen: What a reader is shown.
        photo_of: Tells a card's photograph by the card's id; empty for none.
    """

    def shown(card: CardShown) -> CardShown:
        look, photo = card.line.look, photo_of(card.line.id)
        return replace(card, line=replace(card.line, look=replace(look, photo=photo))) if look and photo else card

    holdings = (replace(each, cards=tuple(map(shown, each.cards))) for each in screen.holdings)
    return replace(screen, holdings=tuple(holdings))


def _name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:24]


def _version(photo: bytes) -> str:
    return hashlib.sha256(photo).hexdigest()[:12]
