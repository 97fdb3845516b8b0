"""What was most likely meant by what was done on the mat, to be confirmed with a touch; and what is to be put back."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.board import Role
from companion.geometry import MatPoint
from companion.referee import AcceptPlacement, BindModel, ConfirmProposal, DismissProposal, GameScreen
from companion.referee.api.placement import FITS_MM, Placement, PlacementState
from companion.referee.api.proposal import Proposal
from companion.tablet.data.wording import name_of
from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet, pages_of, rule_entries
from companion.tablet.look import palette
from companion.tablet.widgets.panel import MARKS
from companion.tablet.widgets.stack import WidgetContext, make
from companion.texts import figure

SHORT_NAME = 14
"""Names of so many letters at most stand beside one another."""
MAX_NAMED = 4
"""Of so many that go back the names are told at most: each has its outline."""


class ProposalCard(BoxLayout):
    """One reading of an action."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    text = StringProperty()

    def __init__(self, proposal: Proposal, context: WidgetContext) -> None:
        super().__init__()
        self.proposal = proposal
        answer = proposal.verdict.answer
        self.mark, self.mark_colour = MARKS[answer], palette.INKS[answer]
        # What goes on by itself asks nothing, and has no key: whoever does not mean it drags it again.
        waits = proposal.asks or proposal.role is not Role.PLACE
        self.text = proposal.text if waits else f"{proposal.text.rstrip('.')}\u00a0…"
        self._keys: list[tuple[str, str, Widget]] = []
        if waits:
            self._ask(proposal, context)
        else:
            self.remove_widget(self.ids.row)

    def _ask(self, proposal: Proposal, context: WidgetContext) -> None:
        """The keys that answer, those that go on at once, and the one that shows why."""
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
        if not proposal.possible and proposal.overrulable:
            let_pass = make("GameKey", text=context.say("game.propose.stand"))
            let_pass.bind(on_release=lambda _: context.actions.overrule(proposal))
            keys.cols = 1
            add_explained(keys, no, context.say("game.propose.seen_why"))
            add_explained(keys, let_pass, context.say("game.propose.stand_why"))
        else:
            keys.add_widget(no)
        for number, follow in enumerate(proposal.then, 1):
            and_then = make("GameKey", text=follow.text, main=True)
            and_then.bind(on_release=lambda _, number=number: context.submit(ConfirmProposal(proposal.id, number)))
            self.add_widget(and_then)
            self._keys.append(("then", follow.spec.kind, and_then))
        if margin := _margin(proposal, context):
            self.add_widget(make("Note", text=margin))
        if proposal.whys or (proposal.rule and not proposal.possible):
            why = make("GameKey", text=context.say("phones.why"))
            why.bind(on_release=lambda _: self._show_why(context))
            self.add_widget(why)
            self._keys.append(("measured", "", why))

    def keys_for(self, sort: str, kind: str = "") -> list[Widget]:
        """The keys that a guide speaks of.

        Args:
            sort: `measured` for the one that shows why, `then` for those that go on at once.
            kind: Of the command that follows.
        """
        return [key for found, follows, key in self._keys if (found, follows) == (sort, kind)]

    def _show_why(self, context: WidgetContext) -> None:
        proposal = self.proposal
        entries = pages_of(proposal.whys, (), context) + rule_entries(proposal.rule, proposal.whys, context)
        context.actions.lay(ReadSheet(ReadData(proposal.text, entries), context))

    def _dismiss(self, context: WidgetContext) -> None:
        """It is not meant so; what a rule forbids is put back, on a mat in the computer by itself."""
        proposal = self.proposal
        place = None if proposal.possible else proposal.back_to or proposal.came_from
        if context.obeyed and place is not None:
            context.actions.put_back(proposal.base, place)  # where it may stand it is proposed anew
        else:
            context.submit(DismissProposal(proposal.id))


def add_explained(place: Widget, key: Widget, what: str) -> None:
    """Adds a key, and below it what it does."""
    place.add_widget(key)
    place.add_widget(make("Note", text=what))


def _margin(proposal: Proposal, context: WidgetContext) -> str:
    """Why it is farther to the mark of one who went too far than it went too far; empty where it is not."""
    verdict, back_to = proposal.verdict, proposal.back_to
    if proposal.possible or back_to is None or back_to == proposal.came_from or verdict.value_mm is None:
        return ""
    back_mm = math.hypot(back_to.x_mm - proposal.at.x_mm, back_to.y_mm - proposal.at.y_mm)
    if verdict.value_mm <= verdict.limit_mm or back_mm <= verdict.value_mm - verdict.limit_mm + 1.0:
        return ""
    return context.say("game.propose.margin", mm=figure(context.language, back_mm, ".0f"))


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
    """Puts everything back, on a mat in the computer, that is to be put back."""

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
    """Models and places of all that a mat in the computer can put back by itself; empty unless they are several."""
    back = tuple((each.base, each.at) for each in found if each.base and each.at is not None and not each.fits)
    return back if context.obeyed and len(back) > 1 else ()


