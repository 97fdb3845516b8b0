"""Keys stay where they are: notices have a strip of their own, and what closes something its own place."""

import importlib
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import companion.texts
from companion.games.command import SPECTATOR
from companion.games.display.actions import CLOSED, PIECE, TURN, PendingPrompt
from companion.games.display.offers import Choice, Input, Offer
from companion.games.display.sheets import Sheet
from companion.games.prompt import Prompt
from companion.referee import ConfirmProposal, SubmitCommand
from companion.referee.api.rolls import Throw
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import GameScreen, IntentResult, LogLine
from companion.referee.screen.player_screen import OfferGroup, OfferShown, OpenSeat, PlayerScreen, TaskShown
from companion.session.tablet_controller import TabletController
from companion.texts import Language
from tests.phones.moments import moment
from tests.phones.screens import Nobody
from tests.tablet.game.test_layout import fits, rested
from tests.tablet.game.test_touch_during_update import OWED, alone, at_roll
from tests.tablet.zones import LONG

__all__ = ["alone", "at_roll"]  # fixtures
REFUSED = IntentResult("A", "w1", granted=False, text=f"{LONG} is too close to the enemy. Measure once more.", rule="")
TROUBLE = "No rolls are read: the camera sees no tray. Type what the dice show."


@pytest.fixture
def foot():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("companion.tablet.game.foot_bar")


def keys_of(widget):
    from companion.tablet.widgets.keys import PlainKey  # noqa: PLC0415 (imports Kivy)

    return {key.text: (*key.to_window(*key.pos), *key.size) for key in widget.walk() if isinstance(key, PlainKey)}


def test_no_key_moves_when_a_notice_comes_and_when_it_goes(at_roll):
    async def act(at):
        await at.opens()
        strip, before = at.column.ids.strip, keys_of(at.column)
        waiting = strip.text
        assert before
        for changes in ({"said": REFUSED}, {"said": None}):
            at.show(OWED, **changes)
            await rested(at.column)
            assert keys_of(at.column) == before
            assert (strip.text, strip.loud) == ((REFUSED.text, True) if changes["said"] else (waiting, False))
        at.show(OWED, said=REFUSED)
        at.finger.press(strip)
        await at.tapper.until(lambda: strip.text == waiting, "put away")
        at.show(OWED, said=REFUSED)
        assert strip.text == waiting, "what was read does not come back"
        at.show(OWED, said=replace(REFUSED, intent_id="w2"))
        assert (strip.text, strip.mark) == (REFUSED.text, "✘"), "said once more it does"
        at.show(OWED, said=replace(REFUSED, intent_id="w3", waits=True))
        assert (strip.text, strip.mark, strip.loud) == (REFUSED.text, "", False), "what is awaited is no refusal"
        assert keys_of(at.column) == before
        at.closes()

    at_roll(act)


def test_an_answer_goes_when_the_game_goes_on(at_roll):
    async def act(at):
        await at.opens()
        at.show(OWED, said=REFUSED)
        assert at.column.ids.strip.text == REFUSED.text
        log = (*at.view.play.log, LogLine("Something happened.", event=99))
        at.show(OWED, said=REFUSED, shown=replace(at.view.play.shown), log=log)
        assert at.column.ids.strip.text != REFUSED.text
        at.closes()

    at_roll(act)


def test_what_else_there_is_to_say_is_read_by_a_touch(at_roll):
    async def act(at):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        await at.opens()
        said = replace(REFUSED, rule="S-MELEE-05")
        play = replace(at.view.play, throw=Throw(rolls=(OWED,), troubles=(TROUBLE,)), said=said)
        at.column.show(replace(at.view, play=play))
        strip = at.column.ids.strip
        assert (strip.text, strip.notice.others) == (REFUSED.text, (TROUBLE,))
        at.finger.press(strip)
        await at.tapper.until(lambda: type(Window.children[0]).__name__ == "ReadSheet", "read")
        sheet = Window.children[0]
        read = [getattr(each, "text", "") for each in sheet.walk()]
        assert TROUBLE in read
        assert "Rule S-MELEE-05" in read, "the number of a rule stands here alone"
        sheet.dismiss(animation=False)
        at.closes()

    at_roll(act)


