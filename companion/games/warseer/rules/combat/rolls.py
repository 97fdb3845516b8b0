"""Dice outside of attacks: Poison, Disease, Regeneration, Specials, random damage, terrain (W-RAND, W-TT)."""

from collections import Counter
from collections.abc import Callable

from companion.games.common import Choose, DiceRolled, Rolled
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import AttackKind, Colour, Symbol, Token
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import (
    Context,
    EffectsStep,
    HarmStep,
    PushStep,
    RollStep,
    ShiftStep,
    Step,
)
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.combat.pool import faces_of, ignore, shelter
from companion.games.warseer.rules.creature.harm import choice_of, give_token, heal
from companion.games.warseer.rules.creature.values import is_enemy
from companion.games.warseer.rules.field import field_of

UNKNOWN = ("first", "second", "none")
"""What the players enter of a die that no source gives: which of its two symbols came (W-DATA-11, -18, -19)."""


class RollHandler(BaseHandler):
    """Dice are rolled, and what they show happens at once."""

    key = "roll"

    def specs(self, state: State, step: RollStep) -> tuple[CommandSpec, ...]:
        if not state.is_standing(step.piece):
            return ()
        if step.dice:
            return (CommandSpec(kind="rolled", by=step.player, fields={"faces": faces_of(state, step.dice)}),)
        return (choice_of(step.player, UNKNOWN, 1, 1),)

    def key_of(self, state: State, step: RollStep) -> str:
        return "roll" if step.dice else "enter"

    def about(self, state: State, step: RollStep) -> dict[str, str | int | float | bool]:
        about: dict[str, str | int | float | bool] = {
            "piece": step.piece,
            "purpose": step.purpose,
            "count": len(step.dice),
        }
        return about | ({"target": step.target} if step.target else {})

    def answer(self, run: Run, step: RollStep, command: Rolled | Choose) -> None:
        run.pop()
        if isinstance(command, Choose):
            _TWO[step.purpose](run, step, UNKNOWN.index(command.chosen[0]))
            return
        run.emit(
            DiceRolled(
                purpose=step.purpose,
                by=command.by,
                creature=step.piece,
                faces=command.faces,
                witnesses=command.witnesses,
            )
        )
        _ROLLED[step.purpose](run, step, command.faces)


def _which(die: tuple[Colour, Symbol, Symbol] | None, faces: tuple[str, ...]) -> int:
    """Which of two symbols came: 0, 1, or 2 for neither."""
    if die is None or not faces:
        return 2
    return next((number for number, symbol in enumerate(die[1:]) if symbol.value == faces[0]), 2)


def _poisoned(run: Run, step: RollStep, which: int) -> None:
    """The first symbol wounds, the second heals the poison (W-KW-33)."""
    if which == 0:
        run.push(HarmStep(piece=step.piece, amount=1, wounds=True, why="poison"))
    elif which == 1:
        run.emit(e.TokenLost(piece=step.piece, token=Token.POISON))


def _diseased(run: Run, step: RollStep, which: int) -> None:
    """Either symbol gives the token (W-KW-17)."""
    if which < 2:
        give_token(run, step.piece, Token.DISEASE)


def _regenerated(run: Run, step: RollStep, which: int) -> None:
    """The first heals 1, the second 2 (W-KW-36)."""
    if which < 2:
        heal(run, step.piece, which + 1)


_TWO: dict[str, Callable[[Run, RollStep, int], None]] = {
    "poison": _poisoned,
    "disease": _diseased,
    "regeneration": _regenerated,
}


def _healed(run: Run, step: RollStep, faces: tuple[str, ...]) -> None:
    """One Wound for each Crit and Hit (W-KW-23)."""
    symbols = Counter(faces)
    if run.state.is_standing(step.target):
        heal(run, step.target, symbols[Symbol.CRIT.value] + symbols[Symbol.HIT.value])


