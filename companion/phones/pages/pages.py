"""Pages from sheets: what a player may know, in the player's language, as HTML in sections.

Only the viewer's own sheet and log go in.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from operator import attrgetter
from typing import Any

import jinja2
import msgspec

from companion.games.command import SPECTATOR
from companion.games.display.offers import Input
from companion.phones.pages.card_photos import CardPhotos, photographed
from companion.phones.pages.card_scan import ScanResult
from companion.phones.pages.carried_deck import carried_codes, qr_svg
from companion.phones.pages.league import LeagueContact, league_shown
from companion.phones.pages.live_page import LivePage
from companion.phones.pages.log import LogSentence
from companion.phones.pages.mat_photo import MatPhoto
from companion.phones.pages.page_data import PageData, shown_to
from companion.phones.pages.reader import Reader
from companion.phones.pages.why import why_of
from companion.presentation.card_art import ART, COLOURS, FRAMES, PLAIN
from companion.presentation.contours import BOX, svg_path
from companion.presentation.drawing_svg import STYLE
from companion.presentation.teller import Teller
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.screen.player_screen import DiceLines, nothing_lies
from companion.texts import COMMON, Language, Texts, say
from companion.texts.letters import straightened

MEDIA = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
ICONS_PX = (180, 192, 512)
"""For home screens: the first for Apple's, the others for those that read the manifest."""
GROUND = "#14181d"
LANGUAGES = tuple((language.value, language.own_name) for language in Language)
TABS = ("now", "hand", "table", "log", "more")
SECTIONS = {
    "task": "now",
    "acts": "now",
    "latest": "now",
    "hand": "hand",
    "table": "table",
    "rolls": "log",
    "log": "log",
    "rules": "more",
    "hands_on": "more",
    "readings": "more",
}
"""Sections in the order of the page, with the tab that shows each."""

USED: Mapping[str, tuple[str, ...]] = {
    "head": ("screen.sheet.phase", "screen.sheet.turn", "screen.sheet.players", "apart"),
    "task": (
        "screen.outcome",
        "screen.tasks",
        "screen.waiting",
        "screen.own_move",
        "screen.sheet.bout",
        "screen.holdings",
        "picture",
        "lacking",
        "pause",
        "taken",
        "dispute",
        "looks_at",
        "again",
        "ending",
        "league",
    ),
    "acts": ("screen.groups", "screen.sheet.playable", "revocable"),
    "latest": ("latest", "fights", "fresh", "screen.sheet.viewer", "league"),
    "hand": ("screen.holdings",),
    "table": ("mat", "screen.sheet.below", "screen.sheet.players", "screen.sheet.piles"),
    "rolls": ("rolls",),
    "log": ("log",),
    "rules": ("screen.sheet.rules",),
    "hands_on": ("screen.by_hand",),
    "readings": ("screen.sheet.readings", "screen.sheet.seed_hash"),
}
"""What each section shows; one that would show the same again is not made again."""

SETTINGS = "settings"
"""Stands among the sections, and is the same as long as the page is open."""

COLUMNS = {
    False: (
        ("task", "acts", "latest", "hand"),
        ("table",),
        ("rolls", "log", SETTINGS, "rules", "hands_on", "readings"),
    ),
    True: (("task", "latest", "rolls"), ("table",), ("log", SETTINGS, "rules", "readings")),
}
"""Sections side by side where there is room, in the order of the page: of players, and of those who watch."""

ANCHORS = {"now": "task", "hand": "hand", "table": "table", "log": "log", "more": "rules"}
MAX_LINES = 1024
EMPTY_ID = re.compile(r'<input type="hidden" name="id" value="">')