def longest_refusal(language):
    path = Path(companion.texts.__file__).parent / language.value / "rules.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = [each for each in found.values() if isinstance(each, str)]
    names = "Griselda Harrow, First Stoker"
    return max((each.replace("{", names + "{") for each in texts), key=len).replace("{", "").replace("}", "")


def test_the_longest_refusals_fit_the_strip(at_roll):
    async def act(at):
        await at.opens()
        strip = at.column.ids.strip
        for language in Language:
            text = longest_refusal(language)
            for long in (text, f"{text} {text}"[:280]):
                at.show(OWED, said=replace(REFUSED, intent_id=long, text=long))
                await rested(at.column)
                assert strip.text == long
                fits(strip)
        at.closes()

    at_roll(act)


CLOSES = {"finish": PIECE, "end": TURN}


def offer(kind, creature="", sure=""):
    return OfferShown(Offer(kind, kind, {}), creature, sure=sure, closes=CLOSES.get(kind, ""))


def closing(foot, *offers, playable=0, holder="A", asked=()):
    """What the keys are that close something, given all that may be done; for each whether it is lit."""
    groups = (OfferGroup("", offers),)
    tasks = tuple(
        TaskShown("What now?", "act", "act", (each,), PendingPrompt(Prompt(key="act", to=("A",)))) for each in asked
    )
    own = PlayerScreen(Sheet("A", (), playable=playable), tasks=tasks, groups=groups) if holder else None
    seat = OpenSeat("A", "Ann", "disc", tasks=tasks, groups=groups)
    found = foot.foot_of(GameScreen((("A", "Ann"),), PlayerScreen(Sheet(SPECTATOR, ())), holder, own, seats=(seat,)))
    return {each.form.offer.kind: (each.form.main, each.form.sure) for each in found}


END, FINISH = offer("end"), offer("finish", "A:hero")


@pytest.mark.parametrize("holder", ["A", ""])
def test_end_the_turn_is_lit_only_when_nothing_else_is_left_to_do(foot, holder):
    assert closing(foot, END, holder=holder) == {"end": (True, "")}
    for other in (offer("activate", "A:1"), offer("use", "A:b2"), offer("search", "A:1")):
        assert closing(foot, END, other, holder=holder) == {"end": (False, "")}


def test_end_the_turn_is_not_lit_while_a_card_could_be_played(foot):
    assert closing(foot, END, playable=2) == {"end": (False, "")}


def test_end_the_turn_is_not_lit_while_a_question_has_other_answers(foot):
    assert closing(foot, END, asked=(offer("act"),)) == {"end": (False, "")}


def test_end_the_turn_is_not_lit_and_asks_while_somebody_could_still_act(foot):
    assert closing(foot, offer("end", sure="These can still act: Greer.")) == {
        "end": (False, "These can still act: Greer.")
    }


def test_end_the_activation_is_lit_once_its_creature_has_nothing_left_and_then_the_end_of_the_turn(foot):
    """A card may be played once the activation has ended."""
    assert closing(foot, FINISH, END) == {"finish": (True, ""), "end": (False, "")}
    assert closing(foot, END) == {"end": (True, "")}
    assert closing(foot, FINISH, offer("move", "A:hero"))["finish"] == (False, "")
    assert closing(foot, FINISH, offer("use", ""))["finish"] == (True, ""), "that is not of the creature"


