"""Gatecrash as the program meets it: one object, `GAME`, which its package names as an entry point."""

import msgspec

from companion.games.board import Layout, Piece, Stock, Zone
from companion.games.cell_board import CellBoard
from companion.games.common import DiceRolled, Rolled, Shuffled, TurnBegan
from companion.games.plain import PlainSpeech
from companion.games.plain_shelf import PlainShelf
from companion.games.shelf import BaseSize, BoardOfCells, DieKind, Prints
from companion.games.speech import Phrase, Thing, Word
from companion.texts import Texts
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Drew, Mixed, Out, Play, Played, Ran, Run, Setup, State, Won

TEXTS = Texts("tests.games.gatecrash")
BASE_MM = 32.0
COMMANDS = Play | Run | Rolled | Shuffled


class Words(PlainSpeech):
    def said(self, state, event):
        said = self._said(state, event)
        return () if said is None else (said,)

    def _said(self, state, event):
        values = {name: Thing(getattr(event, name)) for name in ("player", "piece", "enemy") if hasattr(event, name)}
        match event:
            case Mixed():
                key = "deck_shuffled"
            case Played(card=card):
                key, values["number"] = "played", card[0]
            case Ran(to=to):
                key, values["to"] = "ran", f"{to.q},{to.r}"
            case DiceRolled(faces=(face,)):
                key, values["face"] = "fell", Word(f"face.{face}")
            case TurnBegan(turn=turn):
                key, values["turn"] = "turn_began", turn
            case Won(player=player):
                return self.ending(msgspec.structs.replace(state, outcome=player))
            case _:
                key = {Challenged: "challenged", Out: "gone"}.get(type(event), "")
        return Phrase(key, values) if key else None

    def ending(self, state):
        if state.outcome is None:
            return None
        return Phrase("won", {"winners": Thing(state.outcome), "reason": Word("ended.gatecrash")})

    def name(self, state, thing, language):
        seat, _, number = thing.partition(":")
        if thing in rules.RUNNERS:
            player = super().name(state, seat, language)
            return TEXTS.say(language, "log.game.runner", number=number, player=player)
        if number in rules.GATES:
            return TEXTS.say(language, "log.game.gate", player=super().name(state, number, language))
        if thing in rules.CARDS:
            return TEXTS.say(language, "log.game.card", number=thing[0])
        return super().name(state, thing, language)


class Hexes(CellBoard):
    def layout(self, state):
        gates = tuple(Zone(f"gate:{player}", player, frozenset({cell})) for player, cell in rules.GATES.items())
        return Layout(state.setup.mat_mm, rules.GRID, gates, (Stock(BASE_MM, 2),))

    def pieces(self, state):
        return tuple(
            Piece(each, each[0], each[0], at=cell, radius_mm=BASE_MM / 2) for each, cell in state.runners.items()
        )


class Shelf(PlainShelf):
    def dice(self):
        return {"challenge": DieKind((rules.SWORD,) * 3 + (rules.SHIELD,) * 3)}

    def prints(self, chosen, language):
        board = BoardOfCells("hex", rules.PITCH_MM, rings=rules.RINGS)
        return Prints((BaseSize("runner", "runner", BASE_MM),), board=board)


class Gatecrash:
    name = "gatecrash"
    command_type = COMMANDS
    event_type = Mixed | Drew | Played | Ran | Challenged | Out | Won | TurnBegan | DiceRolled
    setup_type, state_type = Setup, State
    texts, speech = TEXTS, Words(TEXTS)
    board = Hexes(COMMANDS, speech)
    shelf = Shelf("gatecrash", lambda: Setup)

    new = staticmethod(State)
    prompts, decide, evolve = staticmethod(rules.prompts), staticmethod(rules.decide), staticmethod(rules.evolve)

    def commands(self, state, player):
        return tuple(spec for prompt in self.prompts(state) for spec in prompt.specs if spec.by == player)

    def view(self, state, viewer):
        hidden = {player: (rules.HIDDEN,) * len(hand) for player, hand in state.hands.items() if player != viewer}
        decks = {player: (rules.HIDDEN,) * len(deck) for player, deck in state.decks.items()}
        return msgspec.structs.replace(state, hands=state.hands | hidden, decks=decks)

    def measured(self, state, command):
        return ()

    def public_event(self, state, event, viewer):
        match event:
            case Mixed(player=player, order=order):
                return Mixed(player=player, order=(rules.HIDDEN,) * len(order))
            case Drew(player=player) if player != viewer:
                return Drew(player=player, card=rules.HIDDEN)
        return event

    def learned(self, state, event):
        return ((event.player, f"card:{event.card}"),) if isinstance(event, Drew) else ()

    def shuffle(self, state, event):
        return (event.player, event.order) if isinstance(event, Mixed) else None

    def shuffling(self, state):
        return next(((player, state.decks[player]) for player in state.unmixed), None)

    def shuffled(self, pile, order):
        return Shuffled(by="table", player=pile, order=order)

    def may_react(self, state, event):
        return False

    def passing(self, state):
        return None


GAME = Gatecrash()
