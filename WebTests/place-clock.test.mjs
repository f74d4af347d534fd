import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { localClock, placeDate, setTimeZone } from "../Web/core/place-clock.js";

const NOON = Date.UTC(2026, 9, 20, 12) / 60_000;

afterEach(() => setTimeZone(null));

test("the place's clock counts, wherever the device is", () => {
    for (const [zone, hours] of [
        ["Europe/Helsinki", 3],
        ["Pacific/Auckland", 13],
        ["America/New_York", -4],
        ["Asia/Kathmandu", 5.75],
        ["UTC", 0],
    ]) {
        setTimeZone(zone);
        assert.deepEqual(localClock(new Date(NOON * 60_000)).slice(0, 2), [NOON + hours * 60, hours * 60], zone);
    }
});

test("a clock change within days is passed on, with the time after it", () => {
    setTimeZone("Europe/Helsinki");
    // On the 25th at 01:00 UTC.
    const change = Date.UTC(2026, 9, 25, 1) / 60_000;
    assert.deepEqual(localClock(new Date(NOON * 60_000)), [NOON + 180, 180, change + 180, 120]);
});

test("midnight is the beginning of a day", () => {
    setTimeZone("Europe/Helsinki");
    const midnight = Date.UTC(2026, 0, 1, 22) / 60_000;
    assert.equal(localClock(new Date(midnight * 60_000))[0], midnight + 120);
});

test("the device's calendar knows what the place's clock shows", () => {
    setTimeZone("Pacific/Auckland");
    const there = placeDate(NOON * 60_000);
    assert.deepEqual([there.getDate(), there.getHours(), there.getMinutes(), there.getDay()], [21, 1, 0, 3]);
});

test("without a time zone that the browser knows, the device's clock counts", () => {
    const now = new Date(NOON * 60_000);
    const ahead = -now.getTimezoneOffset();
    for (const zone of [null, undefined, "", "Nowhere/Land"]) {
        setTimeZone(zone);
        assert.deepEqual(localClock(now).slice(0, 2), [NOON + ahead, ahead]);
    }
});
