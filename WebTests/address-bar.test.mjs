import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../Web/views/address-bar.js";

const camera = { zoom: 16.25, lat: 60.1699, lon: 24.9384, bearing: 0, pitch: 0 };
const turned = { ...camera, bearing: -30, pitch: 45 };
const views = [
    { screen: "home" },
    { screen: "search" },
    { screen: "me" },
    { screen: "list" },
    { screen: "timeline" },
    { screen: "posts" },
    { screen: "more" },
    { screen: "account" },
    { screen: "operator", part: "reports" },
    { screen: "operator", part: "hidden" },
    { screen: "operator", part: "accounts" },
    { screen: "post", id: "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" },
    { screen: "guide" },
    { screen: "guide-history" },
    { screen: "venue", id: "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" },
    { screen: "works", venue: "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" },
    { screen: "work", venue: "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0", id: "a/b c" },
    { screen: "tour", id: "01a1fe82-2ee8-7568-b2a7-a4a25b221aa0" },
    { screen: "offline" },
    { screen: "about" },
    { screen: "play" },
    { screen: "play", game: "0W9NVJ2S" },
    { screen: "results", text: "café & bar = 100 % #1" },
    { screen: "results", text: "cafe", near: { lat: 60.17, lon: -24.9415 } },
    { screen: "saved" },
    { screen: "place", id: "n123" },
    { screen: "place", id: "a/b c" },
    { screen: "pin", position: { lat: -33.5, lon: 151.25 } },
    { screen: "directions", from: { me: true }, to: { place: "w7" } },
    { screen: "directions", from: { position: { lat: 1.5, lon: -2.25 } }, to: null },
    { screen: "directions", from: { me: true }, to: { place: "w7" }, by: "wheelchair" },
    { screen: "ar" },
    { screen: "ar", kind: "cafe" },
    { screen: "ar", kind: "cafe", to: { place: "w7" } },
    { screen: "ar", from: { me: true }, to: { place: "w7" }, by: "foot" },
    { screen: "ar", from: { me: true }, to: { place: "w7" }, by: "foot", isQuieter: true },
    { screen: "ar", kind: "cafe", from: { place: "n5" }, to: { place: "w7" }, chosen: 2 },
    { screen: "reach", from: { me: true } },
    { screen: "loop", from: { me: true }, length: { minutes: 30 } },
    { screen: "loop", from: { place: "n5" }, length: { steps: 4000 }, by: "wheelchair", kind: "cafe" },
    { screen: "reach", from: { place: "n5" }, by: "bicycle", kind: "café & bar" },
    {
        screen: "directions",
        from: { place: "w7" },
        to: { me: true },
        via: [{ position: { lat: 1.5, lon: -2.25 } }, { place: "w8" }],
        by: "car",
    },
];

for (const view of views) {
    test(`an address opens its view: ${JSON.stringify(view)}`, () => {
        for (const where of [null, camera, turned]) {
            for (const level of [null, { building: "w103", level: -0.5 }])
                assert.deepEqual(readAddress(writeAddress(view, where, level)), { view, camera: where, level });
        }
    });
}

const hostile = [
    "",
    "#",
    "#map=",
    "#map=a/b/c",
    "#map=99/1/1",
    "#map=3/91/0",
    "#map=3/1/1/0/99",
    "#pin=1",
    "#pin=91,0",
    "#pin=1,2,3",
    "#level=w103",
    "#level=x1/2",
    "#level=w1/1e9",
];
for (const hash of [...hostile, "#place=", "#find=", "#nonsense=1", "#pin=<script>", "#%E0%A4%A"]) {
    test(`an address that makes no sense shows the map: ${hash}`, () => {
        assert.deepEqual(readAddress(hash), { view: { screen: "home" }, camera: null, level: null });
    });
}

test("an address leaves out points to pass that make no sense, and travel modes that do not exist", () => {
    const { view } = readAddress("#from=w1&to=w2&via=;me;91,0;n5&by=rocket");
    const via = [{ place: "91,0" }, { place: "n5" }];
    assert.deepEqual(view, { screen: "directions", from: { place: "w1" }, to: { place: "w2" }, via });
    const many = readAddress(`#from=w1&to=w2&via=${"n1;".repeat(80)}`).view.via;
    assert.equal(many.length, 25);
});

test("a length of a round walk that makes no sense is the usual one", () => {
    for (const length of ["", "0min", "999min", "-5min", "30", "1e3steps", "99999steps"])
        assert.deepEqual(readAddress(`#loop=n1&length=${length}`).view.length, { minutes: 30 }, length);
});

test("addresses of version 0.1 still open the accounts", () => {
    assert.deepEqual(readAddress("#operator=people").view, { screen: "operator", part: "accounts" });
});
