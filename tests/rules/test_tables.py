"""Tables refuse to load when a row or a known source is missing, and cannot be changed."""

import pytest

from bestiary.rules.tables import Source, TableError, load_tables, rows, spans


@pytest.fixture
def load(tmp_path):
    def load(text):
        path = tmp_path / "tables.toml"
        path.write_text(text, encoding="utf-8")
        return load_tables(path)

    return load


def test_every_value_keeps_its_source(load):
    assert load('[limits]\nlevel = { from = 1, source = "ours" }')["limits"]["level"]["source"] is Source.OURS


@pytest.mark.parametrize(
    "text",
    [
        "[limits]\nlevel = { from = 1 }",
        '[limits]\nlevel = { from = 1, source = "hearsay" }',
        "[limits]\nlevel = { from = 1, source = 1 }",
        "[[bands]]\nfrom = 1\nto = 2",
        "loose = 1",
    ],
)
def test_a_value_without_a_known_source_stops_the_import(load, text):
    with pytest.raises(TableError, match="source"):
        load(text)


def test_a_missing_row_stops_the_import(load):
    table = load('[sizes.tiny]\nhp = 1\nsource = "ours"')
    with pytest.raises(TableError, match="small"):
        rows(table, "sizes", ("tiny", "small"))


def test_an_unknown_row_stops_the_import(load):
    table = load('[sizes.tiny]\nhp = 1\nsource = "ours"\n[sizes.gigantic]\nhp = 9\nsource = "ours"')
    with pytest.raises(TableError, match="gigantic"):
        rows(table, "sizes", ("tiny",))


@pytest.mark.parametrize("read", [lambda table: rows(table, "sizes", ()), lambda table: spans(table, "sizes", 1, 2)])
def test_a_missing_table_stops_the_import(load, read):
    with pytest.raises(TableError, match="sizes"):
        read(load(""))


@pytest.mark.parametrize(
    "ends", [[(1, 2), (4, 5)], [(1, 3), (3, 5)], [(2, 5)], [(1, 4)], [(1, 6)], [(1, 5), (6, 5)], []]
)
def test_a_gap_an_overlap_or_a_missing_end_stops_the_import(load, ends):
    text = "".join(f'[[bands]]\nfrom = {low}\nto = {high}\nsource = "ours"\n' for low, high in ends)
    with pytest.raises(TableError, match="bands"):
        spans(load(text or "bands = { }"), "bands", 1, 5)


def test_bands_without_a_gap_are_accepted(load):
    table = load('[[bands]]\nfrom=1\nto=2\nsource="ours"\n[[bands]]\nfrom=3\nto=5\nsource="guide"')
    assert [(row["from"], row["to"]) for row in spans(table, "bands", 1, 5)] == [(1, 2), (3, 5)]


def test_tables_are_read_only(load):
    table = load('[limits]\nlevel = { from = 1, source = "ours" }')
    with pytest.raises(TypeError):
        table["limits"]["level"]["from"] = 2


def test_every_source_has_words_for_people():
    assert {source.label for source in Source} == {
        "from the guide",
        "published by the game",
        "follows from the game's rules",
        "suggested",
    }
