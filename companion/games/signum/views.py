"""What each viewer may know of a game, and nothing more (S-ZONE-05 to S-ZONE-29).

Hidden cards are absent, not covered: of an opponent's hand and tactics there is a number, and no id, because an id
seen twice would tell that it is the same card. An opponent's prompt to reveal a tactic shows as no more than that the
table waits.
"""

import msgspec

from companion.games.command import SPECTATOR
from companion.games.prompt import CommandSpec, Prompt
from companion.games.signum.creature.abilities import abilities_of
from companion.games.signum.creature.stats import health, movement_mm, strength
from companion.games.signum.engine.card_draw import affords, held
from companion.games.signum.model.commands import Skip
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import Thing
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.open_points import PointReading, readings
from companion.games.signum.model.redaction import holds_open
from companion.games.signum.model.state import GameResult, Player, Question, State, Template
from companion.games.signum.model.steps.combat import CombatStep
from companion.games.signum.model.steps.step import ReactionStep
from companion.games.signum.play.card_play import cost_of
from companion.games.signum.play.payment import is_tapped, missing


class CardView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that the viewer sees: its id on the table and which it is ("" where nobody told the program).

    Of a card in the viewer's own hand, `lacks` names the buildings (and `prosperity`) that keep it from being played.
    """

    id: str
    key: str
    lacks: tuple[str, ...] = ()


class BuildingView(msgspec.Struct, frozen=True, kw_only=True):
    """A building in a City."""

    id: str
    key: str
    tapped: bool


class TacticView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A face-down tactic: what was paid is public, which it is only its owner's (S-ZONE-23, S-ZONE-24)."""

    buildings: tuple[str, ...]
    prosperity: int
    id: str = ""
    key: str = ""


class RelicView(msgspec.Struct, frozen=True, kw_only=True):
    """An active relic."""

    id: str
    key: str
    armour: int
    uses: int | None


class PlayerView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a viewer knows of a player; cards of the hand and those brought only where they are the viewer's own.

    Building cards that were drawn are so, too, where they are not held open (S-VAR-07).
    """

    id: str
    name: str
    hero: str
    prosperity: int
    hand_count: int
    deck_count: int
    construction_count: int
    graveyard_count: int
    graveyard: tuple[CardView, ...]
    city: tuple[BuildingView, ...]
    terrain_city: tuple[CardView, ...]
    tactics: tuple[TacticView, ...]
    relics: tuple[RelicView, ...]
    missed_draws: int
    kills: int
    kept: bool
    out: bool
    clock_s: float
    hand: tuple[CardView, ...] = ()
    unused: tuple[CardView, ...] = ()
    drawn_buildings: tuple[CardView, ...] = ()


class CreatureView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A creature on the Battlefield: all of it is public (S-ZONE-26)."""

    id: str
    key: str
    owner: str
    controller: str
    x_mm: float | None
    y_mm: float | None
    sigma_mm: float
    strength: int | None
    movement_mm: float | None
    health: int | None
    wounds: int
    armour: int
    stealth: bool
    concentration: int
    abilities: tuple[Ability, ...]
    activated: bool
    finished: bool
    summoned: bool
    moved_mm: float


class FightView(msgspec.Struct, frozen=True, kw_only=True):
    """A melee that runs: who fights whom, and the dice that each has assigned so far, which both see (S-MELEE-12).

    Attributes:
        attacker: Id of the creature.
        target: Id of the creature.
        magical: Whether it is a Magical Strike.
        attack: Attack dice by creature.
        defence: Defence dice by creature.
    """

    attacker: str
    target: str
    magical: bool
    attack: dict[str, int]
    defence: dict[str, int]


