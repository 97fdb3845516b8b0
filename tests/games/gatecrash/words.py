"""What Gatecrash says, in three languages; the texts lie in `texts`."""

import msgspec

from companion.games.common import DiceRolled, TurnBegan
from companion.games.plain import PlainSpeech
from companion.games.speech import Phrase, Thing, Word
from companion.texts import Texts
from tests.games.gatecrash import rules
from tests.games.gatecrash.rules import Challenged, Mixed, Out, Played, Ran, Won

TEXTS = Texts("tests.games.gatecrash")


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
