"""The guided game's steps speak of what the game has, and have their texts in each language."""

import pytest

from companion.games.display.guide import is_among
from companion.games.protocol import guide_of
from companion.games.registry import game_called
from companion.games.signum.own_texts import TEXTS
from companion.texts import COMPLETE, Language

STEPS = guide_of(game_called("signum"))
MAX_LETTERS = 180
"""Letters of a bubble that is read in passing."""
SCREEN = frozenset(
    (
        "zone",
        "model",
        "roll",
        "result",
        "measured",
        "undo",
        "undoing",
        "undone",
        "misplaced",
        "refused",
        "over",
        "why",
        "meant",
        "tab",
    )
)


@pytest.mark.parametrize("language", COMPLETE)
def test_every_bubble_has_a_heading_and_a_short_text_of_its_own(language):
    own = TEXTS.own(language)
    for step in STEPS:
        assert own[f"guide.{step.key}_title"]
        assert len(own[f"guide.{step.key}"]) <= MAX_LETTERS, step.key


def test_no_step_is_named_twice_and_only_the_last_one_is_the_last():
    assert len({step.key for step in STEPS}) == len(STEPS)
    assert [step.key for step in STEPS if step.last] == [STEPS[-1].key]


@pytest.mark.parametrize("sign", sorted({sign for step in STEPS for sign in (*step.when, *step.until, *step.light)}))
def test_every_sign_is_one_that_a_view_can_have(sign):
    kind, _, name = sign.partition(":")
    texts = TEXTS.all(Language.ENGLISH)
    match kind:
        case "said":
            assert any(is_among(f"log.{name}", (key,)) for key in texts), sign
        case "offer" | "then":
            assert any(key == f"ask.do.{name}" or key.startswith(f"ask.do.{name}_") for key in texts), sign
        case "asked":
            assert any(is_among(f"ask.{name}", (key,)) for key in texts), sign
        case "turn":
            assert int(name) > 0
        case _:
            assert kind in SCREEN, sign
