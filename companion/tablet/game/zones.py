"""What lies on the table beside the mat, and what a player holds: both as cards to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.signum.views import PlayerView, SignumView
from companion.referee import Play
from companion.referee.play import CardSaid
from companion.referee.tasks import Choice, Input, Offer
from companion.tablet import palette
from companion.tablet.game.forms import FormData, OfferForm
from companion.tablet.game.reading import ReadData, ReadSheet, pages_of
from companion.tablet.game.stack import Entry, Hands, make

Shown = Mapping[str, Any]
HERO = "★"
"""Ends the mark of a hero, who needs none beside the name."""


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """Something that lies open.

    Attributes:
        icon: What stands beside it.
        text: What it is.
        card: What it says, where it is a card that the reader knows.
        quiet: Whether it keeps in the background.
    """

    icon: str
    text: str
    card: CardSaid | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A player's side of the table.

    Attributes:
        player: As pages show it.
        lines: What lies there, in order.
        graves: The cards of the Graveyard that the reader knows, newest first.
        creatures: Each as pages show it, with what its card says.
        apart: What the players keep themselves, on cardboard; empty for nothing.
    """

    player: Shown
    lines: tuple[ZoneLine, ...]
    graves: tuple[CardSaid, ...]
    creatures: "tuple[CreatureData, ...]"
    apart: str = ""


class PlayerCard(BoxLayout):
    """All that lies open of one player; cards that are touched show what they say."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)

    def __init__(self, data: PlayerData, hands: Hands) -> None:
        super().__init__()
        self._hands, self.data, player = hands, data, data.player
        self.name = str(player["name"]) + (f" {hands.say('phones.out')}" if player["out"] else "")
        self.shape, self.active = str(player["shape"]), bool(player["active"])
        self.shape_colour = palette.seat_colour(self.shape)
        if player["offers_draw"]:
            self.add_widget(make("LoudNote", text=hands.say("phones.offers_draw")))
        self._count(player)
        if data.apart:
            self.add_widget(make("EyeNote", icon="hand", text=data.apart))
        for each in data.creatures:
            self.add_widget(CreatureLine(each, hands))
        known = [line for line in data.lines if line.card is not None]
        for line in data.lines:
            if line.card is None:
                self.add_widget(make("EyeNote", icon=line.icon, text=line.text, quiet=line.quiet))
        grid = make("CardGrid")
        for line in known:
            self._add_key(grid, line, (line.card,))
        if player["graveyard"]:
            words = f"{hands.say('game.graveyard')}: {len(player['graveyard'])}"
            self._add_key(grid, ZoneLine("grave", words, quiet=True), data.graves)
        if grid.children:
            self.add_widget(grid)

    def _add_key(self, grid: Widget, line: ZoneLine, cards: Sequence[CardSaid | None]) -> None:
        known = tuple(card for card in cards if card is not None)
        key = make("CardKey", icon=line.icon, text=line.text, quiet=line.quiet)
        key.bind(on_release=lambda _: read(known, line.text, self._hands))
        grid.add_widget(key)

    def _count(self, player: Shown) -> None:
        counts = [("hand", player["hand_count"]), ("deck", player["deck_count"])]
        counts += [("construction", player["construction_count"]), ("graveyard", player["graveyard_count"])]
        counts += [("kills", player["kills"])]
        words = [self._hands.say(f"phones.count.{key}", count=count) for key, count in counts if count or key == "hand"]
        self.add_widget(make("EyeNote", icon="hand", text=" · ".join(words)))


@dataclass(frozen=True, slots=True)
class CreatureData:
    """A creature.

    Attributes:
        creature: As pages show it.
        card: What its card says; None where nobody told which it is.
    """

    creature: Shown
    card: CardSaid | None = None


class CreatureLine(ButtonBehavior, BoxLayout):
    """A creature with its wounds, marks and abilities; touched, it shows what its card says."""

    name = StringProperty()
    stats = StringProperty()
    wounds = StringProperty()
    marks = StringProperty()
    acting = BooleanProperty(defaultvalue=False)

    def __init__(self, data: CreatureData, hands: Hands) -> None:
        super().__init__()
        self._data, self._hands, creature = data, hands, data.creature
        acts = f"  – {hands.say('phones.acting')}" if creature["acting"] else ""
        mark = str(creature["mark"])
        known = creature["name"] if mark.endswith(HERO) else f"{creature['name']} {mark}"
        self.name, self.acting = f"{known}{acts}", creature["acting"]
        self.stats, self.wounds = str(creature["stats"]), str(creature["wounds"])
        self.marks = " · ".join(each for each in (creature["marks"], creature["abilities"]) if each)

    def on_release(self) -> None:
        """It was touched."""
        if self._data.card is not None:
            read((self._data.card,), self.name, self._hands)


def read(cards: tuple[CardSaid, ...], title: str, hands: Hands) -> None:
    """Lays what cards say over the window."""
    hands.steer.lay(ReadSheet(ReadData(title, pages_of((), cards, hands)), hands))


@dataclass(frozen=True, slots=True)
class CardData:
    """A card of a player's own.

    Attributes:
        seat: Whose.
        card: As pages show it.
        said: What it says; None where nobody told which it is.
    """

    seat: str
    card: Shown
    said: CardSaid | None = None


class OwnCard(BoxLayout):
    """A card that one player may see: what it costs, what it does, and whether it can be played now."""

    name = StringProperty()
    kind = StringProperty()
    cost = StringProperty()
    playable = BooleanProperty(defaultvalue=False)
    known = BooleanProperty(defaultvalue=False)

    def __init__(self, data: CardData, hands: Hands) -> None:
        super().__init__()
        self.data, card = data, data.card
        self.name, self.cost, self.playable = str(card["name"]), str(card["cost"]), bool(card["offers"])
        self.kind = " · ".join(each for each in (card["kind"], card["stats"]) if each)
        said = data.said
        if said is not None:
            self.known = True
            self.ids.name.bind(on_release=lambda _: read((said,), said.name, hands))
        for line in card["text"]:
            self.add_widget(make("Note", text=str(line)))
        for number, offer in enumerate(card["offers"]):
            short = hands.say("phones.play_surcharge" if "surcharge" in offer.fixed else "phones.play")
            self.add_widget(OfferForm(FormData(data.seat, offer, main=number == 0, short=short), hands))
        if card.get("tell"):
            self.add_widget(OfferForm(FormData(data.seat, _telling(card["tell"], hands), fold=True), hands))
        for offer in card["besides"]:
            self.add_widget(OfferForm(FormData(data.seat, offer), hands))
        if card["why_not"]:
            self.add_widget(make("Note", text=str(card["why_not"])))


def _telling(tell: Shown, hands: Hands) -> Offer:
    """Which card of cardboard it is, as a list to choose from."""
    choices = tuple(Choice(each["key"], each["name"]) for each in tell["names"])
    key = Input("key", "pick", hands.say("cardboard.which"), choices)
    return Offer("tell", hands.say("cardboard.tell"), {"card": tell["card"]}, (key,))


def players(play: Play, hands: Hands) -> list[Entry]:
    """All that lies open, as whoever holds the tablet may know it."""
    view, shown = play.own_view or play.view, play.own_shown or play.shown
    assert isinstance(view, SignumView)  # noqa: S101 (words are made for that game)
    known = {each.id: each for each in view.players}
    return [(PlayerCard, _player(player, known[player["id"]], view, play, hands)) for player in shown["players"]]


def _player(player: Shown, known: PlayerView, view: SignumView, play: Play, hands: Hands) -> PlayerData:
    """Words and cards of one player; both list the same things in the same order."""
    pages, tapped = play.cards, f" – {hands.say('log.value.tapped')}"
    lines = [
        ZoneLine("down", str(paid), pages.get(tactic.id))
        for tactic, paid in zip(known.tactics, player["tactics"], strict=True)
    ]
    for building, each in zip(known.city, player["city"], strict=True):
        icon, mark = ("tapped", tapped) if each["tapped"] else ("building", "")
        lines.append(ZoneLine(icon, f"{each['name']}{mark}", pages.get(building.id), quiet=each["tapped"]))
    relics = ((each.id, "shield") for each in known.relics)
    open_cards = (*((each.id, "terrain") for each in known.terrain_city), *relics)
    for (card, icon), name in zip(open_cards, (*player["terrain"], *player["relics"]), strict=True):
        lines.append(ZoneLine(icon, str(name), pages.get(card)))
    own = [each for each in view.creatures if each.controller == known.id]
    creatures = tuple(
        CreatureData(each, pages.get(creature.id)) for creature, each in zip(own, player["creatures"], strict=True)
    )
    graves = tuple(pages[card.id] for card in reversed(known.graveyard) if card.id in pages)
    return PlayerData(player, tuple(lines), graves, creatures, _apart(player, play, hands))


def _apart(player: Shown, play: Play, hands: Hands) -> str:
    """What of this player's things is kept on cardboard."""
    things = [hands.say("game.apart.deck")] if player["deck_apart"] else []
    things += [hands.say(f"log.thing.{thing}") for thing in play.shown["on_cardboard"]]
    return hands.say("game.apart.kept", what=", ".join(things)) if things else ""


