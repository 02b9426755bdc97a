"""Which row of one document is which row of another.

Rows have no id: a row is known by its name, one that was renamed by what else it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bestiary.comparing.outline import Rows


def matches(group: Rows, old: Sequence[Mapping], new: Sequence[Mapping]) -> dict[int, int]:
    """Return for the places of new rows the places of the old rows that they were; a new one has none."""
    found = same_names(group, old, new)
    free = [place for place in range(len(old)) if place not in found.values()]
    for place, row in enumerate(new):
        if place in found or not free:
            continue
        likest = max(free, key=lambda other: (_likeness(group, old[other], row), -abs(other - place)))
        if _likeness(group, old[likest], row) * 2 >= len(group.fields) - 1:
            found[place] = likest
            free.remove(likest)
    return found


def same_names(group: Rows, old: Sequence[Mapping], new: Sequence[Mapping]) -> dict[int, int]:
    """The matches by name alone; of several rows of one name the first is the first, and so on."""
    places: dict[str, list[int]] = {}
    for place, row in enumerate(old):
        places.setdefault(group.name(row).casefold(), []).append(place)
    found = {}
    for place, row in enumerate(new):
        if same := places.get(group.name(row).casefold()):
            found[place] = same.pop(0)
    return found


def _likeness(group: Rows, one: Mapping, other: Mapping) -> int:
    """How many fields say the same."""
    return sum(field.same_in(one, other) for field in group.fields)


def identified(group: Rows, base: Mapping, theirs: Mapping, mine: Mapping) -> tuple[dict, dict, dict]:
    """Return the rows of three documents by an id that is the same for the same row, each in its own order.

    `theirs` and `mine` both come from `base`. What both added under one name is the same row too.
    """
    rows = [group.of(document) for document in (base, theirs, mine)]
    old = {str(place): row for place, row in enumerate(rows[0])}
    of_theirs = matches(group, rows[0], rows[1])
    their_ids = [str(of_theirs[place]) if place in of_theirs else f"t{place}" for place in range(len(rows[1]))]
    of_mine = matches(group, rows[0], rows[2])
    added = [place for place in range(len(rows[1])) if place not in of_theirs]
    mine_added = [place for place in range(len(rows[2])) if place not in of_mine]
    both = same_names(group, [rows[1][place] for place in added], [rows[2][place] for place in mine_added])
    met = {mine_added[new]: added[old] for new, old in both.items()}
    my_ids = [
        str(of_mine[place]) if place in of_mine else f"t{met[place]}" if place in met else f"m{place}"
        for place in range(len(rows[2]))
    ]
    return old, dict(zip(their_ids, rows[1], strict=True)), dict(zip(my_ids, rows[2], strict=True))
