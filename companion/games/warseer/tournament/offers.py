"""What is asked in a Tournament, and what each player may do."""

from collections.abc import Iterator

from companion.games.prompt import CommandSpec, Number, Pick, Prompt
from companion.games.warseer.tournament.model import TournamentState
from companion.games.warseer.tournament.rules import prices, values_of
from companion.games.warseer.tournament.stages import SETTLED, choices


def prompts(state: TournamentState) -> tuple[Prompt, ...]:
    """What both must do now."""
    if state.stage == "over" or state.waiting:
        return ()
    specs = tuple(spec for player in state.setup.players for spec in specs_of(state, player))
    owing = tuple(dict.fromkeys(spec.by for spec in specs)) or state.setup.players
    return (Prompt(key=state.stage, to=owing, all_of_them=True, specs=specs),)


def specs_of(state: TournamentState, player: str) -> Iterator[CommandSpec]:
    """What a player may do now; a match that was played is written down by the table."""
    who = state.players[player]
    if state.stage == "resources" and not who.ready:
        yield from _purchases(state, player)
    if state.stage == "setup":
        yield from _choices_left(state, player)
    if (state.stage == "preparation" and not who.ready) or state.stage == "battle":
        yield from _applications(state, player)
    if state.stage in {"resources", "preparation"} and not who.ready:
        yield CommandSpec(kind="ready", by=player)
    if state.stage == "results" and who.owed:
        cards = choices(state, player, who.owed[0])
        yield CommandSpec(kind="take", by=player, fields={"card": Pick(options=cards)})


def _choices_left(state: TournamentState, player: str) -> Iterator[CommandSpec]:
    for what in SETTLED:
        if state.chooser(what) == player:
            values = Pick(options=values_of(state, what))
            yield CommandSpec(kind="settle", by=player, fixed={"what": what}, fields={"value": values})


def _purchases(state: TournamentState, player: str) -> Iterator[CommandSpec]:
    who = state.players[player]
    if offered := tuple(prices(state, player)):
        yield CommandSpec(kind="buy", by=player, fields={"card": Pick(options=offered)})
    if who.points > 0:
        yield CommandSpec(kind="convert", by=player, fields={"points": Number(least=1, most=who.points)})
    hurt = tuple(key for key in who.injured if state.setup.price(key, recovery=True) <= who.coins)
    if hurt:
        yield CommandSpec(kind="recover", by=player, fields={"card": Pick(options=hurt)})
    if who.characters:
        yield CommandSpec(kind="dismiss", by=player, fields={"card": Pick(options=who.characters)})


def _applications(state: TournamentState, player: str) -> Iterator[CommandSpec]:
    who, setup = state.players[player], state.setup
    for key in dict.fromkeys(who.improvements):
        sort = setup.improvement(key).sort
        if state.stage == "battle":
            is_used = sort == "tactic"
        else:
            is_left = who.applied.count(key) < who.improvements.count(key)
            is_used = sort == "spell" or (sort == "building" and is_left)
        if is_used:
            yield CommandSpec(kind="apply", by=player, fixed={"card": key})
        if is_used and sort == "spell" and who.injured:
            hurt = Pick(options=who.injured)
            yield CommandSpec(kind="apply", by=player, fixed={"card": key}, fields={"recovers": hurt})
