"""The indexes behind `search`: FTS5 on SQLite, GIN on PostgreSQL. Both find the same rows.

A model with a text field `search_text`, filled by `search.searchable`, has its index from the next `migrate` on, and
`search.matching` and the verbs of `CommunityQuerySet` work for it. The index follows every change of a row, by whatever
statement.

- SQLite: the table `shop_item_search` reads the texts from `shop_item`, triggers tell it what changed. Its tokenizer
  takes everything but blanks as part of a token, so tokens are exactly those of `search.tokens`, whatever Unicode
  either side knows.
- PostgreSQL: an index of the tokens as lexemes, built from functions that every PostgreSQL has: no extension has to be
  installed, no right beyond those on the table is needed. Since lexemes keep no order, a phrase of several tokens is
  looked up by all of them and then compared with the text.
"""

from __future__ import annotations

import json
import string
from math import isqrt

from django.apps import apps
from django.db import DatabaseError, connections, models
from django.db.models.lookups import Lookup

from bestiary.search import Search, is_sign

FIELD = "search_text"
_TOKEN_CHARACTERS = string.punctuation.replace("'", "''")
# An index for the beginnings of words of these lengths; longer ones name few words each.
_PREFIXES = "1 2 3"
# More rows than there are.
_ALL = 10**9


def index_table(table: str) -> str:
    """Return the name of the index of a table; on SQLite it is a table itself."""
    return f"{table}_search"


# --- What a condition looks like in each database ------------------------------------------------------------------


def fts_expression(search: Search) -> str:
    """Return a search in the language of FTS5: everything in quotes, so that nothing typed is an operator."""
    typed = [_in_quotes(" ".join(phrase)) + ("" if is_sign(phrase[-1]) else " *") for phrase in search.phrases]
    return " AND ".join([*typed, *map(_in_quotes, search.facets)])


def _in_quotes(text: str) -> str:
    escaped = text.replace('"', '""')
    return f'"{escaped}"'


def lexeme_expression(search: Search) -> str:
    """Return a search in the language of PostgreSQL's tsquery: everything in quotes, as `fts_expression`."""
    typed = [token for phrase in search.phrases for token in [*map(_lexeme, phrase[:-1]), _lexeme_begin(phrase[-1])]]
    return " & ".join([*typed, *map(_lexeme, search.facets)])


def _lexeme(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _lexeme_begin(token: str) -> str:
    return _lexeme(token) if is_sign(token) else f"{_lexeme(token)}:*"


def lexemes(column: str) -> str:
    """Return the indexed expression of PostgreSQL."""
    return f"array_to_tsvector(string_to_array(btrim({column}), ' '))"


class SearchLookup(Lookup):
    """A condition on a stored text; the right side is a `Search`."""

    prepare_rhs = False

    def needles(self, needles: list[str], compiler, connection) -> tuple[str, list]:
        """Each needle stands in the text, letter by letter."""
        column, params = self.process_lhs(compiler, connection)
        position = "instr" if connection.vendor == "sqlite" else "strpos"
        condition = " AND ".join([f"{position}({column}, %s) > 0"] * len(needles))
        return condition, [value for needle in needles for value in (*params, needle)]


@models.TextField.register_lookup
class FoundBy(SearchLookup):
    """The text fits the search; the index finds it."""

    lookup_name = "found_by"

    def as_sqlite(self, compiler, connection) -> tuple[str, list]:
        quote = connection.ops.quote_name
        model = self.lhs.target.model
        index = quote(index_table(model._meta.db_table))
        key = f"{quote(self.lhs.alias)}.{quote(model._meta.pk.column)}"
        return f"{key} IN (SELECT rowid FROM {index} WHERE {index} MATCH %s)", [fts_expression(self.rhs)]  # noqa: S608

    def as_postgresql(self, compiler, connection) -> tuple[str, list]:
        column, params = self.process_lhs(compiler, connection)
        condition, params = f"{lexemes(column)} @@ %s::tsquery", [*params, lexeme_expression(self.rhs)]
        together = Search(phrases=tuple(phrase for phrase in self.rhs.phrases if len(phrase) > 1)).needles
        if together:
            more, more_params = self.needles(together, compiler, connection)
            condition, params = f"{condition} AND {more}", [*params, *more_params]
        return condition, params


@models.TextField.register_lookup
class Spells(SearchLookup):
    """The text fits the search; for reading rows one after another, without the index. The same rows as `found_by`."""

    lookup_name = "spells"

    def as_sql(self, compiler, connection) -> tuple[str, list]:
        return self.needles(self.rhs.needles, compiler, connection)


def has_many_hits(model: type[models.Model], search: Search, using: str) -> bool:
    """Whether so many rows fit the search that a page of them is sooner read along an order than sorted out of all.

    To sort takes a moment for each hit. To read along takes one for each row up to the last of the page: the fewer the
    hits, the more. Both are the same at five times the root of the number of rows, were hits spread evenly; since they
    may stand together at the end of an order, as the large among the Adversity Ratios, more are sorted. PostgreSQL is
    only asked how many rows it expects.
    """
    connection = connections[using]
    rows = model._base_manager.using(using).order_by("-pk").values_list("pk", flat=True)
    most = 12 * isqrt(rows.first() or 0)
    if connection.vendor == "sqlite":
        index = connection.ops.quote_name(index_table(model._meta.db_table))
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM {index} WHERE {index} MATCH %s LIMIT {most + 1:d})",  # noqa: S608
                [fts_expression(search)],
            )
            return cursor.fetchone()[0] > most
    plan = rows.order_by().filter(**{f"{FIELD}__found_by": search}).explain(format="JSON")
    return json.loads(plan)[0]["Plan"]["Plan Rows"] > most


