"""One card as printed: its kind, cost, values, abilities and effects (S-CARD, S-AB)."""

from typing import Literal

import msgspec

from companion.games.signum.model.effects.effect import Ability, Cost, Effect, Rider
from companion.games.signum.model.kinds import BASIC, BuildingType, Kind, RelicType
from companion.games.signum.model.terms import Ruler


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card as printed; a value that no source states is None and is asked for when it is needed.

    Attributes:
        key: Stable name within all packs, such as `skirmish/brannoch`.
        kind: Its kind.
        names: By language (`en`, `ru`, `uk`).
        faction: Key of the faction; `BASIC` and `MERCENARIES` besides.
        race: Key of the race.
        card_class: Key of the Guild or Order it belongs to.
        rarity: Of support cards; no effect on play.
        series: The release it came with; no effect on play.
        copies: How many of it a squad may have at most; None for as the edition says.
        cost: What playing or constructing it costs.
        strength: Dice in melee.
        movement: Ruler.
        health: Wounds at which it is eliminated.
        base: Size of the base.
        slots: Relics that a hero can carry, by type.
        relic_type: Of relics.
        building_type: Of buildings.
        unique: Of buildings and terrain: once per game.
        bound_to: Key of the hero without whom it cannot be played (S-CARD-13).
        abilities: By name.
        effects: What happens at once when it is played.
        riders: What waits.
        template: Outline of a terrain's template in millimetres, its own frame.
        terrain: What its template does: `impassable`, `difficult`, `blocks_sight`, `cover`, `ruins`.
        text: Printed text that the vocabulary cannot say, by language.
        flavour: By language; no effect on play.
    """

    key: str
    kind: Kind
    names: dict[str, str]
    faction: str = BASIC
    race: str = ""
    card_class: str = ""
    rarity: Literal["", "common", "rare", "legendary", "mythical"] = ""
    series: str = ""
    copies: int | None = None
    cost: Cost = Cost()
    strength: int | None = None
    movement: Ruler | None = None
    health: int | None = None
    base: Literal["small", "medium", "large"] = "small"
    slots: dict[RelicType, int] = {}
    relic_type: RelicType | None = None
    building_type: BuildingType | None = None
    unique: bool = False
    bound_to: str = ""
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Effect, ...] = ()
    riders: tuple[Rider, ...] = ()
    template: tuple[tuple[float, float], ...] = ()
    terrain: tuple[Literal["impassable", "difficult", "blocks_sight", "cover", "ruins"], ...] = ()
    text: dict[str, str] = {}
    flavour: dict[str, str] = {}
