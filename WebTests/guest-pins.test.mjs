// Help pins that a node writes for a browser without keys: the secret of a pin goes to the node that wrote it alone.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const stored = new Map();
globalThis.localStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, String(value)),
    removeItem: (key) => stored.delete(key),
};
globalThis.document ??= Object.assign(new EventTarget(), { documentElement: { lang: "en", dataset: {} } });
const { HelpPins } = await import("../Web/data/help-pins.js");

const [NORTH, SOUTH] = ["aa".repeat(32), "bb".repeat(32)];
let node;
let sent;
let count = 0;

beforeEach(() => {
    mock.timers.reset();
    stored.clear();
    [node, sent] = [NORTH, []];
    globalThis.fetch = async (address, { method = "GET", body, credentials }) => {
        assert.equal(credentials, "omit");
        const said = body ? JSON.parse(body) : null;
        if (method !== "GET") sent.push([node, method, address, said]);
        if (address === "/api/v1/mesh") return new Response(JSON.stringify({ node: { key: node } }));
        if (method === "PUT") return new Response(null, { status: 204 });
        count += 1;
        const id = `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`;
        const made = {
            id,
            lat: 1,
            lon: 2,
            text: said.text,
            time: 0,
            author: "cc",
            is_named: false,
            may_resolve: false,
        };
        return new Response(JSON.stringify(made), { status: 201 });
    };
});

const tenMinutes = 600_000;
const keys = () => sent.map(([, , , { key }]) => key);

test("each pin has a secret of its own, which resolves it at its node and goes to no other one", async () => {
    mock.timers.enable({ apis: ["Date"], now: 0 });
    const pins = new HelpPins();
    await pins.ask({ lat: 1, lon: 2 }, "Water");
    mock.timers.tick(tenMinutes);
    await pins.ask({ lat: 1, lon: 2 }, "A ramp");
    const [one, two] = keys();
    assert.match(one, /^[0-9a-f]{32}$/);
    assert.notEqual(one, two);
    const [ramp, water] = pins.all.toSorted((a, b) => (a.text < b.text ? -1 : 1));
    assert.ok(water.isOwn && water.mayResolve);
    node = SOUTH;
    await assert.rejects(pins.resolve(water.id), { code: "other_node" });
    assert.equal(sent.length, 2);
    assert.equal(pins.all.length, 2);
    node = NORTH;
    await pins.resolve(water.id);
    assert.equal(keys()[2], one);
    assert.deepEqual(
        pins.all.map(({ id }) => id),
        [ramp.id],
    );
});

test("a browser asks a node for one pin in each ten minutes, as nodes take them", async () => {
    mock.timers.enable({ apis: ["Date"], now: tenMinutes - 1 });
    const pins = new HelpPins();
    await pins.ask({ lat: 1, lon: 2 }, "Water");
    await assert.rejects(pins.ask({ lat: 1, lon: 2 }, "More"), { code: "too_soon" });
    assert.equal(sent.length, 1);
    node = SOUTH;
    await pins.ask({ lat: 1, lon: 2 }, "Elsewhere");
    node = NORTH;
    mock.timers.tick(1);
    await pins.ask({ lat: 1, lon: 2 }, "More");
    assert.equal(sent.length, 3);
});
