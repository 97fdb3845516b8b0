"""What is told of models that are nowhere near their places: one sentence for all, whole in every language."""

import importlib
from types import SimpleNamespace

import pytest

from companion.referee.api.placement import Placement, PlacementState
from companion.texts import Language, say

NAMES = ("Wren", "Isolde, the Bold", "Brannoch", "Morrigan", "Vesper")


@pytest.mark.parametrize("language", Language)
def test_of_many_the_first_names_are_told_and_that_there_are_others(language):
    away = [
        Placement(f"A:{number}", "A", "", PlacementState.NO_MODEL, 16.0, ghost=True, name=name)
        for number, name in enumerate(NAMES)
    ]
    context = SimpleNamespace(obeyed=False, practises=False, say=lambda key, **values: say(language, key, **values))
    ghosts = importlib.import_module("companion.tablet.game.over_mat.proposals").ghosts
    (all_named,), (some_named,) = ghosts(away[:4], context), ghosts(away, context)
    assert "Wren, Isolde, Brannoch, Morrigan." in all_named.text
    assert "Wren, Isolde, Brannoch, Morrigan " in some_named.text
    assert "Vesper" not in some_named.text
    assert "…" not in some_named.text, "it waits for people: nothing goes on by itself"
