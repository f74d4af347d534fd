import assert from "node:assert/strict";
import { test } from "node:test";

const MINUTE = 60_000;

/** Everything that the page's reports are made with, and what was sent when. */
async function reporting() {
    const kept = new Map();
    globalThis.localStorage = {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => kept.set(name, value),
        removeItem: (name) => kept.delete(name),
    };
    globalThis.document = { hidden: false, documentElement: { dataset: {} } };
    globalThis.window = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
    const sent = [];
    globalThis.fetch = async (_, { body }) => {
        sent.push(...JSON.parse(body).positions.map(({ time }) => time / MINUTE));
        return new Response("{}", { status: 200, headers: { "content-type": "application/json" } });
    };
    const { Reporting } = await import("../Web/presence/reporting.js");
    let take;
    const feed = {
        async *read() {
            while (true) yield await new Promise((resolve) => (take = resolve));
        },
    };
    const position = Object.assign(new EventTarget(), { feed, start() {}, isSimulated: false, wouldAsk: false });
    const state = { areas: [], fields: { at_home: false } };
    const presence = Object.assign(new EventTarget(), {
        community: Object.assign(new EventTarget(), { me: async () => ({}) }),
        sharing: async () => state,
        addDevice: async () => ({ device: { id: "d" }, token: "t" }),
    });
    let now = 0;
    const made = new Reporting({ presence, position, now: () => now });
    await made.switchOn({ id: "a" }, "phone");
    const settle = () => new Promise((resolve) => setTimeout(resolve));
    return {
        sent,
        async at(minute, lat) {
            now = minute * MINUTE;
            await settle();
            take({ fix: { position: { lat, lon: 24.94 }, accuracy: 10, speed: null, course: null } });
            await settle();
            await settle();
        },
    };
}

test("a person who stands still reports after ten minutes, as stays show an area, then every half hour", async () => {
    const { sent, at } = await reporting();
    for (let minute = 0; minute <= 75; minute += 1) await at(minute, 60.17);
    assert.deepEqual(sent, [0, 10, 40, 70]);
    sent.length = 0;
    // Somewhere else it begins anew.
    for (let minute = 76; minute <= 100; minute += 1) await at(minute, 60.18);
    assert.deepEqual(sent, [76, 86]);
});
