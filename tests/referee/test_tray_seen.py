"""A throw in a tray from pixels to the record: the real watch looks at drawn dice, the collector takes what it says."""

import asyncio
import time

import cv2
import numpy as np

from companion.referee.tray import TrayDice
from hardware.collecting import Collector, RollRequest, result_data
from tests.contracts.dice_harness.camera_dice import DictatedCamera
from vision.dice import DiceWatch, dice_set, read_dice

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
KNOWN = dice_set("pips")


def tray(number, *dice):
    """A picture of dice from straight above, each picture with noise of its own."""
    image = np.full((360, 480, 3), (70, 90, 60), np.uint8)
    for x, y, face in dice:
        cv2.rectangle(image, (x - 24, y - 24), (x + 24, y + 24), (235, 235, 235), -1)
        for across, down in PIPS[face]:
            cv2.circle(image, (x + across * 13, y + down * 13), 5, (20, 20, 20), -1, cv2.LINE_AA)
    noise = np.random.default_rng(number).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def show(camera, count, *dice):
    for number in range(count):
        camera.add(tray(number, *dice))


def test_a_throw_seen_by_the_camera_becomes_a_face_on_the_record():
    camera = DictatedCamera()
    collector = Collector(time.monotonic)
    source = TrayDice(camera, DiceWatch(KNOWN), KNOWN)

    async def whole():
        async with asyncio.timeout(60), source:
            running = asyncio.create_task(collector.run(source.events()))
            show(camera, 45, (90, 100, 5), (260, 180, 3))
            before = collector.book
            while len(before.dice) < 2:
                before = await collector.changed(before)
            collector.declare(RollRequest("r1", 1, kind="d6"))
            for step in range(8):
                show(camera, 1, (90, 100, 5), (260 + 18 * step, 180 + 9 * step, 3))
            show(camera, 45, (90, 100, 5), (400, 250, 6))
            await collector.complete("r1")
        await running
        return collector.close("r1")

    result = asyncio.run(whole())

    (face,) = result.faces
    assert face.face == 6
    assert result.aside == ()
    assert result_data(result)["faces"][0]["source"] == "camera"
    crop = cv2.imdecode(np.frombuffer(face.proofs[0].evidence.data, np.uint8), cv2.IMREAD_COLOR)
    assert [die.pips for die in read_dice(crop, KNOWN).dice] == [6]
