#!/usr/bin/env python3
"""Measure the page in a browser whose network is cut, with the place downloaded before.

Usage: measure_offline.py PROGRAM ATLAS... [--runs 5]

For each atlas: how long the download takes and the longest task of the page's thread meanwhile; how long after the start of the
navigation the page is usable and all tiles of the opening view are drawn; and how long a tile takes from the map's request to its answer,
one after the other over the whole place, without what the map does with it. All is drawn by the processor, as tests are.

Ends with status 1 when the map takes more than 2 s, or a tile more than 15 ms (both medians).
"""
import argparse
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "WebTests"), str(ROOT / "scripts")]
from conftest import ARGUMENTS, PHONE, SEE_THE_MAP  # noqa: E402
from loopback import serving  # noqa: E402

PATIENCE_MS = 120_000
MAP_S, TILE_MS = 2, 15
# Keeps the map's way to its tiles, and the longest task of the page's thread. The observer says nothing below 50 ms.
WATCH = """
window.longestTask = 0;
new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ type: 'longtask' });
""" + SEE_THE_MAP.replace("library = value;", """library = value;
        const { addProtocol } = value;
        Object.defineProperty(value, 'addProtocol', { value: (name, load) => {
            if (name === 'place') window.loadTile = load;
            addProtocol(name, load);
        } });""")
# The milliseconds for each tile of the place from zoom 10 to 14, at most so many of each zoom, evenly spread.
TILES = """async ([[west, south, east, north], most]) => {
    const column = (lon, z) => Math.floor((lon + 180) / 360 * 2 ** z);
    const row = (lat, z) => {
        const sine = Math.sin(lat * Math.PI / 180);
        return Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * 2 ** z);
    };
    const times = {};
    for (let z = 10; z <= 14; z++) {
        const tiles = [];
        for (let x = column(west, z); x <= column(east, z); x++)
            for (let y = row(north, z); y <= row(south, z); y++) tiles.push({ x, y });
        const count = Math.min(most, tiles.length);
        times[z] = [];
        for (let index = 0; index < count; index++) {
            const { x, y } = tiles[Math.floor(index * tiles.length / count)];
            const begin = performance.now();
            await loadTile({ url: `place://${z}/${x}/${y}` }, new AbortController());
            times[z].push(performance.now() - begin);
        }
    }
    return times;
}"""


def download(context, address):
    """Keeps the place; returns the page, the seconds, and the longest task of the page's thread in milliseconds."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}/#offline")
    page.wait_for_function("() => 'map' in document.documentElement.dataset && navigator.serviceWorker.controller")
    page.wait_for_function("() => seenMap.loaded() && seenMap.areTilesLoaded()")
    button = page.get_by_role("button", name="Download for offline use")
    button.wait_for()
    begin = page.evaluate("() => { longestTask = 0; return performance.now() }")
    button.click()
    page.get_by_text("Downloaded").wait_for()
    end = page.evaluate("() => performance.now()")
    return page, (end - begin) / 1000, page.evaluate("() => longestTask")


def opening(page, address):
    """Opens the place anew; seconds until the page is usable and until the map is drawn."""
    page.goto("about:blank")
    page.goto(f"{address}/", wait_until="commit")
    usable = page.wait_for_function("() => 'ready' in document.documentElement.dataset && performance.now()", polling=20).json_value()
    drawn = page.wait_for_function(
        "() => window.seenMap?.loaded() && seenMap.areTilesLoaded() && performance.now()", polling=20).json_value()
    return usable / 1000, drawn / 1000


def measure(browser, program, atlas, runs):
    """Prints what it measures; returns the medians of the map in seconds and of a tile in milliseconds."""
    with serving(program, atlas, "--web", str(ROOT / "Web")) as (_, address):
        address = address.replace("127.0.0.1", "localhost")
        context = browser.new_context(**PHONE, locale="en-GB", service_workers="allow")
        context.add_init_script(WATCH)
        page, seconds, longest = download(context, address)
        bounds = page.evaluate("() => fetch('/api/v1/about').then((answer) => answer.json()).then(({ bounds }) => bounds)")
        context.set_offline(True)
        usable, drawn = (statistics.median(column) for column in zip(*(opening(page, address) for _ in range(runs))))
        page.wait_for_function("() => window.loadTile")
        rounds = [page.evaluate(TILES, [bounds, 40]) for _ in range(2)]
        context.close()
    # The first round warms up.
    times = {zoom: statistics.median(each) for zoom, each in rounds[1].items()}
    every = [time for each in rounds[1].values() for time in each]
    print(f"{pathlib.Path(atlas).name}, {pathlib.Path(atlas).stat().st_size / 1e6:.1f} MB")
    print(f"  download {seconds:.2f} s; longest task of the page {longest:.0f} ms")
    print(f"  without a network: usable {usable:.2f} s, map {drawn:.2f} s")
    print(f"  a tile {statistics.median(every):.1f} ms, the slowest of {len(every)} {max(every):.0f} ms; "
          + ", ".join(f"z{zoom} {time:.1f}" for zoom, time in times.items()))
    return drawn, statistics.median(every)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
        medians = [measure(browser, options.program, atlas, options.runs) for atlas in options.atlas]
        browser.close()
    sys.exit(any(drawn > MAP_S or tile > TILE_MS for drawn, tile in medians))


if __name__ == "__main__":
    main()
