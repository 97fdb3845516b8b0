"""A change of the tablet's language in the midst of things: what was asked stays asked, what was said stays said."""

from companion.referee import SubmitCommand
from companion.texts import Language
from tests.tablet.game.reading.test_read_sheet import alone, at_table
from tests.tablet.prepared_games import come_to

__all__ = ["alone", "at_table"]  # fixtures


def test_what_asks_who_could_still_act_and_what_was_refused_follow_a_change_of_language(at_table):
    async def act(reader):
        tapper = reader.tapper
        asks = next(each for each in tapper.column.ids.foot.forms if each.data.sure)
        await tapper.press(asks.children[0])
        await tapper.until(lambda: tapper.sure() is not None, "asked")
        english = tapper.sure().title
        await reader.speaks(Language.UKRAINIAN)
        await tapper.until(lambda: tapper.sure() is not None and tapper.sure().title != english, "asked anew")
        assert tapper.sure().stay_text == tapper.context.say("game.foot.stay")
        tapper.finger.press(tapper.sure().ids.stay)
        await tapper.until(lambda: tapper.sure() is None, "closed")

        reader.column.dispatch("on_intent", SubmitCommand(tapper.play.seats[0].seat, "end", {}))
        strip = reader.column.ids.strip
        await tapper.until(lambda: strip.loud, "refused")
        refused, of = strip.text, tapper.play.said.intent_id
        await reader.speaks(Language.RUSSIAN)
        await tapper.until(lambda: strip.text != refused, "told anew")
        assert (strip.loud, tapper.play.said.intent_id) == (True, of)
        assert strip.text.startswith(tapper.play.said.text)

    at_table(come_to("crowded"), act)
