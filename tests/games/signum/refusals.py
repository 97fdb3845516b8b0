"""Refusals for tests: which rule says no, and that it has a sentence in every language."""

import pytest

from companion.games.signum.own_texts import TEXTS
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language


def refused(field, rule_id, *commands):
    """The refusal of the last command by this rule; those before it are accepted."""
    field.give(*commands[:-1])
    with pytest.raises(RuleViolation) as caught:
        field.give(commands[-1])
    assert caught.value.rule_id == rule_id
    for language in Language:
        assert TEXTS.say(language, f"rules.{caught.value.key}", **caught.value.values)
    return caught.value
