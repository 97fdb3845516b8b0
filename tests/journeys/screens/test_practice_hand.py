"""At a simulated table the tablet has a hand of its own: a key says which model it takes, a touch where it goes."""

from tests.journeys.game_in_progress import BASES, HERO, begun_midgame, sits_down
from tests.journeys.record_comparison import played_on


async def by_the_tablets_hand(person):
    """One model is chosen from the list, then by touching it on the mat; a hand that was wanted may be sent away."""
    await sits_down(person)
    hand = person.shell.page.hand
    await person.press(hand.key)
    await person.press(await person.found(lambda: key_of(hand.sheet, "captain (a)"), "a key for the model"))
    await person.until(lambda: hand.taken == BASES[HERO] and not hand.sheet.parent, "taken")
    touches_mat(person, 300, 200)
    await person.until(lambda: not hand.taken, "told where")
    await person.confirms(HERO)

    await person.until(lambda: person.play.standing.agrees, "seen where it is")
    touches_mat(person, 300, 200)
    await person.until(lambda: person.view.choices.chosen == (BASES[HERO],), "chosen on the mat")
    for taken in (BASES[HERO], "", BASES[HERO]):
        await person.press(hand.key)
        await person.until(lambda taken=taken: hand.taken == taken, f"taken {taken!r}")
    touches_mat(person, 340, 200)
    await person.confirms(HERO)


BY_HAND = """
A activate creature=A:hero
A move creature=A:hero to=300,200
A move creature=A:hero to=340,200
"""


def test_the_tablets_own_hand_moves_models_at_a_practice_table(stage, tmp_path):
    path = begun_midgame(tmp_path)
    played_on(stage, tmp_path, path, by_the_tablets_hand, BY_HAND)


def touches_mat(person, x_mm, y_mm):
    """A finger touches a place of the mat."""
    mat = person.shell.page.table_view.ids.mat
    person.finger.tap(*mat.to_window(*mat.plan.to_screen(x_mm, y_mm)))


def key_of(sheet, model):
    """The key of the list that names a model."""
    if not sheet.parent:
        return None
    return next((key for key in sheet.ids.choices.children if key.text.lower().startswith(model)), None)