def own_cards(play: Play, hands: Hands) -> list[Entry]:
    """The holder's cards; nothing while nobody holds the tablet."""
    shown, seat = play.own_shown, play.holder
    if shown is None:
        return []
    entries: list[Entry] = [(heading, hands.say("phones.section.hand"))]
    entries += [(OwnCard, _own(card, play)) for card in shown["hand"]]
    if not shown["hand"]:
        entries.append((note, hands.say("phones.no_cards")))
    if shown["tactics"]:
        entries.append((heading, hands.say("phones.own_tactics")))
        entries += [(OwnCard, _own(card, play)) for card in shown["tactics"]]
    if shown["drawn"]:
        entries.append((heading, hands.say("phones.drawn_buildings")))
        entries.append((note, ", ".join(shown["drawn"])))
    if shown["by_hand"]:
        entries.append((heading, hands.say("phones.section.hands_on")))
        entries.append((note, hands.say("phones.hands_on_why")))
        entries += [
            (OfferForm, FormData(seat, each["offer"], fold=True, sure=each["sure"])) for each in shown["by_hand"]
        ]
    if shown["unused"]:
        entries.append((heading, hands.say("phones.unused")))
        entries.append((note, ", ".join(card["name"] for card in shown["unused"])))
    return entries


def _own(card: Shown, play: Play) -> CardData:
    return CardData(play.holder, card, play.cards.get(card["id"]))


def heading(text: str, _: Hands) -> Widget:
    """A heading between entries."""
    return make("Heading", text=text)


def note(text: str, _: Hands) -> Widget:
    """A line of text between entries."""
    return make("Note", text=text)
