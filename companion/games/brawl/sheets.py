"""What screens show: points, cores, champions, the challenge track, discards, and one's own hand."""

from dataclasses import replace
from typing import Any

from msgspec.structs import replace as structs_replace

from companion.games.brawl.card_texts import (
    ability_lines,
    challenge_lines,
    champion_stats,
    lines_of,
    stats_of,
)
from companion.games.brawl.model.cards import ActionCard, ChallengeCard, ChampionCard
from companion.games.brawl.model.kinds import CORES, Core, Deed
from companion.games.brawl.model.state import Champion, State, key_of
from companion.games.brawl.model.steps import BanStep, PickStep
from companion.games.brawl.own_texts import say
from companion.games.brawl.redaction import may_see_hand
from companion.games.brawl.rules.selection import is_bloodied
from companion.games.brawl.rules.set_up import offered
from companion.games.brawl.rules.values import defence as defence_of
from companion.games.command import SPECTATOR
from companion.games.defaults.sheets import PlainSheets
from companion.games.display.actions import TURN, Action, ActionGroup, PendingPrompt
from companion.games.display.card_look import CardLook, PrintedValue
from companion.games.display.cards import CardHolding, CardLine, CardText, Rule
from companion.games.display.sheets import Gauge, Line, PieceSheet, Pile, PlayerSheet, Sheet
from companion.games.kit.card_actions import actions_with
from companion.games.prompt import CommandSpec
from companion.texts import Language, translated

TONES = {"destruction": "crimson", "creation": "moss", "manipulation": "azure"}
"""Colour of a card's ground, by its core."""

NO_TONE = "slate"
"""Of a card of which nobody knows which core pays for it."""

ART = {Deed.ATTACK: "axe", Deed.SKILL: "eye", Deed.REACTION: "shield"}


class BrawlSheets(PlainSheets):
    """The plain sheets with what this game has on the table."""

    def of(self, state: Any, viewer: str, language: Language) -> Sheet:  # noqa: ANN401 (as the base has it)
        """The game as a viewer may see it."""
        sheet = super().of(state, viewer, language)
        players = tuple(_player(state, each, language) for each in sheet.players)
        ends = tuple(Action(spec, closes=TURN) for each in sheet.owed for spec in each.prompt.specs if _ends(spec))
        return replace(
            sheet,
            players=players,
            owed=tuple(_explained(_beside(_going_on(each)), state, language) for each in sheet.owed),
            groups=(*sheet.groups, *((ActionGroup("", ends),) if ends else ())),
            phase=_phase(state, language),
            acting=str(getattr(state.top, "piece", "")),
            holdings=_holdings(state, viewer, language, sheet.owed) if viewer != SPECTATOR else (),
            piles=_shared(state, language),
            playable=sum(bool(_actions(sheet.owed, card)) for card in state.hands.get(viewer, ())),
            readings=self._game.tally.readings(state, language),
            known=(*state.hands.get(viewer, ()), *_open_cards(state)),
        )

    def card(self, state: Any, thing: str, language: Language) -> CardText | None:  # noqa: ANN401 (likewise)
        """What a card says, by its id on the table or its key; of a champion both sides (B-INFO-04)."""
        key = state.champions[thing].card if thing in state.champions else thing
        card = state.setup.cards.get(key) or state.setup.cards.get(key_of(key))
        return None if card is None else card_text(card, language)


def card_text(card: object, language: Language) -> CardText | None:
    """What a card says."""
    match card:
        case ActionCard(key=key, names=names):
            kind = say(language, f"cards.deed.{card.deed.value}")
            cost = say(language, "cards.cost", core=say(language, f"log.core.{card.core.value}"))
            stats, lines = stats_of(card, language), lines_of(card, language)
            return CardText(key, translated(names, language), kind, stats, cost, lines, look=look_of(card))
        case ChampionCard(key=key, names=names, front=front, back=back):
            lines = (
                say(language, "cards.front", values=champion_stats(front, language)),
                *ability_lines(card, front, language),
                say(language, "cards.back", values=champion_stats(back, language)),
                *ability_lines(card, back, language),
            )
            stats, kind = champion_stats(front, language), say(language, "cards.champion")
            return CardText(key, translated(names, language), kind, stats, "", lines)
        case ChallengeCard(key=key, names=names):
            kind = say(language, "cards.challenge")
            return CardText(key, translated(names, language), kind, "", "", challenge_lines(card, language))
        case _:
            return None


