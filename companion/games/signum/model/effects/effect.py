"""What stands on cards: abilities, effects, and what they wait for (S-AB, S-ABIL-02).

The effects are a small vocabulary of terms that fit together anywhere; what it cannot say stays in `reminder` for the
players to carry out by hand.
"""

from typing import Literal

import msgspec

from companion.games.signum.model.effects.on_creatures import (
    ChangeEffect,
    EffectOnCreatures,
    ForbidEffect,
    LoseEffect,
    RerollEffect,
)
from companion.games.signum.model.effects.on_players import EffectOnPlayers, PriceEffect
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Condition, Ruler, Selector, Until


class Cost(msgspec.Struct, frozen=True, omit_defaults=True):
    """What playing a card costs (S-CARD-65).

    Attributes:
        buildings: Names of building types or of unique buildings, each paid by a building of its own.
        any: So many buildings of any kind besides.
        prosperity: Besides.
        concentration: Of abilities: Concentration tokens of the creature that uses it (S-AB-12).
        known: Whether a source states the cost; the players pay one that none states by hand.
    """

    buildings: tuple[str, ...] = ()
    any: int = 0
    prosperity: int = 0
    concentration: int = 0
    known: bool = True


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ability by its name in the catalogue (S-AB), with what is printed beside it.

    Attributes:
        name: Key, such as `berserk`, `magical_shot`; `abilities.CATALOGUE` lists them. Any other where the ability is
            the card's own.
        x: The number printed; None where there is none.
        ruler: The ruler printed.
        plus: Whether the number is printed with "+" and adds to the same ability (S-ABIL-07).
        activate: Whether it has the activation mark (S-ACT-07); those of the catalogue know it themselves.
        text: What the printed text does.
        about: For Shield from, Surcharge, Steam Engine: what is named; for Steam Engine the action.
        cost: For Surcharge: what is paid; for an ability of the card's own: what each use costs (S-OPEN-70, S-OPEN-71).
        results: For Steam Engine and Ruins: what follows each face.
        riders: What waits, or holds, as long as a creature has the ability.
        deed: For Surcharge: what its player does to pay for it, besides any cost.
        reminder: Printed text that the vocabulary cannot say, by language.
        names: Of an ability that is the card's own, by language.
    """

    name: str
    x: int | None = None
    ruler: Ruler | None = None
    plus: bool = False
    activate: bool = False
    text: "tuple[Effect, ...]" = ()
    about: str = ""
    cost: Cost | None = None
    results: "dict[str, tuple[Effect, ...]]" = {}
    riders: "tuple[Rider, ...]" = ()
    deed: "tuple[Effect, ...]" = ()
    reminder: dict[str, str] = {}
    names: dict[str, str] = {}


class GainEffect(msgspec.Struct, frozen=True, tag="gain", omit_defaults=True):
    """Gives an ability.

    Attributes:
        ability: Which.
        to: Whom it reaches.
        until: How long it lasts.
        amount: The ability's number, where that is counted.
    """

    ability: Ability
    to: Selector = Selector(who="self")
    until: Until = Until.END_OF_GAME
    amount: Amount | None = None


class ReadyEffect(msgspec.Struct, frozen=True, tag="ready", omit_defaults=True):
    """Lets creatures be activated once more this turn, or untaps buildings.

    Attributes:
        what: Which kind of thing.
        count: How many.
        to: Which creatures.
    """

    what: Literal["creature", "building"] = "creature"
    count: int = 1
    to: Selector = Selector(who="own")


class CancelEffect(msgspec.Struct, frozen=True, tag="cancel", omit_defaults=True):
    """Cancels what set the effect off: a card being played, a summoning, an attack; what was paid stays paid.

    Attributes:
        to: Where a card goes that is cancelled.
    """

    to: Literal["graveyard", "deck", "hand"] = "graveyard"


class ChoiceEffect(msgspec.Struct, frozen=True, tag="choice", omit_defaults=True):
    """One of several is chosen (S-ABIL-02).

    Attributes:
        options: Lists of effects; an empty one does nothing.
        choice: Who chooses: the card's player, or the opponent.
    """

    options: "tuple[tuple[Effect, ...], ...]"
    choice: Literal["own", "enemy"] = "own"


class RollEffect(msgspec.Struct, frozen=True, tag="roll", omit_defaults=True):
    """A die, or several, decide.

    Attributes:
        dice: How many.
        faces: Effects by face, once for every die that shows it.
    """

    dice: int | Amount = 1
    faces: "dict[str, tuple[Effect, ...]]" = {}


class IfEffect(msgspec.Struct, frozen=True, tag="if", omit_defaults=True):
    """Happens only if a condition holds.

    Attributes:
        condition: What must hold.
        effects: What happens then.
        otherwise: What happens if it does not hold.
    """

    condition: Condition
    effects: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()


class RepeatEffect(msgspec.Struct, frozen=True, tag="repeat", omit_defaults=True):
    """Happens several times, one after the other.

    Attributes:
        times: How often.
        effects: What happens.
    """

    times: int | Amount
    effects: "tuple[Effect, ...]"


class PayEffect(msgspec.Struct, frozen=True, tag="pay", omit_defaults=True):
    """A player may pay Prosperity; then something happens.

    Attributes:
        prosperity: The price.
        effects: What happens once it is paid; empty for nothing.
        otherwise: What happens if it is not.
        who: Who may pay: the card's player, or the opponent.
    """

    prosperity: int | Amount
    effects: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()
    who: Literal["own", "enemy"] = "own"


class RemindEffect(msgspec.Struct, frozen=True, tag="remind", omit_defaults=True):
    """Text for the players to carry out by hand.

    Attributes:
        text: By language.
    """

    text: dict[str, str]


Effect = (
    EffectOnCreatures
    | EffectOnPlayers
    | GainEffect
    | ReadyEffect
    | CancelEffect
    | ChoiceEffect
    | RollEffect
    | IfEffect
    | RepeatEffect
    | PayEffect
    | RemindEffect
)

Lasting = ChangeEffect | GainEffect | LoseEffect | ForbidEffect | RerollEffect | PriceEffect
"""Effects that hold: for a time, as long as a card does, or within an Aura."""


class Trigger(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a tactic is met, or a printed effect happens by itself.

    Attributes:
        on: A hook of the catalogue's glossary, such as `melee.declare`, `summon`, `card.play`.
        whose: Whose deed sets it off, seen from the card's player.
        condition: What must hold besides.
        kinds: Only where the card concerned is of one of these kinds; empty for all.
    """

    on: str
    whose: Literal["own", "enemy", "any"] = "enemy"
    condition: Condition = Condition()
    kinds: tuple[Kind, ...] = ()


class Rider(msgspec.Struct, frozen=True, omit_defaults=True):
    """Effects of a card that wait for a trigger, or that hold while a condition does (class bonuses, S-CARD-24).

    Attributes:
        trigger: What sets it off; without one its bonuses hold while the condition does.
        condition: What must hold.
        effects: What it does.
        times: How often it works, a game or a turn; None for whenever it is met.
        per: Whether `times` counts in the whole game or in each turn.
    """

    trigger: Trigger | None = None
    condition: Condition = Condition()
    effects: tuple[Effect, ...] = ()
    times: int | None = None
    per: Literal["game", "turn"] = "game"
