"""What was most likely meant by what was done on the mat, to be confirmed with a touch; and what is to be put back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.geometry import MatPoint
from companion.referee import AcceptPlacement, BindModel, ConfirmProposal, DismissProposal
from companion.referee.api.placement import FITS_MM, Placement, PlacementState
from companion.referee.api.proposal import Proposal
from companion.tablet.data.wording import name_of
from companion.tablet.game.read_sheet import ReadData, ReadSheet, pages_of
from companion.tablet.look import palette
from companion.tablet.widgets.panel import MARKS
from companion.tablet.widgets.stack import WidgetContext, make
from companion.texts import figure

SHORT_NAME = 14
"""Names of so many letters at most stand beside one another."""


class ProposalCard(BoxLayout):
    """One reading of an action."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    text = StringProperty()
    rule = StringProperty()

    def __init__(self, proposal: Proposal, context: WidgetContext) -> None:
        super().__init__()
        self.proposal = proposal
        answer = proposal.verdict.answer
        self.mark, self.mark_colour = MARKS[answer], palette.INKS[answer]
        self.text, self.rule = proposal.text, proposal.rule
        keys = self.ids.row
        if proposal.possible:
            yes = make("GameKey", text=context.say("game.propose.yes"), main=True)
            yes.bind(on_release=lambda _: context.submit(ConfirmProposal(proposal.id)))
            keys.add_widget(yes)
        no = make(
            "GameKey",
            text=context.say("game.propose.no" if proposal.possible else "game.propose.seen"),
            main=not proposal.possible,
        )
        no.bind(on_release=lambda _: self._dismiss(context))
        keys.add_widget(no)
        for number, follow in enumerate(proposal.then, 1):
            and_then = make("GameKey", text=follow.text, main=True)
            and_then.bind(on_release=lambda _, number=number: context.submit(ConfirmProposal(proposal.id, number)))
            self.add_widget(and_then)
        if not proposal.possible and proposal.overrulable:
            let_pass = make("GameKey", text=context.say("game.propose.stand"))
            let_pass.bind(on_release=lambda _: context.actions.overrule(proposal))
            keys.add_widget(let_pass)
        if proposal.whys:
            why = make("GameKey", text=context.say("phones.why"))
            why.bind(on_release=lambda _: self._show_why(context))
            self.add_widget(why)

    def _show_why(self, context: WidgetContext) -> None:
        read = ReadData(self.proposal.text, pages_of(self.proposal.whys, (), context))
        context.actions.lay(ReadSheet(read, context))

    def _dismiss(self, context: WidgetContext) -> None:
        """It is not meant so; what a rule forbids is put back, on a simulated table by its hand."""
        proposal = self.proposal
        place = None if proposal.possible else proposal.back_to or proposal.came_from
        if context.practises and place is not None:
            context.actions.put_back(proposal.base, place)  # where it may stand it is proposed anew
        else:
            context.submit(DismissProposal(proposal.id))


@dataclass(frozen=True, slots=True)
class GhostData:
    """Something that does not stand where the record has it.

    Attributes:
        of: Its id in the game; empty for several.
        text: What is to be done, in a sentence.
        fits: Whether it is done.
        acceptable: Whether it may stay where it is, by hand.
        base: Its model; empty while nobody knows which it is.
        at: Where the record has it; None of a template.
    """

    of: str
    text: str
    fits: bool
    acceptable: bool
    base: str = ""
    at: MatPoint | None = None


class AllBackKey(BoxLayout):
    """Lets the hand of a simulated table put everything back that is to be put back."""

    def __init__(self, models: tuple[tuple[str, MatPoint], ...], context: WidgetContext) -> None:
        super().__init__()
        key = make("GameKey", text=context.say("game.ghost.all"), main=True)
        key.bind(on_release=lambda _: self._put_back())
        self.add_widget(key)
        self._models, self._widget_context = models, context

    def _put_back(self) -> None:
        for base, at in self._models:
            self._widget_context.actions.put_back(base, at)


def all_back(found: Iterable[GhostData], context: WidgetContext) -> tuple[tuple[str, MatPoint], ...]:
    """Models and places of all that the hand of a simulated table can put back; empty unless they are several."""
    back = tuple((each.base, each.at) for each in found if each.base and each.at is not None and not each.fits)
    return back if context.practises and len(back) > 1 else ()