def _shot(run: Run, step: RollStep, faces: tuple[str, ...]) -> None:
    """No attack: no crit effect, but the push as usual (W-KW-28, W-FAQ-05, W-FAQ-06, W-ABIL-09, W-OPEN-59)."""
    symbols = _symbols(run.state, step, faces)
    _hurt(run, step, symbols)
    if symbols[Symbol.PUSH.value] > 0:
        run.push(PushStep(piece=step.target, by=step.player, cause=step.piece, kind=AttackKind.RANGED))


def _random(run: Run, step: RollStep, faces: tuple[str, ...]) -> None:
    """Damage by the symbols; with a Push the owner may move the creature by 1 (W-RAND-02 to -04, W-OPEN-60)."""
    symbols = _symbols(run.state, step, faces)
    if symbols[Symbol.PUSH.value] > 0:
        owner = run.state.creatures[step.target].player
        run.push(ShiftStep(piece=step.target, by=owner, left=1, how="force"))
    _hurt(run, step, symbols)


def _symbols(state: State, step: RollStep, faces: tuple[str, ...]) -> Counter[str]:
    """What counts of a damage roll; the ground shelters from all creatures', a keyword from opponents' alone."""
    symbols = Counter(faces)
    if not state.is_standing(step.target):
        return symbols
    if step.target != step.piece and not step.bare:
        shelter(state, step.target, symbols)
    if is_enemy(state, step.target, step.player):
        ignore(state, step.target, symbols, attack=False)
    return symbols


def _hurt(run: Run, step: RollStep, symbols: Counter[str]) -> None:
    damage = max(0, symbols[Symbol.CRIT.value]) + max(0, symbols[Symbol.HIT.value])
    if damage and run.state.is_standing(step.target):
        run.push(HarmStep(piece=step.target, amount=damage, player=step.player, cause=step.piece, magic=step.magic))


def _terrain(run: Run, step: RollStep, faces: tuple[str, ...]) -> None:
    """What the terrain does by its symbols (W-TT-06 to -11)."""
    roll = run.state.setup.terrain(step.terrain).rolls[step.roll]
    for face in faces:
        if effects := roll.results.get(Symbol(face), ()):
            context = Context(piece=step.piece, player=step.player, card=step.terrain)
            run.push(EffectsStep(effects=effects, context=context))


_ROLLED: dict[str, Callable[[Run, RollStep, tuple[str, ...]], None]] = {
    "poison": lambda run, step, faces: _poisoned(run, step, _which(run.state.setup.dice_card.poison, faces)),
    "disease": lambda run, step, faces: _diseased(run, step, _which(run.state.setup.dice_card.disease, faces)),
    "regeneration": lambda run, step, faces: _regenerated(
        run, step, _which(run.state.setup.dice_card.regeneration, faces)
    ),
    "heal": _healed,
    "shot": _shot,
    "damage": _random,
    "terrain": _terrain,
}


def terrain_rolls(state: State, piece: str, player: str) -> tuple[Step, ...]:
    """What a creature rolls at the end of its own activation (W-TER-19, reading of W-OPEN-34, W-TT-06 to -11).

    A terrain whose dice no source gives asks for nothing: the players carry it out. Of an Altar a creature in its hex
    makes the second roll instead.
    """
    cell, field = state.creatures[piece].cell, field_of(state)
    if cell is None:
        return ()
    rolls: dict[str, RollStep] = {}
    for at, card in sorted(field.terrain.items()):
        far = field.distance(cell, at)
        fits = [number for number, roll in enumerate(card.rolls) if roll.dice and far <= roll.within]
        if fits:
            number = min(fits, key=lambda each: card.rolls[each].within)
            dice = card.rolls[number].dice
            rolls.setdefault(
                f"{card.key}@{at.q},{at.r}",
                RollStep(purpose="terrain", player=player, piece=piece, dice=dice, terrain=card.key, roll=number),
            )
    return tuple(rolls.values())
