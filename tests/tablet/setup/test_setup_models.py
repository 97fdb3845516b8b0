"""Which model is whose, shown at the set-up: one model after the other, each list to its owner alone."""

from companion.geometry import MatPoint
from companion.referee.mat.models_file import models_beside, read_models
from companion.referee.rehearsal.hands import SimulatedHands
from companion.tablet.data.model_finder import Advice
from companion.tablet.data.settings import Settings
from tests.tablet.game.test_layout import rested
from tests.tablet.visitor import until


def test_models_are_put_on_the_mat_one_by_one_the_game_knows_them_and_so_does_the_next(at_start, tmp_path):
    async def set_up(visitor):
        start = await visitor.page("StartPage")
        camera = await visitor.touches(start.keys["new"], "CameraStep")
        await until(lambda: not camera.next.disabled)
        return await visitor.touches(camera.next, "PlayersStep")

    async def act(visitor):
        players = await set_up(visitor)
        assert not players.draft.models.of
        page = await visitor.touches(players.models, "ModelsStep")
        await uncovers(visitor, page)
        hero, skipped, third = page.showing.things[:3]
        preview = await until(lambda: page.looking._preview)
        await until(lambda: page.picture.texture is not None)
        assert page.back.disabled
        hands = SimulatedHands(preview._setup, pace=3.0)
        hands.carry("a5", MatPoint(200.0, 300.0))
        await until(lambda: page.showing.models.base(hero.id) == "a5")
        assert page.showing.wanted == skipped
        visitor.finger.press(page.later)
        await until(lambda: page.showing.wanted == third)
        model = hands.model("A", third.radius_mm, frozenset({"a5"}))
        hands.carry(model, MatPoint(400.0, 300.0))
        await until(lambda: page.showing.models.base(third.id) == model)
        visitor.finger.press(page.back)
        await until(lambda: page.showing.advice is Advice.AWAY)
        assert page.showing.wanted == third
        hands.take_away(model)
        await until(lambda: page.showing.advice is Advice.PUT)
        hands.carry(model, MatPoint(400.0, 300.0))
        await until(lambda: page.showing.models.base(third.id) == model)
        players = await visitor.touches(page.ready, "PlayersStep")
        assert players.models.note.startswith(f"Known: 2 of {len(page.showing.things)}")
        visitor.shell.go_home()
        players = await set_up(visitor)
        assert dict(players.draft.models.of) == {hero.id: "a5", third.id: model}
        await visitor.touches(players.begin, "TablePage")
        await until(lambda: visitor.shell.view and visitor.shell.view.play)
        (game,) = (tmp_path / "games").glob("*.signum")
        await until(lambda: dict(read_models(models_beside(game)).of) == {"A:hero": "a5"})
        assert set(read_models(models_beside(game)).shown) == {"a5", model}

    at_start(act, Settings(camera="sim:match?seed=1"))


def test_who_is_in_a_deck_shows_only_to_the_player_who_uncovers_it(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        camera = await visitor.touches(start.keys["new"], "CameraStep")
        await until(lambda: not camera.next.disabled)
        players = await visitor.touches(camera.next, "PlayersStep")
        page = await visitor.touches(players.models, "ModelsStep")
        names = {seat: secrets(page, seat) for seat in ("A", "B")}
        assert all(names.values())

        preview = await until(lambda: page.looking._preview)
        await until(lambda: page.picture.texture is not None)
        hands, hero = SimulatedHands(preview._setup, pace=3.0), page.showing.wanted
        hands.carry("a5", MatPoint(200.0, 300.0))
        await until(lambda: "a5" in page._owners)
        assert not page.showing.models.of, "nothing is shown to a list that nobody sees"
        await uncovers(visitor, page)
        assert told(page) >= names["A"]
        await until(lambda: page.showing.models.base(hero.id) == "a5")
        visitor.finger.press(page.players["B"])
        await until(lambda: not page.keys)
        await uncovers(visitor, page)
        assert told(page) >= names["B"]
        assert told(page) & (names["A"] - names["B"]) == set()
        visitor.finger.press(page.players["A"])
        await until(lambda: not page.keys)
        await uncovers(visitor, page)

    at_start(act, Settings(camera="sim:match?seed=1"))


async def uncovers(visitor, page):
    """Touches the key of the list that is covered; until then nobody is named."""
    await until(lambda: page.uncover is not None)
    await rested(page)
    assert told(page) == set()
    visitor.finger.press(page.uncover)
    await until(lambda: page.keys)


def secrets(page, seat):
    """Names of those who come to the mat of a player's deck."""
    return {each.name(page.window.language) for each in page._members if each.thing.owner == seat}


def told(page):
    """Names of all who are told of on a page."""
    said = [getattr(each, "text", "") for each in page.walk()]
    return {name for seat in ("A", "B") for name in secrets(page, seat) if any(name in text for text in said)}
