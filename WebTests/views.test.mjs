import assert from "node:assert/strict";
import { test } from "node:test";
import { openDrawnPlace } from "../Web/place/drawn.js";
import { Views } from "../Web/views/views.js";

/** A browser's window with a history that, like a real one, goes back only after a delay. */
class Window extends EventTarget {
    #entries;
    #at = 0;

    constructor(start = "") {
        super();
        this.#entries = [{ state: null, hash: start }];
        this.location = { hash: start, origin: "https://map.test", pathname: "/" };
        this.history = {
            state: null,
            pushState: (state, _, hash) => {
                this.#entries.length = this.#at + 1;
                this.#entries.push({ state: structuredClone(state), hash });
                this.#arrive(this.#at + 1);
            },
            replaceState: (state, _, hash) => {
                this.#entries[this.#at] = { state: structuredClone(state), hash };
                this.#arrive(this.#at);
            },
            go: (steps) => {
                queueMicrotask(() => this.walk(steps));
            },
        };
        this.setTimeout = () => 0;
    }

    /** The effect of the back button. */
    walk(steps) {
        this.#arrive(this.#at + steps);
        this.dispatchEvent(new Event("popstate"));
    }

    #arrive(at) {
        this.#at = at;
        this.history.state = this.#entries[at].state;
        this.location.hash = this.#entries[at].hash;
    }
}

const still = () => new Promise((resolve) => setImmediate(resolve));
const place = { screen: "place", id: "n1" };
const list = { screen: "list" };
const beside = ["timeline", "guide", "more", "search"];

function opened(hash) {
    const window = new Window(hash);
    const views = new Views(window);
    const events = [];
    views.addEventListener("view", () => events.push(views.current.screen));
    views.addEventListener("raised", () => events.push("raised"));
    views.addEventListener("lowered", () => events.push("lowered"));
    return { window, views, events };
}

test("opened views are layers that back takes away one by one", () => {
    const { window, views, events } = opened();
    views.open(list);
    views.open(place);
    window.walk(-1);
    window.walk(-1);
    assert.deepEqual(events, ["list", "place", "list", "home"]);
    assert.equal(views.depth, 0);
});

test("closing a view that a link opened shows the map alone", () => {
    const { views, events } = opened("#place=n1");
    assert.deepEqual(views.current, place);
    views.close();
    assert.deepEqual(events, ["home"]);
});

test("back lowers a raised sheet first, closing closes both", async () => {
    const { views, events } = opened();
    views.open(place);
    views.raise();
    views.back();
    await still();
    assert.deepEqual(events, ["place", "lowered"]);
    views.raise();
    views.close();
    await still();
    assert.deepEqual(events, ["place", "lowered", "home"]);
});

test("the browser's forward button raises the sheet again", async () => {
    const { window, views, events } = opened();
    views.open(place);
    views.raise();
    window.walk(-1);
    window.walk(1);
    assert.deepEqual(events, ["place", "lowered", "raised"]);
    views.back();
    await still();
    assert.deepEqual(events.at(-1), "lowered");
});

test("a view opened while the browser still walks back comes after that", async () => {
    const { views, events } = opened();
    views.open({ screen: "search" });
    views.close();
    views.open(place);
    assert.deepEqual(events, ["search"]);
    await still();
    assert.deepEqual(events, ["search", "home", "place"]);
    assert.equal(views.depth, 1);
});

test("closing twice closes two layers", async () => {
    const { views, events } = opened();
    views.open(list);
    views.open(place);
    views.close();
    views.close();
    await still();
    await still();
    assert.deepEqual(events.at(-1), "home");
    assert.equal(views.depth, 0);
});

test("views beside each other take each other's place, at any depth", async () => {
    const { views, events } = opened();
    views.open({ screen: "guide" });
    views.raise();
    views.turnTo({ screen: "timeline" }, beside);
    await still();
    assert.deepEqual(events, ["guide", "lowered", "timeline"]);
    assert.equal(views.depth, 1);
    assert.equal(views.isRaised, false);
    views.close();
    await still();
    assert.equal(views.current.screen, "home");
});

test("from a deeper view, and while the browser still walks back, turning to a view takes one more step", async () => {
    const { views } = opened();
    views.open(place);
    views.turnTo({ screen: "guide" }, beside);
    assert.equal(views.depth, 2);
    views.turnTo({ screen: "guide" }, beside);
    assert.equal(views.depth, 2);
    const other = opened().views;
    other.open({ screen: "search" });
    other.close();
    other.turnTo({ screen: "guide" }, beside);
    await still();
    assert.deepEqual(other.current, { screen: "guide" });
    assert.equal(other.depth, 1);
});

test("turning to the view below walks back to it", async () => {
    const { views } = opened();
    views.open({ screen: "guide" });
    views.turnTo({ screen: "home" }, beside);
    await still();
    assert.equal(views.depth, 0);
    views.open(place);
    views.open({ screen: "guide" });
    views.turnTo({ screen: "home" }, beside);
    await still();
    assert.deepEqual(views.current, { screen: "home" });
    assert.equal(views.depth, 2);
});

test("an address typed by hand is followed", () => {
    const { window, views, events } = opened();
    window.history.pushState(null, "", "#place=n1");
    window.dispatchEvent(new Event("popstate"));
    assert.deepEqual(events, ["place"]);
    assert.deepEqual(views.current, place);
});

test("a noted view keeps the name that the address leaves out", () => {
    const { window, views, events } = opened();
    views.open({ screen: "directions", from: { me: true }, to: null });
    views.note({ screen: "directions", from: { me: true }, to: { place: "n1", name: "Kappeli" } });
    assert.equal(window.location.hash, "#from=me&to=n1");
    assert.equal(window.history.state.view.to.name, "Kappeli");
    assert.deepEqual(events, ["directions"]);
});

test("a tapped place opens unless the reader has gone elsewhere before it was found", async () => {
    const position = { lat: 60.17, lon: 24.94 };
    const kappeli = { id: "n1", type: "place", name: "Kappeli", ...position };
    for (const [finds, shown] of [
        [async () => ({ results: [kappeli] }), { screen: "place", id: "n1" }],
        [() => Promise.reject(new Error("gone")), { screen: "pin", position, name: "Kappeli" }],
    ]) {
        for (const isLeft of [false, true]) {
            const views = new Views(new Window());
            const page = { data: { suggest: finds }, views, marks: { select: () => {} } };
            const found = openDrawnPlace(page, { name: "Kappeli", localName: "Kappeli", position });
            if (isLeft) views.open({ screen: "timeline" });
            await found;
            assert.deepEqual(views.current, isLeft ? { screen: "timeline" } : shown);
        }
    }
});

test("a view opened above a route leads back to it, from any depth", async () => {
    const { views } = opened();
    views.open({ screen: "directions", from: null, to: null });
    assert.equal(views.isAboveRoute, false);
    views.open({ screen: "pin", position: { lat: 60, lon: 25 } });
    assert.equal(views.isAboveRoute, true);
    views.open(place);
    views.raise();
    assert.equal(views.isAboveRoute, true);
    views.backToRoute();
    await still();
    assert.equal(views.current.screen, "directions");
    assert.equal(views.depth, 1);
    views.close();
    await still();
    views.open(place);
    assert.equal(views.isAboveRoute, false);
});
