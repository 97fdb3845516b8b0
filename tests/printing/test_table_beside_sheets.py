"""The table file that sheets share, and what is refused."""

from dataclasses import replace

import pytest

from companion.games.signum import Edition
from companion.printing import (
    BaseOptions,
    BaseOrder,
    MatForm,
    MatOptions,
    PrintingError,
    print_bases,
    print_mat,
)
from companion.printing.page.packing import GAP_MM
from companion.printing.page.paper import Box
from companion.printing.sheets.calibration_board import board_drawing
from companion.printing.stock import standard_mat, starter_bases, tag_stock, terrain_templates
from vision.calibration.board import load_board
from vision.table_file import format_table, read_table

SIZES = ("small", "medium", "large")


def bases(out, *orders, **more):
    return BaseOptions(out=out, bases=tuple(BaseOrder.parse(order, SIZES) for order in orders), **more)


def test_mat_and_bases_printed_into_one_folder_share_one_table(tmp_path):
    _, mat_file = print_mat(MatOptions(out=tmp_path))
    _, base_file = print_bases(BaseOptions(out=tmp_path))
    _, terrain_file = print_bases(BaseOptions(out=tmp_path, terrain=("wood", "pond")))
    assert mat_file == base_file == terrain_file == tmp_path / "table.toml"
    table = read_table(mat_file)
    assert table.mat == standard_mat()
    assert table.mat.placement_sigma_mm == 0.2
    assert len(table.bases) == 12
    assert [base.owner for base in table.bases] == ["A"] * 6 + ["B"] * 6
    assert [piece.id for piece in table.terrain] == ["wood-1", "pond-1"]
    ids = [tag.id for piece in (table.mat, *table.bases, *table.terrain) for tag in piece.tags]
    assert len(ids) == len(set(ids)) == 8 + 24 + 4
    assert set(ids) <= set(tag_stock().ids)


def test_the_order_of_printing_does_not_matter(tmp_path):
    for folder, forms in (("one", (MatForm.TAGS, MatForm.FULL)), ("two", ())):
        for form in forms:
            print_mat(MatOptions(out=tmp_path / folder, form=form))
        print_bases(bases(tmp_path / folder, "greer:small:A"))
    print_mat(MatOptions(out=tmp_path / "two"))
    assert read_table(tmp_path / "one" / "table.toml") == read_table(tmp_path / "two" / "table.toml")


def test_the_same_order_gives_the_same_files(tmp_path):
    files = [*print_bases(BaseOptions(out=tmp_path)), *print_mat(MatOptions(out=tmp_path))]
    before = [file.read_bytes() for file in files]
    again = [*print_bases(BaseOptions(out=tmp_path)), *print_mat(MatOptions(out=tmp_path))]
    assert again == files
    assert [file.read_bytes() for file in again] == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bases.pdf", "mat-tags.pdf", "table.toml"]


