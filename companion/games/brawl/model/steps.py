"""What is being resolved: a stack of steps; the one on top is done or asked first.

Nothing hidden stands in a step. Names of fields stand in records and never change.
"""

from typing import Literal

import msgspec

from companion.games.brawl.model.effects import Effect
from companion.games.brawl.model.kinds import Basic
from companion.geometry.grid import Cell


class StepBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", omit_defaults=True):
    """What every step is."""


class Context(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For whom effects happen.

    Attributes:
        piece: The champion that applies them: the acting one, or the one chosen for a reaction; empty for none.
        player: Whose effects they are.
        owner: The champion whose card it is; empty for none.
        targets: Targets of the card.
        attacker: Who attacks.
        chosen: Whom the effect before reached.
        dealt: Damage that the attack has dealt.
        card: Key of the card that they stand on.
    """

    piece: str = ""
    player: str
    owner: str = ""
    targets: tuple[str, ...] = ()
    attacker: str = ""
    chosen: tuple[str, ...] = ()
    dealt: int = 0
    card: str = ""


class FirstStep(StepBase, frozen=True, kw_only=True, tag="first"):
    """Chance says who begins (B-SETUP-01, B-TEAM-20)."""


class LeadStep(StepBase, frozen=True, kw_only=True, tag="lead"):
    """A team decides who of it plays first (B-TEAM-21, B-TEAM-22)."""

    team: str


class EndStep(StepBase, frozen=True, kw_only=True, tag="end"):
    """The first player chooses a spawn area (B-SETUP-02)."""

    player: str


class BanStep(StepBase, frozen=True, kw_only=True, tag="ban"):
    """A player removes one of another's champions (B-DRAFT-08)."""

    player: str
    of: str


class PickStep(StepBase, frozen=True, kw_only=True, tag="pick"):
    """A player picks a champion (B-DRAFT-04, B-DRAFT-10)."""

    player: str


class DecksStep(StepBase, frozen=True, kw_only=True, tag="decks"):
    """All that is shuffled before the game is shuffled (B-SETUP-06, -07, -09)."""


class FirstChallengesStep(StepBase, frozen=True, kw_only=True, tag="first_challenges"):
    """The first challenges are laid on the track (B-SETUP-07, B-TEAM-27)."""


class LayStep(StepBase, frozen=True, kw_only=True, tag="lay"):
    """A player lays a trap token of the supply face down on the arena (B-SETUP-10, B-TRAP-07).

    Attributes:
        player: Who lays it.
        not_on: The cell of the token just triggered.
        token: That token, which goes back into the supply; empty for none.
    """

    player: str
    not_on: Cell | None = None
    token: str = ""


class HandStep(StepBase, frozen=True, kw_only=True, tag="hand"):
    """A player may change cards of the first hand (B-SETUP-12).

    Attributes:
        player: Who.
        stage: What comes next.
    """

    player: str
    stage: Literal["draw", "change", "back"] = "draw"


class DeployStep(StepBase, frozen=True, kw_only=True, tag="deploy"):
    """A player places the champions in the spawn area (B-SETUP-14)."""

    player: str


class DrawStep(StepBase, frozen=True, kw_only=True, tag="draw"):
    """A player draws cards (B-DRAW)."""

    player: str
    count: int


class TurnStep(StepBase, frozen=True, kw_only=True, tag="turn"):
    """A player's turn (B-ROUND-03)."""

    player: str
    stage: Literal["begin", "score", "act", "refresh", "over"] = "begin"


class ChallengeStep(StepBase, frozen=True, kw_only=True, tag="challenges"):
    """The track shifts, and new challenges come (B-CHAL-01).

    Attributes:
        left: How many are still to come; -1 before the track has shifted.
    """

    left: int = -1


class ActionEndStep(StepBase, frozen=True, kw_only=True, tag="action_end"):
    """After a card or a basic action: power-ups, and whether somebody has won (B-PWR-01, B-WIN-04).

    Attributes:
        piece: The champion that acted.
        abilities: Whether abilities that follow a knock-out still have to happen.
    """

    piece: str
    abilities: bool = True


class CardStep(StepBase, frozen=True, kw_only=True, tag="card"):
    """An action card is resolved (B-ATK-02 to -10, B-SKILL-03 to -06).

    Attributes:
        player: Who plays it.
        card: Its id.
        piece: The champion whose card it is.
        stage: What comes next.
        targets: Named in step 4.
        reaction: Id of the reaction card that was played; empty for none.
        reactor: Who played it.
        chosen: The champion for which it was played.
        dealt: Damage that the attack has dealt.
        waiting: Players who may still react.
    """

    player: str
    card: str
    piece: str
    stage: Literal["move", "before", "aim", "react", "strike", "react_after", "after", "effects", "end"] = "move"
    targets: tuple[str, ...] = ()
    reaction: str = ""
    reactor: str = ""
    chosen: str = ""
    dealt: int = 0
    waiting: tuple[str, ...] = ()


class BasicStep(StepBase, frozen=True, kw_only=True, tag="basic"):
    """A basic action is done (B-BA)."""

    player: str
    action: Basic
    piece: str
    stage: Literal["move", "effect"] = "move"


class MoveStep(StepBase, frozen=True, kw_only=True, tag="move"):
    """A champion may be moved step by step, or by a keyword; a trap on the way interrupts it.

    Attributes:
        piece: Which.
        by: Who decides where to.
        left: Cells it may still go.
        way: How.
        line: Direction of a Dash that was begun.
        cause: The champion that applies the effect; itself where it moves of its own will.
        toward: A champion that every step must approach, or retreat from.
        either: Champions of whom it must be one, in place of a champion: those who were equally near at the start.
        goals: Cells of which it must be one, in place of a champion.
        approach: Which of the two.
        enters: Whether it may come out of its gate.
        source: Of Fear: from whom it flees.
    """

    piece: str
    by: str
    left: int
    way: Literal["walk", "dash", "swoop", "jump", "force", "fear"] = "walk"
    line: Cell | None = None
    cause: str = ""
    toward: str = ""
    either: tuple[str, ...] = ()
    goals: tuple[Cell, ...] = ()
    approach: Literal["", "approach", "retreat"] = ""
    enters: bool = False
    source: str = ""


class TravelStep(StepBase, frozen=True, kw_only=True, tag="travel"):
    """A champion is moved in a straight line without anybody's choice: Push, Pull, Fear.

    Attributes:
        piece: Which.
        line: Direction.
        left: Cells still to go.
        cause: The champion that applies the effect.
        how: By what; each cell that a Push or Pull does not make deals 1 direct damage (B-BASE-09).
        begun: Whether it has gone a cell.
    """

    piece: str
    line: Cell
    left: int
    cause: str
    how: Literal["push", "pull", "fear"]
    begun: bool = False

    @property
    def harms(self) -> bool:
        """Whether cells not made deal damage."""
        return self.how != "fear"


class TrapStep(StepBase, frozen=True, kw_only=True, tag="trap"):
    """A trap was triggered (B-TRAP-04 to -08)."""

    piece: str
    cell: Cell
    token: str
    cause: str


class StunStep(StepBase, frozen=True, kw_only=True, tag="stun"):
    """A champion's player discards one of its cards, or shows the hand (B-KW-07)."""

    piece: str


class PlanStep(StepBase, frozen=True, kw_only=True, tag="plan"):
    """A player may put cards of the hand on the deck (B-KW-09)."""

    player: str
    most: int


class PlaceStep(StepBase, frozen=True, kw_only=True, tag="place"):
    """A champion is placed on one of some cells (B-KW-15)."""

    piece: str
    by: str
    cells: tuple[Cell, ...]
    cause: str = ""


class EffectsStep(StepBase, frozen=True, kw_only=True, tag="effects"):
    """Effects happen from top to bottom (B-ACT-11).

    Attributes:
        effects: Those that are left.
        context: For whom.
        picked: Whom the first of them reaches, once that was chosen.
        number: The number chosen for the first of them, once it was.
    """

    effects: tuple[Effect, ...]
    context: Context
    picked: tuple[str, ...] | None = None
    number: int | None = None


Step = (
    FirstStep
    | LeadStep
    | EndStep
    | BanStep
    | PickStep
    | DecksStep
    | FirstChallengesStep
    | LayStep
    | HandStep
    | DeployStep
    | DrawStep
    | TurnStep
    | ChallengeStep
    | ActionEndStep
    | CardStep
    | BasicStep
    | MoveStep
    | TravelStep
    | TrapStep
    | StunStep
    | PlanStep
    | PlaceStep
    | EffectsStep
)