def test_keys_that_close_something_have_each_its_own_place(at_roll, foot):
    """Whichever of them are there."""

    async def act(at):
        from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (after Kivy was prepared)

        await at.opens()
        bar, place = foot.FootBar(size_hint_y=None), BoxLayout()
        place.add_widget(bar)
        at.place.add_widget(place)
        seen = {}
        for closed in (CLOSED, CLOSED[-1:], CLOSED[:1]):
            data = [foot.FootData(each, foot.FormData("A", Offer(each, each, {}))) for each in closed]
            bar.show(data, at.tapper.context)
            await rested(place)
            for text, box in keys_of(bar).items():
                assert seen.setdefault(text, box) == box
        assert len(seen) == len(CLOSED)
        at.closes()

    at_roll(act)


def test_what_needs_no_tap_is_recorded_before_it_is_asked_who_could_still_act(at_roll, foot):
    async def act(at):
        from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (after Kivy was prepared)

        await at.opens()
        place, submitted, laid = BoxLayout(), [], []
        context = replace(at.tapper.context, submit=submitted.append, actions=SimpleNamespace(lay=laid.append))
        bar = foot.FootBar(size_hint_y=None)
        place.add_widget(bar)
        at.place.add_widget(place)
        asks = [foot.FootData(TURN, foot.FormData("A", Offer("end", "end", {}), sure="Greer can still act."))]
        plain = [foot.FootData(TURN, foot.FormData("A", Offer("end", "end", {})))]

        async def touched_while(moved):
            submitted.clear()
            laid.clear()
            bar.show(asks, context, moved=moved)
            await rested(place)
            at.finger.press(bar.forms[0].children[0])
            await at.tapper.until(lambda: submitted or laid, "answered")
            return list(submitted), len(laid)

        assert await touched_while(()) == ([], 1)
        assert await touched_while(("m1",)) == ([ConfirmProposal("m1")], 0)
        bar.show(plain, context)
        assert [type(each) for each in submitted] == [ConfirmProposal, SubmitCommand], "nobody is left"
        assert await touched_while(("m2",)) == ([ConfirmProposal("m2")], 0)
        bar.show(asks, context)
        assert (submitted, len(laid)) == ([ConfirmProposal("m2")], 1), "somebody is"

        submitted.clear()
        laid.clear()
        bar.show(asks, context, waiting=("m3",))
        at.finger.press(bar.forms[0].children[0])
        await at.tapper.until(lambda: submitted or laid, "answered")
        assert [type(each) for each in submitted] == [SubmitCommand], "it is refused: an answer is not given yet"
        at.finger.press(bar.forms[0].children[0])
        await at.tapper.until(lambda: laid, "asked")
        assert len(submitted) == 1, "and then asked as ever"
        at.closes()

    at_roll(act)


def test_undo_is_one_touch_away_and_moves_no_key_when_it_is_asked_for(at_roll, foot):
    async def act(at):
        from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (after Kivy was prepared)

        await at.opens()
        place, asked, seen = BoxLayout(), [], []
        context = replace(at.tapper.context, actions=SimpleNamespace(go_back=asked.append))
        bar = foot.FootBar(size_hint_y=None)
        place.add_widget(bar)
        at.place.add_widget(place)
        data = [foot.FootData(TURN, foot.FormData("A", Offer("end", "end", {})))]
        for undo in (foot.Undo.POSSIBLE, foot.Undo.ASKED):
            bar.show(data, context, undo)
            await rested(place)
            seen.append(keys_of(bar))
            key = next(each for each in bar.children if getattr(each, "text", "") == "Undo")
            assert key.disabled is (undo is foot.Undo.ASKED)
            if not key.disabled:
                at.finger.press(key)
                await at.tapper.until(lambda: asked == [-1], "asked to take back the last action")
        assert seen[0] == seen[1]
        at.closes()

    at_roll(act)