class Pages:
    """Makes the pages of a game.

    Attributes:
        photos: Of the players' own cards; None where none are taken.
        league: Takes what players say to their league; None at a table that belongs to none.
        mat_photo: The newest picture of the mat.
        lacking: Tells which questions wait for a model on the mat: who is asked, and the key of the question.
    """

    def __init__(self, lying: DiceLines = nothing_lies, photos: CardPhotos | None = None) -> None:
        """Prepares.

        Args:
            lying: Tells which dice lie there.
            photos: Of the players' own cards; None where none are taken.
        """
        self._lying, self.photos = lying, photos
        self.league: LeagueContact | None = None
        self.mat_photo = MatPhoto()
        self.lacking: Callable[[], Collection[tuple[str, str]]] = tuple
        self._assets = _assets()
        self._environment = _environment(takes_photos=photos is not None)
        self._document = self._environment.get_template("document.html")
        self._templates: dict[tuple[Texts, Language, bool], Any] = {}
        self._made: dict[tuple[Reader, str], tuple[list[Any], str]] = {}
        self._joining = self._environment.get_template("joining.html")
        self._scanned = self._environment.get_template("scanned.html")
        self._app_dice = self._environment.get_template("app_dice.html")
        self._carried_deck = self._environment.get_template("carried_deck.html")
        self._said = self._environment.get_template("said.html")
        self._why = self._environment.get_template("why.html")

    def sections(self, gateway: CommandGateway, reader: Reader) -> dict[str, str]:
        """All that a reader sees now, by section."""
        words = {seat: word for seat in gateway.match.players if (word := gateway.word(seat)) is not None}
        shown, texts = shown_to(gateway.match, reader, self._lying, words), gateway.match.record.game.texts
        shown = replace(
            shown,
            apart=gateway.apart,
            league=league_shown(self.league, gateway.match, reader, can_photograph=self.mat_photo.is_there),
            lacking=frozenset(key for seat, key in self.lacking() if seat == reader.viewer),
        )
        if self.photos is not None:
            photos, teller = self.photos, gateway.match.teller(reader.language, reader.viewer)
            shown = replace(shown, screen=photographed(shown.screen, lambda card: photo_path(photos, teller, card)))
        return {name: self._section(name, shown, reader, texts) for name in USED}

    def document(
        self, reader: Reader, board: LivePage, place: str, texts: Texts = COMMON, *, carries: bool = False
    ) -> str:
        """The whole page around the sections; it leads to the reader's deck where that can be taken along."""
        html = self._document.render(
            t=_teller(reader.language, texts),
            language=reader.language.value,
            languages=LANGUAGES,
            place=place,
            sections=dict.fromkeys(("head", *SECTIONS), "") | board.sections,
            epoch=board.epoch,
            version=board.version,
            columns=COLUMNS[reader.viewer == SPECTATOR],
            watching=reader.viewer == SPECTATOR,
            carries=carries,
            tabs=SECTIONS,
            tab_names=tuple(tab for tab in TABS if tab != "hand" or board.sections.get("hand")),
            tab_anchor=ANCHORS,
        )
        return _marked(html, place)

    def joining(
        self,
        gateway: CommandGateway,
        language: Language,
        *,
        trouble: str = "",
        ticket: str = "",
        seat: str = "",
        elsewhere: bool = False,
    ) -> str:
        """The page to join by."""
        return self._joining.render(
            t=_teller(language),
            language=language.value,
            languages=LANGUAGES,
            trouble=trouble,
            ticket=ticket,
            seat=straightened(gateway.match.teller(language).name(seat)) if seat else "",
            watching=seat == SPECTATOR,
            elsewhere=elsewhere,
        )

    def why(self, gateway: CommandGateway, reader: Reader, number: int, *, whole: bool) -> str | None:
        """On what a line of a reader's log rests, as a page or a part of one; None if there is nothing to show."""
        turned = gateway.match.sheet(reader.viewer, reader.language).turned
        teller = gateway.match.teller(reader.language, reader.viewer)
        shown = why_of(gateway.match.lines(reader.viewer), number, teller, turned=turned)
        if not shown or not whole:
            return shown or None
        page = self._why.render(t=_teller(reader.language), language=reader.language.value, shown=shown)
        return str(page)

    def scanned(self, found: ScanResult, language: Language, place: str) -> str:
        """The page that says which card was photographed."""
        html = self._scanned.render(t=_teller(language), language=language.value, scanned=found)
        return _marked(html, place)

    def said(self, sentence: str, language: Language) -> str:
        """The page that says why an intent was not granted."""
        return str(self._said.render(t=_teller(language), language=language.value, sentence=sentence))

    def carried_deck(self, gateway: CommandGateway, reader: Reader) -> str | None:
        """The page with the codes of the reader's own deck; None if there is none to take along."""
        codes = carried_codes(gateway.match, reader.viewer)
        if not codes:
            return None
        pictures = [qr_svg(code) for code in codes]
        given = {"t": _teller(reader.language), "language": reader.language.value}
        return str(self._carried_deck.render(given, codes=codes, pictures=pictures))

    def app_dice(self, address: str, language: Language) -> str:
        """The page with the address at which an app reports rolls."""
        return str(self._app_dice.render(t=_teller(language), language=language.value, address=address))

    @property
    def assets(self) -> tuple[str, ...]:
        """Names of all files that pages load."""
        return tuple(self._assets)

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """A file that pages load, with its media type; None if there is none."""
        found = self._assets.get(name)
        return None if found is None else (found, MEDIA[name.rpartition(".")[2]])

    def _section(self, name: str, shown: PageData, reader: Reader, texts: Texts) -> str:
        used = [shown.by_finger, *(attrgetter(each)(shown) for each in USED[name])]
        made = self._made.get((reader, name))
        if made is None or made[0] != used:
            macro = getattr(self._template(texts, reader.language, by_finger=shown.by_finger), f"section_{name}")
            made = self._made[reader, name] = used, straightened(str(macro(shown)).strip())
        return made[1]

    def _template(self, texts: Texts, language: Language, *, by_finger: bool) -> Any:  # noqa: ANN401 (macros, which have no types)
        """The sections in the words of a game."""
        key = texts, language, by_finger
        if (made := self._templates.get(key)) is None:
            made = self._templates[key] = self._made_template(_teller(language, texts), by_finger=by_finger)
        return made

    def _made_template(self, teller: Any, *, by_finger: bool) -> Any:  # noqa: ANN401 (likewise)

        @lru_cache(MAX_LINES)
        def said(line: LogSentence, place: str) -> Any:  # noqa: ANN401 (HTML that is not to be escaped again)
            """Most of a log was there before: each line is made once."""
            return module.line_of_log(line, place)

        given = {"t": teller, "how_many": _counter(teller), "said": said, "by_finger": by_finger}
        module: Any = self._environment.get_template("sections.html").make_module(given)
        return module


