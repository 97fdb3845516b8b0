"""Pieces are cut out of pictures of the pages and compared with the table file that was written beside them."""

import cv2
import numpy as np
import pytest

from companion.games.signum import BASE_DIAMETERS_MM, Edition
from companion.printing import (
    BaseOptions,
    BaseOrder,
    MatForm,
    MatOptions,
    Paper,
    PrintingError,
    TokenOptions,
    print_bases,
    print_mat,
    print_tokens,
)
from companion.printing.page.paper import Box
from companion.printing.prints import _sheet
from companion.printing.sheets.mat_tiles import tiles
from companion.printing.stock import standard_mat
from companion.texts import Language
from vision.table_file import read_table

TOLERANCE_MM = 0.1
LINE_MM = 0.15

SIZES = ("small", "medium", "large")


def cut_out(page):
    """What a pair of scissors leaves: filled masks of everything larger than writing, and the whole page's tags."""
    free = (page.pixels > 200).astype(np.uint8)
    _, labels = cv2.connectedComponents(free, connectivity=4)
    inside = (labels != labels[0, 0]).astype(np.uint8)
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    large = 15.0 * page.dpi / 25.4
    return [pieces == piece for piece in range(1, count) if stats[piece][2:4].min() > large]


def tags_on(page, mask, tags):
    """Those tags whose middle lies on a piece."""
    middles = {tag_id: np.rint(page.to_px(corners.mean(axis=0))).astype(int) for tag_id, corners in tags.items()}
    return {tag_id: tags[tag_id] for tag_id, (x, y) in middles.items() if mask[y, x]}


def rigid(places, goals):
    """Rotation (never a mirroring) and shift that take the first points to the second in the least squares sense."""
    places, goals = np.asarray(places), np.asarray(goals)
    u, _, vt = np.linalg.svd((goals - goals.mean(0)).T @ (places - places.mean(0)))
    turn = u @ np.diag([1.0, np.linalg.det(u @ vt)]) @ vt
    return turn, goals.mean(0) - turn @ places.mean(0)


def middle_of(page, mask):
    rows, columns = np.nonzero(mask)
    return page.to_mm((columns.mean(), rows.mean()))


@pytest.mark.parametrize(
    ("edition", "tag_mm", "paper"),
    [
        (Edition.EN, 15.0, Paper.A4),
        (Edition.RU, 12.0, Paper.LETTER),
        (Edition.RU_WEB, 20.0, Paper.A4),
        (Edition.RU_WEB, 15.0, Paper.A3),
    ],
)
def test_discs_have_their_tags_where_the_table_says(tmp_path, scan, edition, tag_mm, paper):
    orders = tuple(BaseOrder.parse(text, SIZES) for text in ("greer:small:A", "cordelia:large:B", "a:medium"))
    sheet, table_file = print_bases(
        BaseOptions(
            out=tmp_path, bases=orders, chosen={"edition": (edition,)}, tag_mm=tag_mm, paper=paper, card_mm=0.25
        )
    )
    table = read_table(table_file)
    assert [base.id for base in table.bases] == ["greer", "cordelia", "a"]
    assert [base.radius_mm * 2 for base in table.bases] == [BASE_DIAMETERS_MM[edition][size] for size in (0, 2, 1)]
    assert [base.owner for base in table.bases] == ["A", "B", None]
    seen = []
    for page in scan(sheet, 300):
        tags = page.tags()
        for mask in cut_out(page):
            on_it = tags_on(page, mask, tags)
            base = next(base for base in table.bases if {tag.id for tag in base.tags} == set(on_it))
            seen.append(base.id)
            places = np.concatenate([tag.corners_mm() for tag in base.tags])
            goals = np.concatenate([on_it[tag.id] for tag in base.tags])
            turn, shift = rigid(places, goals)
            assert np.abs(places @ turn.T + shift - goals).max() < TOLERANCE_MM
            # A disc with its two tabs looks the same after half a turn, so its middle is the middle of the paper.
            assert np.abs(shift - middle_of(page, mask)).max() < TOLERANCE_MM
            across = turn @ (0.0, 1.0)
            assert _reach_mm(page, mask, shift, across) == pytest.approx(base.radius_mm + LINE_MM / 2, abs=TOLERANCE_MM)
            for tag in base.tags:
                assert (tag.size_mm, tag.height_mm) == (tag_mm, 0.25)
                assert np.hypot(tag.x_mm, tag.y_mm) == pytest.approx(base.radius_mm + 4.0 + tag_mm / 2)
                assert _quiet(page, on_it[tag.id], tag_mm / 6)
    assert sorted(seen) == ["a", "cordelia", "greer"]


