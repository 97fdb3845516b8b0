"""The steps of each guided game speak of what the game has, and have their texts in each language."""

from dataclasses import replace

import pytest

from companion.games.display.guide import is_among
from companion.games.protocol import guide_of
from companion.games.registry import game_called
from companion.tablet.data.guide import GuideProgress
from companion.texts import COMPLETE, Language

GAMES = ("signum", "brawl", "warseer")
MAX_LETTERS = 180
"""Letters of a bubble that is read in passing."""
SCREEN = frozenset(
    (
        "zone",
        "cells",
        "model",
        "roll",
        "result",
        "closed",
        "measured",
        "undo",
        "undoing",
        "undone",
        "misplaced",
        "refused",
        "over",
        "why",
        "meant",
        "asks",
        "tab",
    )
)


def steps_of(name):
    return guide_of(game_called(name))


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", GAMES)
def test_every_bubble_has_a_heading_and_a_short_text_of_its_own(name, language):
    own = game_called(name).texts.own(language)
    for step in steps_of(name):
        assert own[f"guide.{step.key}_title"]
        assert len(own[f"guide.{step.key}"]) <= MAX_LETTERS, step.key


@pytest.mark.parametrize("name", GAMES)
def test_no_step_is_named_twice_and_only_the_last_one_is_the_last(name):
    steps = steps_of(name)
    assert len({step.key for step in steps}) == len(steps)
    assert [step.key for step in steps if step.last] == [steps[-1].key]


@pytest.mark.parametrize("left", ["offer:shoot", "offer:play"])
def test_nobody_is_told_that_only_the_end_is_left_while_a_shot_or_a_card_is_offered(left):
    steps = steps_of("signum")
    before = [step.key for step in steps[: [step.key for step in steps].index("next_turn")]]
    guide = GuideProgress(steps, before)
    guide.see(frozenset({"offer:end", left}))
    assert guide.now.key == "left"
    guide.see(frozenset({"offer:end"}))
    assert guide.now.key == "next_turn"


def test_a_result_is_explained_before_the_card_that_could_be_played_next():
    steps = steps_of("signum")
    keys = [step.key for step in steps]
    guide = GuideProgress(steps, [key for key in keys[: keys.index("card")] if key != "result"])
    guide.see(frozenset({"result", "offer:play"}))
    assert guide.now.key == "result"
    guide.see(frozenset({"closed", "offer:play"}))
    assert guide.now.key == "card"


def test_the_activation_ends_before_a_card_is_played_and_the_turn_ends_after_it():
    steps = steps_of("signum")
    keys = [step.key for step in steps]
    taught = [key for key in keys[: keys.index("finish")] if key not in ("card", "melee", "shot")]
    guide, seen = GuideProgress(steps, taught), []
    for signs in (
        {"offer:finish", "offer:end", "offer:fight"},
        {"offer:finish", "offer:end", "said:told.melee_declared"},
        {"offer:play", "offer:end", "said:told.melee_declared"},
        {"offer:end", "said:told.melee_declared", "said:tapped"},
    ):
        guide.see(frozenset(signs))
        seen.append(guide.now.key)
    assert seen == ["melee", "finish", "card", "end_turn"]


@pytest.mark.parametrize("name", GAMES)
def test_a_step_stands_beside_no_question_but_its_own(name):
    texts = game_called(name).texts.all(Language.ENGLISH)
    past = {f"{kind}:{key.removeprefix('log.')}" for key in texts for kind in ("said", "newest") if key[:4] == "log."}
    for question in {key.removeprefix("ask.") for key in texts if key[:4] == "ask." and key.count(".") == 1}:
        for step in steps_of(name):
            guide = GuideProgress((replace(step, last=False),), ())
            guide.see(frozenset({f"asked:{question}", "turn:2", *past}) - {*step.until})
            spoken_of = {f"asked:{question}"} & {*step.when, *step.beside}
            assert guide.now is None or spoken_of, (question, step.key)


@pytest.mark.parametrize("name", GAMES)
def test_one_text_explains_one_question(name):
    for step in steps_of(name):
        assert sum(each.startswith("asked:") for each in step.when) <= 1, step.key
        assert {*step.beside} <= {"asked:act", "asked:activation"}, "only between two actions is the past told"


@pytest.mark.parametrize(
    ("question", "told"), [("attack", "attack"), ("use", "skill"), ("choose_core", None), ("act", "trap")]
)
def test_what_a_card_asks_in_a_brawl_is_explained_and_nothing_else_meanwhile(question, told):
    steps = steps_of("brawl")
    first = [step.key for step in steps[: [step.key for step in steps].index("attack")]]
    guide = GuideProgress(steps, first)
    guide.see(frozenset({f"asked:{question}", "said:moved.walk", "newest:moved.walk", "said:trapsprung", "undo"}))
    assert (guide.now and guide.now.key) == told


def test_the_guide_of_a_brawl_goes_on_until_an_attack_has_hit_and_explains_the_damage():
    guide, seen = GuideProgress(steps_of("brawl"), ("end", "lay", "change", "deploy", "play", "walk")), []
    turn, second, hit = {"asked:act", "offer:endturn"}, {"turn:2"}, {"said:damaged.attack"}
    for signs in (
        {*turn, "offer:play"},
        turn,
        {*turn, *second, "offer:act"},
        {*turn, *second, "offer:act", "said:damaged.trap"},
        {*turn, *second},
        {*turn, *second, *hit, "offer:play"},
        {*turn, *second, *hit},
    ):
        guide.see(frozenset(signs))
        seen.append(guide.now.key)
        guide.read()
    assert seen == ["approach", "end_turn", "challenge", "approach", "next_turn", "hit", "goal"]


def test_the_way_back_is_told_only_while_it_takes_the_move_back():
    for name, question in (("brawl", "act"), ("warseer", "activation")):
        steps = steps_of(name)
        guide = GuideProgress(steps, [step.key for step in steps if step.key not in ("undo", "goal")])
        signs = {f"asked:{question}", "said:moved.walk", "undo"}
        guide.see(frozenset({*signs, "newest:moved.walk"}))
        assert guide.now.key == "undo"
        guide.see(frozenset({*signs, "newest:turnbegan"}))
        assert guide.now is None or guide.now.key == "goal"


@pytest.mark.parametrize("name", GAMES)
def test_every_sign_is_one_that_a_view_can_have(name):
    texts = game_called(name).texts.all(Language.ENGLISH)
    for sign in sorted(
        {sign for step in steps_of(name) for sign in (*step.when, *step.unless, *step.until, *step.light, *step.beside)}
    ):
        kind, _, rest = sign.partition(":")
        match kind:
            case "said" | "newest":
                assert any(is_among(f"log.{rest}", (key,)) for key in texts), sign
            case "offer" | "then":
                for each in rest.split("|"):
                    assert any(key == f"ask.do.{each}" or key.startswith(f"ask.do.{each}_") for key in texts), sign
            case "asked":  # of a roll, for what it is
                known = (f"ask.{rest}", f"log.purpose.{rest.removeprefix('roll.')}")
                assert any(is_among(each, (key,)) for key in texts for each in known), sign
            case "turn":
                assert int(rest) > 0
            case _:
                assert kind in SCREEN, sign
