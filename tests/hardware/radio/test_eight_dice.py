"""Eight dice at once: the bar for a table."""

import asyncio

from hardware.events import Connected, Disconnected, Settled
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.simulation.pixels_die import SimulatedPixels
from tests.contracts.dice_harness.guarantees import Listener, broken_promises
from tests.contracts.dice_harness.radio_dice import QUICK, private_air

DICE = range(1, 9)
ROLLS = 25


def test_eight_dice_rolled_together_all_arrive_right_every_time() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            dice = {f"pixels:{number:08x}": air.add(SimulatedPixels(number)) for number in DICE}
            source = RadioSource(Pixels(), Radio(QUICK))
            async with source, Listener(source) as listener:
                for die in dice:
                    await listener.next(die, Connected)
                for roll in range(1, ROLLS + 1):
                    for number, simulated in enumerate(dice.values()):
                        simulated.roll((roll + number) % 6 + 1)
                    for die in dice:
                        await listener.next(die, Settled, roll)
                for number, die in enumerate(dice):
                    rolled = [event.face for event in listener.of(die, Settled) if isinstance(event, Settled)]
                    assert rolled == [(roll + number) % 6 + 1 for roll in range(1, ROLLS + 1)]
                # Links are lost together and come back one after the other.
                air.power(on=False)
                for die in dice:
                    await listener.next(die, Disconnected)
                air.power(on=True)
                for die, simulated in dice.items():
                    await listener.until(lambda it=simulated: it.is_connected, f"{die} back")
            assert broken_promises(listener.heard, "pixels") == []

    asyncio.run(whole())