class SignumView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game as a viewer may see it.

    Attributes:
        viewer: For whom.
        edition: Of the rules.
        variant: Of play.
        turn: Its number.
        active: Whose it is.
        phase: Where it stands.
        acting: Id of the creature whose activation runs.
        players: In turn order, or as they sit before that is known.
        creatures: On the Battlefield.
        templates: On the Battlefield.
        prompts: What this viewer owes.
        waiting_for: Other players who owe something; empty where telling would tell a secret.
        waiting: Whether anybody owes anything.
        commands: What this viewer may do.
        question: What is too close to call.
        fight: The melee that runs.
        outcome: How the game ended.
        draws_agreed: Who offers a draw.
        seed_hash: Of the seed that shuffles.
        readings: Open points of the rules that are read otherwise than proposed, or of which the proposal is doubtful.
        on_cardboard: What the players keep themselves; of that, the view has only what was set by hand.
    """

    viewer: str
    edition: str
    variant: str
    turn: int
    active: str
    phase: str
    acting: str
    players: tuple[PlayerView, ...]
    creatures: tuple[CreatureView, ...]
    templates: tuple[Template, ...]
    prompts: tuple[Prompt, ...] = ()
    waiting_for: tuple[str, ...] = ()
    waiting: bool = False
    commands: tuple[CommandSpec, ...] = ()
    question: Question | None = None
    fight: FightView | None = None
    outcome: GameResult | None = None
    draws_agreed: tuple[str, ...] = ()
    seed_hash: str = ""
    readings: tuple[PointReading, ...] = ()
    on_cardboard: tuple[Thing, ...] = ()


def view_of(state: State, viewer: str, prompts: tuple[Prompt, ...], commands: tuple[CommandSpec, ...]) -> SignumView:
    """The game as a viewer may see it.

    Args:
        state: The game.
        viewer: A player's id, or `SPECTATOR`.
        prompts: All that is asked of anybody now.
        commands: What the viewer may do.
    """
    secret = bool(state.steps) and isinstance(state.steps[-1], ReactionStep)
    owing = {player for prompt in prompts for player in prompt.to}
    agreed = state.question.agreed if state.question is not None else {}
    others = tuple(sorted((owing - set(agreed) or owing) - {viewer}))  # who disagree are all asked again
    order = state.order or tuple(state.players)
    return SignumView(
        viewer=viewer,
        edition=state.rules.edition.value,
        variant=state.rules.variant.value,
        turn=state.turn,
        active=state.active,
        phase=state.phase.value,
        acting=state.acting,
        players=tuple(_player(state, state.players[each], viewer) for each in order),
        creatures=tuple(_creature(state, each) for each in state.creatures.values()),
        templates=tuple(state.templates.values()),
        prompts=tuple(prompt for prompt in prompts if viewer in prompt.to and viewer != SPECTATOR),
        waiting_for=() if secret else others,
        waiting=bool(state.steps) or state.question is not None,
        commands=commands,
        question=_question(state, viewer),
        fight=_fight(state),
        outcome=state.outcome,
        draws_agreed=state.draws_agreed,
        seed_hash=state.setup.seed_hash,
        readings=tuple(each for each in readings(state.rules) if each.doubtful or each.changed),
        on_cardboard=state.rules.on_cardboard,
    )


def _player(state: State, player: Player, viewer: str) -> PlayerView:
    own = player.id == viewer
    seat, keeps = state.seat(player.id), state.rules.keeps
    graveyard_open = keeps("graveyards") and (own or state.rules.switches.graveyards_open == "all")
    return PlayerView(
        id=player.id,
        name=seat.name,
        hero=seat.hero,
        prosperity=player.prosperity,
        hand_count=len(held(state, player.id)),
        deck_count=len(player.deck),
        construction_count=len(player.construction),
        graveyard=_cards(state, player.graveyard) if graveyard_open else (),
        graveyard_count=len(player.graveyard) if keeps("graveyards") else 0,
        city=tuple(
            BuildingView(id=each.id, key=state.keys[each.id], tapped=is_tapped(state, each)) for each in player.city
        ),
        terrain_city=_cards(state, player.terrain_city),
        tactics=tuple(
            TacticView(
                buildings=each.buildings,
                prosperity=each.prosperity if keeps("prosperity") else 0,
                id=each.id if own else "",
                key=state.keys[each.id] if own else "",
            )
            for each in player.tactics
        ),
        relics=tuple(
            RelicView(id=each.id, key=state.keys[each.id], armour=each.armour, uses=each.uses) for each in player.relics
        ),
        missed_draws=player.missed_draws,
        kills=player.kills,
        kept=player.kept,
        out=player.out,
        clock_s=player.clock_s,
        hand=tuple(_in_hand(state, player, each) for each in held(state, player.id)) if own else (),
        unused=_cards(state, player.unused) if own else (),
        drawn_buildings=_cards(state, player.drawn_buildings) if own or holds_open(state) else (),
    )


def _cards(state: State, ids: tuple[str, ...]) -> tuple[CardView, ...]:
    return tuple(CardView(id=each, key=state.keys[each]) for each in ids)


def _in_hand(state: State, player: Player, card_id: str) -> CardView:
    if not state.keys[card_id]:
        return CardView(id=card_id, key="")
    cost = cost_of(state, player.id, state.card(card_id))
    poor = () if affords(state, player.id, cost.prosperity) else ("prosperity",)
    return CardView(id=card_id, key=state.keys[card_id], lacks=(*missing(state, player.id, cost), *poor))


def _creature(state: State, creature: Creature) -> CreatureView:
    known = bool(state.keys[creature.id])
    stand = creature.stand
    return CreatureView(
        id=creature.id,
        key=state.keys[creature.id],
        owner=creature.owner,
        controller=creature.controller,
        x_mm=stand.x_mm if stand else None,
        y_mm=stand.y_mm if stand else None,
        sigma_mm=stand.sigma_mm if stand else 0.0,
        strength=strength(state, creature) if known else None,
        movement_mm=movement_mm(state, creature) if known else None,
        health=health(state, creature) if known else None,
        wounds=creature.wounds,
        armour=creature.armour,
        stealth=creature.stealth,
        concentration=creature.concentration,
        abilities=abilities_of(state, creature) if known else (),
        activated=creature.deeds.activated,
        finished=creature.deeds.finished,
        summoned=creature.deeds.summoned,
        moved_mm=creature.deeds.moved_mm,
    )


def _fight(state: State) -> FightView | None:
    combat = next((step for step in reversed(state.steps) if isinstance(step, CombatStep)), None)
    if combat is None:
        return None
    return FightView(
        attacker=combat.attacker,
        target=combat.target,
        magical=combat.magical,
        attack=combat.attack,
        defence=combat.defence,
    )


def _question(state: State, viewer: str) -> Question | None:
    """What is too close to call is everybody's; the command that waits only its giver's, whose hand it may show."""
    question = state.question
    if question is None or question.command.by == viewer:
        return question
    return msgspec.structs.replace(question, command=Skip(by=question.command.by))