def photo_path(photos: CardPhotos, teller: Teller, card: str) -> str:
    """Where a page finds a card's photograph, below `/card-photo/`; empty for none."""
    text = teller.card(card)
    version = photos.version(text.key) if text is not None else ""
    return f"{card}/{version}" if version else ""


def _marked(html: str, place: str) -> str:
    """Gives each form the name of its intent and where it was made, as without script it is sent as it is."""
    mark = f'<input type="hidden" name="place" value="{place}">'
    return EMPTY_ID.sub(lambda _: f'<input type="hidden" name="id" value="{secrets.token_hex(8)}">{mark}', html)


def _teller(language: Language, texts: Texts = COMMON) -> Any:  # noqa: ANN401 (a function of the templates)
    return lambda key, **values: texts.say(language, key, **values)


def _counter(teller: Any) -> Any:  # noqa: ANN401 (functions of the templates)
    """Says how many of an input's choices are to be taken."""

    def how_many(entry: Input) -> str:
        key = "phones.exactly" if entry.least == entry.most else "phones.at_most"
        return str(teller(key, count=entry.most))

    return how_many


def _minutes(time_s: float) -> str:
    """Minutes and seconds."""
    minutes, seconds = divmod(int(time_s), 60)
    return f"{minutes}:{seconds:02d}"


def _asked(*what: object) -> str:
    """An id that is the same as long as the same is asked, so that what a player has ticked stays as long."""
    return f"q{hashlib.sha256(repr(what).encode()).hexdigest()[:12]}"


@cache
def _environment(*, takes_photos: bool) -> jinja2.Environment:
    """The templates, each compiled once for all games of this program, which takes longer than to serve one.

    Args:
        takes_photos: Whether players may photograph their own cards.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("companion.phones", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    names = {_plain_name(name): name for name in _assets()}
    environment.globals["asset"] = lambda name: f"/assets/{names[name]}"
    environment.globals["asked"] = _asked
    environment.globals["minutes"] = _minutes
    environment.globals["takes_photos"] = takes_photos
    environment.globals["watches"] = lambda viewer: viewer == SPECTATOR
    environment.globals["known_art"] = lambda name: name if name in ART else PLAIN
    return environment


@cache
def _assets() -> dict[str, bytes]:
    """Files by name, each with the hash of its content in it, so that browsers keep them for ever."""
    folder = resources.files("companion.phones").joinpath("assets")
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.rpartition(".")[2] in MEDIA}
    found["phone.css"] += STYLE.encode() + _tones()
    found["art.svg"] = _art()
    for language in Language:
        found[f"manifest-{language.value}.webmanifest"] = _manifest(language, found)
    return {_hashed_name(name, body): body for name, body in found.items()}


def _tones() -> bytes:
    """The colours of grounds and frames of cards, as classes."""
    grounds = (f".tone-{name} {{ --tone: {colour}; }}\n" for name, colour in COLOURS.items())
    frames = (f".frame-{name} {{ --frame: {colour}; }}\n" for name, colour in FRAMES.items())
    return "".join((*grounds, *frames)).encode()


def _art() -> bytes:
    """The drawings of cards, a symbol each."""
    box = f'viewBox="0 0 {BOX:g} {BOX:g}"'
    symbols = (
        f'<symbol id="{name}" {box}><path d="{svg_path(contours)}"/></symbol>\n' for name, contours in ART.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" fill-rule="evenodd">\n{"".join(symbols)}</svg>\n'.encode()


def _manifest(language: Language, found: Mapping[str, bytes]) -> bytes:
    """What a home screen shows of us.

    It opens in the browser, where the phone has its seat; an app of its own would have cookies of its own.
    """
    names = [f"icon-{size}.png" for size in ICONS_PX[1:]]
    icons = [
        {"src": f"/assets/{_hashed_name(name, found[name])}", "sizes": f"{size}x{size}", "purpose": "any maskable"}
        for name, size in zip(names, ICONS_PX[1:], strict=True)
    ]
    title = say(language, "phones.title")
    shown = {"name": title, "short_name": title, "lang": language.value, "start_url": "/", "scope": "/",
             "display": "browser", "background_color": GROUND, "theme_color": GROUND, "icons": icons}  # fmt: skip
    return msgspec.json.encode(shown)


def _hashed_name(name: str, body: bytes) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(body).hexdigest()[:10]}.{ending}"


def _plain_name(hashed: str) -> str:
    stem, _, ending = hashed.rpartition(".")
    return f"{stem.rpartition('.')[0]}.{ending}"
