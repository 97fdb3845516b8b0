"""The lengths of Legends of Signum, as other rooms ask for them."""

from companion.games.measures import Measures
from companion.games.signum.model.constants import CONTACT_TOLERANCE_MM, RANGES_MM, Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.sight import sight_rule

MOVE, RUN = "move", "run"
"""The actions whose reach can be shown."""

MEASURES = Measures(  # S-TERRAIN-19
    dict(RANGES_MM), CONTACT_TOLERANCE_MM, RANGES_MM["S"], (MOVE, RUN), sight_rule(rules_for(Edition.EN))
)
