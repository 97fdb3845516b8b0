"""Relics among the Improvement cards of a Tournament, which Characters wear (W-IMP-09 to -12)."""

from companion.games.common import Choose
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import Keyword
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import Context, EquipStep
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import choice_of
from companion.games.warseer.rules.creature.values import has
from companion.games.warseer.rules.creature.word_abilities import first_word


def spare(state: State, player: str) -> tuple[str, ...]:
    """Relics in a player's War Camp that nobody has worn in this game, by key (W-IMP-10, W-IMP-11)."""
    return state.improvements(player, "relic")


def equips(state: State, piece: str) -> bool:
    """Whether a Character that comes out of the War Camp may be given a Relic; a Brute never is (W-KW-09)."""
    return bool(spare(state, state.creatures[piece].owner)) and not has(state, piece, Keyword.BRUTE)


class EquipHandler(BaseHandler):
    """A player may give a Character one Relic as it is summoned, with all that this gives (W-IMP-10)."""

    key = "equip"

    def specs(self, state: State, step: EquipStep) -> tuple[CommandSpec, ...]:
        return (choice_of(step.player, spare(state, step.player), 0, 1),)

    def about(self, state: State, step: EquipStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def answer(self, run: Run, step: EquipStep, command: Choose) -> None:
        run.pop()
        for key in command.chosen:
            card = run.state.setup.improvement(key)
            run.emit(e.Equipped(piece=step.piece, player=step.player, card=key))
            if card.armour:
                run.emit(e.Armoured(piece=step.piece, amount=card.armour))
            first_word(run, card.abilities, Context(piece=step.piece, player=step.player, card=key))
