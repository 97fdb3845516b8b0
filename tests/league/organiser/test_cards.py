"""The printed cards of the tables: the camera above a mat reads them at their printed size."""

from datetime import UTC, datetime

import cv2
import numpy as np
import segno

from companion.league.organiser.pages import CARD_MM, qr_svg
from companion.league.servers.authority import new_authority
from companion.league.table.card import TableCard, card_of, code_of
from companion.league.wire.keys import Key
from companion.referee.capture.qr_codes import words_seen
from tests.tablet.mat_phone import picture_with_code
from vision.simulation.scene.plain_scenes import SceneOptions, still


def test_a_card_is_read_from_the_mat_at_its_printed_size():
    card = TableCard(
        league="Winter League of the Harbour Town",
        venue="harbour-club",
        table="t12",
        urls=(
            "tls://192.168.100.111:4222",
            "tls://10.110.120.130:4222",
            "tls://127.0.0.1:4222",
            "tls://harbour-club-laptop.local:4222",
        ),
        seed=Key.new().seed,
        page="https://192.168.100.111:8700",
        authority=new_authority(datetime(2026, 11, 27, tzinfo=UTC)).certificate,
    )
    code = code_of(card)
    modules = segno.make_qr(code, error="l").symbol_size(border=4)[0]
    assert f'width="{CARD_MM}mm"' in qr_svg(code, CARD_MM)
    scene = still(SceneOptions())
    mat_px_per_mm = scene.lens.matrix[0][0] / scene.camera[0][1].centre_mm[2]

    seen = cv2.imdecode(
        np.frombuffer(picture_with_code(code, CARD_MM / modules * mat_px_per_mm), np.uint8), cv2.IMREAD_COLOR
    )

    assert [card_of(each) for each in words_seen(seen)] == [card]
