"""The accessibility trees of the screens of two pages, each of which its own program serves."""
import datetime
import itertools
import pathlib
import sys
import time
import urllib.parse

from same_texts import named

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "WebTests"))
try:
    from conftest import ARGUMENTS, DESK, PHONE
    from playwright.sync_api import Error, sync_playwright
except ImportError as missing:
    sys.exit(f"{missing}: run `make setup-test`, and this with .venv/bin/python")

DEVICES = {"phone": PHONE, "desk": DESK}
LOCALES = {"en": "en-GB", "de": "de-DE", "fi": "fi-FI", "ar": "ar"}
# How long two trees may be unlike before they are, and how long a page may take to open.
PATIENCE_SECONDS = 10
OPENING_MS = 60_000
SUGGESTIONS = "suggestions"
OPERATORS = [f"operator={part}" for part in ("overlay", "reports", "hidden", "accounts", "settings", "developer")]


def views(things, place, role):
    """The addresses of the page's screens (Web/views/address-bar.js), by what a difference is known by."""
    one, other = place.places[0], place.places[-1]
    latitude, longitude = place.spots[one]
    known = {
        "place": one, "pin": f"{latitude:.6f},{longitude:.6f}", "here": f"{latitude:.6f},{longitude:.6f}",
        "find": "cafe", "post": things.get("post"), "venue": things.get("venue"),
        "works": things.get("venue"), "tour": things.get("tour"), "join": things.get("invitation"),
        "shared": things.get("link_token"), "person": "0" * 16}
    found = {name: f"{name}={urllib.parse.quote(value)}" for name, value in known.items() if value}
    found |= {
        "directions": f"from={one}&to={other}",
        "directions by bicycle": f"from={one}&to={latitude - 0.002:.6f},{longitude:.6f}&by=bicycle",
        "reach": f"reach={one}&by=foot", "loop": f"loop={one}&length=3000",
        "work": f"venue={things.get('venue')}&work={things.get('work')}"}
    plain = [
        "", "search", "me", "list", "more", "timeline", "posts", "guide", "guide-history", "account", "now", "privacy",
        "groups", "devices", "saved", "offline", "about", "play",
    ]
    return {name or "home": name
            for name in plain} | found | {name: name for name in (OPERATORS if role == "operator" else OPERATORS[:1])}


class Visitor:
    """Somebody with a browser of their own, whose clock stands still as the program's does."""

    def __init__(self, browser, program, role, device, locale, spot):
        self.program = program
        self.address = f"http://127.0.0.1:{program.port}"
        self.context = browser.new_context(
            **device, locale=locale, reduced_motion="reduce", service_workers="block", timezone_id="UTC",
            permissions=["geolocation"],
            geolocation={"latitude": spot[0], "longitude": spot[1], "accuracy": 12})
        if role != "guest":
            name, value = program.world.cookies[role].split("=", 1)
            self.context.add_cookies([{"name": name, "value": value, "url": self.address}])
        self.page = self.context.new_page()
        self.page.set_default_timeout(OPENING_MS)
        self.page.clock.set_fixed_time(datetime.datetime.fromtimestamp(program.moment, datetime.UTC))
        self.waits = set()
        self.page.on("request", lambda request: request.url.endswith("/events") or self.waits.add(request))
        for event in ("requestfinished", "requestfailed"):
            self.page.on(event, lambda request: self.waits.discard(request))
        self.page.goto(self.address)
        self.page.wait_for_function("() => ['ready', 'map'].every((mark) => mark in document.documentElement.dataset)")

    def show(self, view):
        self.page.evaluate("(view) => { location.hash = view || '#' }", view)

    def suggest(self):
        """Types into the field above the map."""
        self.show("search")
        self.page.locator("#search").get_by_role("combobox").fill("ca")

    def tree(self):
        """The tree once it does not change any more: nothing is waited for, and two looks see the same."""
        last, ends = None, time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < ends:
            self.page.wait_for_timeout(120)
            # The page may go on to another tree meanwhile.
            seen = self.page.locator("body").aria_snapshot()
            if seen == last and not self.waits and not self.page.locator(".skeleton").count():
                break
            last = seen
        return named(seen)


def compare(comparison, place, wanted):
    """Compares the trees of all screens whose description matches a regular expression."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
        for role, device, language in itertools.product(("guest", "operator"), DEVICES, LOCALES):
            described = f"as {role}, {device}, {language}"
            names = [name for name in [*views(comparison.programs[0].world.things, place, role), SUGGESTIONS]
                     if wanted.search(f"{name}  {described}")]
            if names:
                compare_screens(comparison, browser, place, role, device, language, names)
        browser.close()


def compare_screens(comparison, browser, place, role, device, language, names):
    visitors = [Visitor(browser, program, role, DEVICES[device], LOCALES[language], place.spots[place.places[0]])
                for program in comparison.programs]
    addresses = [views(program.world.things, place, role) for program in comparison.programs]
    for name in names:
        question = f"{name}  as {role}, {device}, {language}"
        acts = [Visitor.suggest if name == SUGGESTIONS else lambda visitor,
                view=each[name]: visitor.show(view) for each in addresses]
        compare_screen(comparison, visitors, question, acts)
    for visitor in visitors:
        visitor.context.close()


def compare_screen(comparison, visitors, question, acts):
    trees, ends = None, time.monotonic() + PATIENCE_SECONDS
    try:
        for visitor, act in zip(visitors, acts, strict=True):
            act(visitor)
        while trees is None or (not comparison.differences.alike(*trees) and time.monotonic() < ends):
            trees = [visitor.tree() for visitor in visitors]
    except Error as error:
        sys.exit(f"{question}: {error}")
    comparison.differences.compare(
        "pages",
        f"{question}  ({comparison.place})",
        *[visitor.program.shown(tree) for visitor, tree in zip(visitors, trees, strict=True)],
    )
