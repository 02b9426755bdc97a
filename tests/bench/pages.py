"""Requests against the production server: the live pane, lists and pages at size, and both while sheets are printed."""

import re
import threading
import time

from tests.bench.load import Result, build_request, run
from tests.bench.site import fetch, form_fields, post_request

PREVIEW = "/bestiary/creatures/preview/"
# Samples have the same address on every site.
GOBLIN = "bf330e10-5965-5b53-a8ec-028a1732adf2"  # ordinary: two attacks, two abilities
DRAGON = "c719b4e7-d87c-5660-95d2-584e1e52cf42"  # heavy: three attacks, four abilities


def preview_requests(address: tuple[str, int], uid: str) -> list[bytes]:
    """The live pane's posts for every CON × level of a sample: no two alike."""
    fields = form_fields(address, f"/bestiary/creatures/new/?variant_of={uid}", "creature-form")
    return [
        post_request(address, PREVIEW, fields, constitution=str(constitution), level=str(level))
        for constitution in range(-4, 7)
        for level in range(1, 21)
    ]


def get_requests(address: tuple[str, int], paths: list[str]) -> list[bytes]:
    return [build_request("GET", path, host=f"{address[0]}:{address[1]}") for path in paths]


def measure_preview(address: tuple[str, int], uid: str, seconds: float) -> Result:
    """The pane at full load on 8 connections."""
    requests = preview_requests(address, uid)
    run(address, requests, connections=8, seconds=2)
    return run(address, requests, connections=8, seconds=seconds)


def measure_preview_while_printing(address: tuple[str, int], seconds: float) -> tuple[Result, Result]:
    """The pane at a person's pace on 8 connections, while two others print a new sheet one after another."""
    requests = preview_requests(address, GOBLIN)
    fields = form_fields(address, f"/bestiary/creatures/new/?variant_of={DRAGON}", "creature-form")
    printed = Result()
    stamp = str(time.time())
    sheets = [
        post_request(address, f"{PREVIEW}sheet.pdf", fields, name=f"Dragon {stamp} {number}") for number in range(400)
    ]
    run(address, sheets[:2], connections=2, seconds=4)

    def printing() -> None:
        result = run(address, sheets[2:], connections=2, seconds=seconds)
        printed.seconds, printed.elapsed, printed.failures = result.seconds, result.elapsed, result.failures

    printer = threading.Thread(target=printing)
    printer.start()
    result = run(address, requests, connections=8, seconds=seconds - 1, pause=0.1)
    printer.join()
    return result, printed


def measure_pages(address: tuple[str, int], seconds: float) -> dict[str, Result]:
    """List, search, filter and detail pages, one request after another."""
    _, page = fetch(address, "/bestiary/")
    uids = re.findall(r'href="/bestiary/creatures/([0-9a-f-]{36})/"', page)
    kinds = {
        "list, newest": ["/bestiary/"],
        "list, by AR": ["/bestiary/?sort=ar"],
        "list, size and power": ["/bestiary/?size=large&power=boss"],
        "search, two words": ["/bestiary/?q=ashen+goblin", "/bestiary/?q=pale+wolf", "/bestiary/?q=copper+drag"],
        "search, nothing found": ["/bestiary/?q=xyzzy"],
        "detail": [f"/bestiary/creatures/{uid}/" for uid in dict.fromkeys(uids)],
    }
    results = {}
    for kind, paths in kinds.items():
        requests = get_requests(address, paths)
        run(address, requests, connections=2, seconds=0.5)
        results[kind] = run(address, requests, connections=1, seconds=seconds)
    return results
