"""`make bench`: prints figures, asserts nothing. These machines are noisy: compare ratios within one run.

`python -m tests.bench [part …]` with parts of: rules, pages, keystrokes, search, sheets. Searches are measured on
SQLite, and on PostgreSQL too where DATABASE_URL names an empty database there; SEARCHED_CREATURES says among how many.
"""

import os
import subprocess
import sys
import time

PARTS = ("rules", "pages", "keystrokes", "search", "sheets")
CREATURES = 10_000
SEARCHED_CREATURES = int(os.environ.get("SEARCHED_CREATURES", "100000"))


def main(parts: list[str]) -> None:
    unknown = set(parts) - set(PARTS)
    if unknown:
        sys.exit(f"unknown part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    parts = parts or list(PARTS)
    if "rules" in parts:
        from tests.bench.rules import measure_rules

        print("Rules, one process")
        measure_rules()
    if "pages" in parts or "keystrokes" in parts:
        measure_site(parts)
    if "search" in parts:
        search_site("SQLite")
        if os.environ.get("DATABASE_URL", "").startswith("postgres"):
            search_site("PostgreSQL", os.environ["DATABASE_URL"])
        else:
            print("\nSearch on PostgreSQL: not measured, DATABASE_URL names no database there")
    if "sheets" in parts:
        print("\nSheets")
        subprocess.run([sys.executable, "-m", "tests.bench.sheets"], check=True)


def measure_site(parts: list[str]) -> None:
    from tests.bench.site import production_site

    print(f"\nProduction server, 2 workers, {CREATURES:,} creatures (filling …)", flush=True)
    start = time.perf_counter()
    with production_site(CREATURES) as address:
        print(f"  filled and started in {time.perf_counter() - start:.0f} s")
        if "pages" in parts:
            from tests.bench.pages import DRAGON, GOBLIN, measure_pages, measure_preview, measure_preview_while_printing

            print(f"  live pane, ordinary, 8 conn. {measure_preview(address, GOBLIN, 8).row()}", flush=True)
            print(f"  live pane, heavy, 8 conn.    {measure_preview(address, DRAGON, 8).row()}", flush=True)
            pane, printed = measure_preview_while_printing(address, 10)
            print(f"  live pane at 80/s, printing  {pane.row()}")
            print(f"    the sheets beside it       {printed.row()}", flush=True)
            for kind, result in measure_pages(address, 3).items():
                print(f"  {kind:28} {result.row()}", flush=True)
        if "keystrokes" in parts:
            from tests.bench.keystrokes import measure_keystrokes

            print(f"  change to painted number     {measure_keystrokes(address).row()}")


def search_site(database: str, url: str = "") -> None:
    from tests.bench.search import measure_search
    from tests.bench.site import production_site

    print(f"\nSearch on {database}, {SEARCHED_CREATURES:,} creatures (filling …)", flush=True)
    start = time.perf_counter()
    with production_site(SEARCHED_CREATURES, url) as address:
        print(f"  filled and started in {time.perf_counter() - start:.0f} s")
        for kind, result in measure_search(address, 6).items():
            print(f"  {kind:28} {result.row()}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
