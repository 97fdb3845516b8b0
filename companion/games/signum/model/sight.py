"""What the rules make of lines of sight, in the words of geometry."""

from companion.games.signum.model.editions import Rules
from companion.geometry import SightRule


def sight_rule(rules: Rules) -> SightRule:
    """What counts as a free line of sight (S-LOS-05, S-LOS-09)."""
    passage = rules.switches.sight_lines == "passage"
    return SightRule(
        from_centre=rules.switches.sight_from == "centre",
        touching_blocks=passage,
        contact_mm=rules.contact_mm if passage else None,
    )
