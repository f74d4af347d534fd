#!/usr/bin/env python3
"""Measure the page in a browser: its first load over a slow network, and how smoothly the map moves when much is on it.

Usage: measure_page.py PROGRAM ATLAS [--posts 50000] [--venues 5000] [--runs 5]

The network is emulated by the browser: 1.6 Mbit/s down, 150 ms for each round trip, nothing kept from before. Times are from the start
of the navigation: `text` is the first thing painted that can be read, `usable` is when buttons and fields answer, `map` is when all
tiles of the opening view are drawn. The map's frames are counted while the camera moves along the same way on a server with nothing on
it, on one with venues, and on the latter with all posts drawn too, which is more than a reader can load; in turns, and compared. All
are drawn by the processor, as tests are.
"""
import argparse
import http.client
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

from measure_community import SCRIPT, fill
from measure_http import free_port

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "WebTests"))
from conftest import ARGUMENTS, PHONE, SEE_THE_MAP  # noqa: E402

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8}
PATIENCE_MS = 120_000
SEEDED = random.Random(7)
# Walks the camera in a circle around the middle and counts the frames the map drew meanwhile, a second.
MOVE = """async (seconds) => {
    const map = window.seenMap, {lng, lat} = map.getCenter();
    let frames = 0;
    const count = () => frames += 1;
    map.on('render', count);
    const begin = performance.now();
    for (let now = begin; now < begin + seconds * 1000; now = await new Promise(requestAnimationFrame)) {
        const turn = (now - begin) / 1000;
        map.jumpTo({center: [lng + 0.004 * Math.sin(turn), lat + 0.002 * Math.cos(turn)], zoom: 14.5 + Math.sin(turn / 2)});
    }
    map.off('render', count);
    return frames / (performance.now() - begin) * 1000;
}"""
# Draws posts everywhere, as the screen of posts draws those it has loaded; spread evenly by powers of the plastic number (Roberts' R2).
DRAW_POSTS = """async ([count, [west, south, east, north]]) => {
    const map = window.seenMap;
    map.getSource('posts').setData({type: 'FeatureCollection', features: Array.from({length: count}, (_, number) => ({
        type: 'Feature', properties: {id: String(number)},
        geometry: {type: 'Point', coordinates: [
            west + number * 0.754878 % 1 * (east - west), south + number * 0.569840 % 1 * (north - south)]},
    }))});
    await map.once('idle');
}"""


class Town:
    """A server, with a guide of as many venues and a timeline of as many posts as are wanted."""

    def __init__(self, program, atlas, folder, venues, posts):
        self.port, port_file = free_port(), folder / "port"
        folder.mkdir()
        data = folder / "data"
        if venues:
            self.import_guide(program, data, folder / "guide.zip", venues, bounds(program, atlas))
        self.server = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", str(data), "--host", "127.0.0.1", "--port", str(self.port), "--port-file",
             str(port_file), "--guests", "post", "--web", str(ROOT / "Web")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not port_file.exists():
            time.sleep(0.02)
        if posts:
            script = folder / "post.lua"
            script.write_text(SCRIPT)
            fill(self.port, posts, str(script))

    @staticmethod
    def import_guide(program, data, path, count, box):
        west, south, east, north = box
        venues = [
            {"key": f"venue-{number}", "works": [], "venue": {
                "name": f"Venue {number}", "state": "published",
                "location": {"lat": SEEDED.uniform(south, north), "lon": SEEDED.uniform(west, east)}}}
            for number in range(count)]
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("guide.json", json.dumps({"format": "hereabouts-guide", "version": 1, "venues": venues, "tours": []}))
        subprocess.run([program, "guide", "import", str(path), "--data", str(data)], check=True, capture_output=True)

    @property
    def address(self):
        return f"http://localhost:{self.port}"

    def stop(self):
        self.server.terminate()
        self.server.wait(20)


def bounds(program, atlas):
    """West, south, east, north of what the atlas covers, in degrees."""
    port = free_port()
    server = subprocess.Popen([program, "serve", "--atlas", atlas, "--host", "127.0.0.1", "--port", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(500):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port)
                connection.request("GET", "/api/v1/about")
                return json.loads(connection.getresponse().read())["bounds"]
            except OSError:
                time.sleep(0.02)
    finally:
        server.terminate()
        server.wait(20)
    sys.exit("the server did not answer")


def first_load(browser, address, place):
    """Seconds until text, until usable and until the map is drawn, and the bytes that came until then."""
    context = browser.new_context(**PHONE, service_workers="block", locale="en-GB")
    context.add_init_script(SEE_THE_MAP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    received = []
    network.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.goto(f"{address}/{place}", wait_until="commit")
    usable = page.wait_for_function("() => 'ready' in document.documentElement.dataset && performance.now()", polling=20).json_value()
    until_usable = sum(received)
    drawn = page.wait_for_function(
        "() => window.seenMap?.loaded() && seenMap.areTilesLoaded() && performance.now()", polling=50).json_value()
    text = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    context.close()
    return text / 1e3, usable / 1e3, drawn / 1e3, until_usable, sum(received)


def open_map(browser, town, place):
    page = browser.new_context(viewport={"width": 800, "height": 600}, service_workers="block").new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(SEE_THE_MAP)
    page.goto(f"{town.address}/{place}")
    page.wait_for_function("() => window.seenMap?.loaded() && seenMap.areTilesLoaded()")
    page.evaluate(MOVE, 7)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--posts", type=int, default=50_000)
    parser.add_argument("--venues", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        towns = [Town(options.program, options.atlas, pathlib.Path(name) / kind, *much)
                 for kind, much in (("empty", (0, 0)), ("full", (options.venues, options.posts)))]
        try:
            for place in ("", "#timeline"):
                loads = [first_load(browser, towns[1].address, place) for _ in range(options.runs)]
                text, usable, drawn, bytes_usable, bytes_drawn = (statistics.median(column) for column in zip(*loads))
                print(f"first load of /{place}: text {text:.2f} s, usable {usable:.2f} s ({bytes_usable / 1e3:.0f} kB), "
                      f"map {drawn:.2f} s ({bytes_drawn / 1e3:.0f} kB)")
            pages = [open_map(browser, town, "") for town in (towns[0], towns[1], towns[1])]
            pages[2].evaluate(DRAW_POSTS, [options.posts, bounds(options.program, options.atlas)])
            rates = [[page.evaluate(MOVE, 7) for page in pages] for _ in range(options.runs)]
            print(f"map: {statistics.median(rate[0] for rate in rates):.1f} frames/s empty")
            for kind, much in ((1, f"{options.venues} venues"), (2, f"{options.venues} venues and {options.posts} posts")):
                ratios = [rate[kind] / rate[0] for rate in rates]
                print(f"map with {much}: {statistics.median(rate[kind] for rate in rates):.1f} frames/s; "
                      f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
        finally:
            for town in towns:
                town.stop()
            browser.close()


if __name__ == "__main__":
    main()
