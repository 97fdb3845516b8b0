"""What is read large on the tablet while a game goes on: verdicts, cards, the log by kind, the game seen again."""

import asyncio
import importlib
from dataclasses import replace

import pytest

from companion.games.display.speech import Topic
from companion.games.signum.model.commands import End
from companion.geometry import Answer, MatPoint, Verdict
from companion.referee import OverruleProposal, SetLanguage, VoteOnProposal
from companion.referee.api.intents import Intent
from companion.referee.api.proposal import Proposal
from companion.referee.match.command_request import CommandDone, CommandRequest
from companion.texts import Language
from tests.tablet.game.test_layout import AN_INCH_PX, FINGER_MM, rested
from tests.tablet.prepared_games import come_to, first_turn
from tests.tablet.text_fit import words_that_do_not_fit

SIZE_PX = (1280, 800)
JUDGE = "Ada"
REFUSED = Proposal(
    "too-far", "A", "move", "A:hero", "a5", (), MatPoint(100.0, 100.0), None, None,
    Verdict(Answer.NO, 130.0, 100.0, 0.2, "path"), rule="S-MOVE-06", text="Greer moved 130 mm; 100 mm are allowed.",
    overrulable=True,
)  # fmt: skip


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


@pytest.fixture
def at_table(at_window, alone, tmp_path):
    """Opens the window over a game that has come to some point, and lets somebody act."""

    def play(prepare, act, made=None):
        service = (made or alone.Alone)(prepare(tmp_path / "game.signum"))
        referee = alone.table(service)

        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = SIZE_PX
            await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
            await player.sees(lambda view: view.play is not None)
            await act(SheetReader(alone.Tapper(player), referee, service))

        at_window(referee, acting)

    return play


class SheetReader:
    """Reads at a tablet, by touches alone."""

    def __init__(self, tapper, referee, service):
        self.tapper, self.referee, self.service = tapper, referee, service
        self.column = tapper.column

    @property
    def sheet(self):
        """What lies over the window."""
        return next((each for each in reversed(self.column._sheets._sheets) if each.parent is not None), None)

    async def turns_to(self, tab):
        self.column.tab = tab
        await self.tapper.until(lambda: self.column._tab_shown == tab, tab)
        await rested(self.tapper.player.ids.side)

    async def speaks(self, language):
        self.referee.submit(Intent(SetLanguage(language)))
        await self.tapper.until(lambda: self.tapper.context.language is language, "spoken")

    async def opens(self, widget, name):
        """Touches a widget, and answers the sheet that then lies there."""
        await self.tapper.press(widget)
        await self.tapper.until(lambda: type(self.sheet).__name__ == name, name)
        await rested(self.sheet)
        return self.sheet

    async def touches(self, sheet, text):
        """Touches the key of a sheet that says so."""
        key = next(each for each in sheet.walk() if getattr(each, "text", "") == text and hasattr(each, "state"))
        await self.tapper.press(key)

    async def closes(self):
        sheet = self.sheet
        await self.touches(sheet, self.tapper.context.say("phones.close"))
        await self.tapper.until(lambda: sheet.parent is None, "closed")

    def lines(self, *, measured=False):
        return [each for each in self.tapper.cards("LogLineRow") if not measured or each.line.whys]


def fits(widget):
    """All words are whole, and whatever can be touched is large enough for a finger."""
    from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (after Kivy was prepared)

    assert words_that_do_not_fit(widget) == []
    least_px = FINGER_MM / 25.4 * AN_INCH_PX
    small = [each for each in widget.walk() if isinstance(each, ButtonBehavior) and each.opacity]
    assert [(type(each).__name__, each.size) for each in small if min(each.size) < least_px] == []


def looks_touched(widget):
    """Each key and line looks otherwise while a finger is on it; their classes."""
    from kivy.graphics import Color  # noqa: PLC0415 (imports Kivy)
    from kivy.lang import Builder  # noqa: PLC0415 (likewise)
    from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (likewise)

    def look(each):
        Builder.sync()  # what a canvas shows follows before the next frame
        return [tuple(ink.rgba) for ink in each.canvas.before.children if isinstance(ink, Color)]

    kinds = set()
    for each in widget.walk():
        if isinstance(each, ButtonBehavior) and not each.disabled and not getattr(each, "chosen", False):
            before, each.state = look(each), "down"
            assert look(each) != before, type(each).__name__
            each.state = "normal"
            assert look(each) == before
            kinds.add(type(each).__name__)
    return kinds