def _reach_mm(page, mask, middle, direction):
    """How far the piece goes from a point, in steps of 0.01 mm."""
    steps = np.arange(0.0, 60.0, 0.01)
    x, y = np.rint(page.to_px(middle + steps[:, None] * direction)).astype(int).T
    inside = mask[np.clip(y, 0, mask.shape[0] - 1), np.clip(x, 0, mask.shape[1] - 1)]
    return steps[np.argmin(inside)]


def _quiet(page, corners, white_mm):
    """Whether the paper around a tag is blank as far as that, but for the ink of the tag's own edge."""
    middle = corners.mean(axis=0)
    half = np.linalg.norm(corners[1] - corners[0]) / 2
    (left, bottom), (right, top) = page.to_px([middle - half - white_mm + 0.2, middle + half + white_mm - 0.2])
    window = page.pixels[round(top) : round(bottom) + 1, round(left) : round(right) + 1] > 250
    edge = round((white_mm - 0.4) * page.dpi / 25.4)
    window[edge:-edge, edge:-edge] = True
    return bool(window.all())


@pytest.mark.parametrize("language", Language)
def test_templates_match_the_table_and_keep_their_writing_to_themselves(tmp_path, scan, words, language):
    kinds = ("wood", "rocks", "ruins", "pond", "wood")
    sheet, table_file = print_bases(BaseOptions(out=tmp_path, terrain=kinds, language=language))
    table = read_table(table_file)
    assert [piece.id for piece in table.terrain] == ["wood-1", "rocks-1", "ruins-1", "pond-1", "wood-2"]
    assert not table.bases
    seen = []
    for page, written in zip(scan(sheet, 300), words(sheet), strict=True):
        tags = page.tags()
        masks = cut_out(page)
        for mask in masks:
            on_it = tags_on(page, mask, tags)
            piece = next(piece for piece in table.terrain if {tag.id for tag in piece.tags} == set(on_it))
            seen.append(piece.id)
            places = np.concatenate([tag.corners_mm() for tag in piece.tags])
            goals = np.concatenate([on_it[tag.id] for tag in piece.tags])
            turn, shift = rigid(places, goals)
            assert np.abs(places @ turn.T + shift - goals).max() < TOLERANCE_MM
            drawn = np.zeros(mask.shape, np.uint8)
            outline = page.to_px(np.asarray(piece.polygon_mm) @ turn.T + shift)
            cv2.fillPoly(drawn, [np.rint(outline * 16).astype(np.int32)], 1, shift=4)
            apart = _apart(drawn, mask)
            assert apart <= TOLERANCE_MM * page.dpi / 25.4 + 1.0
            for tag in piece.tags:
                assert _quiet(page, on_it[tag.id], tag.size_mm / 6)
        _assert_written_inside(page, written, masks)
    assert sorted(seen) == sorted(piece.id for piece in table.terrain)


