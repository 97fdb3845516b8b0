"""A character comes to the mat: at its own side, clear of enemies, or under their blades (S-SUMMON)."""

import dataclasses
import math

from msgspec.structs import replace

from companion.games.command import Command
from companion.games.common import Choose, Place
from companion.games.prompt import CommandSpec, Pick, Prompt, Spot
from companion.games.signum.creature.contacts import enemies_of, templates_with
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.constants import BASE_DIAMETERS_MM, RANGES_MM
from companion.games.signum.model.creatures import Creature, TurnHistory
from companion.games.signum.model.events import CreatureCame, CreatureStood
from companion.games.signum.model.mat import own_side, radius_mm, scene_of
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.movement import SummonStep
from companion.games.signum.movement import backstab
from companion.games.signum.movement.placement import NOWHERE, give_tokens, require_own_side
from companion.games.signum.movement.terrain_contacts import announce_ground
from companion.games.signum.play import effects
from companion.games.signum.play import reactions as reacting
from companion.games.signum.play.cards_back import give_back
from companion.games.values import Stand
from companion.geometry import (
    CLOSE_AT_SIGMAS,
    Answer,
    Mat,
    MatPoint,
    Scene,
    SideSpots,
    Verdict,
    free_spots_along_side,
    judge_clearances,
    judge_room_along_side,
)

CLEAR_MM = RANGES_MM["S"]
"""Least gap between a summoned character and any enemy creature (S-SUMMON-03)."""

_LOOKS = 8
"""So many steps along a side are tried before its whole length is worked out."""

_WIDEST_MM = max(max(sizes) for sizes in BASE_DIAMETERS_MM.values()) / 2
"""Radius of the largest base."""


def begin(draft: Draft, card_id: str, by: str, *, surcharge: bool = False) -> None:
    """Summons a character that was declared and paid: reactions, place, tokens, Backstabs, First Word (S-SUMMON-10)."""
    mine = draft.state.players[by]
    source = next((zone for zone in ("deck", "graveyard") if card_id in getattr(mine, zone)), "hand")
    came = Creature(id=card_id, owner=by, controller=by, deeds=TurnHistory(summoned=True))
    draft.emit(CreatureCame(creature=came))
    draft.push(SummonStep(card=card_id, by=by, surcharge=surcharge, source=source))


def judge_place(state: State, player: str, card_id: str) -> Verdict:
    """Whether a character finds any place at its side, near to enemies or not (S-SUMMON-02, S-SUMMON-04).

    Its reasons are `fits.some`, `fits.none` and `fits.close`.
    """
    if _obvious_place(state, player, card_id):
        return Verdict(Answer.YES, None, 0.0, 0.0, "fits.some")
    verdict = _room(state, player, card_id, 0.0)
    return dataclasses.replace(verdict, because=verdict.because.replace("room", "fits"))


def require_place(draft: Draft, player: str, card_id: str) -> None:
    """Refuses a summoning for which there is no place: what is accepted can be carried out (S-SUMMON-04)."""
    place = judge_place(draft.state, player, card_id)
    # All at the table may be asked: of a card that may yet stay in the hand they learn the size of its base.
    question = f"fits:{player}:{draft.state.card(card_id).base}"
    draft.require_verdict(place, question, "S-SUMMON-02", "no_room_at_side")


class SummonHandler(BaseHandler[SummonStep]):
    """Lets others react, asks for the place, then carries out what coming there brings."""

    def prompts(self, state: State, step: SummonStep) -> tuple[Prompt, ...]:
        if step.stage != "place" or step.card not in state.creatures:
            return ()
        place = CommandSpec(kind="place", by=step.by, fixed={"creature": step.card}, fields={"at": Spot(why="side")})
        about: dict[str, str | int | float | bool] = {"creature": step.card}
        if _may_be_without_place(state, step):
            nowhere = CommandSpec(kind="choose", by=step.by, fields={"chosen": Pick(options=(NOWHERE,))})
            return (Prompt(key="place_if_possible", to=(step.by,), about=about, specs=(nowhere, place)),)
        return (Prompt(key="place_summoned", to=(step.by,), about=about, specs=(place,)),)

    def answer(self, draft: Draft, step: SummonStep, command: Command) -> None:
        if isinstance(command, Choose) and _may_be_without_place(draft.state, step):
            _take_back(draft, step, command)
            return
        if not isinstance(command, Place) or command.by != step.by or command.creature != step.card:
            raise refuse("place_first", creature=step.card, player=step.by)
        strikers = _allowed(draft, step, command.at)
        draft.emit(CreatureStood(creature=step.card, at=command.at, why="S-SUMMON-01"))
        give_tokens(draft, step.card)
        draft.turn_to(replace(step, stage="word"))
        announce_ground(draft, step.card, None)
        backstab.strike(draft, victim=step.card, strikers=strikers, why=backstab.SUMMONED)

    def go_on(self, draft: Draft, step: SummonStep) -> None:
        if step.card not in draft.state.creatures:
            draft.pop()
            return
        match step.stage:
            case "react":
                draft.turn_to(replace(step, stage="place"))
                announce(draft, "summon", step.by, creature=step.card, card=step.card, cancellable=True)
            case "word":
                draft.turn_to(replace(step, stage="end"))
                # Where the word is said by what is played from hand, an effect that fetches it is no such play.
                if step.source == "hand" or draft.state.rules.switches.first_word == "enters":
                    reacting.first_word(draft, step.card)
                if step.surcharge:
                    _surcharge(draft, step)
            case _:
                draft.pop()
                announce(draft, "summoned", step.by, creature=step.card, card=step.card)

    def cancelled(self, draft: Draft, step: SummonStep, to: str) -> None:
        """What was paid stays paid; the card goes where the reaction says (S-PLAY-12)."""
        draft.pop()
        give_back(draft, (step.card,), to)


