"""Searches in a large bestiary, the whole request from address to page, no two alike."""

from itertools import product

from tests.bench.load import Result, run
from tests.bench.pages import get_requests

# Of what demo creatures are made of: rare and common words, beginnings, and one that all have.
WORDS = ("goblin", "ashen", "elf", "drag", "wint", "twice-b", "obsidian", "hunts", "it", "w")
FILTERS = (
    "size=large&habitat=forest",
    "power=boss&attack=magic",
    "family=beast&size=small",
    "resistance=fire&attack=melee",
    "tag=winter&power=standard",
    "system=two_d12&rank=brute",
)
ORDERS = ("newest", "name", "ar")


def addresses() -> dict[str, list[str]]:
    """Kind of search → addresses of the list."""
    words = [f"q={word}" for word in WORDS]
    pairs = [f"q={one}+{other}" for one, other in product(("ashen", "copper", "a"), ("goblin", "wolf", "drag"))]
    both = [f"{word}&{filters}" for word, filters in product(words, FILTERS)]
    kinds = {
        "word and two filters": both,
        "the same, by name or AR": [f"{query}&sort={order}" for query in both for order in ORDERS[1:]],
        "one word": words,
        "two words": pairs,
        "two filters": list(FILTERS),
        "nothing found": ["q=xyzzy", "q=goblin+xyzzy"],
        "no search, each order": [f"sort={order}" for order in ORDERS],
    }
    return {kind: [f"/bestiary/?{query}" for query in queries] for kind, queries in kinds.items()}


def measure_search(address: tuple[str, int], seconds: float) -> dict[str, Result]:
    """One request after another, each kind through all its addresses."""
    results = {}
    for kind, paths in addresses().items():
        requests = get_requests(address, paths)
        run(address, requests, connections=2, seconds=1)
        results[kind] = run(address, requests, connections=1, seconds=seconds)
    return results
