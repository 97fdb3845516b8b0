"""What the effects of cards do to players, their hands, decks, Cities and stocks (S-ABIL-02, S-ZONE, S-PLAY)."""

from msgspec.structs import replace

from companion.games.signum.creature import damage
from companion.games.signum.creature.selection import reached
from companion.games.signum.creature.term_values import is_kind, players
from companion.games.signum.engine.card_draw import gain_prosperity, held, next_enemy
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.effects import on_players
from companion.games.signum.model.effects.effect import ReadyEffect
from companion.games.signum.model.events import BuildingChanged, CardMoved, CreatureChanged, TemplateLifted
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ChoiceStep, DrawStep, EffectStep
from companion.games.signum.play.cards_back import give_back, goes_to_hand
from companion.games.signum.play.numbers import whole
from companion.games.signum.turn import activation


def chooser(draft: Draft, step: EffectStep, choice: str) -> str:
    """Who chooses: the card's player, or the opponent (the one chosen, else the next)."""
    if choice == "own":
        return step.by
    return step.opponent or next_enemy(draft.state, step.by)


def ask(draft: Draft, step: EffectStep, purpose: str, options: tuple[str, ...], count: int, *, by: str = "") -> bool:
    """Asks for so many of some things, unless all of them are meant.

    Returns:
        Whether anybody was asked.
    """
    most = min(count, len(options))
    if most == len(options):
        return False
    asking = ChoiceStep(purpose=purpose, by=by or step.by, options=options, least=most, most=most, about=step.source)
    draft.push(asking)
    return True


def see(draft: Draft, step: EffectStep, player: str, cards: tuple[str, ...], *, to_all: bool = False) -> bool:
    """Tells which cards of a player's these are: the card's player, or all.

    Returns:
        Whether the program knows them; those of cardboard the players look at themselves.
    """
    who = () if to_all else (step.by,)
    if any(not draft.state.keys[card] for card in cards):
        draft.tell("cardboard_looks", {"player": step.by, "of": player, "card": step.source})
        return False
    for card in cards:
        key = "card_shown" if to_all else "card_seen"
        draft.tell(key, {"player": step.by, "of": player, "card": draft.state.keys[card]}, who)
    return True


def draw(draft: Draft, step: EffectStep, effect: on_players.DrawEffect) -> None:
    """Cards come into hands."""
    count = whole(effect.count)
    draft.push(*(DrawStep(player=player, count=count) for player in players(draft.state, step, effect.who)))


def discard(draft: Draft, step: EffectStep, effect: on_players.DiscardEffect) -> None:
    """Cards leave hands, or the tops of decks."""
    if effect.who == "each":
        # One after the other: each answers for the own hand.
        enemies = tuple(
            replace(step, effects=(replace(effect, who="enemy"),), opponent=player)
            for player in players(draft.state, step, "enemy")
        )
        draft.push(replace(step, effects=(replace(effect, who="own"),)), *enemies)
        return
    for player in players(draft.state, step, effect.who):
        if effect.source == "deck":
            _mill(draft, player, whole(effect.count), step.source)
            continue
        hand = held(draft.state, player)
        count = min(whole(effect.count), len(hand))
        if count <= 0:
            continue
        if effect.at_random:
            # Blind, by place: the opponent of the hand's owner picks, as with an overfull hand (S-TURN-10).
            by = step.by if player != step.by else next_enemy(draft.state, player)
            places = tuple(str(n) for n in range(1, len(hand) + 1))
            draft.push(
                ChoiceStep(purpose="discard_blind", by=by, options=places, least=count, most=count, about=player)
            )
        elif effect.seen and player != step.by and see(draft, step, player, hand):
            draft.push(
                ChoiceStep(purpose="discard_seen", by=step.by, options=hand, least=count, most=count, about=player)
            )
        else:
            draft.push(
                ChoiceStep(purpose="discard", by=player, options=hand, least=count, most=count, about=step.source)
            )


def _mill(draft: Draft, player: str, count: int, why: str) -> None:
    for card in draft.state.players[player].deck[: max(0, count)]:
        draft.emit(CardMoved(card=card, player=player, zone="graveyard", why=why))