def _apart(drawn, mask):
    """How far, in pixels, the outlines of two masks are apart at most."""
    ours, theirs = (
        max(cv2.findContours(np.asarray(m, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
        for m in (drawn, mask)
    )
    off = np.ones(mask.shape, np.uint8)
    off[theirs[:, 0, 1], theirs[:, 0, 0]] = 0
    distance = cv2.distanceTransform(off, cv2.DIST_L2, 5)
    return distance[ours[:, 0, 1], ours[:, 0, 0]].max()


def _assert_written_inside(page, written, masks):
    """Every word below the advice and above the check line lies wholly on one piece."""
    top = page.height_mm - 8.0 - 16.0
    for text, left, bottom, right, upper in written:
        if bottom < 15.0 or upper > top:
            continue
        (x_1, y_1), (x_2, y_2) = np.rint(page.to_px([(left, upper), (right, bottom)])).astype(int)
        assert any(mask[y_1 : y_2 + 1, x_1 : x_2 + 1].all() for mask in masks), text


@pytest.mark.parametrize("language", Language)
def test_tags_for_the_mats_edge_lie_right_against_it(tmp_path, scan, words, language):
    """Each piece is laid against the edge as its marks say; its tag is then where the table has it."""
    sheet, table_file = print_mat(MatOptions(out=tmp_path, language=language))
    table = read_table(table_file)
    found = {}
    for page, written in list(zip(scan(sheet, 300), words(sheet), strict=True))[1:]:
        tags = page.tags()
        masks = cut_out(page)
        _assert_written_inside(page, written, masks)
        for mask in masks:
            ((tag_id, corners),) = tags_on(page, mask, tags).items()
            assert _quiet(page, corners, 5.0)
            found[tag_id] = corners, _outline_mm(page, mask)
    assert set(found) == {tag.id for tag in table.mat.tags} == {0, 1, 2, 3, 4, 5, 6, 8}
    for tag in table.mat.tags:
        corners, outline = found[tag.id]
        turn, shift = rigid(corners, tag.corners_mm())
        laid = outline @ turn.T + shift
        assert np.abs(corners @ turn.T + shift - tag.corners_mm()).max() < TOLERANCE_MM
        _assert_against_edge(tag, laid, table.mat)


def _outline_mm(page, mask):
    contour = max(cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    return page.to_mm(contour[:, 0])


def _assert_against_edge(tag, laid, mat):
    """The paper lies outside the playing area, and reaches its edge on both sides of the tag."""
    line = LINE_MM / 2 + TOLERANCE_MM
    covers = np.array([min(x, mat.width_mm - x, y, mat.height_mm - y) > line for x, y in laid])
    assert not covers.any(), tag
    corners_of_mat = [(x, y) for x in (0.0, mat.width_mm) for y in (0.0, mat.height_mm)]
    if min(np.hypot(tag.x_mm - x, tag.y_mm - y) for x, y in corners_of_mat) < 50.0:
        corner = min(corners_of_mat, key=lambda place: np.hypot(tag.x_mm - place[0], tag.y_mm - place[1]))
        assert np.hypot(*(laid - corner).T).min() < 0.2
        for axis in (0, 1):
            along = laid[(np.abs(laid[:, axis] - corner[axis]) < line), 1 - axis] - corner[1 - axis]
            assert np.abs(along).max() > 20.0
    else:
        axis = 0 if not 0.0 < tag.x_mm < mat.width_mm else 1
        edge = 0.0 if (tag.x_mm, tag.y_mm)[axis] < 0.0 else (mat.width_mm, mat.height_mm)[axis]
        along = laid[np.abs(laid[:, axis] - edge) < line, 1 - axis]
        middle = (mat.height_mm, mat.width_mm)[axis] / 2
        assert (along.min() + along.max()) / 2 == pytest.approx(middle, abs=TOLERANCE_MM)
        assert along.max() - along.min() > 80.0


@pytest.mark.parametrize("paper", Paper)
def test_sheets_of_the_whole_mat_join_to_the_mat_of_the_table(tmp_path, scan, paper):
    options = MatOptions(out=tmp_path, paper=paper, form=MatForm.FULL)
    sheet_file, table_file = print_mat(options)
    table = read_table(table_file)
    content = _sheet(options, "mat.full").content
    rows = tiles(standard_mat(), content)
    pages = scan(sheet_file, 300)[1:]
    every = [tile for row in rows for tile in row]
    assert len(pages) == len(every)
    found, lines = {}, []
    for tile, page in zip(every, pages, strict=True):
        shift = np.array(
            [tile.part.left_mm - content.left_mm, tile.part.bottom_mm - (content.top_mm - 5.0 - tile.part.height_mm)]
        )
        for tag_id, corners in page.tags().items():
            whole = corners + shift
            assert np.abs(found.setdefault(tag_id, whole) - whole).max() < TOLERANCE_MM
        lines.append((tile, page, shift))
    assert set(found) == {tag.id for tag in table.mat.tags}
    for tag in table.mat.tags:
        assert np.abs(found[tag.id] - tag.corners_mm()).max() < TOLERANCE_MM
    _assert_neighbours_agree(lines)
    _assert_playing_area(lines, table.mat)


def _assert_neighbours_agree(lines):
    """Where two sheets overlap they print the same: crosses, lines, tags and names meet."""
    overlaps = 0
    for number, (tile, page, shift) in enumerate(lines):
        for other, other_page, other_shift in lines[:number]:
            left = max(tile.part.left_mm, other.part.left_mm)
            right = min(tile.part.right_mm, other.part.right_mm)
            bottom = max(tile.part.bottom_mm, other.part.bottom_mm)
            top = min(tile.part.top_mm, other.part.top_mm)
            if right <= left or top <= bottom:
                continue
            overlaps += 1
            assert min(right - left, top - bottom) >= 10.0 - 1e-9
            xs, ys = np.meshgrid(np.arange(left + 1.0, right - 1.0, 0.1), np.arange(bottom + 1.0, top - 1.0, 0.1))
            ink = [_ink(p, np.stack([xs, ys], axis=-1) - s) for p, s in ((page, shift), (other_page, other_shift))]
            near = [cv2.dilate(one.astype(np.uint8), np.ones((5, 5))) > 0 for one in ink]
            crosses = [one[~two].sum() for one, two in zip(ink, reversed(near), strict=True)]
            assert max(crosses) == 0, (tile.name, other.name, crosses)
            # Sheets that only share a corner share no cross.
            assert ink[0].any() or max(right - left, top - bottom) < 11.0
    assert overlaps >= len(lines) - 1


def _ink(page, places_mm):
    x, y = np.moveaxis(np.rint(page.to_px(places_mm)).astype(int), -1, 0)
    return page.pixels[y, x] < 215


def _assert_playing_area(lines, mat):
    """The outline of 600 × 600 mm is there on the sheets that its corners fall on."""
    for x in (0.0, mat.width_mm):
        for y in (0.0, mat.height_mm):
            tile, page, shift = next(
                line
                for line in lines
                if line[0].part.left_mm < x < line[0].part.right_mm and line[0].part.bottom_mm < y < line[0].part.top_mm
            )
            inwards_x, inwards_y = (1 if x == 0.0 else -1), (1 if y == 0.0 else -1)
            steps = np.arange(-4.0, 4.0, 0.02)
            for along in (
                np.stack([x + steps, np.full(steps.shape, y + 3.0 * inwards_y)], axis=-1),
                np.stack([np.full(steps.shape, x + 3.0 * inwards_x), y + steps], axis=-1),
            ):
                px = page.to_px(along - shift).astype(np.float32)
                profile = 255.0 - cv2.remap(page.pixels, px[:, 0], px[:, 1], cv2.INTER_LINEAR).ravel()
                assert (profile * steps).sum() / profile.sum() == pytest.approx(0.0, abs=TOLERANCE_MM), tile.name


def test_no_seam_runs_through_a_tag():
    mat = standard_mat()
    for width, height in ((194.0, 250.0), (199.9, 235.0), (281.0, 380.0)):
        every = [tile for row in tiles(mat, Box(0.0, 0.0, width, height)) for tile in row]
        for tag in mat.tags:
            half = tag.size_mm / 2
            assert any(
                tile.part.left_mm <= tag.x_mm - half
                and tag.x_mm + half <= (tile.part.right_mm if tile.right_seam_mm is None else tile.right_seam_mm)
                and tile.part.bottom_mm <= tag.y_mm - half
                and tag.y_mm + half <= (tile.part.top_mm if tile.upper_seam_mm is None else tile.upper_seam_mm)
                for tile in every
            ), (tag, width)


def test_discs_for_tokens_have_their_tag_in_the_middle_and_nothing_besides(tmp_path, scan):
    """All twelve look alike but for the tag, which no list connects with what the token is."""
    pdf, table = print_tokens(TokenOptions(out=tmp_path, game="brawl"))
    tokens = {token.tags[0].id: token for token in read_table(table).bases}
    assert [(token.id, token.is_token) for token in tokens.values()] == [(f"token-{n}", True) for n in range(1, 13)]
    (page,) = scan(pdf, 300)
    tags, found = page.tags(), set()
    for mask in cut_out(page):
        ((tag_id, corners),) = tags_on(page, mask, tags).items()
        found.add(tag_id)
        assert np.abs(corners.mean(axis=0) - middle_of(page, mask)).max() < TOLERANCE_MM
        radius_mm = np.sqrt(mask.sum() / np.pi) * 25.4 / page.dpi
        assert radius_mm == pytest.approx(tokens[tag_id].radius_mm, abs=LINE_MM)
        rows, columns = np.nonzero(mask & (page.pixels < 128))
        ink_mm = page.to_mm(np.stack([columns, rows], axis=-1)) - corners.mean(axis=0)
        within = ink_mm[np.hypot(*ink_mm.T) < radius_mm - 2 * LINE_MM]
        assert np.abs(within).max() < tokens[tag_id].tags[0].size_mm / 2 + LINE_MM
    assert found == {*tokens}


def test_a_token_too_small_for_its_tag_is_refused(tmp_path):
    with pytest.raises(PrintingError, match="25 mm is too small for a tag of 20 mm"):
        print_tokens(TokenOptions(out=tmp_path, game="brawl", tag_mm=20.0))
    with pytest.raises(PrintingError, match="no tokens"):
        print_tokens(TokenOptions(out=tmp_path))
    assert not (tmp_path / "table.toml").exists()