def look_of(card: ActionCard) -> CardLook:
    """How an action card is drawn."""
    return look_of_parts(card.deed, card.core, (card.move, card.strength, card.defence))


def look_of_parts(deed: Deed | None, core: Core | None, values: tuple[int | None, ...]) -> CardLook:
    """How an action card is drawn of which not everything need be known.

    Args:
        deed: What it is for.
        core: Which pays for it.
        values: Move points, strength and defence.
    """
    move, strength, defence = values
    printed = (("bullseye", strength), ("down", move), ("shield", defence))
    shown = tuple(PrintedValue(icon, str(value)) for icon, value in printed if value is not None)
    tone = TONES.get(core.value, NO_TONE) if core else NO_TONE
    return CardLook(ART.get(deed, ART[Deed.SKILL]) if deed else ART[Deed.SKILL], tone, tone, shown)


def _ends(spec: CommandSpec) -> bool:
    return spec.kind == "endturn"


def _going_on(asked: PendingPrompt) -> PendingPrompt:
    """What is asked, without the command that ends the turn: that stands apart from all others, below them."""
    specs = tuple(spec for spec in asked.prompt.specs if not _ends(spec))
    return asked if specs == asked.prompt.specs else replace(asked, prompt=structs_replace(asked.prompt, specs=specs))


def _beside(asked: PendingPrompt) -> PendingPrompt:
    """What is asked, beside the hand where a card of it is an answer."""
    return replace(asked, beside="hand") if any("card" in spec.fields for spec in asked.prompt.specs) else asked


def _explained(owed: PendingPrompt, state: State, language: Language) -> PendingPrompt:
    """What is asked, with what the card says that asks for it: nobody decides on a card that cannot be read."""
    card = state.setup.cards.get(str(owed.prompt.about.get("card", "")))
    if not isinstance(card, ActionCard):
        return owed
    return replace(owed, detail=(translated(card.names, language), *lines_of(card, language)))


def _phase(state: State, language: Language) -> str:
    if not state.round:
        return say(language, "cards.phase.setup")
    return say(language, "cards.phase.round", round=state.round)


def _player(state: State, sheet: PlayerSheet, language: Language) -> PlayerSheet:
    player = sheet.id
    points = state.points.get(state.side(player), 0)
    score = Gauge("points", say(language, "report.points"), "prosperity", points, state.setup.goal)
    counts = (
        Gauge("hand", say(language, "cards.hand"), "hand", len(state.hands.get(player, ()))),
        Gauge("deck", say(language, "cards.deck"), "deck", len(state.decks.get(player, ()))),
        *((_cores(state, player, language),) if player in state.cores else ()),
    )
    pieces = tuple(_piece(state, each, language) for each in state.mine(player))
    return replace(
        sheet, scores=(score,), counts=counts, pieces_title=say(language, "cards.champions"), pieces=pieces,
        piles=(_discard(state, player, language),),
    )  # fmt: skip


def _open_cards(state: State) -> tuple[str, ...]:
    """Ids of all cards that lie open: champions, discards, challenges on the track (B-VIS-01, B-VIS-04, B-VIS-05)."""
    discards = (card for pile in state.discards.values() for card in pile)
    return (*state.champions, *_laid_out(state), *filter(None, state.track), *discards)


def _laid_out(state: State) -> tuple[str, ...]:
    """Champions of a draft that are still to be had."""
    step = state.top
    if not isinstance(step, BanStep | PickStep):
        return ()
    players = state.order if state.setup.drafted == "tournament" else (step.player,)
    return tuple(dict.fromkeys(key for player in players for key in offered(state, player)))


def _cores(state: State, player: str, language: Language) -> Gauge:
    """Which cores are ready (B-VIS-01)."""
    ready = [say(language, f"log.core.{core.value}") for core in CORES if core in state.cores[player]]
    text = say(language, "cards.cores_ready", cores=", ".join(ready) or say(language, "cards.no_core"))
    return Gauge("cores", "", "", len(ready), len(CORES), text)


