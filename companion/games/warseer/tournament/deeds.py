"""What each player may do in a Tournament, as keys of a screen, and how the match that runs is played."""

from collections.abc import Iterator, Mapping

from companion.games.campaign import CampaignDeed
from companion.games.command import Command
from companion.games.warseer.shelf.maps import scenarios
from companion.games.warseer.tournament import commands as c
from companion.games.warseer.tournament.model import TournamentState
from companion.games.warseer.tournament.offers import specs_of
from companion.games.warseer.tournament.own_texts import say
from companion.games.warseer.tournament.words import name_of
from companion.texts import Language

GOALS: Mapping[int, str] = {8: "opening", 10: "quick", 12: "long"}
"""The option of the game for the VP goal of a row."""


def deeds_of(state: TournamentState, language: Language) -> tuple[CampaignDeed, ...]:
    """What each player may do now; of VP that become coins one, or all; VP and coins are set by hand one by one."""
    if state.waiting or state.stage == "over":
        return ()
    played = tuple(
        CampaignDeed(player, _text(state, command, language), command, sure=_sure(state, player, command, language))
        for player in state.setup.players
        for command in _commands(state, player)
    )
    by_hand = (
        CampaignDeed(player, say(language, f"sheet.deed.{text}"), command, by_hand=True)
        for player in state.setup.players
        for text, command in _adjustments(state, player)
    )
    return (*played, *by_hand)


def _sure(state: TournamentState, player: str, command: Command, language: Language) -> str:
    """Whoever is done without having bought a Character, while there is something to buy, is asked once."""
    who = state.players[player]
    buys = state.stage == "resources" and not who.bought and any(spec.kind == "buy" for spec in specs_of(state, player))
    return say(language, "sheet.sure_unspent", coins=who.coins) if buys and isinstance(command, c.Ready) else ""


def _adjustments(state: TournamentState, player: str) -> Iterator[tuple[str, Command]]:
    """What is set by hand: such as by a card's text that the program does not know."""
    yield "point_more", c.Adjust(by=player, player=player, points=1)
    yield "point_fewer", c.Adjust(by=player, player=player, points=-1)
    yield "coin_more", c.Adjust(by=player, player=player, coins=1)
    if state.players[player].coins:
        yield "coin_fewer", c.Adjust(by=player, player=player, coins=-1)


def _commands(state: TournamentState, player: str) -> Iterator[Command]:
    """To be ready stands before what else may be done."""
    for spec in sorted(specs_of(state, player), key=lambda each: each.kind != "ready"):
        values = tuple(getattr(field, "options", ()) for field in spec.fields.values())
        match spec.kind:
            case "buy" | "recover" | "dismiss" | "take":
                made = {"buy": c.Buy, "recover": c.Recover, "dismiss": c.Dismiss, "take": c.Take}[spec.kind]
                yield from (made(by=player, card=card) for card in values[0])
            case "convert":
                most = state.players[player].points
                yield from (c.Convert(by=player, points=each) for each in dict.fromkeys((1, most)))
            case "settle":
                what = str(spec.fixed["what"])
                yield from (c.Settle(by=player, what=what, value=value) for value in values[0])
            case "apply":
                card = str(spec.fixed["card"])
                yield from (c.Apply(by=player, card=card, recovers=each) for each in (values[0] if values else ("",)))
            case _:
                yield c.Ready(by=player)


def _text(state: TournamentState, command: Command, language: Language) -> str:
    def named(thing: str) -> str:
        return name_of(state, thing, language)

    key, values = command.__struct_config__.tag, {}
    match command:
        case c.Buy(card=card):
            values = {"card": named(card), "price": state.setup.price(card)}
        case c.Recover(card=card):
            values = {"card": named(card), "price": state.setup.price(card, recovery=True)}
        case c.Dismiss(card=card) | c.Take(card=card):
            values = {"card": named(card)}
        case c.Convert(points=points):
            values = {"points": points}
        case c.Settle(what=what, value=value):
            return say(language, f"sheet.settled.{what}", value=named(value))
        case c.Apply(card=card, recovers=recovers):
            key, values = "apply_recovers" if recovers else "apply", {"card": named(card), "recovers": named(recovers)}
        case _:
            pass
    return say(language, f"sheet.deed.{key}", **values)


def options_of(state: TournamentState) -> Mapping[str, str]:
    """The options of the Duel that is played now: all that is settled of it, and a Scenario that the program knows."""
    if state.stage != "battle":
        return {}
    goal = "final" if state.row.feats_only else GOALS[state.row.goal]
    known = state.match.scenario if state.match.scenario in scenarios() else "none"
    note = state.match
    return {
        "variant": "duel",
        "goal": goal,
        "map": note.map or "fitting",
        "scenario": known,
        "first": note.first or "chance",
        "zone": note.zone or "1",
    }