def taken_from_index(things: models.QuerySet, search: Search) -> models.QuerySet:
    """Return the `things` that fit the search, the index asked before anything else."""
    if connections[things.db].vendor == "sqlite":
        return things.filter(**{f"{FIELD}__found_by": search})
    # Without a limit, PostgreSQL may read along the order and make the lexemes of every row on its way.
    hits = things.model._base_manager.using(things.db).filter(**{f"{FIELD}__found_by": search})
    return things.filter(pk__in=hits.order_by().values("pk")[:_ALL])


# --- Making them ---------------------------------------------------------------------------------------------------


def searched_tables() -> list[str]:
    """The tables that have a text to search."""
    fields = {model: {field.name for field in model._meta.local_fields} for model in apps.get_models()}
    return [model._meta.db_table for model, names in fields.items() if FIELD in names]


def make_indexes(using: str) -> list[str]:
    """Make the search indexes that are missing; returns the tables that got one. Runs after every `migrate`.

    Not a step of one migration: SQLite changes many a column by writing the whole table under a new name, and the
    triggers of the old one go with it. So what is missing is made again, and filled anew.
    """
    connection = connections[using]
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        tables = [table for table in searched_tables() if table in there]
        if connection.vendor != "sqlite":
            return [table for table in tables if _make_gin(connection, cursor, table)]
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        triggers = {name for (name,) in cursor.fetchall()}
        missing = [table for table in tables if not _triggers(connection, table).keys() <= triggers]
        for table in missing:
            _make_fts(connection, cursor, table)
    return missing


def _make_gin(connection, cursor, table: str) -> bool:
    quote = connection.ops.quote_name
    cursor.execute("SELECT to_regclass(%s)", [quote(index_table(table))])
    if cursor.fetchone()[0]:
        return False
    column = lexemes(quote(FIELD))
    cursor.execute(f"CREATE INDEX {quote(index_table(table))} ON {quote(table)} USING gin (({column}))")
    return True


def _make_fts(connection, cursor, table: str) -> None:
    quote = connection.ops.quote_name
    index, of = quote(index_table(table)), quote(table)
    tokenizer = f"ascii tokenchars '{_TOKEN_CHARACTERS}'".replace('"', '""')
    try:
        cursor.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {index} USING fts5({FIELD}, content={of}, content_rowid='id', "
            f"tokenize=\"{tokenizer}\", prefix='{_PREFIXES}')"
        )
    except DatabaseError as error:
        if "no such module" not in str(error):
            raise
        raise RuntimeError("Searching needs SQLite with FTS5: use another build of Python or SQLite.") from error
    for name, statement in _triggers(connection, table).items():
        cursor.execute(f"CREATE TRIGGER IF NOT EXISTS {quote(name)} {statement}")
    cursor.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")  # noqa: S608 (our own name)


def _triggers(connection, table: str) -> dict[str, str]:
    """Name → the rest of the statement that makes it. FTS5 is told the old text to forget it."""
    quote = connection.ops.quote_name
    index, of = quote(index_table(table)), quote(table)
    forget = f"INSERT INTO {index}({index}, rowid, {FIELD}) VALUES ('delete', old.id, old.{FIELD});"  # noqa: S608
    learn = f"INSERT INTO {index}(rowid, {FIELD}) VALUES (new.id, new.{FIELD});"  # noqa: S608
    return {
        f"{table}_search_insert": f"AFTER INSERT ON {of} BEGIN {learn} END",
        f"{table}_search_delete": f"AFTER DELETE ON {of} BEGIN {forget} END",
        f"{table}_search_update": (
            f"AFTER UPDATE OF {FIELD} ON {of} WHEN old.{FIELD} IS NOT new.{FIELD} BEGIN {forget} {learn} END"
        ),
    }