def _shared(state: State, language: Language) -> tuple[Pile, ...]:
    """What is nobody's: champions of a draft with both sides of their cards, then the challenge track."""
    if any(state.track):
        return (_track(state, language),)
    if not (there := _laid_out(state)):
        return ()
    texts = (card_text(state.setup.cards[key], language) for key in there)
    lines = tuple(Line(text.name, mark=". ".join(text.lines)) for text in texts if text is not None)
    return (Pile("pool", say(language, "cards.champions"), lines, look="bare"),)


def _piece(state: State, champion: Champion, language: Language) -> PieceSheet:
    card, values = state.setup.champion(champion.card), state.values(champion.id)
    marks = [
        say(language, f"cards.mark.{key}")
        for key, there in (
            ("powered", champion.powered),
            ("immobilised", champion.immobilised),
            ("bloodied", is_bloodied(champion)),
            ("at_gate", champion.cell is None),
        )
        if there
    ]
    guard = defence_of(state, champion.id) if champion.cell is not None else values.defence
    left = max(values.health - champion.damage, 0)
    health = Gauge("health", say(language, "cards.health_now"), "heart", left, values.health)
    return PieceSheet(
        champion.id,
        translated(card.names, language),
        champion.id.replace(":", ""),
        acting=getattr(state.top, "piece", "") == champion.id,
        stats=(say(language, "cards.defence", value=guard),),
        gauges=(health,),
        marks=tuple(marks),
        abilities=ability_lines(card, values, language),
        rules=(_other_side(card, language, powered=champion.powered),),
    )


def _other_side(card: ChampionCard, language: Language, *, powered: bool) -> Rule:
    """The side of a champion's card that lies below, which is open, too (B-INFO-04)."""
    side = card.front if powered else card.back
    name = say(language, "cards.side.front" if powered else "cards.side.back")
    return Rule(name, ". ".join((champion_stats(side, language), *ability_lines(card, side, language))))


def _track(state: State, language: Language) -> Pile:
    lines = []
    for challenge, points in zip(state.track, state.setup.slots, strict=False):
        name = translated(state.setup.challenge(challenge).names, language) if challenge else "–"
        says = "; ".join(challenge_lines(state.setup.challenge(challenge), language)) if challenge else ""
        worth = say(language, "cards.slot", points=points)
        lines.append(Line(f"{worth}: {name}", mark=says))
    return Pile("track", say(language, "cards.track"), tuple(lines), look="bare")


def _discard(state: State, player: str, language: Language) -> Pile:
    cards = state.discards.get(player, ())[::-1]
    names = (translated(state.card(card).names, language) for card in cards)
    lines = tuple(Line(name, card=card) for card, name in zip(cards, names, strict=True))
    return Pile("discard", say(language, "cards.discard"), lines, look="fold", icon="grave")


def _actions(owed: tuple[PendingPrompt, ...], card: str) -> tuple[Action, ...]:
    """What is asked of a player that this card of the hand answers by itself: to be played, or to react."""
    return actions_with([spec for each in owed for spec in each.prompt.specs], card, "card")


def _holdings(
    state: State, viewer: str, language: Language, owed: tuple[PendingPrompt, ...]
) -> tuple[CardHolding, ...]:
    seen = [player for player in state.order if may_see_hand(state, viewer, player)]
    seen.sort(key=lambda player: player != viewer)
    names = {seat.id: seat.name for seat in state.setup.seats}
    return tuple(
        CardHolding(
            "hand" if player == viewer else f"hand_{player}",
            say(language, "cards.hand") if player == viewer else names[player],
            tuple(
                _card_line(state, card, language, _actions(owed, card) if player == viewer else ())
                for card in state.hands[player]
            ),
            look="hand" if player == viewer else "cards",
        )
        for player in seen
    )


def _card_line(state: State, card: str, language: Language, actions: tuple[Action, ...] = ()) -> CardLine:
    printed = state.card(card)
    owner = translated(state.setup.champion(printed.champion).names, language)
    return CardLine(
        card,
        translated(printed.names, language),
        kind=f"{owner} · {say(language, f'cards.deed.{printed.deed.value}')}",
        stats=stats_of(printed, language),
        cost=say(language, f"log.core.{printed.core.value}"),
        text=lines_of(printed, language),
        actions=actions,
        look=look_of(printed),
    )
