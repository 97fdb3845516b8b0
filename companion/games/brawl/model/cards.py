"""The sorts of cards: champions, action cards, challenges, the arena with its track, and cards known only in part."""

from typing import Literal

import msgspec

from companion.games.brawl.model.effects import Ability, Effect, Standing
from companion.games.brawl.model.kinds import AimKind, Core, Deed, End, Statue, Zone
from companion.games.brawl.model.terms import Condition
from companion.geometry.grid import Cell, Grid, GridKind, centred_board

Pair = tuple[int, int]
"""A cell as a pack writes it: its axial coordinates q and r."""


class CardBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every card has.

    Attributes:
        key: Stable name within all packs, such as `arena/brakka`.
        names: By language (`en`, `ru`, `uk`).
        flavour: By language; no effect on play (B-CARD-04).
    """

    key: str
    names: dict[str, str]
    flavour: dict[str, str] = {}


class Values(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a champion card (B-CHMP-01).

    Attributes:
        defence: Taken from the strength of attacks on it.
        health: Damage at which it is knocked out.
        abilities: What it can do.
    """

    defence: int
    health: int
    abilities: tuple[Ability, ...] = ()


class ChampionCard(CardBase, frozen=True, kw_only=True, tag="champion", omit_defaults=True):
    """A champion with both sides of its card (B-COMP-04).

    Attributes:
        titles: What it is called besides, by language.
        code: Letters that stand before the numbers of its action cards, such as `BRA`.
        front: As it begins.
        back: Powered.
    """

    titles: dict[str, str] = {}
    code: str = ""
    front: Values
    back: Values


class TargetDiagram(msgspec.Struct, frozen=True, omit_defaults=True):
    """Range and targeting diagram of a card (B-TGT-03).

    Attributes:
        aim: How targets are found.
        most: Of shots: the maximum range.
        least: Of shots: the minimum range (B-TGT-18).
        cells: Of areas: the yellow cells, as steps from the attacker's cell; (1, 0) is straight ahead and (0, 1) the
            neighbour 60 degrees to its left. The player turns the shape (B-TGT-15).
        who: Of one target: `enemy`, else `ally`, or `any` other champion, where the card says so (B-TGT-01).
    """

    aim: AimKind
    most: int = 1
    least: int = 1
    cells: tuple[Pair, ...] = ()
    who: str = "enemy"


class ActionCard(CardBase, frozen=True, kw_only=True, tag="action", omit_defaults=True):
    """An action card (B-CARD-02).

    Attributes:
        champion: Key of the champion that it belongs to.
        number: Its number among the champion's cards, such as 2.
        deed: Attack, skill or reaction.
        core: Colour of the core that pays for it.
        move: Move points; None where none are printed, as on reactions (B-KO-10).
        target: How targets are found; None for a skill or a reaction without any.
        strength: Of an attack.
        bonuses: What holds in this attack alone.
        before: Pre-effects of an attack or a reaction, from top to bottom.
        effects: Effects of a skill.
        after: Post-effects of an attack or a reaction.
        defence: Of a reaction: how much it raises the defence of the chosen champion (B-REACT-11).
        copies: How many of it there are.
        text: What it says, by language; where it is empty the words are made of its effects.
    """

    champion: str
    number: int = 0
    deed: Deed
    core: Core
    move: int | None = None
    target: TargetDiagram | None = None
    strength: int | None = None
    bonuses: tuple[Standing, ...] = ()
    before: tuple[Effect, ...] = ()
    effects: tuple[Effect, ...] = ()
    after: tuple[Effect, ...] = ()
    defence: int | None = None
    copies: int = 1
    text: dict[str, str] = {}


class ChallengeCard(CardBase, frozen=True, kw_only=True, tag="challenge", omit_defaults=True):
    """A challenge (B-CHAL).

    Attributes:
        condition: What the active player must meet; `self` names nobody in it.
        text: What it says, by language.
    """

    condition: Condition
    text: dict[str, str] = {}


class ArenaCard(CardBase, frozen=True, kw_only=True, tag="arena", omit_defaults=True):
    """An arena: its cells and the challenge track (B-ARENA-16, B-CHAL-06, B-DATA-02).

    Attributes:
        cells: All cells.
        statues: Where each statue stands.
        traps: The marked trap cells.
        spawns: The spawn area of each end.
        gates: Where each gate lies beside the board, in steps from the cell (0, 0), like a cell.
        areas: The cells of the three areas.
        pitch_mm: Distance between the centres of neighbouring cells.
        grid: `hex`, or `square` (B-OPEN-01).
        track: Victory points of each slot for two players, and for four, from the left; what stands here where a pack
            says nothing is assumed.
        track_of_four: With the extra board (B-TEAM-26).
    """

    cells: tuple[Pair, ...]
    statues: dict[Statue, Pair]
    traps: tuple[Pair, ...]
    spawns: dict[End, tuple[Pair, ...]]
    gates: dict[End, Pair]
    areas: dict[Zone, tuple[Pair, ...]]
    pitch_mm: float = 50.0
    grid: GridKind = GridKind.HEX
    track: tuple[int, ...] = (0, 1, 2, 1)
    track_of_four: tuple[int, ...] = (0, 0, 1, 2, 1)

    def board(self, mat_mm: tuple[float, float]) -> Grid:
        """The cells in the middle of a mat (B-ARENA-01, B-ARENA-02)."""
        return centred_board(self.grid, self.pitch_mm, cells_of(self.cells), mat_mm)


class StatedCard(CardBase, frozen=True, kw_only=True, tag="stated", omit_defaults=True):
    """What sources state of a card of the printed game, where they do not state the whole card (B-CH-32).

    Nobody plays with it: it tells the players what is known, and what they have to supply in a pack of their own.

    Attributes:
        of: What the card is: a champion, or an action card.
        titles: Of a champion: what it is called besides, by language.
        code: Of a champion: letters that stand before the numbers of its action cards.
        champion: Of an action card: key of the champion that it belongs to.
        number: Of an action card: its number among the champion's cards.
        deed: Attack, skill or reaction.
        move: Move points.
        aim: How targets are found.
        reach: Minimum and maximum range.
        beside: Numbers printed on it of which no source says what they are.
        bonuses: As on an action card.
        before: Its pre-effects, by language.
        effects: Those of a skill, by language.
        after: Its post-effects, by language.
        assumed: Fields in which a lost symbol is read as the catalogue proposes (B-DATA-06, B-DATA-07).
        text: What is stated and cannot be said in these fields, by language.
    """

    of: Literal["champion", "action"]
    titles: dict[str, str] = {}
    code: str = ""
    champion: str = ""
    number: int = 0
    deed: Deed | None = None
    move: int | None = None
    aim: AimKind | None = None
    reach: Pair | None = None
    beside: tuple[int, ...] = ()
    bonuses: tuple[Standing, ...] = ()
    before: tuple[Effect, ...] = ()
    effects: tuple[Effect, ...] = ()
    after: tuple[Effect, ...] = ()
    assumed: tuple[str, ...] = ()
    text: dict[str, str] = {}


Card = ChampionCard | ActionCard | ChallengeCard | ArenaCard | StatedCard


def cells_of(pairs: tuple[Pair, ...]) -> frozenset[Cell]:
    """Cells that a pack writes."""
    return frozenset(Cell(*pair) for pair in pairs)
