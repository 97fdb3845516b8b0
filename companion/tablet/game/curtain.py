"""The curtain: before anything that one player alone may see, the tablet is passed and the others look away."""

from kivy.properties import StringProperty
from kivy.uix.modalview import ModalView

from companion.tablet.widgets.stack import WidgetContext


class Curtain(ModalView):
    """Covers the whole window until the named player lifts it, or sends it back."""

    title = StringProperty()
    text = StringProperty()
    lift_text = StringProperty()
    back_text = StringProperty()

    __events__ = ("on_lift",)

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.seat = ""

    @property
    def shown(self) -> bool:
        """Whether it lies over the window."""
        return self.parent is not None

    def fall(self, seat: str, name: str, context: WidgetContext) -> None:
        """Comes down before a player; it asks first whether what is on that player's phone shall be seen here, too."""
        self.seat = seat
        about = "phone." if seat in context.phones else ""
        self.title = context.say(f"game.curtain.{about}title", player=name)
        self.text = context.say(f"game.curtain.{about}text", player=name)
        self.lift_text = context.say("game.curtain.lift", player=name)
        self.back_text = context.say("game.curtain.back")
        self.open(animation=False)

    def lift(self) -> None:
        """The player has the tablet."""
        self.dismiss(animation=False)
        self.dispatch("on_lift", self.seat)

    def on_lift(self, seat: str) -> None:
        """A player's own things may be shown."""