def test_before_the_end_of_a_turn_it_is_asked_and_going_on_is_the_lit_key(at_roll, foot):
    async def act(at):
        await at.opens()
        done = []
        for language in Language:
            context = replace(at.tapper.context, language=language)
            sheet = foot.SureSheet(f"{LONG}, {LONG}, {LONG}?", "End the turn", lambda: done.append(1), context)
            sheet.open(animation=False)
            await rested(sheet)
            fits(sheet)
            assert (sheet.ids.stay.main, sheet.ids.go.main) == (True, False)
            at.finger.press(sheet.ids.stay)
            await at.tapper.until(lambda sheet=sheet: sheet.get_root_window() is None, "closed")
        assert done == []
        sheet = foot.SureSheet("Sure?", "End the turn", lambda: done.append(1), at.tapper.context)
        sheet.open(animation=False)
        await rested(sheet)
        at.finger.press(sheet.ids.go)
        await at.tapper.until(lambda: done == [1], "ended")
        at.closes()

    at_roll(act)


def test_the_key_that_passes_the_tablet_is_lit_for_nobody_who_has_a_phone(foot):
    page = importlib.import_module("companion.tablet.game.task_page")
    stack = importlib.import_module("companion.tablet.widgets.stack")
    seats = tuple(OpenSeat(seat, seat, "disc") for seat in "AB")
    play = GameScreen((("A", "A"), ("B", "B")), PlayerScreen(Sheet(SPECTATOR, (), active="B")), "", None, seats=seats)

    def lit(*phones):
        context = stack.WidgetContext(Language.ENGLISH, print, None, phones=frozenset(phones))
        _, data = page.now_page(play, context)[-1]
        return [seat for seat, _, _, waits in data.seats if waits]

    assert (lit(), lit("A"), lit("B")) == (["B"], ["B"], [])


def test_dice_that_the_program_throws_for_all_ask_for_nothing_and_others_do(at_roll, tmp_path):
    page, rolls = (importlib.import_module(f"companion.tablet.game.{name}") for name in ("task_page", "rolls"))
    path = tmp_path / "priority.signum"
    record = moment("priority").record(path)
    gateway = CommandGateway(Match(record, lambda: 0.0, pause_s=0.0), Nobody(), lambda: 0.0)
    play = TabletController(gateway, lambda: None, path).play(Language.ENGLISH)
    record.close()

    async def act(at):
        def asks(*, alone, virtual):
            context = replace(at.tapper.context, alone=alone)
            owed = tuple(replace(OWED, id=seat, seat=seat, virtual=virtual) for seat, _ in play.players)
            entries = page.now_page(replace(play, throw=Throw(rolls=owed)), context)
            cards = [rolls.RollCard(data, context) for kind, data in entries if kind is rolls.RollCard]
            assert cards
            return any(isinstance(each, ButtonBehavior) for card in cards for each in card.walk())

        from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (after Kivy was prepared)

        def cards(*, alone):
            first = Throw(rolls=(replace(OWED, id="A", seat="A", virtual=True),))
            entries = page.now_page(replace(play, throw=first), replace(at.tapper.context, alone=alone))
            return [kind.__name__ for kind, _ in entries if kind in (rolls.RollCard, page.TaskCard)]

        assert (cards(alone=True), cards(alone=False)) == (["RollCard"], ["RollCard", "TaskCard"])
        assert not asks(alone=True, virtual=True)
        assert asks(alone=True, virtual=False), "real dice are read or typed"
        assert asks(alone=False, virtual=True), "several players throw their own"

    at_roll(act)


def test_a_finger_that_trembles_asks_for_the_same_once_and_for_something_else_at_once(at_roll):
    form = importlib.import_module("companion.tablet.game.forms.offer_form")
    pick = Input("chosen", "choose", "", tuple(Choice(each, each) for each in ("one", "other")), least=1, most=1)

    async def act(at):
        submitted = []
        context = replace(at.tapper.context, submit=lambda ask: submitted.append(ask.values["chosen"]))
        made = form.OfferForm(form.FormData("A", Offer("choose", "Choose", {}, (pick,))), context)
        (grid,) = (each for each in made.children if type(each).__name__ == "KeyGrid")
        for number in (0, 0, 1, 1):
            grid.keys[number].dispatch("on_release")
        assert submitted == [("one",), ("other",)]

    at_roll(act)
