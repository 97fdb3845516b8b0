"""Refusals for tests: which rule says no."""

import pytest

from companion.games.protocol import RuleViolation


def refused(field, rule_id, *commands):
    """The refusal of the last command by this rule; those before it are accepted."""
    field.give(*commands[:-1])
    with pytest.raises(RuleViolation) as caught:
        field.give(commands[-1])
    assert caught.value.rule_id == rule_id
    return caught.value
