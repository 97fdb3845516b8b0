"""What each player owes and may do as far as everybody may see it: for the tablet that lies open on the table.

Whatever names a hidden card, or would tell by being there that one can be played or is met, is left out; its owner
finds it behind the curtain or on a phone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from companion.games.command import SPECTATOR
from companion.games.display.actions import ActionGroup
from companion.games.display.sheets import OpenSheet
from companion.games.prompt import CommandSpec, Pick, Prompt
from companion.games.signum.model.redaction import may_name
from companion.games.signum.model.state import State
from companion.games.signum.sheets.actions import ActionList, is_by_hand
from companion.games.signum.sheets.own_cards import OwnCards
from companion.games.signum.sheets.reader import Reader

OWN_KINDS = frozenset({"play", "reveal", "tell", "keep", "mulligan", "trade", "construct", "layterrain"})
"""Commands that are there or not by what their player alone knows."""
UNTOLD = "reveal"
"""The prompt of which not even the existence may show."""


def open_sheet(reader: Reader) -> OpenSheet:
    """What everybody may see of what the reader owes and may do."""
    view, state = reader.view, reader.state
    owed = [prompt for prompt in view.prompts if prompt.key != UNTOLD]
    prompts = tuple(prompt for prompt in owed if _is_open(state, prompt))
    answers = [spec for prompt in view.prompts for spec in prompt.specs]
    free = [
        spec
        for spec in view.commands
        if spec not in answers and not is_by_hand(spec) and _may_show(state, spec) and spec.kind != "withdraw"
    ]
    seen = replace(reader, view=msgspec.structs.replace(view, prompts=prompts))
    actions = ActionList(seen, OwnCards(seen, ()))
    builds = any(spec.kind == "skip" for spec in free)
    shows = reader.say("phones.market.show", player=reader.name(view.viewer)) if builds else ""
    return OpenSheet(actions.owed(prompts), actions.groups(free), apart=len(prompts) < len(owed), market=shows)


def market(reader: Reader) -> ActionGroup:
    """What the reader may build. It lies on the table once somebody asks for it, so no card of the hand is named."""
    view = reader.view
    bare = tuple(msgspec.structs.replace(player, hand=()) for player in view.players)
    seen = replace(reader, view=msgspec.structs.replace(view, players=bare))
    specs = [spec for spec in view.commands if spec.kind == "construct"]
    actions = ActionList(seen, OwnCards(seen, ()))
    barred, groups = actions.barred(), actions.groups(specs)
    if not groups:
        return ActionGroup(reader.say("phones.market.none"), (), barred)
    return ActionGroup(reader.say("phones.market.title"), groups[0].actions, barred)


def _is_open(state: State, prompt: Prompt) -> bool:
    about = (str(value) for value in prompt.about.values())
    return _all_named(state, about) and all(_may_show(state, spec) for spec in prompt.specs)


def _may_show(state: State, spec: CommandSpec) -> bool:
    return spec.kind not in OWN_KINDS and _all_named(state, _words(spec))


def _words(spec: CommandSpec) -> Iterator[str]:
    yield from map(str, spec.fixed.values())
    for field in spec.fields.values():
        if isinstance(field, Pick):
            yield from field.options


def _all_named(state: State, words: Iterable[str]) -> bool:
    """Whether all cards among words lie where everybody sees them; a rider is named after its card."""
    things = (word.partition("/")[0] for word in words)
    return all(thing not in state.keys or _is_known(state, thing) for thing in things)


def _is_known(state: State, thing: str) -> bool:
    return thing in state.creatures or thing.endswith(":hero") or may_name(state, thing, SPECTATOR)