def discarded(draft: Draft, step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What was chosen goes."""
    player = asking.by if asking.purpose == "discard" else asking.about
    hand = held(draft.state, player)
    chosen = set(options)
    for place, card in enumerate(hand, start=1):
        if (str(place) if asking.purpose == "discard_blind" else card) in chosen:
            draft.emit(CardMoved(card=card, player=player, zone="graveyard", why=step.source))


def bring_back(draft: Draft, step: EffectStep, effect: on_players.ReturnEffect) -> None:
    """Cards of the own Graveyard, or what set the effect off, go back."""
    if effect.source == "target":
        give_back(draft, (step.moment.card if step.moment and step.moment.card else step.target,), effect.to)
        return
    fitting = tuple(
        each
        for each in draft.state.players[step.by].graveyard
        if goes_to_hand(draft.state, each)
        and (not effect.kinds or (draft.state.keys[each] and draft.state.card(each).kind in effect.kinds))
    )
    count = whole(effect.count)
    if not draft.state.rules.keeps("graveyards"):
        key = f"cardboard_returns_{effect.to}"
        draft.tell(key, {"player": step.by, "card": step.source, "count": count})
    elif not ask(draft, step, f"return_to_{effect.to}", fitting, count):
        give_back(draft, fitting, effect.to)


def returned(draft: Draft, _step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What was chosen goes back."""
    give_back(draft, options, asking.purpose.removeprefix("return_to_"))


def destroy_relic(draft: Draft, player: str, card: str, why: str) -> None:
    """A relic goes to the Graveyard, and with it what it gave (S-CARD-41); then its Last Word speaks (S-AB-37)."""
    damage.destroy_relic(draft, player, card, why)


def destroy_building(draft: Draft, player: str, card: str) -> None:
    """A basic building goes back to the unused cards, a unique one out of the game (S-CARD-58)."""
    unique = draft.state.card(card).unique
    draft.emit(CardMoved(card=card, player=player, zone="aside" if unique else "unused", why="S-CARD-58"))


def destroy_template(draft: Draft, card: str) -> None:
    """A template leaves the mat; its card as that of a building (S-TERRAIN-14)."""
    owner = draft.state.templates[card].owner
    draft.emit(TemplateLifted(card=card))
    unique = draft.state.card(card).unique
    draft.emit(CardMoved(card=card, player=owner, zone="aside" if unique else "unused", why="S-TERRAIN-14"))


def destroy(draft: Draft, step: EffectStep, effect: on_players.DestroyEffect) -> None:
    """Buildings, relics or templates go."""
    fitting = destroyable(draft.state, players(draft.state, step, effect.who), effect)
    purpose = f"destroy_{effect.what}"
    if not ask(draft, step, purpose, fitting, whole(effect.count), by=chooser(draft, step, effect.choice)):
        destroyed(draft, step, ChoiceStep(purpose=purpose, by=step.by, options=fitting), fitting)


def destroyable(state: State, owners: tuple[str, ...], effect: on_players.DestroyEffect) -> tuple[str, ...]:
    """Ids of the buildings, relics or templates of some players that an effect may destroy."""
    match effect.what:
        case "building":
            found = tuple(each.id for player in owners for each in state.players[player].city)
        case "relic":
            found = tuple(each.id for player in owners for each in state.players[player].relics)
        case _:
            found = tuple(each.id for each in state.templates.values() if each.owner in owners)
    return tuple(each for each in found if not effect.kind or is_kind(state, each, effect.kind))


def destroyed(draft: Draft, _step: EffectStep, asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What was chosen is destroyed."""
    for card in options:
        owner = next((p.id for p in draft.state.players.values() if _holds(draft, p.id, card)), card.split(":")[0])
        match asking.purpose:
            case "destroy_building":
                destroy_building(draft, owner, card)
            case "destroy_relic":
                destroy_relic(draft, owner, card, "S-CARD-41")
            case _:
                destroy_template(draft, card)


def _holds(draft: Draft, player: str, card: str) -> bool:
    mine = draft.state.players[player]
    return card in {each.id for each in mine.city} | {each.id for each in mine.relics}


def prosper(draft: Draft, step: EffectStep, effect: on_players.ProsperEffect) -> None:
    """Stocks rise or fall; what is stolen comes from the opponent."""
    amount = whole(effect.amount)
    for player in players(draft.state, step, "enemy" if effect.steal else effect.who):
        if not effect.steal:
            gain_prosperity(draft, player, amount, step.source)
            continue
        before = draft.state.players[player].prosperity
        gain_prosperity(draft, player, -abs(amount), step.source)
        if not draft.state.rules.keeps("prosperity"):
            draft.tell("cardboard_steals", {"player": step.by, "of": player})
        else:
            gain_prosperity(draft, step.by, before - draft.state.players[player].prosperity, step.source)


def ready(draft: Draft, step: EffectStep, effect: ReadyEffect) -> None:
    """Creatures may act once more, or buildings stand ready again."""
    count = effect.count
    if effect.what == "building" and not draft.state.rules.keeps("taps"):
        draft.tell("cardboard_untaps", {"player": step.by, "count": count})
    elif effect.what == "building":
        tapped = tuple(each.id for each in draft.state.players[step.by].city if each.tapped)
        if not ask(draft, step, "untap", tapped, count):
            untapped(draft, step, ChoiceStep(purpose="untap", by=step.by, options=tapped), tapped)
    else:
        done = tuple(
            each
            for each in reached(draft, step, replace(effect.to, count=0))
            if draft.state.creatures[each].deeds.finished or draft.state.creatures[each].deeds.summoned
        )
        if not ask(draft, step, "ready", done, count):
            readied(draft, step, ChoiceStep(purpose="ready", by=step.by, options=done), done)


def untapped(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """Buildings stand ready again."""
    for card in options:
        draft.emit(BuildingChanged(player=step.by, card=card, tapped=False))


def readied(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """Creatures may act once more; the card may go on with them."""
    rest = draft.state.steps[-1]
    if isinstance(rest, EffectStep) and rest.source == step.source and rest.effects:
        draft.turn_to(replace(rest, chosen=options))
    for creature in options:
        draft.emit(CreatureChanged(creature=creature, deeds=dict(activation.FRESH), why="S-DRAGON-01"))


def tap(draft: Draft, step: EffectStep, effect: on_players.TapEffect) -> None:
    """Buildings that stand ready are tapped."""
    for player in players(draft.state, step, effect.who):
        if not draft.state.rules.keeps("taps"):
            draft.tell("cardboard_taps", {"player": player, "count": whole(effect.count)})
            continue
        standing = tuple(each.id for each in draft.state.players[player].city if not each.tapped)
        if not ask(draft, step, "tap", standing, whole(effect.count), by=chooser(draft, step, effect.choice)):
            tapped(draft, step, ChoiceStep(purpose="tap", by=step.by, options=standing), standing)


def tapped(draft: Draft, _step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What was chosen is tapped."""
    for card in options:
        owner = next(p.id for p in draft.state.players.values() if _holds(draft, p.id, card))
        draft.emit(BuildingChanged(player=owner, card=card, tapped=True))