def test_bases_keep_their_tags_when_others_come(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A", "cordelia:large:B"))
    first = read_table(file)
    print_bases(bases(tmp_path, "newcomer:medium", "cordelia:large"))
    then = read_table(file)
    assert then.bases[:2] == first.bases
    assert [base.id for base in then.bases] == ["greer", "cordelia", "newcomer"]


def test_a_table_elsewhere_is_extended(tmp_path):
    table = tmp_path / "my" / "game.toml"
    files = print_bases(bases(tmp_path / "sheets", "greer:small", table=table))
    assert files == (tmp_path / "sheets" / "bases.pdf", table)
    files = print_mat(MatOptions(out=tmp_path / "sheets", table=table))
    assert files[-1] == table
    assert not (tmp_path / "sheets" / "table.toml").exists()


def test_other_measures_under_a_known_name_are_refused_unless_asked_for(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A"))
    before = file.read_bytes(), (tmp_path / "bases.pdf").read_bytes()
    for other in (
        bases(tmp_path, "greer:large:A"),
        bases(tmp_path, "greer:small:B"),
        bases(tmp_path, "greer:small:A", tag_mm=12.0),
        bases(tmp_path, "greer:small:A", chosen={"edition": (Edition.RU_WEB,)}),
        bases(tmp_path, "new:small", "greer:small:A", card_mm=1.0),
    ):
        with pytest.raises(PrintingError, match="'greer'"):
            print_bases(other)
        assert (file.read_bytes(), (tmp_path / "bases.pdf").read_bytes()) == before
    tags = [tag.id for tag in read_table(file).bases[0].tags]
    print_bases(bases(tmp_path, "greer:large:A", replace=True))
    (greer,) = read_table(file).bases
    assert greer.radius_mm == 30.0
    assert [tag.id for tag in greer.tags] == tags


def test_what_the_players_changed_in_the_table_stays(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A"))
    table = read_table(file)
    hidden = replace(table, bases=(replace(table.bases[0], stealth=True),))
    file.write_text("# our evening\n" + format_table(hidden), encoding="utf-8")
    written = file.read_bytes()
    print_bases(bases(tmp_path, "greer:small"))
    assert file.read_bytes() == written
    print_bases(bases(tmp_path, "greer:small", "cordelia:small"))
    assert read_table(file).bases[0] == hidden.bases[0]
    assert (tmp_path / "table.before-1.toml").read_bytes() == written
    file.write_text(file.read_text(encoding="utf-8") + "# the next evening\n", encoding="utf-8")
    print_bases(bases(tmp_path, "third:small"))
    assert (tmp_path / "table.before-1.toml").read_bytes() == written
    assert (tmp_path / "table.before-2.toml").read_text(encoding="utf-8").endswith("# the next evening\n")


def test_another_mat_is_refused_unless_asked_for(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A"))
    table = read_table(file)
    other = replace(
        table, mat=replace(table.mat, tags=tuple(replace(tag, x_mm=tag.x_mm + 1.0) for tag in table.mat.tags))
    )
    file.write_text(format_table(other), encoding="utf-8")
    with pytest.raises(PrintingError, match="another mat"):
        print_mat(MatOptions(out=tmp_path))
    assert not (tmp_path / "mat-tags.pdf").exists()
    print_bases(bases(tmp_path, "cordelia:small"))
    assert read_table(file).mat.tags == other.mat.tags
    print_mat(MatOptions(out=tmp_path, replace=True))
    assert read_table(file).mat.tags == standard_mat().tags
    assert len(read_table(file).bases) == 2


def test_a_piece_with_a_tag_of_the_mat_stops_the_mat(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A"))
    table = read_table(file)
    moved = tuple(replace(tag, id=tag.id + 40) for tag in table.mat.tags[:3])
    taken = replace(table.bases[0], tags=(replace(table.bases[0].tags[0], id=0),))
    odd = replace(table, mat=replace(table.mat, tags=moved), bases=(taken,))
    file.write_text(format_table(odd), encoding="utf-8")
    with pytest.raises(PrintingError, match="gives tag 0 to 'greer'"):
        print_mat(MatOptions(out=tmp_path, replace=True))


def test_a_full_game_fits_the_tags_and_more_does_not(tmp_path):
    most = (len(tag_stock().ids) - 8) // 2
    assert most >= 16 + 6
    print_bases(bases(tmp_path, *(f"m{number}:small" for number in range(most))))
    with pytest.raises(PrintingError, match="all 58 tags are given out"):
        print_bases(bases(tmp_path, "one-more:small"))
    assert len(read_table(tmp_path / "table.toml").bases) == most


def test_bases_and_terrain_do_not_share_names(tmp_path):
    print_bases(BaseOptions(out=tmp_path, terrain=("wood",)))
    with pytest.raises(PrintingError, match="'wood-1' is taken"):
        print_bases(bases(tmp_path, "wood-1:small"))
    print_bases(bases(tmp_path, "pond-1:small"))
    with pytest.raises(PrintingError, match="'pond-1' is taken"):
        print_bases(BaseOptions(out=tmp_path, terrain=("pond",)))


def test_tags_of_another_dictionary_are_refused(tmp_path):
    _, file = print_bases(bases(tmp_path, "greer:small:A"))
    table = read_table(file)
    file.write_text(format_table(replace(table, mat=replace(table.mat, dictionary="DICT_5X5_100"))), encoding="utf-8")
    with pytest.raises(PrintingError, match="DICT_5X5_100"):
        print_bases(bases(tmp_path, "cordelia:small:A"))


def test_a_table_that_is_none_is_named(tmp_path):
    (tmp_path / "table.toml").write_text("not a table", encoding="utf-8")
    with pytest.raises(PrintingError, match=r"table\.toml"):
        print_mat(MatOptions(out=tmp_path))
    assert (tmp_path / "table.toml").read_text(encoding="utf-8") == "not a table"
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PrintingError, match="cannot write"):
        print_mat(MatOptions(out=tmp_path / "file" / "sheets"))


@pytest.mark.parametrize(
    "text", ["", "greer", "greer:huge", "greer:small:A:B", ":small", "greer:small:", "a\nb:small", "小明:small"]
)
def test_a_base_that_cannot_be_understood_is_refused_in_one_sentence(text):
    with pytest.raises(PrintingError) as refusal:
        BaseOrder.parse(text, SIZES)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["greer:small:A", " greer : SMALL : A "])
def test_a_base_is_read_with_or_without_spaces(text):
    order = BaseOrder.parse(text, SIZES)
    assert (order.name, order.size, order.owner) == ("greer", "small", "A")


def test_names_in_cyrillic_are_printed(tmp_path, words):
    sheet, file = print_bases(bases(tmp_path, "Ґречка:small:Оля"))
    assert read_table(file).bases[0].id == "Ґречка"
    assert "Ґречка" in [word[0] for word in words(sheet)[0]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tag_mm": 13.0}, "12, 15, 20 mm"),
        ({"tag_mm": float("nan")}, "12, 15, 20 mm"),
        ({"card_mm": -1.0}, "thick"),
        ({"card_mm": float("nan")}, "thick"),
        ({"terrain": ("swamp",)}, "wood, rocks, ruins, pond"),
        ({"bases": (BaseOrder.parse("a:small", SIZES), BaseOrder.parse("a:large", SIZES))}, "two bases are named 'a'"),
    ],
)
def test_options_that_cannot_be_printed_are_refused(tmp_path, options, message):
    with pytest.raises(PrintingError, match=message):
        BaseOptions(out=tmp_path, **options)


def test_a_name_too_long_for_its_tab_is_refused(tmp_path):
    with pytest.raises(PrintingError, match="too long"):
        print_bases(bases(tmp_path, "the-one-who-walks-behind-the-rows:small"))
    assert not list(tmp_path.iterdir())


def test_the_first_set_and_terrain_are_well_formed():
    orders = [BaseOrder.parse(text, SIZES) for text in starter_bases()]
    assert len({order.name for order in orders}) == len(orders) == 12
    assert {template.kind for template in terrain_templates()} == {"wood", "rocks", "ruins", "pond"}
    assert GAP_MM >= 2.0


def test_terrain_on_other_card_is_refused_unless_asked_for(tmp_path):
    _, file = print_bases(BaseOptions(out=tmp_path, terrain=("wood",)))
    before = read_table(file)
    with pytest.raises(PrintingError, match="'wood-1'"):
        print_bases(BaseOptions(out=tmp_path, terrain=("wood",), card_mm=2.0))
    assert read_table(file) == before
    print_bases(BaseOptions(out=tmp_path, terrain=("wood",), card_mm=2.0, replace=True))
    (wood,) = read_table(file).terrain
    assert [(tag.id, tag.height_mm) for tag in wood.tags] == [(tag.id, 2.0) for tag in before.terrain[0].tags]


def test_a_table_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PrintingError, match=r"cannot write .*file.table\.toml"):
        print_mat(MatOptions(out=tmp_path, table=tmp_path / "file" / "table.toml"))


def test_a_board_larger_than_the_paper_is_refused():
    with pytest.raises(PrintingError, match="250 × 175 mm"):
        board_drawing(load_board(), Box(8.0, 8.0, 260.0, 170.0))