def _allowed(draft: Draft, step: SummonStep, at: Stand) -> tuple[str, ...]:
    """Refuses an illegal place; the enemies that strike at a legal one (S-SUMMON-03 to S-SUMMON-05)."""
    require_own_side(draft, step.card, step.by, at, "S-SUMMON-01", "S-SUMMON-02")
    state = draft.state
    scene = scene_of(state, standing={step.card: at})
    foes = tuple(each.id for each in enemies_of(state, state.creatures[step.card]))
    clearances = judge_clearances(scene, step.card, CLEAR_MM, foes)
    near = tuple(
        each.to_id
        for each in clearances
        if not draft.judge(each.verdict, f"clear:{step.card}:{each.to_id}", "S-SUMMON-03")
    )
    if not near:
        return ()
    forced = not draft.judge(_room(state, step.by, step.card, CLEAR_MM), f"room:{step.card}", "S-SUMMON-04")
    free = spots_for(state, step.by, step.card, CLEAR_MM).nearest(MatPoint(at.x_mm, at.y_mm))
    values: dict[str, str | float] = {"by": ", ".join(near)}
    if free is not None:
        values |= {"x_mm": round(free.x_mm, 1), "y_mm": round(free.y_mm, 1)}
    draft.require_measured(forced, "S-SUMMON-03", "summon_clear_of_enemies", **values)
    # A gap of exactly S is clear, and yet within S (S-SUMMON-05).
    at_the_limit = (each.to_id for each in clearances if each.to_id not in near and each.gap.gap_mm <= CLEAR_MM)
    return (*near, *at_the_limit)


def _may_be_without_place(state: State, step: SummonStep) -> bool:
    """Whether a character that was summoned may find no place: what reacted to it, or a hand, has filled the side."""
    return judge_place(state, step.by, step.card).answer is not Answer.YES


def _take_back(draft: Draft, step: SummonStep, command: Choose) -> None:
    """Without a place nobody comes: the card goes back where it came from; what was paid stays paid (S-PLAY-12)."""
    if command.by != step.by or command.chosen != (NOWHERE,):
        raise refuse("place_first", creature=step.card, player=step.by)
    draft.tell("summoned_nowhere", {"creature": step.card, "player": step.by})
    draft.pop()
    give_back(draft, (step.card,), step.source)


def _obvious_place(state: State, player: str, card_id: str) -> bool:
    """Whether one of some places along the side is free by far: so it mostly is, and that is told at once."""
    if templates_with(state, "impassable"):
        return False
    radius = radius_mm(state, state.card(card_id))
    standing = [each.stand for each in state.creatures.values() if each.stand is not None]
    for at in places_along_side(state, player, card_id, _LOOKS):
        if all(math.hypot(each.x_mm - at.x_mm, each.y_mm - at.y_mm) > radius + _WIDEST_MM for each in standing):
            return True
    return False


def _surcharge(draft: Draft, step: SummonStep) -> None:
    """What its player does for a Surcharge, and what it then gives (S-AB-61)."""
    for each in draft.state.card(step.card).abilities:
        if each.name == "surcharge":
            todo = (*each.deed, *each.text)
            effects.apply(draft, todo, by=step.by, source=step.card, creature=step.card, kind="creature")


def _room(state: State, player: str, card_id: str, clearance_mm: float) -> Verdict:
    """Whether any place at the own side is that far from enemies; close where that hangs on what was measured."""
    scene = _scene_without(state, card_id)
    return judge_room_along_side(
        scene,
        radius_mm(state, state.card(card_id)),
        own_side(state, player),
        clearance_mm=clearance_mm,
        keep_clear_of=_foes(state, player),
        within_mm=state.seat(player).segment,
        tolerance_mm=CLOSE_AT_SIGMAS * scene.sigma_mm(clearance_mm),
    )


def spots_for(state: State, player: str, card_id: str, clearance_mm: float) -> SideSpots:
    """Where along the own side, or the claimed part of it, the base fits (S-SUMMON-02, S-VAR-35)."""
    return free_spots_along_side(
        _scene_without(state, card_id),
        radius_mm(state, state.card(card_id)),
        own_side(state, player),
        clearance_mm=clearance_mm,
        keep_clear_of=_foes(state, player),
        within_mm=state.seat(player).segment,
    )


def places_along_side(state: State, player: str, card_id: str, count: int) -> tuple[MatPoint, ...]:
    """Places all along the own side, or the claimed part of it, free or not, from end to end; none if it is too short.

    Args:
        state: The game.
        player: Whose side it is.
        card_id: The character that is to stand there.
        count: How many steps there are from one end to the other.
    """
    radius, side = radius_mm(state, state.card(card_id)), own_side(state, player)
    width_mm, height_mm = state.setup.mat_mm
    length_mm = width_mm if side.is_level else height_mm
    first, last = state.seat(player).segment or (0.0, length_mm)
    low, high = max(first, radius), min(last, length_mm - radius)
    line = SideSpots(Mat(width_mm, height_mm), side, radius, ())
    steps = range(count + 1) if low <= high else ()
    return tuple(line.centre_at(low + (high - low) * step / count) for step in steps)


def _scene_without(state: State, card_id: str) -> Scene:
    return scene_of(state, leaving_out=(card_id,))


def _foes(state: State, player: str) -> tuple[str, ...]:
    foes = state.enemies(player)
    return tuple(each.id for each in state.creatures.values() if each.controller in foes and each.stand is not None)
