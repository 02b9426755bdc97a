"""Sheets from template to PDF, warm, and again from the cache: `python -m tests.bench.sheets`."""

import os
import shutil
import tempfile
import time
from dataclasses import replace

import django

from tests.bench.load import Result

RUNS = 12


def measure_sheets(runs: int = RUNS) -> dict[str, Result]:
    """Lay out `runs` different sheets of each kind one after the other, as a view does it, then one of them again.

    The worker is warm, the template's time counts. Needs a set-up Django with a "pdf" cache of its own.
    """
    from bestiary.pdf import render_pdf
    from tests.print.creatures import SHEET, heavy, ordinary, sheet_context

    def sheet(creature, levels, number):
        named = replace(creature, name=f"{creature.name} {number}")
        began = time.perf_counter()
        render_pdf(SHEET, sheet_context(named, 5, range(1, levels + 1)))
        return time.perf_counter() - began

    began = time.perf_counter()
    sheet(ordinary(), 8, "first")
    results = {"first of all, worker included": Result([time.perf_counter() - began])}
    sheet(heavy(), 20, "first")
    kinds = {
        "ordinary, 8 levels": [(ordinary(), 8, number) for number in range(runs)],
        "heavy, 8 levels": [(heavy(), 8, number) for number in range(runs)],
        "heavy, 20 levels": [(heavy(), 20, number) for number in range(runs)],
        "heavy, 20 levels, again": [(heavy(), 20, 0)] * runs,
    }
    for kind, sheets in kinds.items():
        results[kind] = Result([sheet(*each) for each in sheets])
    for result in results.values():
        result.elapsed = sum(result.seconds)
    return results


def main() -> None:
    folder = tempfile.mkdtemp(prefix="bench-sheets-")
    os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    try:
        django.setup()
        for kind, result in measure_sheets().items():
            print(f"  {kind:30} {result.row()}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
