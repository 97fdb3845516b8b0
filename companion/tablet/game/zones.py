"""What lies on the table beside the mat, and what a player holds: both as cards to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.referee import Play
from companion.referee.tasks import Choice, Input, Offer
from companion.tablet import palette
from companion.tablet.game.forms import FormData, OfferForm
from companion.tablet.game.stack import Entry, Hands, make

Shown = Mapping[str, Any]
HERO = "★"
"""Ends the mark of a hero, who needs none beside the name."""


class PlayerCard(BoxLayout):
    """All that lies open of one player."""

    name = StringProperty()
    shape = StringProperty()
    shape_colour = ColorProperty(palette.TEXT)
    active = BooleanProperty(defaultvalue=False)

    def __init__(self, player: Shown, hands: Hands) -> None:
        super().__init__()
        self._hands = hands
        self.name = str(player["name"]) + (f" {hands.say('phones.out')}" if player["out"] else "")
        self.shape, self.active = str(player["shape"]), bool(player["active"])
        self.shape_colour = palette.seat_colour(self.shape)
        if player["offers_draw"]:
            self.add_widget(make("LoudNote", text=hands.say("phones.offers_draw")))
        self._count(player)
        for each in player["creatures"]:
            self.add_widget(CreatureLine(each, hands))
        for paid in player["tactics"]:
            self._line("down", str(paid))
        for each in player["city"]:
            tapped = f" – {hands.say('log.value.tapped')}" if each["tapped"] else ""
            self._line("tapped" if each["tapped"] else "building", f"{each['name']}{tapped}", quiet=each["tapped"])
        for each in player["terrain"]:
            self._line("terrain", str(each))
        for each in player["relics"]:
            self._line("shield", str(each))
        if player["graveyard"]:
            self._line("grave", f"{hands.say('phones.graveyard')}: {', '.join(player['graveyard'])}", quiet=True)

    def _count(self, player: Shown) -> None:
        counts = [("hand", "hand", player["hand_count"]), ("deck", "deck", player["deck_count"])]
        counts += [("building", "construction", player["construction_count"])] if player["construction_count"] else []
        counts += [("grave", "graveyard", player["graveyard_count"]), ("axe", "kills", player["kills"])]
        words = [
            self._hands.say(f"phones.count.{key}", count=count) for _, key, count in counts if count or key == "hand"
        ]
        self._line("hand", " · ".join(words))

    def _line(self, icon: str, text: str, *, quiet: bool = False) -> None:
        self.add_widget(make("EyeNote", icon=icon, text=text, quiet=quiet))


class CreatureLine(BoxLayout):
    """A creature with its wounds, marks and abilities."""

    name = StringProperty()
    stats = StringProperty()
    wounds = StringProperty()
    marks = StringProperty()
    acting = BooleanProperty(defaultvalue=False)

    def __init__(self, creature: Shown, hands: Hands) -> None:
        super().__init__()
        acts = f"  – {hands.say('phones.acting')}" if creature["acting"] else ""
        mark = str(creature["mark"])
        known = creature["name"] if mark.endswith(HERO) else f"{creature['name']} {mark}"
        self.name, self.acting = f"{known}{acts}", creature["acting"]
        self.stats, self.wounds = str(creature["stats"]), str(creature["wounds"])
        self.marks = " · ".join(each for each in (creature["marks"], creature["abilities"]) if each)


@dataclass(frozen=True, slots=True)
class CardData:
    """A card of a player's own.

    Attributes:
        seat: Whose.
        card: As pages show it.
    """

    seat: str
    card: Shown


class OwnCard(BoxLayout):
    """A card that one player may see: what it costs, what it does, and whether it can be played now."""

    name = StringProperty()
    kind = StringProperty()
    cost = StringProperty()
    playable = BooleanProperty(defaultvalue=False)

    def __init__(self, data: CardData, hands: Hands) -> None:
        super().__init__()
        self.data, card = data, data.card
        self.name, self.cost, self.playable = str(card["name"]), str(card["cost"]), bool(card["offers"])
        self.kind = " · ".join(each for each in (card["kind"], card["stats"]) if each)
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


def players(play: Play) -> list[Entry]:
    """All that lies open."""
    return [(PlayerCard, player) for player in (play.own_shown or play.shown)["players"]]


def own_cards(play: Play, hands: Hands) -> list[Entry]:
    """The holder's cards; nothing while nobody holds the tablet."""
    shown, seat = play.own_shown, play.holder
    if shown is None:
        return []
    entries: list[Entry] = [(heading, hands.say("phones.section.hand"))]
    entries += [(OwnCard, CardData(seat, card)) for card in shown["hand"]]
    if not shown["hand"]:
        entries.append((note, hands.say("phones.no_cards")))
    if shown["tactics"]:
        entries.append((heading, hands.say("phones.own_tactics")))
        entries += [(OwnCard, CardData(seat, card)) for card in shown["tactics"]]
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


def heading(text: str, _: Hands) -> Widget:
    """A heading between entries."""
    return make("Heading", text=text)


def note(text: str, _: Hands) -> Widget:
    """A line of text between entries."""
    return make("Note", text=text)
