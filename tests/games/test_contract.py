"""The contract tells what a game does not keep."""

import msgspec
import pytest

from companion.games import contract
from companion.games.common import DiceRolled, Rolled
from companion.games.defaults.completed import completed
from companion.games.defaults.shelf import PlainShelf
from companion.games.prompt import CommandSpec, Faces, PoolDie
from companion.games.shelf import DieKind
from tests.games.gatecrash.game import Gatecrash
from tests.games.gatecrash.rules import Play
from tests.games.gatecrash.test_contract import SETUP, every_command, other_secrets


class Fickle(Gatecrash):
    rolled = 0

    def decide(self, state, command):
        self.rolled += 1
        more = DiceRolled(purpose=str(self.rolled), by=command.by, faces=())
        return (*super().decide(state, command), more)


class OffersOneCommand(Gatecrash):
    """Offers the first command alone."""

    def prompts(self, state):
        return tuple(msgspec.structs.replace(each, specs=each.specs[:1]) for each in super().prompts(state))


class OffersUnownedCard(Gatecrash):
    """Offers a card that nobody has."""

    def commands(self, state, player):
        return (
            *completed(Gatecrash()).commands(state, player),
            CommandSpec(kind="play", by=player, fixed={"card": "4a"}),
        )


class Open(Gatecrash):
    def view(self, state, viewer):
        return state


class Loud(Gatecrash):
    def public_event(self, state, event, viewer):
        return event


class Diceless(Gatecrash):
    shelf = PlainShelf


class OtherDice(PlainShelf):
    faces = ("axe", "shield")

    def dice(self):
        return {"challenge": DieKind(self.faces * 3)}


class RightDice(OtherDice):
    faces = ("sword", "shield")


class Otherwise(Gatecrash):
    shelf = OtherDice


class Endless(Gatecrash):
    def decide(self, state, command):
        return () if isinstance(command, Play) else super().decide(state, command)


SECRETS = {"other_secrets": other_secrets}
OFFERS = {"every_command": every_command}


@pytest.mark.parametrize(
    ("game", "check", "more", "sentence"),
    [
        (Fickle, contract.check_deterministic, {}, "decided otherwise"),
        (Endless, contract.check_deterministic, {}, "has not ended"),
        (OffersOneCommand, contract.check_offers, OFFERS, "accepted, but not offered"),
        (OffersUnownedCard, contract.check_offers, OFFERS, "offered, but refused"),
        (Open, contract.check_secrets, SECRETS, "shown a secret"),
        (Loud, contract.check_secrets, SECRETS, "sees a secret"),
        (Diceless, contract.check_dice, {}, "where the shelf has 0 kinds"),
        (Otherwise, contract.check_dice, {}, "other faces on the shelf"),
    ],
)
def test_what_is_not_kept_is_told(game, check, more, sentence):
    with pytest.raises(contract.ContractError, match=sentence):
        check(game(), SETUP, contract.chance_of(3), **more)


@pytest.mark.slow
def test_a_game_without_secrets_cannot_be_checked_for_them():
    with pytest.raises(contract.ContractError, match="nothing was hidden"):
        contract.check_secrets(Gatecrash(), SETUP, contract.chance_of(3), lambda state, *_: state)


class Pools(Gatecrash):
    """Challenges are rolled with a green die, too, which changes nothing."""

    shelf = RightDice

    def prompts(self, state):
        dice = [PoolDie(kind=kind, faces=("sword", "shield")) for kind in ("challenge", "green")]
        pool = {"faces": Faces.of_pool(dice)}
        found = super().prompts(state)
        if not state.challenge:
            return found
        specs = tuple(msgspec.structs.replace(each, fields=pool) for each in found[0].specs)
        return (msgspec.structs.replace(found[0], specs=specs),)

    def decide(self, state, command):
        one = msgspec.structs.replace(command, faces=command.faces[:1]) if isinstance(command, Rolled) else command
        return super().decide(state, one)


def test_a_kind_of_die_that_the_shelf_lacks_is_named():
    with pytest.raises(contract.ContractError, match="not on the shelf: dice of the kind green"):
        contract.check_dice(Pools(), SETUP, contract.chance_of(3))