class GhostCard(BoxLayout):
    """What is to be put back, with a tick once it fits."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    text = StringProperty()

    def __init__(self, data: GhostData, context: WidgetContext) -> None:
        super().__init__()
        self.data, self.text = data, data.text
        self.mark, self.mark_colour = ("✔", palette.seat_colour("triangle")) if data.fits else ("→", palette.TEXT)
        keys = self.ids.row
        if context.practises and data.base and data.at is not None and not data.fits:
            back = make("GameKey", text=context.say("game.propose.seen"), main=True)
            back.bind(on_release=lambda _: context.actions.put_back(data.base, data.at))
            keys.add_widget(back)
        if data.acceptable and not data.fits:
            key = make("GameKey", text=context.say("game.ghost.accept"))
            key.bind(on_release=lambda _: context.submit(AcceptPlacement(data.of)))
            keys.add_widget(key)


def told_by(proposals: Iterable[Proposal]) -> frozenset[str]:
    """Ids of the pieces of which a card says already all that can be done with them.

    What is refused can also be kept where it is, by hand, which only the other card offers.
    """
    return frozenset(
        each.of for each in proposals if each.possible or (each.on_cells and each.back_to == each.came_from)
    )


def only_kept(ghost: GhostData, name: str) -> GhostData:
    """A piece whose refused move another card tells, with its way back: here it can only be kept, by hand."""
    return replace(ghost, text=name, at=None)


def ghosts(standing: Iterable[Placement], context: WidgetContext) -> list[GhostData]:
    """What is to be put back, in sentences; all that only an outline tells of in one."""
    found = [each for each in standing if each.ghost]
    away = [each for each in found if _is_away(each)]
    several = away if len(away) > 1 else []
    told = [
        GhostData(
            each.of,
            _sentence(each, context),
            each.fits,
            each.acceptable,
            each.base,
            None if _is_there(each) else each.at,
        )
        for each in found
        if each not in several
    ]
    if several:
        names = ", ".join(each.name.partition(",")[0] for each in several)  # without titles
        told.append(GhostData("", context.say("game.ghost.away_several", names=names), fits=False, acceptable=False))
    return told


def is_in_hand(each: Placement) -> bool:
    """Whether it was put elsewhere a moment ago, or is on its way: what that means is told in a moment."""
    return each.how in (PlacementState.MOVING, PlacementState.MOVED) and not each.acceptable


def _is_there(each: Placement) -> bool:
    """Whether no hand has to carry it: it is as near as can be and only waits to be seen at rest, or is a template."""
    return bool(each.outline) or (each.away_mm is not None and each.away_mm <= FITS_MM)


def _is_away(each: Placement) -> bool:
    """Whether its model is nowhere near, so that only the outline can be shown."""
    return not each.fits and (each.away_mm is None or each.how in (PlacementState.OFF, PlacementState.HIDDEN))


def _sentence(each: Placement, context: WidgetContext) -> str:
    if each.fits:
        return context.say("game.ghost.fits", name=each.name)
    if _is_away(each) or each.away_mm is None:
        return context.say("game.ghost.away", name=each.name)
    return context.say("game.ghost.back", name=each.name, mm=figure(context.language, each.away_mm, ".0f"))


@dataclass(frozen=True, slots=True)
class BindData:
    """A model that nobody knows, and whom it may be.

    Attributes:
        base: Its id in the table file.
        may_be: Ids and names of what it may be.
    """

    base: str
    may_be: tuple[tuple[str, str], ...]


class BindCard(BoxLayout):
    """Who is this?"""

    text = StringProperty()

    def __init__(self, data: BindData, context: WidgetContext) -> None:
        super().__init__()
        self.data, self.text = data, context.say("game.stranger", base=name_of(data.base))
        self.ids.row.cols = 1 if any(len(name) > SHORT_NAME for _, name in data.may_be) else 2
        for of, name in data.may_be:
            key = make("GameKey", text=name)
            key.bind(on_release=lambda _, of=of: context.submit(BindModel(of, data.base)))
            self.ids.row.add_widget(key)
        if context.practises:
            self.ids.row.add_widget(_off_key(data.base, context))


class OutsiderCard(BoxLayout):
    """A base that is nothing of the game, and the key that lets the hand of a simulated table take it off the mat."""

    text = StringProperty()

    def __init__(self, base: str, context: WidgetContext) -> None:
        super().__init__()
        self.base, self.text = base, context.say("game.not_in_game", base=name_of(base))
        self.ids.row.cols = 1
        self.ids.row.add_widget(_off_key(base, context))


def _off_key(base: str, context: WidgetContext) -> Widget:
    key = make("GameKey", text=context.say("game.take_off"))
    key.bind(on_release=lambda _: context.actions.take_off(base))
    return key
