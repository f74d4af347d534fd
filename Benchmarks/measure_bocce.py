#!/usr/bin/env python3
"""Measure the game of bocce in a browser: the script of its frames, what they allocate, and how soon a thrown ball moves.

Usage: measure_bocce.py PROGRAM ATLAS [--games 5]

Each game is played by keys, with throws that make the balls meet. `script` is the time in callbacks of animation frames while balls
move. `allocated` is what the functions of the game allocate in a frame, by the browser's sampling profiler, also of objects that it has
collected since. `first movement` counts frames from the key that throws until the picture of the ball changes.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from measure_http import free_port

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "WebTests"))
from conftest import ARGUMENTS, PHONE  # noqa: E402

BALLS = 9
PREPARE = """
localStorage.setItem('hereabouts.bocce-explained', 'yes');
window.frames_ = [];
const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) => request((time) => {
    const begin = performance.now();
    callback(time);
    if (document.querySelector('.bocce-court')?.dataset.state === 'rolling') window.frames_.push(performance.now() - begin);
});
"""
# Presses the key and compares the pictures of the frames that follow: the aim goes in the first one, the ball moves in a later one.
FIRST_MOVEMENT = """async () => {
    const canvas = document.querySelector("canvas.bocce-court");
    const picture = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const same = (one, other) => one.every((value, index) => value === other[index]);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(picture())));
    await frame();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));
    let last = await frame();
    for (let count = 2; count < 60; count += 1) {
        const next = await frame();
        if (!same(last, next)) return count;
        last = next;
    }
    return null;
}"""
RESTS = """(thrown) => {
    const { state, thrown: count } = document.querySelector('.bocce-court').dataset;
    return Number(count) === thrown && ['aiming', 'over'].includes(state);
}"""


def play(page, game):
    """Plays a game to its end; every ball is thrown at the jack, a little beside the one before."""
    for thrown in range(1, BALLS + 1):
        page.locator(".bocce-court").focus()
        page.keyboard.press("ArrowUp")
        for _ in range((thrown * (game + 3)) % 4):
            page.keyboard.press("ArrowLeft" if thrown % 2 else "ArrowRight")
        for _ in range(2 * (thrown == BALLS)):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_function(RESTS, arg=thrown)


def allocated(session, act):
    """Bytes that functions of the game allocate while `act` runs, by function."""
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.startSampling", {
        "samplingInterval": 1024, "includeObjectsCollectedByMajorGC": True, "includeObjectsCollectedByMinorGC": True})
    act()
    found, open_nodes = {}, [session.send("HeapProfiler.stopSampling")["profile"]["head"]]
    while open_nodes:
        node = open_nodes.pop()
        open_nodes += node["children"]
        frame = node["callFrame"]
        if node["selfSize"] and "bocce" in frame["url"]:
            found[frame["functionName"]] = found.get(frame["functionName"], 0) + node["selfSize"]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--games", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port, port_file = free_port(), pathlib.Path(folder, "port")
        server = subprocess.Popen(
            [options.program, "serve", "--atlas", options.atlas, "--data", f"{folder}/data", "--host", "127.0.0.1", "--port", str(port),
             "--port-file", str(port_file), "--web", str(ROOT / "Web")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not port_file.exists():
                time.sleep(0.02)
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
            context = browser.new_context(**PHONE)
            context.add_init_script(PREPARE)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/#play")
            measure(page, context.new_cdp_session(page), options.games)
            browser.close()
        finally:
            server.terminate()
            server.wait()


def measure(page, session, games):
    page.get_by_role("button", name="Two people, one device").click()
    page.wait_for_function(RESTS, arg=0)
    play(page, 0)
    page.evaluate("window.frames_.length = 0")
    for game in range(1, games + 1):
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function(RESTS, arg=0)
        play(page, game)
    times = sorted(page.evaluate("window.frames_"))
    print(f"script a frame: p50 {statistics.median(times):.2f} ms, p99 {times[int(len(times) * 0.99)]:.2f} ms, "
          f"longest {times[-1]:.2f} ms, {len(times)} frames of {games} games")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(RESTS, arg=0)
    page.evaluate("window.frames_.length = 0")
    found = allocated(session, lambda: play(page, 0))
    count = page.evaluate("window.frames_.length")
    print(f"allocated: {sum(found.values()) / count:.0f} bytes for each of {count} frames; "
          + ", ".join(f"{name or '(unnamed)'} {size / count:.0f}" for name, size in sorted(found.items(), key=lambda each: -each[1])[:8]))
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(RESTS, arg=0)
    page.locator(".bocce-court").focus()
    page.keyboard.press("ArrowUp")
    print(f"first movement: frame {page.evaluate(FIRST_MOVEMENT)} after the key")


if __name__ == "__main__":
    main()
