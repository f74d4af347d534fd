// Where the device points, by the program of the camera view. The oracle is the product of the three matrices of the
// angles (W3C Device Orientation) and a declination of NOAA's model.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { Compass } from "../Web/ar/compass.js";

const PROGRAM = new URL("../Web/ar.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const program = isThere && (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const skip = !isThere && "ar.wasm is not built";

/** Helsinki in November 2026, where the needle points 10.495° east of north (pygeomag, WMM2025). */
const FIX = {
    position: { lat: 60.1699, lon: 24.9384 },
    accuracy: 5,
    speed: null,
    course: null,
    at: Date.UTC(2026, 10, 23),
};
const DECLINATION = 10.495;

beforeEach(() => show({ width: 412, height: 839, angle: 0, agent: "Linux; Android 14" }));

/** Stands in for the browser's window, which is the whole screen unless that has another shape. */
function show({ width, height, angle, agent, isWide = width > height }) {
    const orientation = { angle, type: isWide ? "landscape-primary" : "portrait-primary" };
    Object.assign(globalThis, { innerWidth: width, innerHeight: height, screen: { orientation } });
    Object.defineProperty(globalThis, "navigator", {
        configurable: true,
        value: { userAgent: agent, maxTouchPoints: 5 },
    });
}

/** Sends a second of events; returns what the compass says at its end. */
function held(compass, events, fix = FIX, start = 0) {
    let said = null;
    for (let index = 0; index <= 60; index += 1)
        for (const event of events) said = compass.turned({ ...event, timeStamp: 1000 * start + index * 20 }, fix);
    return said;
}

/** What an Android phone sends: its relative angles count from elsewhere. */
function android(angles, turn = 70) {
    return [
        { ...angles, alpha: (angles.alpha + turn) % 360, absolute: false, type: "deviceorientation" },
        { ...angles, absolute: true, type: "deviceorientationabsolute" },
    ];
}

function iPhone(angles, webkitCompassHeading, webkitCompassAccuracy) {
    return [{ ...angles, absolute: false, type: "deviceorientation", webkitCompassHeading, webkitCompassAccuracy }];
}

/** The heading of the back camera by Rz(α) · Rx(β) · Ry(γ), from the north of α. */
function cameraHeading({ alpha, beta, gamma }) {
    const [a, b, c] = [alpha, beta, gamma].map((angle) => (angle * Math.PI) / 180);
    const multiply = (one, other) =>
        one.map((row) => other[0].map((_, j) => row.reduce((sum, x, k) => sum + x * other[k][j], 0)));
    const z = [
        [Math.cos(a), -Math.sin(a), 0],
        [Math.sin(a), Math.cos(a), 0],
        [0, 0, 1],
    ];
    const x = [
        [1, 0, 0],
        [0, Math.cos(b), -Math.sin(b)],
        [0, Math.sin(b), Math.cos(b)],
    ];
    const y = [
        [Math.cos(c), 0, Math.sin(c)],
        [0, 1, 0],
        [-Math.sin(c), 0, Math.cos(c)],
    ];
    const back = multiply(multiply(z, x), y).map((row) => row[2]);
    return (Math.atan2(-back[0], -back[1]) * 180) / Math.PI;
}

function near(one, other, tolerance) {
    const off = Math.abs(((one - other + 540) % 360) - 180);
    assert.ok(off <= tolerance, `${one} is not ${other}`);
}

test("an upright phone faces where its camera looks, from magnetic and from true north", { skip }, () => {
    let worst = 0;
    for (const alpha of [0, 77, 181, 300])
        for (const beta of [65, 80, 90, 105])
            for (const gamma of [-14, -3, 8, 15]) {
                const angles = { alpha, beta, gamma };
                const { magnetic, fromTrueNorth } = held(new Compass(program), android(angles));
                const heading = cameraHeading(angles);
                near(magnetic, heading, 0.01);
                near(fromTrueNorth, heading + DECLINATION, 0.02);
                worst = Math.max(worst, Math.abs(((heading + alpha + 540) % 360) - 180));
            }
    // "360 − α" is no heading of an upright phone.
    assert.ok(worst > 14);
});

test("a flat phone faces where its upper edge points, whichever way the page is turned", { skip }, () => {
    const flat = { alpha: 90, beta: 0, gamma: 0 };
    near(held(new Compass(program), android(flat)).magnetic, 270, 0.01);
    show({ width: 839, height: 412, angle: 90, agent: "Linux; Android 14" });
    near(held(new Compass(program), android(flat)).magnetic, 0, 0.01);
    // A tablet that is wide when it is not turned.
    show({ width: 1280, height: 800, angle: 0, agent: "Linux; Android 14" });
    near(held(new Compass(program), android(flat)).magnetic, 270, 0.01);
    // An iPad's axes are upright, whatever its angle counts from.
    show({ width: 1180, height: 820, angle: 0, agent: "Macintosh; Intel Mac OS X" });
    near(held(new Compass(program), android(flat)).magnetic, 0, 0.01);
    // A window beside another one is no measure of the screen.
    show({ width: 590, height: 820, angle: 0, agent: "Macintosh; Intel Mac OS X", isWide: true });
    near(held(new Compass(program), android(flat)).magnetic, 0, 0.01);
    show({ width: 640, height: 800, angle: 0, agent: "Linux; Android 14", isWide: true });
    near(held(new Compass(program), android(flat)).magnetic, 270, 0.01);
    // A browser that states no orientation.
    Object.assign(globalThis, { innerWidth: 839, innerHeight: 412, screen: {} });
    near(held(new Compass(program), android(flat)).magnetic, 0, 0.01);
});

test("angles from no north are no facing", { skip }, () => {
    const [relative] = android({ alpha: 90, beta: 50, gamma: 0 });
    assert.equal(held(new Compass(program), [relative]), null);
    assert.equal(held(new Compass(program), [{ ...relative, alpha: null }]), null);
});

test("an iPhone's compass counts from magnetic north, where north is 0 and no compass is -1", { skip }, () => {
    const angles = { alpha: 33, beta: 50, gamma: 0 };
    for (const heading of [0, 271]) {
        const { magnetic, fromTrueNorth } = held(new Compass(program), iPhone(angles, heading, 15));
        near(magnetic, heading, 0.01);
        near(fromTrueNorth, heading + DECLINATION, 0.02);
    }
    const compass = new Compass(program);
    assert.equal(held(compass, iPhone(angles, 0, -1)), null);
    near(held(compass, iPhone(angles, 0, 15), FIX, 2).magnetic, 0, 0.01);
    const [lost] = iPhone(angles, 0, -1);
    assert.equal(compass.turned({ ...lost, timeStamp: 3_300 }, FIX), null);
});

test("without a position there is no declination, and so no facing from true north", { skip }, () => {
    const compass = new Compass(program);
    const events = android({ alpha: 0, beta: 90, gamma: 0 });
    assert.equal(held(compass, events, null).fromTrueNorth, null);
    near(held(compass, events, FIX, 1.3).fromTrueNorth, DECLINATION, 0.02);
});

test("a pause of the sensors keeps the facing, unless north stays unknown after it", { skip }, () => {
    const compass = new Compass(program);
    const events = android({ alpha: 0, beta: 90, gamma: 0 });
    near(held(compass, events).magnetic, 0, 0.01);
    const [relative] = android({ alpha: 0, beta: 90, gamma: 0 }, 200);
    near(compass.turned({ ...relative, timeStamp: 9_000 }, FIX).magnetic, 0, 0.01);
    assert.equal(held(compass, [relative], FIX, 9.02), null);
    compass.forget();
    assert.equal(compass.turned({ ...relative, timeStamp: 11_000 }, FIX), null);
});
