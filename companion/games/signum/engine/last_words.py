"""First and Last Words: once a game each for every card (S-ABIL-13, S-AB-25, S-AB-37)."""

from collections.abc import Iterable
from typing import Literal

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import PlayerChanged
from companion.games.signum.model.steps.step import EffectStep
from companion.games.values import Stand


def speak(  # noqa: PLR0913 (where an effect comes from has that many sides)
    draft: Draft,
    which: Literal["first_word", "last_word"],
    abilities: Iterable[Ability],
    *,
    card: str,
    by: str,
    kind: str,
    creature: str = "",
    stand: Stand | None = None,
) -> None:
    """Puts on the stack what a card says, unless it has said it before.

    Args:
        draft: The command being decided.
        which: Which of the two.
        abilities: Those of the card, or of the creature as it last was.
        card: Id of the card.
        by: The player who controls it.
        kind: What kind of source it is, for what protects from it.
        creature: Id of the creature that speaks, if it is one.
        stand: Where it stood, if it has left the mat.
    """
    if draft.state.rules.switches.first_word == "enters" and not creature:
        # There the words are those of characters that enter and leave the Battlefield.
        return
    said = tuple(effect for each in abilities if each.name == which for effect in each.text)
    owner = card.split(":", maxsplit=1)[0]
    player = owner if owner in draft.state.players else by
    spoken = draft.state.players[player].spoken
    word = f"{card}/{which}"
    if said and word not in spoken:
        draft.emit(PlayerChanged(player=player, spoken=(*spoken, word), why="S-ABIL-13"))
        draft.push(EffectStep(effects=said, by=by, source=card, creature=creature, kind=kind, stand=stand))
