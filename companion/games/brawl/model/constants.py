"""Numbers of the rulebook."""

from companion.games.brawl.model.kinds import Trap

TEAM_SIZE, TEAM_SIZE_OF_FOUR = 3, 2
"""Champions of a player (B-DRAFT-02, B-TEAM-02): of four players eight in all (B-TEAM-01)."""

HAND, HAND_OF_FOUR = 5, 4
"""Cards drawn (B-SETUP-12, B-REF-04; B-TEAM-07)."""

GOAL, GOAL_OF_FOUR = 5, 7
"""Victory points that win (B-WIN-01, B-WIN-03)."""

ACTION_CARDS = 6
"""Of each champion (B-CARD-05)."""

CHALLENGES = 11
"""Challenge cards of a pack (B-COMP-05, B-DATA-03, B-DATA-20)."""

TRAPS = {Trap.STUN: 2, Trap.IMMOBILISE: 2, Trap.DAMAGE_1: 2, Trap.DAMAGE_2: 4, Trap.DAMAGE_3: 2}
"""Trap tokens (B-COMP-09)."""

TRAPS_LAID = 4
"""Trap tokens on the arena (B-TRAP-06, B-TRAP-19)."""

TRAP_CELLS, STATUES, MIN_SPAWN_CELLS = 6, 3, 4
"""Of an arena (B-ARENA-10, B-ARENA-12, B-DATA-01)."""

BLOODIED = 3
"""Damage from which a champion is bloodied (B-KW-10)."""

DRAFT_POOL, DRAFT_POOL_OF_FOUR = 6, 8
"""Champions laid out for a normal draft, at least (B-DRAFT-03, B-TEAM-01, B-TEAM-40)."""

OFFERED, OFFERED_OF_FOUR = 5, 3
"""Champions that each player lays out for a tournament draft (B-DRAFT-07, B-TEAM-44).

So two players need ten (B-DRAFT-06), and four twelve (B-TEAM-43).
"""
