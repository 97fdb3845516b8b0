"""The good ids are what their file says they are."""

import cv2
import numpy as np

from companion.printing.stock import standard_mat, tag_stock
from vision.fiducials.dictionary import dictionary


def edges(code):
    framed = np.pad(code.astype(int), 1)
    return np.abs(np.diff(framed, axis=0)).sum() + np.abs(np.diff(framed, axis=1)).sum()


def nearest_turn(code, other, turns):
    return min(int((code != np.rot90(other, turn)).sum()) for turn in turns)


def white_parts(code):
    return cv2.connectedComponents(code, connectivity=4)[0] - 1


def test_the_ids_are_those_that_the_stated_rules_give():
    codes = dictionary("DICT_4X4_100").codes
    chosen = []
    for tag_id, code in enumerate(codes):
        smooth = edges(code) < 18 or white_parts(code) < 2
        if smooth or nearest_turn(code, code, (1, 2, 3)) < 6:
            continue
        if all(nearest_turn(code, codes[other], range(4)) >= 4 for other in chosen):
            chosen.append(tag_id)
    assert tag_stock().ids == tuple(chosen)
    assert tag_stock().dictionary == "DICT_4X4_100"
    assert not {17, 38, 45, 62} & set(chosen)


def test_the_mat_has_good_tags():
    assert {tag.id for tag in standard_mat().tags} <= set(tag_stock().ids)