def test_whatever_is_touched_looks_touched_before_what_it_opens_is_made(at_table):
    async def act(reader):
        kinds = set()
        for tab in ("table", "log"):
            await reader.turns_to(tab)
            kinds |= looks_touched(reader.tapper.player.ids.side)
        opened = await reader.opens(reader.lines(measured=True)[0], "ReadSheet")
        kinds |= looks_touched(opened)
        assert {"TabKey", "GameKey", "CardKey", "PieceLine", "LogLineRow"} <= kinds
        await reader.closes()

    at_table(come_to("crowded"), act)


def test_all_that_is_read_large_fits_in_every_language(at_table):
    async def log(reader, column):
        await reader.turns_to("log")
        column.choose_log()
        await rested(reader.tapper.player.ids.side)
        fits(reader.tapper.player.ids.side)
        column.choose_log()
        await rested(reader.tapper.player.ids.side)
        for line in reader.lines(measured=True)[:2]:
            fits(await reader.opens(line, "ReadSheet"))
            await reader.closes()

    async def table(reader):
        await reader.turns_to("table")
        fits(reader.tapper.player.ids.side)
        keys = [each for each in reader.column.stack.walk() if type(each).__name__ == "CardKey"]
        for widget in (reader.tapper.cards("PieceLine")[0], keys[0], keys[-1]):
            fits(await reader.opens(widget, "ReadSheet"))
            await reader.closes()

    async def act(reader):
        for language in Language:
            await reader.speaks(language)
            await log(reader, reader.column)
            await table(reader)
            reader.column.see_again(None)
            await rested(reader.sheet)
            fits(reader.sheet)
            reader.column.overrule(REFUSED)
            await rested(reader.sheet)
            fits(reader.sheet)
            reader.sheet.write()
            await rested(reader.sheet)
            fits(reader.sheet)
            reader.column._sheets.clear()

    at_table(come_to("crowded"), act)


def test_a_line_that_is_touched_shows_its_picture_and_the_table_as_it_was_while_the_game_goes_on(at_table):
    async def act(reader):
        await reader.turns_to("log")
        line = reader.lines(measured=True)[-1]
        assert (line.mark, line.pictured) == ("≈", True)
        sheet = await reader.opens(line, "ReadSheet")
        page = next(each for each in sheet.walk() if type(each).__name__ == "WhyPage")
        assert page.text == line.line.whys[0].words
        await reader.tapper.until(lambda: page.ids.picture.painted > 10, "painted")
        await reader.touches(sheet, "The table then")
        await reader.tapper.until(lambda: type(reader.sheet).__name__ == "ReplaySheet", "seen again")
        again, moments = reader.sheet, len(reader.sheet.view.film.moments)
        stop = reader.tapper.play.reel.stop(line.line.event)
        assert again.view.film.moments[again.view.at].number == stop
        at, (*_, said) = again.view.at, again.view.lines.text.splitlines()  # how many lines fit is laid out later
        assert again.live == "At the table: It is Bob's turn."
        await goes_on(reader)
        await reader.tapper.until(lambda: len(again.view.film.moments) > moments, "followed")
        assert (again.view.at, again.view.lines.text.splitlines()[-1]) == (at, said)
        await reader.tapper.press(again.ids.back)
        await reader.tapper.until(lambda: reader.sheet is None, "back")
        assert reader.tapper.play.shown.sheet.active == "A"

    at_table(come_to("crowded"), act)


async def goes_on(reader):
    """Meanwhile Bob ends the turn on a phone."""
    answers = []
    reader.service.later(lambda: reader.service.match.submit(CommandRequest("phone/end", End(by="B"), answers.append)))
    await reader.tapper.until(lambda: answers, "ended")
    assert isinstance(answers[0], CommandDone)


