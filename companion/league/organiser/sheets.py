"""The sheets of a campaign for the players of a round, from the decks that they handed in: Warseer's Tournament."""

from collections.abc import Iterator

from companion.cards import CardsError
from companion.cards.deck_code import deck_in
from companion.games.campaign import Campaign, CampaignError, CampaignSheet, campaign_of
from companion.games.registry import game_called
from companion.league.tournament.model import TournamentState
from companion.texts import Language


def round_sheets(state: TournamentState, language: Language) -> tuple[CampaignSheet, ...]:
    """The sheets of both players of each match of this round, as a campaign begins.

    A match has none where a deck is missing, or has nobody who leads it, and where the game has no campaign.
    """
    campaign = campaign_of(game_called(state.setup.game))
    if campaign is None or state.round is None:
        return ()
    return tuple(
        sheet
        for match in state.round.matches
        if match.second
        for sheet in _match_sheets(state, campaign, match.players, language)
    )


def _match_sheets(
    state: TournamentState, campaign: Campaign, players: tuple[str, ...], language: Language
) -> Iterator[CampaignSheet]:
    both = [state.participants[each] for each in players]
    try:
        led = [(each.name, _leader(campaign, state.setup.game, each.deck)) for each in both]
        setup = campaign.begin(led, campaign.sorts[0], None, "")
        yield from campaign.sheets(campaign.game.new(setup), language)[1:]
    except (CardsError, CampaignError):
        return


def _leader(campaign: Campaign, game: str, code: str) -> str:
    """Whom a player leads, by the deck that was handed in.

    Raises:
        CardsError: If there is none.
    """
    library = game_called(game).shelf.library
    if library is None:
        raise CardsError("this game has no decks")
    return campaign.leader(library.form.deck(deck_in(code).read))
