"""Shared by all tests of the page: one browser, pages that must end with a clean console, the canned and the real server."""
import contextlib
import os
import pathlib
import socket
import subprocess
import time

import pytest
from playwright.sync_api import expect, sync_playwright

from stub import Stub

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The operator of the real program.
OPERATOR = {"name": "keeper", "password": "correct horse"}
# Logs in the operator of the real program, adds a venue to its guide, and returns the venue's id.
ADD_VENUE = """async ({ operator, fields }) => {
    const send = async (path, body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    await send('session', operator);
    return (await send('guide/venues', fields)).id;
}"""
SAMPLE = ROOT / ".cache/sample/Helsinki.osm.pbf"
# Long enough for a busy machine; a test that passes does not wait for it.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
# Software rendering is the same on every machine; the sandbox needs rights that containers lack. Only the map itself is drawn by an
# emulated GPU: for the page around it, that costs twice the time.
# Nodes of the mesh answer at one name; here each does at its own.
ARGUMENTS = ["--no-sandbox", "--host-resolver-rules=MAP *.local 127.0.0.1", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing", "--disable-gpu-rasterization"]
PHONE = {"viewport": {"width": 412, "height": 839}, "device_scale_factor": 1, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
# Lets tests look at the map, which the page keeps to itself. It is drawn with a quarter of the pixels each way, and labels do not fade in:
# an emulated GPU takes a quarter of a test's time otherwise. A test that looks at pixels sets `mapDensity`.
SEE_THE_MAP = """
let library;
Object.defineProperty(window, 'maplibregl', {
    configurable: true,
    get: () => library,
    set(value) {
        library = value;
        const Map = value.Map;
        Object.defineProperty(value, 'Map', { value: class extends Map { constructor(o) { super({ ...o, pixelRatio: window.mapDensity ?? 0.25, fadeDuration: 0 }); window.seenMap = this; } } });
    },
});
"""
# Where the visitor stands: beside the station, inside the sample and the made-up place.
HERE = {"latitude": 60.1702, "longitude": 24.9415, "accuracy": 12}


def search_field(page):
    """The field above the map."""
    return page.locator("#search").get_by_role("combobox")


def touches_are_over(page):
    """Waits until the browser counts a tap as a tap, and not as a part of the last swipe."""
    begun = page.evaluate("() => performance.now()")
    page.wait_for_function("(begun) => performance.now() > begun + 600", arg=begun)


def try_again(page, place):
    """Presses the button, unless the page has noticed meanwhile that the server answers again."""
    page.evaluate("(place) => document.querySelector(`${place} .trouble button`)?.click()", place)


def options(page, name=None):
    """The suggestions of the open field."""
    return page.locator("place-field").get_by_role("option", **({"name": name} if name else {}))


def next_frame(page):
    """Lets the page handle an answer that has arrived."""
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))")


def arrived(page):
    """Waits until the page has sent the requests that follow an answer, and shows their results."""
    next_frame(page)
    page.evaluate("() => fetch('/api/v1/about').then(() => null)")
    next_frame(page)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
        yield browser
        browser.close()


class Visitor:
    """A person with a browser of their own and reduced motion. Every complaint of the page must be on the list of expected ones."""

    def __init__(self, browser, address, device=PHONE, **options):
        settings = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", "timezone_id": "Europe/Helsinki"}
        self.address = address
        self.context = browser.new_context(**{**device, **settings, **options})
        self.context.add_init_script(SEE_THE_MAP)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints = []
        # The map is read back from the emulated GPU, since the page around it is drawn without one.
        self.expected = ["Service Worker registration blocked", "GPU stall due to ReadPixels"]
        self.page.on("console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, place="", ready=True):
        self.page.goto(f"{self.address}/{place}")
        if ready:
            self.wait_ready()
        return self.page

    def wait_ready(self):
        self.page.wait_for_function("() => ['ready', 'map'].every((mark) => mark in document.documentElement.dataset)")

    def wait_drawn(self):
        self.page.wait_for_function("() => window.seenMap?.loaded() && !seenMap.isMoving() && seenMap.areTilesLoaded()")

    def leave(self):
        self.context.close()
        unexpected = [text for text in self.complaints if not any(known in text for known in self.expected)]
        assert unexpected == []


def keep_place(visitor, button="Download for offline use", said="Downloaded"):
    """Keeps the place on the visitor's device, whose network may go away from then on; returns the page."""
    # The browser's own message about requests without a network.
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name=button).click()
    expect(page.get_by_text(said)).to_be_visible()
    return page


def with_and_without_network(visitor):
    """Goes twice round with an empty page, the second time without a network, which stays away."""
    for is_offline in [False, True]:
        visitor.context.set_offline(is_offline)
        visitor.page.goto("about:blank")
        yield


@pytest.fixture
def visit(browser, stub):
    """Makes visitors. Checks the console of each at the end, before the canned server stops and their requests fail."""
    visitors = []

    def make(address, device=PHONE, **options):
        visitors.append(Visitor(browser, address, device, **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.leave()


@pytest.fixture
def stub(request):
    """The canned server; a module may name a kind of its own, `STUB`."""
    server = getattr(request.module, "STUB", Stub)().start()
    yield server
    server.release_all()
    server.stop()


@pytest.fixture
def north(stub):
    """The node that a canned server of the mesh begins with."""
    return stub.node


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """The program's path, and the sample place as it imported it."""
    program = os.environ.get("HEREABOUTS")
    if not program:
        pytest.skip("HEREABOUTS names no program; `make test` sets it")
    atlas = tmp_path_factory.mktemp("sample") / "sample.atlas"
    subprocess.run([program, "import", str(SAMPLE), "-o", str(atlas)], check=True, capture_output=True)
    return program, atlas


def free_port():
    """A port at which nothing listens: tests run side by side."""
    with socket.socket() as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def with_mesh():
    """The settings of a node of a mesh of its own."""
    return ["--mesh", "--set", "mesh-clock=trusted", "--mesh-port", str(free_port())]


@contextlib.contextmanager
def serving(sample, folder, *settings):
    """The address of the real program on the sample place, with the operator and nothing else."""
    program, atlas = sample
    port_file = folder / "port"
    made = [program, "account", "add", OPERATOR["name"], "--role", "operator", "--data", str(folder / "data")]
    subprocess.run(made, input=OPERATOR["password"] + "\n", text=True, check=True, capture_output=True)
    server = subprocess.Popen(
        [program, "serve", "--atlas", str(atlas), "--data", str(folder / "data"), "--host", "127.0.0.1", "--port", "0",
         "--port-file", str(port_file), "--web", str(ROOT / "Web"), "--guests", "post", *settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (port_file.exists() and port_file.read_text().strip()):
            assert server.poll() is None, "the program ended instead of serving"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port_file.read_text().strip()}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="session")
def served(sample, tmp_path_factory):
    """The address of the real program, which the tests of one worker share."""
    with serving(sample, tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture
def untouched(sample, tmp_path):
    """The address of a real program for one test alone. Tests list this fixture before `visit`, so that the program stops last."""
    with serving(sample, tmp_path) as address:
        yield address
