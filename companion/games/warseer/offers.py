"""What a player may do in the own turn, laid out: by creatures first, then who may be summoned, then the cards."""

from collections.abc import Iterator, Sequence

from companion.games.display.actions import PIECE, TURN, Action, ActionGroup, PendingPrompt
from companion.games.prompt import CommandSpec, Pick
from companion.games.warseer.card_texts import reading_lines
from companion.games.warseer.model.state import State
from companion.games.warseer.own_texts import say
from companion.games.warseer.rules.turn.turns import price
from companion.texts import Language, translated

FREE = ("act", "skirmish", "activation")
"""Questions that are answered by whatever the player likes: their answers stand in groups."""
CLOSES = {"endturn": TURN, "stop": PIECE}
OF_HAND = ("play", "discard", "spend")


def is_free(asked: PendingPrompt) -> bool:
    """Whether what is asked is what a player does in the own turn."""
    return asked.prompt.key in FREE


def groups_of(state: State, specs: Sequence[CommandSpec], language: Language) -> tuple[ActionGroup, ...]:
    """The commands by which a player goes on in the own turn.

    Args:
        state: The game.
        specs: What is on offer.
        language: The reader's.
    """
    camp = [each for each in specs if each.kind == "summon"]
    hand = [each for each in specs if each.kind in OF_HAND]
    rest = [each for each in specs if each not in camp and each not in hand]
    acting = str(getattr(state.top, "piece", ""))
    groups = (
        ActionGroup("", tuple(Action(each, piece=acting, closes=CLOSES.get(each.kind, "")) for each in rest)),
        ActionGroup(say(language, "cards.camp"), tuple(_summons(state, camp, language))),
        ActionGroup(say(language, "cards.hand"), tuple(map(Action, hand))),
    )
    return tuple(each for each in groups if each.actions)


def playable_in(specs: Sequence[CommandSpec]) -> int:
    """How many cards of the hand can be played now, Feats too."""
    picks = (spec.fields.values() for spec in specs if spec.kind in ("play", "score"))
    return sum(len(field.options) for fields in picks for field in fields if isinstance(field, Pick))


def _summons(state: State, specs: Sequence[CommandSpec], language: Language) -> Iterator[Action]:
    """Who may be summoned, with what it costs, and what its card says and means."""
    for spec in specs:
        piece = str(spec.fixed["piece"])
        card = state.printed(piece)
        name = translated(card.names, language)
        label = say(language, "ask.do.summon_for", piece=name, cost=price(state, piece))
        yield Action(spec, label, notes=reading_lines(card, language))
