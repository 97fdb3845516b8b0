"""The toy with sheets of its own, and with cards: each step is paid with one of the cards of a hand."""

from dataclasses import replace

import msgspec

from companion.games.defaults.completed import completed
from companion.games.defaults.sheets import PlainSheets
from companion.games.display.actions import Action, ActionGroup
from companion.games.display.cards import CardHolding, CardLine, CardText, Rule
from companion.games.display.sheets import Bout, Gauge, Line, PieceSheet, Pile, PlayerSheet, Sheet, Side
from companion.games.prompt import CommandSpec, Pick
from companion.texts import Language
from tests.games.toy import CELLS, Go, RowState, Toy

WORDS = {
    Language.ENGLISH: ("Cell", "Stride", "One cell on or back.", "In the hand", "Race", "Round", "Stones"),
    Language.RUSSIAN: ("Клетка", "Шаг", "На клетку вперёд или назад.", "На руке", "Гонка", "Круг", "Камни"),
    Language.UKRAINIAN: ("Клітинка", "Крок", "На клітинку вперед або назад.", "На руці", "Перегони", "Коло", "Камені"),
}
GOAL = 5


class ToySheets(PlainSheets):
    """Shows figures, a piece, piles of each look, cards of a hand, a bout and rules."""

    def of(self, state: RowState, viewer: str, language: Language) -> Sheet:
        sheet = super().of(state, viewer, language)
        cell, stride, rule, hand, race, turn, _ = WORDS[language]
        players = tuple(self._player(state, each, language) for each in sheet.players)
        own = viewer in state.cells
        actions = tuple(self._action(spec, stride) for owed in sheet.owed for spec in owed.prompt.specs)
        card = CardLine("c:1", stride, cell, cost="1", text=(rule,), actions=actions, why_not="" if actions else "–")
        return replace(
            sheet,
            players=players,
            phase=race,
            turn=f"{turn} {state.turn}",
            number=state.turn,
            holdings=(CardHolding("hand", hand, (card,), "hand"),) if own else (),
            groups=(ActionGroup(stride, actions),) if actions else (),
            playable=len(actions),
            bout=Bout(race, tuple(Side(each.name, f"{cell} {state.cells[each.id]}") for each in sheet.players)),
            rules=(Rule(stride, rule),),
            known=("c:1",) if own else (),
        )

    def card(self, state: object, thing: str, language: Language) -> CardText | None:
        cell, stride, rule, *_ = WORDS[language]
        return CardText("stride", stride, cell, "", "", (rule,)) if thing == "c:1" else None

    def _player(self, state: RowState, player: PlayerSheet, language: Language) -> PlayerSheet:
        cell, stride, _, _, race, _, stones = WORDS[language]
        at = state.cells[player.id]
        return replace(
            player,
            scores=(Gauge("way", race, "prosperity", min(at, GOAL), GOAL), Gauge("stones", stones, value=3)),
            counts=(Gauge("cell", cell, "deck", at, text=f"{cell} {at}"),),
            pieces_title=race,
            pieces=(PieceSheet(player.id, player.name, player.id, acting=player.active, stats=(f"{cell} {at}",)),),
            piles=(
                Pile("left", stones, tuple(Line(f"{cell} {n}", "grave") for n in range(2)), "list"),
                Pile("row", stride, (Line(cell, "building", ""), Line(cell, "tapped", race, spent=True)), "tiles"),
                Pile("bare", race, (Line(stride),), "bare"),
                Pile("past", stones, (Line(stride), Line(cell)), "fold", icon="grave", short=stones),
            ),
        )

    def _action(self, spec: CommandSpec, label: str) -> Action:
        """The same, with cells to tap instead of a number to type."""
        steps = Pick(options=tuple(str(n) for n in range(CELLS)))
        return Action(msgspec.structs.replace(spec, fields={"to": steps}), label)


class ToyWithSheets(Toy):
    """The toy, and what it shows."""

    def __init__(self) -> None:
        self.sheets = ToySheets(completed(Toy()))


__all__ = ["Go", "ToyWithSheets"]