def test_the_log_shows_one_sort_of_deeds_of_one_player(at_table):
    async def act(reader):
        await reader.turns_to("log")
        column, context = reader.column, reader.tapper.context

        async def chooses(text, shows):
            keys = reader.tapper.cards("LogKeys")[0]
            await reader.tapper.press(next(each for each in keys.walk() if getattr(each, "text", "") == text))
            await reader.tapper.until(shows, text)

        await chooses("Show: everything", lambda: column._log_filter.choosing)
        for topic in Topic:
            await chooses(
                context.say(f"game.log.topic.{topic.value}"), lambda topic=topic: column._log_filter.topic is topic
            )
            assert {line.line.topic for line in reader.lines()} <= {topic}
        assert reader.lines()
        await chooses("Ann", lambda: column._log_filter.whose == "disc")
        assert {line.shape for line in reader.lines()} == {"disc"}
        await chooses("Show: By hand, Ann", lambda: not column._log_filter.choosing)

    at_table(come_to("crowded"), act)


def test_what_only_one_player_may_read_goes_with_the_curtain(at_table):
    async def act(reader):
        tapper = reader.tapper
        await tapper.passes_to("A")
        await reader.turns_to("hand")
        own = next(each for each in tapper.cards("OwnCard") if each.known)
        held = {card.line.id for card in tapper.play.own_shown.holdings[0].cards}
        assert held <= set(tapper.play.cards)
        sheet = await reader.opens(own.ids.name, "ReadSheet")
        assert own.name in [getattr(each, "name", "") for each in sheet.walk()]
        reader.column.pass_to("")
        await tapper.until(lambda: not reader.column.holder and sheet.parent is None, "covered")
        assert not set(tapper.play.cards) & held

    at_table(first_turn, act)


def test_the_table_says_what_is_kept_on_cardboard(at_table):
    async def act(reader):
        await reader.turns_to("table")
        said = [each.text for each in reader.column.stack.walk() if type(each).__name__ == "EyeNote"]
        kept = [text for text in said if text.startswith("Kept as real cards")]
        assert len(kept) == 2
        assert all(word in kept[0] for word in ("Prosperity", "tapped", "Graveyards"))
        assert "deck" not in kept[0]

    at_table(come_to("on_cardboard"), act)


def test_a_question_to_the_table_shows_what_was_measured(at_table):
    async def act(reader):
        (row,) = reader.tapper.cards("WhyRow")
        assert "WhyRow" in looks_touched(row)
        assert (row.mark, row.answer) == ("≈", "Too close to call")
        await reader.tapper.until(lambda: row.ids.picture.painted > 10, "painted")
        await reader.opens(row, "ReadSheet")

    at_table(come_to("ruling"), act)


def reason(sheet, text):
    """The key of a ready reason."""
    return next(key for key in sheet.ids.whys.children if key.text == text)


def test_a_judge_written_with_fingers_lets_pass_what_lies_on_the_mat_and_what_was_asked_for(at_table, alone, tmp_path):
    class Proposing(alone.Alone):
        """A table on whose mat a model was moved too far."""

        passed = ()

        @property
        def play(self):
            play = super().play
            if self._shown is None or self._shown[0] is not play:
                self._shown = play, play and replace(play, proposals=(REFUSED,))
            return self._shown[1]

        _shown = None

        def apply(self, ask, intent):
            if isinstance(ask, OverruleProposal):
                self.passed = (ask,)
            else:
                super().apply(ask, intent)

    async def act(reader):
        tapper = reader.tapper
        (card,) = tapper.cards("ProposalCard")
        lit = [each.text for each in card.ids.row.children if getattr(each, "main", False)]
        assert lit == ["Put it back"], "what the rules want is the lit key"
        key = next(each for each in card.ids.row.children if each.text == "Let it stand")
        sheet = await reader.opens(key, "OverruleSheet")
        assert (sheet.sentence, sheet.ids.go.disabled) == (REFUSED.text, True)
        writing = await reader.opens(sheet.ids.judge, "WriteSheet")
        for letter in JUDGE:
            letters = [each for row in writing.letters.children for each in row.children]
            tapper.finger.press(next(each for each in letters if each.text == letter))
            await asyncio.sleep(0.05)
        await tapper.until(lambda: writing.line.text == JUDGE, "written")
        tapper.finger.press(writing.done)
        await tapper.until(lambda: sheet.judge == JUDGE, "named")
        assert sheet.ids.go.disabled, "no reason was given yet"
        await tapper.press(reason(sheet, "measured wrongly"))
        await tapper.press(sheet.ids.go)
        await tapper.until(lambda: reader.service.passed, "let pass")
        assert reader.service.passed == (OverruleProposal(REFUSED.id, f"measured wrongly (judge {JUDGE})"),)

    at_table(first_turn, act, Proposing)