class GhostCard(BoxLayout):
    """What is to be put back, with a tick once it fits."""

    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    text = StringProperty()

    def __init__(self, data: GhostData, context: WidgetContext) -> None:
        super().__init__()
        self.data, self.text = data, data.text
        self.mark, self.mark_colour = ("✔", palette.seat_colour("triangle")) if data.fits else ("↺", palette.TEXT)
        keys = self.ids.row
        if context.obeyed and data.base and data.at is not None and not data.fits:
            back = make("GameKey", text=context.say("game.propose.seen"), main=True)
            back.bind(on_release=lambda _: context.actions.put_back(data.base, data.at))
            keys.add_widget(back)
        if data.acceptable and not data.fits:
            key = make("GameKey", text=context.say("game.ghost.accept"))
            key.bind(on_release=lambda _: context.submit(AcceptPlacement(data.of)))
            keys.add_widget(key)


@dataclass(frozen=True, slots=True)
class KeptData:
    """A piece whose move a rule refuses, and which may stay where it is, by hand.

    Attributes:
        of: Its id in the game.
        besides: Whether the move may be let pass as well, so that the difference has to be told.
    """

    of: str
    besides: bool


class KeptCard(BoxLayout):
    """Below the card about a refused move: only the place is taken over, and nothing counts as done."""

    def __init__(self, data: KeptData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        self.key = make("GameKey", text=context.say("game.propose.keep"))
        self.key.bind(on_release=lambda _: context.submit(AcceptPlacement(data.of)))
        add_explained(self, self.key, context.say("game.propose.keep_why"))


def kept(play: GameScreen) -> Iterator[KeptData]:
    """What may stay where it is though a rule refuses its move; on cells, what has farther to go than back."""
    acceptable = {each.of for each in play.standing.all if each.acceptable}
    for each in play.proposals:
        goes_on = not (each.on_cells and each.back_to == each.came_from)
        if not each.possible and each.of in acceptable and goes_on:
            yield KeptData(each.of, each.overrulable)


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
            None if _is_there(each) or is_carried(each, context) else each.at,
        )
        for each in found
        if each not in several
    ]
    if several:
        names = ", ".join(each.name.partition(",")[0] for each in several[:MAX_NAMED])  # without titles
        key = "away_many" if len(several) > MAX_NAMED else "away_several"
        told.append(GhostData("", context.say(f"game.ghost.{key}", names=names), fits=False, acceptable=False))
    return told


def is_in_hand(each: Placement) -> bool:
    """Whether it was put elsewhere a moment ago, or is on its way: what that means is told in a moment."""
    return each.how in (PlacementState.MOVING, PlacementState.MOVED) and not each.acceptable


def _is_there(each: Placement) -> bool:
    """Whether no hand has to carry it: it is as near as can be and only waits to be seen at rest, or is a template."""
    return bool(each.outline) or (each.away_mm is not None and each.away_mm <= FITS_MM)


def is_carried(each: Placement, context: WidgetContext) -> bool:
    """Whether the hand at a simulated table has it: that goes on by itself."""
    return context.practises and each.how is PlacementState.MOVING


def _is_away(each: Placement) -> bool:
    """Whether its model is nowhere near, so that only the outline can be shown."""
    return not each.fits and (each.away_mm is None or each.how in (PlacementState.OFF, PlacementState.HIDDEN))


def _sentence(each: Placement, context: WidgetContext) -> str:
    if each.fits:
        return context.say("game.ghost.fits", name=each.name)
    if is_carried(each, context):
        return context.say("game.ghost.carried", name=each.name)
    if _is_away(each) or each.away_mm is None:
        return context.say("game.ghost.away", name=each.name)
    return context.say("game.ghost.back", name=each.name, mm=figure(context.language, each.away_mm, ".0f"))


@dataclass(frozen=True, slots=True)
class BindData:
    """A model that nobody knows, and whom it may be.

    Attributes:
        base: Its id in the table file.
        may_be: Ids and names of what it may be.
        has_left: Whether it was a creature that has left the game.
    """

    base: str
    may_be: tuple[tuple[str, str], ...]
    has_left: bool = False


class BindCard(BoxLayout):
    """Who is this?"""

    text = StringProperty()

    def __init__(self, data: BindData, context: WidgetContext) -> None:
        super().__init__()
        self.data = data
        self.text = context.say("game.has_left" if data.has_left else "game.stranger", base=name_of(data.base))
        self.ids.row.cols = 1 if any(len(name) > SHORT_NAME for _, name in data.may_be) else 2
        for of, name in data.may_be:
            key = make("GameKey", text=name)
            key.bind(on_release=lambda _, of=of: context.submit(BindModel(of, data.base)))
            self.ids.row.add_widget(key)
        if context.obeyed:
            self.ids.row.add_widget(_off_key(data.base, context))


class OutsiderCard(BoxLayout):
    """A base that is nothing of the game, and the key that takes it off a mat in the computer."""

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
