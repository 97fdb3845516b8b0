"""The screen of the seats: one QR code for each, who is there, and what the tablet may do with them."""

from collections.abc import Sequence

from kivy.factory import Factory
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.referee import Level
from companion.tablet.data.seat_words import AddressKey, GuestRow, SeatCard, SeatsPage
from companion.tablet.look import palette
from companion.tablet.widgets.panel import level_colour
from companion.tablet.widgets.qr_code import qr_texture

MARKS = {Level.GOOD: "✔", Level.WORSE: "…", Level.BLIND: "✘"}


class GuestLine(BoxLayout):
    """One phone, and the key that sends it away."""

    guest = NumericProperty(0)
    title = StringProperty()
    text = StringProperty()
    mark = StringProperty()
    level_colour = ColorProperty(palette.QUIET)
    send_away_text = StringProperty()
    touch_px = NumericProperty(72)

    __events__ = ("on_send_away",)

    def show(self, row: GuestRow, send_away: str, *, loud: bool) -> None:
        """Shows a phone; on a loud ground, its words are not coloured."""
        self.guest, self.title, self.text, self.send_away_text = row.id, row.title, row.text, send_away
        self.mark, self.level_colour = MARKS[row.level], palette.ON_ALARM if loud else level_colour(row.level)

    def on_send_away(self) -> None:
        """This phone is to go."""


class SeatBox(BoxLayout):
    """One seat."""

    seat = StringProperty()
    name = StringProperty()
    text = StringProperty()
    address = StringProperty()
    code = StringProperty()
    link = StringProperty()
    picture = ObjectProperty(None, allownone=True)
    lost = BooleanProperty(defaultvalue=False)
    hand_on_text = StringProperty()
    second_text = StringProperty()
    second_allowed = BooleanProperty(defaultvalue=False)
    upright = BooleanProperty(defaultvalue=True)
    guests = NumericProperty(0)
    touch_px = NumericProperty(72)
    code_px = NumericProperty(52)

    __events__ = ("on_hand_on", "on_second", "on_send_away")

    def show(self, card: SeatCard, send_away: str) -> None:
        """Shows a seat; what is the same as before is left alone."""
        if card.link != self.link:
            self.link, self.picture = card.link, qr_texture(card.link) if card.link else None
        self.seat, self.name, self.lost = card.seat, card.name, card.lost
        self.text, self.address, self.code = card.text, card.address, card.code
        self.hand_on_text, self.second_text = card.hand_on, card.second
        self.second_allowed = card.second_allowed
        self.guests = len(card.guests)
        lines = self.ids.guests
        while len(lines.children) > len(card.guests):
            lines.remove_widget(lines.children[0])
        while len(lines.children) < len(card.guests):
            line = GuestLine()
            line.bind(on_send_away=lambda line: self.dispatch("on_send_away", line.guest))
            self.bind(touch_px=line.setter("touch_px"))
            line.touch_px = self.touch_px
            lines.add_widget(line)
        for line, row in zip(reversed(lines.children), card.guests, strict=True):
            line.show(row, send_away, loud=card.lost)

    def on_hand_on(self) -> None:
        """The seat is to be emptied."""

    def on_second(self) -> None:
        """A second phone is to be let in, or no longer."""

    def on_send_away(self, guest: int) -> None:
        """A phone is to go."""


class SeatsSheet(ModalView):
    """All seats, over the whole window."""

    title = StringProperty()
    close_text = StringProperty()
    message = StringProperty()
    upright = BooleanProperty(defaultvalue=True)
    touch_px = NumericProperty(72)
    code_px = NumericProperty(52)
    urls: list[str] = ListProperty()

    __events__ = ("on_hand_on", "on_second", "on_send_away", "on_address")

    @property
    def shown(self) -> bool:
        """Whether it lies over the window."""
        return self.parent is not None

    def show(self, page: SeatsPage) -> None:
        """Shows the screen."""
        self.title, self.close_text, self.message = page.title, page.close, page.message
        self._show_addresses(page.addresses)
        boxes = self.ids.seats
        while len(boxes.children) > len(page.cards):
            boxes.remove_widget(boxes.children[0])
        while len(boxes.children) < len(page.cards):
            boxes.add_widget(self._new_box())
        for box, card in zip(reversed(boxes.children), page.cards, strict=True):
            box.show(card, page.send_away)

    def box(self, seat: str) -> SeatBox:
        """The part of the screen that shows a seat."""
        found: SeatBox = next(box for box in self.ids.seats.children if box.seat == seat)
        return found

    def _new_box(self) -> SeatBox:
        box = SeatBox()
        for name in ("upright", "touch_px", "code_px"):
            self.bind(**{name: box.setter(name)})
            setattr(box, name, getattr(self, name))
        box.bind(
            on_hand_on=lambda box: self.dispatch("on_hand_on", box.seat),
            on_second=lambda box: self.dispatch("on_second", box.seat, not box.second_allowed),
            on_send_away=lambda _, guest: self.dispatch("on_send_away", guest),
        )
        return box

    def _show_addresses(self, addresses: Sequence[AddressKey]) -> None:
        """Keys to choose by; where there is nothing to choose, the address is only read."""
        shown = self.ids.addresses
        if self.urls != [address.url for address in addresses]:
            self.urls = [address.url for address in addresses]
            shown.clear_widgets()
            for url in self.urls if len(self.urls) > 1 else ():
                key = Factory.AddressKey()
                key.bind(on_press=lambda _, url=url: self.dispatch("on_address", url))
                shown.add_widget(key)
            if len(self.urls) == 1:
                shown.add_widget(Factory.AddressWords())
        for each, address in zip(reversed(shown.children), addresses, strict=True):
            sign = "[font=Signs]✔[/font]  " if address.works else ""
            each.text = f"{sign}{address.text}"
            if len(addresses) > 1:
                each.chosen = address.chosen

    def on_hand_on(self, seat: str) -> None:
        """A seat is to be emptied."""

    def on_second(self, seat: str, allowed: bool) -> None:  # noqa: FBT001 (Kivy hands events over in order)
        """A second phone is to be let in, or no longer."""

    def on_send_away(self, guest: int) -> None:
        """A phone is to go."""

    def on_address(self, url: str) -> None:
        """The codes are to lead to another address."""
