"""A throw in a tray from pixels to the record: the real watch sees rendered dice, the collector takes what it says."""

import asyncio
import time

import cv2
import numpy as np

from companion.referee.dice.tray_source import TrayDice
from hardware.rolls import Collector, RollRequest, result_data
from tests.contracts.dice_harness.camera_dice import DictatedCamera
from tests.vision.dice.tray_images import tray
from vision.dice import TrayWatcher, dice_set, read_dice

KNOWN = dice_set("pips")


def show(camera, count, *dice):
    for number in range(count):
        camera.add(tray(number, *dice))


def test_a_throw_seen_by_the_camera_becomes_a_face_on_the_record():
    camera = DictatedCamera()
    collector = Collector(time.monotonic)
    source = TrayDice(camera, TrayWatcher(KNOWN), KNOWN)

    async def whole():
        async with asyncio.timeout(60), source:
            running = asyncio.create_task(collector.run(source.events()))
            show(camera, 45, (90, 100, 5), (260, 180, 3))
            before = collector.journal
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
