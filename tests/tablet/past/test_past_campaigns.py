"""A Tournament that was begun is found among the past games and gone on with there, by what stands on the screen."""

import pytest

from companion.games.campaign import campaign_of
from companion.games.registry import game_called
from companion.games.warseer.tournament.commands import Buy, Ready
from companion.referee.history.campaign_record import CampaignRecord
from companion.tablet.campaign.campaign_files import done
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.phones.played_table import NOON
from tests.tablet.prepared_games import first_turn

pytestmark = pytest.mark.slow

WORDS = {
    Language.ENGLISH: ("Past games", "Tournament · ", "Match 1 of "),
    Language.RUSSIAN: ("Прошлые партии", "Турнир · ", "Матч 1 из "),
    Language.UKRAINIAN: ("Минулі партії", "Турнір · ", "Матч 1 з "),
}


@pytest.fixture
def campaign(tmp_path):
    """A Tournament of Ann and Bob, at the first match's resources."""
    file, game = tmp_path / "games" / "autumn.campaign", game_called("warseer")
    file.parent.mkdir()
    (first, _), (second, _), *_ = campaign_of(game).leaders((), Language.ENGLISH)
    CampaignRecord.begin(file, game, [("Ann", first), ("Bob", second)], "", None, lambda: NOON).close()
    return file


@pytest.mark.parametrize("language", Language)
def test_a_tournament_that_was_begun_stands_among_the_past_games_whatever_is_played_now(
    newly, tmp_path, campaign, language
):
    first_turn(tmp_path / "games" / "ours.signum")
    past, kind, match = WORDS[language]

    async def act(newcomer):
        await newcomer.touches(past)
        await newcomer.reads("Ann – Bob", kind, match)
        await newcomer.until(lambda: len(newcomer.keys("Ann – ")) == 2, "listed both")
        await newcomer.touches(f"{kind}")
        await newcomer.reads(match, "Ann: ", "Bob: ")

    newly(act, Settings(language=language))


def test_a_tournament_is_gone_on_with_from_the_past_games_to_its_match(newly, campaign):
    async def act(newcomer):
        await newcomer.touches("Past games")
        await newcomer.touches("Tournament · ")
        await newcomer.reads("24 coins")
        await newcomer.touches("Play the match")
        await newcomer.reads("Which camera shows the table?")
        await newcomer.touches("Without a camera")
        await newcomer.touches("Next")
        await newcomer.reads("Ann", "Bob", "Warseer")
        await newcomer.touches("Start the game")
        await newcomer.until(lambda: newcomer.shell.view and newcomer.shell.view.play, "shown the match")

    done(campaign, Buy(by="A", card="emberfall/sellsword"), lambda: NOON, Language.ENGLISH)  # 6 of 30 coins
    for player in "ABAB":
        done(campaign, Ready(by=player), lambda: NOON, Language.ENGLISH)
    newly(act, Settings(language=Language.ENGLISH))


def test_a_damaged_tournament_is_told_in_the_players_words_and_hides_no_game(newly, tmp_path, campaign):
    first_turn(tmp_path / "games" / "ours.signum")
    campaign.write_bytes(b"no record")

    async def act(newcomer):
        await newcomer.touches("Past games")
        await newcomer.reads("autumn.campaign", "Ann – ")
        await newcomer.touches("autumn.campaign")
        await newcomer.reads("This file cannot be read as a game.")
        assert not newcomer.keys("Rescue"), "a tournament is no game of which a part could be played on"

    newly(act, Settings(language=Language.ENGLISH))
