"""The strip above every page of the game: what became of the last intent, what is amiss, else what is waited for.

It is always there and always as high, so that no key moves when something is said, or is no longer.
"""

from dataclasses import dataclass

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.geometry import Answer
from companion.presentation.why import Why
from companion.referee import GameScreen, IntentResult
from companion.tablet.game.place_guide import wrong_bases
from companion.tablet.game.reading.read_sheet import ReadData, ReadSheet, pages_of, rule_entries
from companion.tablet.game.reading.zones import note
from companion.tablet.look import palette
from companion.tablet.widgets.panel import MARKS
from companion.tablet.widgets.stack import Entry, WidgetContext

LETTERS = ((64, 20.0), (120, 18.0), (190, 15.0))
"""A text of so many letters at most has letters of that size; a longer one has the smallest."""
SMALLEST = 13.0
BEAT_S = 0.2
"""So often the seconds are counted that are still to be waited."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What the strip says.

    Attributes:
        text: A sentence.
        answer: Whose mark and colour it bears; None for what is merely waited for.
        said: The answer to an intent that it tells of; None for other things.
        whys: What was measured for it.
        others: What else there is to say.
        let_pass: Whether it may be let pass against the rule.
        left_s: Seconds that are still to be waited; None where nobody waits.
    """

    text: str
    answer: Answer | None = None
    said: IntentResult | None = None
    whys: tuple[Why, ...] = ()
    others: tuple[str, ...] = ()
    let_pass: bool = False
    left_s: float | None = None

    @property
    def has_more(self) -> bool:
        """Whether there is more to it than fits the strip."""
        return bool(self.explained or self.others or self.let_pass)

    @property
    def explained(self) -> bool:
        """Whether it can be told why: by what was measured, or by the rule that it rests on."""
        return bool(self.whys or (self.said is not None and self.said.rule))


def notice_of(play: GameScreen, context: WidgetContext, closed: IntentResult | None = None) -> Notice:
    """What is to be said now.

    Args:
        play: The game.
        context: Language.
        closed: The answer that was read and put away.
    """
    troubles = (*play.throw.troubles, *((play.throw.said,) if play.throw.said else ()))
    questions = tuple(question.text for roll in play.throw.rolls for question in roll.questions)
    questions += tuple(f"{face.name}: {face.why}" for roll in play.throw.rolls for face in roll.void)
    said = play.said
    if play.grabbed is not None and play.grabbed.why:
        return Notice(play.grabbed.why, Answer.NO, others=troubles)
    if said is not None and said.text and (closed is None or said.intent_id != closed.intent_id):
        lays = any(zone.templates for zone in play.zones)  # it says what is wanted next: nothing was refused
        answer = None if lays or said.waits else Answer.CLOSE if said.granted else Answer.NO
        return Notice(said.text, answer, said, said.whys, troubles, play.overrulable and not said.granted)
    if play.log and play.log[-1].refuses:
        return Notice(play.log[-1].text, Answer.NO, whys=play.log[-1].whys, others=troubles)
    if wrong := wrong_bases(play, context):
        return Notice(wrong[0], Answer.NO, others=(*wrong[1:], *questions, *troubles))
    if both := (*questions, *troubles):
        return Notice(both[0], Answer.CLOSE, others=both[1:])
    return _waited_for(play, context)


def _waited_for(play: GameScreen, context: WidgetContext) -> Notice:
    if play.shown.outcome:
        return Notice(play.shown.outcome)
    if play.pause_left_s is not None:
        return Notice(context.say("phones.pause_why"), left_s=play.pause_left_s)
    own = play.own_shown  # to whoever is asked, it is said who is asked
    return Notice(play.shown.waiting if own is None or own.tasks else own.waiting)


class NoticeStrip(ButtonBehavior, BoxLayout):
    """Says one thing; touched, it says the rest, or no longer says it."""

    text = StringProperty()
    mark = StringProperty()
    mark_colour = ColorProperty(palette.TEXT)
    more_text = StringProperty()
    letter = NumericProperty(LETTERS[0][1])
    loud = BooleanProperty(defaultvalue=False)

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._widget_context: WidgetContext | None = None
        self._play: GameScreen | None = None
        self._closed: IntentResult | None = None
        self._of: tuple[IntentResult, object] | None = None
        self.notice = Notice("")
        self._ends_s = 0.0
        self._beat = Clock.create_trigger(lambda _: self._count(), BEAT_S, interval=True)

    def show(self, play: GameScreen, context: WidgetContext) -> None:
        """Shows a moment of the game; an answer goes once the game went on, or something was done on the mat."""
        said = play.said
        gone_on = len(play.log), play.log[-1].event if play.log else -1, (play.own_shown or play.shown).sheet.asked
        moment = gone_on, tuple(each.id for each in play.proposals)
        if said is not None and (self._of is None or self._of[0].intent_id != said.intent_id):
            self._of = said, moment
        elif said is not None and self._of is not None and self._of[1] != moment:
            self._closed = said
        self._play, self._widget_context = play, context
        self._say()

    def on_release(self) -> None:
        """It was touched."""
        context, told = self._widget_context, self.notice
        if context is None:
            return
        if told.has_more:
            entries: tuple[Entry, ...] = (*((note, each) for each in told.others), *pages_of(told.whys, (), context))
            if told.said is not None:
                entries += rule_entries(told.said.rule, told.whys, context)
            actions = context.actions
            keys = ((context.say("game.overrule.ask"), actions.overrule),) if told.let_pass else ()
            actions.lay(ReadSheet(ReadData(told.text, entries, keys), context))
        elif told.said is not None:
            self._closed = told.said
            self._say()

    def _say(self) -> None:
        if self._play is None or self._widget_context is None:
            return
        self.notice = told = notice_of(self._play, self._widget_context, self._closed)
        self.text = told.text
        self.mark = "" if told.answer is None else MARKS[told.answer]
        self._beat.cancel()
        if told.left_s is not None:
            self._ends_s = Clock.get_time() + told.left_s
            self._count()
            self._beat()
        self.mark_colour = palette.TEXT if told.answer is None else palette.INKS[told.answer]
        self.loud = told.answer is not None
        key = "phones.why" if told.explained else "game.notice.more"
        self.more_text = self._widget_context.say(key) if told.has_more else ""
        letters = len(told.text) + (12 if told.has_more else 0)
        self.letter = next((size for most, size in LETTERS if letters <= most), SMALLEST)

    def _count(self) -> None:
        left_s = self._ends_s - Clock.get_time()
        self.mark = str(round(left_s)) if left_s > 0 else "…"
        if left_s <= 0 or self.get_root_window() is None:
            self._beat.cancel()
