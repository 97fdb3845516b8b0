"""What is asked in a game whose view is its state without the secrets, as everybody who looks at it may know."""

from typing import Any

from companion.games.command import SPECTATOR
from companion.games.prompt import Prompt
from companion.games.protocol import Game


def check_asked_in_views(game: Game[Any], state: Any) -> None:
    """Checks that a view tells its viewer the own questions whole, and of the others who is asked what."""
    asked = game.prompts(state)
    for viewer in (SPECTATOR, *(seat.id for seat in state.setup.seats)):
        view = game.view(state, viewer)
        seen = game.prompts(view)
        assert _questions(seen) == _questions(asked), f"{viewer} sees other questions"
        assert _mine(seen, viewer) == _mine(asked, viewer), f"{viewer} is asked otherwise"
        if viewer != SPECTATOR:
            assert game.commands(view, viewer) == game.commands(state, viewer), f"{viewer} may do something else"


def _questions(prompts: tuple[Prompt, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(prompt.key, prompt.to) for prompt in prompts]


def _mine(prompts: tuple[Prompt, ...], viewer: str) -> list[Prompt]:
    return [prompt for prompt in prompts if viewer in prompt.to]
