"""Going back, and letting pass what a rule refuses: each player's consent is a touch; of one who plays alone one."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.referee import OverruleProposal, OverruleRule, VoteOnProposal, VoteOnRule, VoteOnUndo
from companion.referee.screen.game_screen import GameScreen, UndoRequest
from companion.tablet.game.forms.write_sheet import WriteSheet
from companion.tablet.look import palette
from companion.tablet.widgets.stack import WidgetContext, make

READY_REASONS = ("agreed", "measured", "custom")
"""Keys, within `game.overrule.why`, of the reasons that are one touch away."""
MAX_TAKEN = 4
"""So many lines of what would be taken back are read at once."""


@dataclass(frozen=True, slots=True)
class UndoData:
    """A way back that is asked for.

    Attributes:
        undoing: What would be taken back.
        players: Id, name and shape of each who must agree.
    """

    undoing: UndoRequest
    players: tuple[tuple[str, str, str], ...]


class UndoCard(BoxLayout):
    """What would be taken back, and a key for each player to agree."""

    text = StringProperty()
    no_text = StringProperty()

    def __init__(self, data: UndoData, context: WidgetContext) -> None:
        super().__init__()
        self.data, self.text = data, data.undoing.text
        self.no_text = context.say("game.undo.no")
        if context.alone and (data.undoing.taken or data.undoing.redo):
            self.text = context.say("game.undo.alone_redo" if data.undoing.redo else "game.undo.alone")
        for line in data.undoing.taken[:MAX_TAKEN]:
            self.ids.warnings.add_widget(make("Words", text=f"–  {line}"))
        if more := len(data.undoing.taken[MAX_TAKEN:]):
            self.ids.warnings.add_widget(make("Note", text=context.say("game.undo.more", count=more)))
        for warning in data.undoing.warnings:
            self.ids.warnings.add_widget(make("Note", text=warning))
        if context.alone:
            yes = make("GameKey", text=context.say("game.undo.yes"), main=True)
            yes.bind(on_release=lambda _: context.submit(VoteOnUndo(data.players[0][0], agrees=True)))
            self.ids.row.add_widget(yes)
            self.ids.row.cols = 1
        for seat, name, shape in () if context.alone else data.players:
            agreed = seat in data.undoing.agreed
            text = context.say("game.undo.agreed" if agreed else "game.undo.agree", player=name)
            key = make("SeatKey", text=text, shape=shape, chosen=agreed, disabled=agreed)
            key.shape_colour = palette.seat_colour(shape)
            key.bind(on_release=lambda _, seat=seat: context.submit(VoteOnUndo(seat, agrees=True)))
            self.ids.row.add_widget(key)
        self.ids.no.bind(on_release=lambda _: context.submit(VoteOnUndo(data.players[0][0], agrees=False)))


@dataclass(frozen=True, slots=True)
class OverruleData:
    """What may be let pass.

    Attributes:
        players: Id, name and shape of each.
        sentence: What was done, and why it was refused.
        proposal: What was done on the mat; empty for the intent that was refused last.
    """

    players: tuple[tuple[str, str, str], ...]
    sentence: str
    proposal: str = ""


def agreed_by(players: tuple[tuple[str, str, str], ...], why: str, context: WidgetContext) -> str:
    """The reason that is kept where all players let something pass; id, name and shape of each."""
    return context.say("game.overrule.by_all", why=why, who=", ".join(name for _, name, _ in players))


class OverruleSheet(ModalView):
    """Asks for the reason, and who lets it pass: all players, a touch each, or a judge by name."""

    title = StringProperty()
    sentence = StringProperty()
    why_text = StringProperty()
    together_text = StringProperty()
    judge_text = StringProperty()
    judge_key_text = StringProperty()
    judge = StringProperty()
    why = StringProperty()
    pass_text = StringProperty()
    close_text = StringProperty()

    def __init__(self, data: OverruleData, context: WidgetContext) -> None:
        super().__init__()
        self._data, self._widget_context = data, context
        self._agreed: set[str] = set()
        self.title, self.sentence = context.say("game.overrule.title"), data.sentence
        self.why_text, self.together_text = context.say("game.overrule.why_ask"), context.say("game.overrule.together")
        self.judge_text = context.say("game.overrule.judge")
        self.pass_text, self.close_text = context.say("game.overrule.pass"), context.say("phones.close")
        for ready in READY_REASONS:
            text = context.say(f"game.overrule.why.{ready}")
            reason = make("GameKey", text=text)
            reason.bind(on_release=lambda _, text=text: self._give(text))
            self.ids.whys.add_widget(reason)
        self._own = make("GameKey")
        self._own.bind(on_release=lambda _: self._write_why())
        self.ids.whys.add_widget(self._own)
        self._by_phone: dict[str, Widget] = {}
        for seat, name, shape in data.players:
            has_phone = seat in context.phones
            text = context.say("game.overrule.on_phone" if has_phone else "game.undo.agree", player=name)
            key = make("SeatKey", text=text, shape=shape, disabled=has_phone)
            key.shape_colour = palette.seat_colour(shape)
            if has_phone:
                self._by_phone[seat] = key
            else:
                key.bind(on_release=self._toggled(seat))
            self.ids.row.add_widget(key)
        self._give("")
        self._take("")
        self._vote(())

    def follow(self, play: GameScreen) -> None:
        """Shows who has agreed on the phone."""
        for seat, name, _ in self._data.players:
            if seat in self._by_phone and seat in play.agreed_by_phone and seat not in self._agreed:
                self._agreed.add(seat)
                self._by_phone[seat].chosen = True
                self._by_phone[seat].text = self._widget_context.say("game.undo.agreed", player=name)
        self._check()

    def write(self) -> None:
        """Lays letters over the window, for the judge's name."""
        context = self._widget_context
        context.actions.lay(WriteSheet(context.say("game.overrule.name"), self.judge, self._take, context))

    def overrule(self) -> None:
        """Lets it pass."""
        context = self._widget_context
        by_judge = context.say("game.overrule.judged", why=self.why, who=self.judge) if self.judge else ""
        reason = by_judge or agreed_by(self._data.players, self.why, context)
        proposal = self._data.proposal
        context.submit(OverruleProposal(proposal, reason) if proposal else OverruleRule(reason))
        self.dismiss(animation=False)

    def on_dismiss(self) -> None:
        """Phones show no longer that it is being decided."""
        self._vote(None)

    def _write_why(self) -> None:
        context, ready = self._widget_context, [key.text for key in self.ids.whys.children]
        own = "" if self.why in ready[1:] else self.why
        context.actions.lay(WriteSheet(context.say("game.overrule.why_ask"), own, self._give, context))

    def _give(self, why: str) -> None:
        """Takes a reason; none for an empty one."""
        self.why = why
        ready = [key for key in self.ids.whys.children if key is not self._own]
        for key in ready:
            key.chosen = key.text == why
        self._own.chosen = bool(why) and not any(key.chosen for key in ready)
        self._own.text = why if self._own.chosen else self._widget_context.say("game.overrule.why_other")
        self._check()

    def _take(self, judge: str) -> None:
        self.judge, say = judge, self._widget_context.say
        self.judge_key_text = say("game.overrule.by_judge", who=judge) if judge else say("game.overrule.name")
        self._check()

    def _toggled(self, seat: str) -> Callable[[Widget], None]:
        def touched(key: Widget) -> None:
            self._agreed ^= {seat}
            key.chosen = seat in self._agreed
            self._check()
            self._vote(tuple(self._agreed))

        return touched

    def _vote(self, agreed: tuple[str, ...] | None) -> None:
        """Lets the phones show it."""
        proposal = self._data.proposal
        self._widget_context.submit(VoteOnProposal(proposal, agreed) if proposal else VoteOnRule(agreed))

    def _check(self) -> None:
        everybody = self._agreed >= {seat for seat, _, _ in self._data.players}
        self.ids.go.disabled = not (self.why and (everybody or self.judge))