def test_players_let_it_pass_together_with_a_touch_each(at_table):
    async def act(reader):
        reader.column.overrule(REFUSED)
        sheet, submitted = reader.sheet, []
        reader.column.bind(on_intent=lambda _, ask: submitted.append(ask))
        await rested(sheet)
        await reader.tapper.press(reason(sheet, "own rule"))
        for key in sheet.ids.row.children:
            assert sheet.ids.go.disabled
            await reader.tapper.press(key)
        await reader.tapper.until(lambda: not sheet.ids.go.disabled, "agreed")
        await reader.tapper.press(sheet.ids.go)
        await reader.tapper.until(lambda: submitted, "wished")
        overruled = OverruleProposal(REFUSED.id, "own rule (together: Ann, Bob)")
        assert [each for each in submitted if isinstance(each, OverruleProposal)] == [overruled]
        votes = [each.agreed and set(each.agreed) for each in submitted if isinstance(each, VoteOnProposal)]
        assert votes == [{"B"}, {"A", "B"}, None], "phones are told of each voice, and that it is over"

    at_table(first_turn, act)


def small_cards(reader):
    return {each.name: each for each in reader.tapper.cards("SmallCard")}


def held(reader):
    return [card for each in reader.tapper.play.own_shown.holdings if each.holding.key == "hand" for card in each.cards]


def test_the_starting_hand_stands_beside_its_question_and_goes_with_the_curtain(at_table):
    async def act(reader):
        tapper = reader.tapper
        seat = next(each.seat for each in tapper.play.seats if each.apart)
        assert not small_cards(reader)
        await tapper.passes_to(seat)
        await tapper.until(lambda: small_cards(reader), "shown the hand")
        question = tapper.cards("TaskCard")[0]
        inside = {each.name for each in question.walk() if type(each).__name__ == "SmallCard"}
        assert inside == {card.line.name for card in held(reader)}
        await rested(reader.column)
        assert words_that_do_not_fit(question) == []
        keep = next(each for each in question.walk() if getattr(each, "text", "") == "Keep this hand")
        lowest = keep.to_window(*keep.pos)[1]
        assert all(each.to_window(*each.pos)[1] < lowest for each in small_cards(reader).values()), "always in sight"
        one = next(iter(small_cards(reader)))
        sheet = await reader.opens(small_cards(reader)[one], "ReadSheet")
        said = " ".join(getattr(each, "text", "") for each in sheet.walk())
        line = next(card.line for card in held(reader) if card.line.name == one)
        assert all(text in said for text in (line.name, line.kind, *line.text))
        await reader.closes()
        reader.column.pass_to("")
        await tapper.until(lambda: not reader.column.holder, "covered")
        await tapper.until(lambda: not small_cards(reader), "hidden again")

    at_table(come_to("hand"), act)


def test_a_card_that_can_be_played_is_lit_and_played_where_the_hand_is(at_table):
    async def act(reader):
        tapper = reader.tapper
        seat = next(each.id for each in tapper.play.shown.sheet.players if each.active)
        await tapper.passes_to(seat)
        await tapper.until(lambda: small_cards(reader), "shown the hand")
        can = {card.line.name for card in held(reader) if card.offers}
        assert can
        assert {name for name, each in small_cards(reader).items() if each.playable} == can
        card = next(each for each in held(reader) if any(not takes_place(offer) for offer in each.offers))
        sheet = await reader.opens(small_cards(reader)[card.line.name], "ReadSheet")
        form = next(each for each in sheet.walk() if type(each).__name__ == "OfferForm" and each.kind == "play")
        await tapper.fill(form)
        await tapper.until(lambda: sheet.parent is None, "closed by what was done")
        await tapper.until(lambda: tapper.play.said is not None, "answered")
        assert tapper.play.said.granted, tapper.play.said
        await tapper.until(lambda: card.line.id not in {each.line.id for each in held(reader)}, "played")

    at_table(come_to("paying"), act)


def takes_place(shown):
    return any(each.kind == "place" for each in shown.offer.inputs)
