// The view through the camera by the calls of the page, on the program itself.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { AssumedNorth } from "../Web/ar/assumed-north.js";
import { Hand } from "../Web/ar/sensors.js";
import { FACT, FRAME, GUIDE, LABEL, MARK, MARK_STATE, PIECE, PLACE, STATE, View } from "../Web/ar/program.js";

const PROGRAM = new URL("../Web/ar.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const program = isThere && (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const skip = !isThere && "ar.wasm is not built";

const DATE = Date.UTC(2026, 10, 23);
const HERE = { latitude: 60.1699, longitude: 24.9384, accuracy: 5, speed: null, heading: null };
const SCREEN = { angle: 0, isWide: false, hasUprightAxes: false };
/** Degrees of latitude in a metre. */
const METRE = 1 / 111_195;

/** Turns a phone for a second, its relative angles 70° ahead of its absolute ones. Returns the time after it. */
function look(view, alpha, start = 0) {
    for (let index = 0; index < 60; index += 1) {
        const [time, angles] = [start + index / 60, { beta: 90, gamma: 0 }];
        assert.ok(view.turned({ ...angles, alpha: alpha + 70, type: "deviceorientation" }, time));
        view.turned({ ...angles, alpha, type: "deviceorientationabsolute", absolute: true }, time);
    }
    return start + 1;
}

/** A view of a phone that stands at HERE and looks to magnetic north, and its time. */
function made() {
    const view = new View(program);
    view.parts.frame.set([1, 412, 839, 720, 1280, 65, 0, 44, 8, 32]);
    view.stood(DATE, HERE, 0);
    return { view, time: look(view, 0) };
}

function show(view, time) {
    view.parts.frame[FRAME.time] = time;
    return view.show();
}

test("the program is small, and the module's names fit its records", { skip }, () => {
    assert.ok(statSync(PROGRAM).size <= 80_000);
    const view = new View(program);
    for (const [part, names] of Object.entries({
        frame: FRAME,
        places: PLACE,
        facts: FACT,
        labels: LABEL,
        marks: MARK,
    }))
        assert.equal(view.stride(part), Object.keys(names).length, part);
    assert.equal(view.stride("ribbon"), PIECE.corners + 10);
    assert.deepEqual(
        ["places", "route", "markers", "labels"].map((part) => view.capacity(part)),
        [512, 2048, 8, 30],
    );
    view.free();
});

test("what is missing is a state, and a place appears at its bearing from true north", { skip }, () => {
    const { view, time } = made();
    const { places, facts, labels } = view.parts;
    view.forget();
    assert.equal(show(view, time), 0);
    assert.equal(facts[FACT.state], STATE.noSensors);
    assert.ok(!view.turned({ alpha: null, beta: null, gamma: null }, time));
    look(view, 0, time);
    // 300 m north, which the needle misses by the declination.
    places.set([17, HERE.latitude + 300 * METRE, HERE.longitude, Number.NaN, 90]);
    view.changed("places", 1);
    show(view, time + 1);
    assert.equal(show(view, time + 1.4), 1);
    assert.equal(facts[FACT.state], STATE.ready);
    assert.equal(facts[FACT.northSource], 1, "the compass");
    assert.ok(Math.abs(facts[FACT.declination] - 10.495) < 0.01);
    assert.ok(Math.abs(facts[FACT.heading] - facts[FACT.declination]) < 0.001);
    assert.equal(labels[LABEL.id], 17);
    const x = 206 - facts[FACT.focalLength] * Math.tan((facts[FACT.declination] * Math.PI) / 180);
    assert.ok(Math.abs(labels[LABEL.pinX] - x) < 0.5);
    assert.ok(Math.abs(labels[LABEL.turn] + facts[FACT.declination]) < 0.01);
    assert.equal(labels[LABEL.opacity], 1);
    view.free();
});

test(
    "a place is where it is on a phone, a tablet that is wide by nature, and an iPad, in each quarter",
    { skip },
    () => {
        // β and γ of a device whose camera looks to magnetic north, by its turn; and α, which differs.
        const holds = [
            [0, { alpha: 0, beta: 90, gamma: 0 }],
            [90, { alpha: 90, beta: 0, gamma: -90 }],
            [180, { alpha: 180, beta: -90, gamma: 0 }],
            [270, { alpha: 270, beta: 0, gamma: 90 }],
        ];
        for (const [turn, angles] of holds)
            for (const [isWideByNature, hasUprightAxes] of [
                [false, false],
                [true, false],
                [false, true],
            ]) {
                const view = new View(program);
                const { frame, places, facts, labels } = view.parts;
                const isWide = isWideByNature !== (turn % 180 === 90);
                const [width, height] = isWide ? [1280, 800] : [800, 1280];
                const angle = hasUprightAxes ? (turn + 270) % 360 : turn;
                frame.set([1, width, height, 0, 0, 65, angle, 44, 8, 32, isWide ? 1 : 0, hasUprightAxes ? 1 : 0]);
                view.stood(DATE, HERE, 0);
                for (const type of ["deviceorientation", "deviceorientationabsolute"])
                    view.turned({ ...angles, type }, 1);
                places.set([17, HERE.latitude + 300 * METRE, HERE.longitude, Number.NaN, 90]);
                view.changed("places", 1);
                show(view, 1);
                show(view, 1.4);
                assert.equal(facts[FACT.screenTurn], turn);
                const x = width / 2 - facts[FACT.focalLength] * Math.tan((facts[FACT.declination] * Math.PI) / 180);
                assert.ok(Math.abs(labels[LABEL.pinX] - x) < 1, `${labels[LABEL.pinX]} is not ${x}`);
                view.free();
            }
    },
);

test("a correction makes the route a ribbon, and a drag moves the picture", { skip }, () => {
    const { view, time } = made();
    const { route, markers, ribbon, facts, marks } = view.parts;
    route.set([HERE.latitude, HERE.longitude, HERE.latitude + 100 * METRE, HERE.longitude]);
    view.changed("route", 2);
    markers.set([HERE.latitude + 100 * METRE, HERE.longitude, 4]);
    view.changed("markers", 1);
    show(view, time);
    assert.equal(facts[FACT.guide], GUIDE.wideArrow);
    assert.equal(facts[FACT.ribbon], 0);
    assert.ok(view.aim(time, 0));
    show(view, time);
    assert.equal(facts[FACT.guide], GUIDE.ribbon);
    assert.equal(facts[FACT.ribbon], 30);
    assert.equal(ribbon[PIECE.count], 4);
    assert.equal(ribbon[PIECE.distance], 58);
    assert.equal(marks[MARK.state], MARK_STATE.inSight);
    assert.ok(Math.abs(marks[MARK.x] - 206) < 0.1);
    assert.ok(view.drag(time, 206, 400, 256, 400));
    show(view, time);
    assert.ok(Math.abs(marks[MARK.x] - 256) < 0.5);
    assert.equal(facts[FACT.northSource], 3, "the hand");
    view.free();
});

test("an iPhone's compass counts when it is one, and a post gets the facing", { skip }, () => {
    const view = new View(program);
    const angles = { alpha: 33, beta: 50, gamma: 0, absolute: true };
    for (let index = 0; index < 30; index += 1)
        view.turned({ ...angles, webkitCompassHeading: 0, webkitCompassAccuracy: -1 }, index / 60);
    assert.ok(!view.facing(0.5, SCREEN));
    for (let index = 30; index < 60; index += 1)
        view.turned({ ...angles, webkitCompassHeading: 250, webkitCompassAccuracy: 12 }, index / 60);
    assert.ok(view.facing(1, SCREEN));
    const { facts } = view.parts;
    assert.ok(Math.abs(facts[FACT.magneticFacing] - 250) < 1e-6);
    assert.ok(Number.isNaN(facts[FACT.trueFacing]));
    view.stood(DATE, HERE, 1);
    assert.ok(view.facing(1, SCREEN));
    assert.ok(Math.abs(facts[FACT.trueFacing] - 260.495) < 0.01);
    assert.ok(Math.abs(facts[FACT.facingError] - 12) < 0.1);
    // Without a compass, an iPhone's angles have no north, whatever they say.
    view.forget();
    view.turned({ ...angles, webkitCompassHeading: null, webkitCompassAccuracy: null }, 2);
    assert.ok(!view.facing(2, SCREEN));
    view.free();
});

test("lists that are too long and numbers that are none stop nothing", { skip }, () => {
    const { view, time } = made();
    view.parts.places.fill(Number.NaN);
    view.changed("places", 1e9);
    view.changed("route", -5);
    view.changed("markers", 9);
    view.parts.frame.fill(Number.NaN);
    assert.equal(view.show(), 0);
    view.parts.frame.set([time, 1e300, -1, 0, 0, 1e9, 45, -1, -1, 1e9]);
    assert.equal(view.show(), 0);
    assert.equal(view.parts.facts[FACT.state], STATE.ready);
    view.free();
});

test("views are beside each other, and their numbers are found after the memory grew", { skip }, () => {
    const { view, time } = made();
    const others = Array.from({ length: 8 }, () => new View(program));
    assert.equal(view.parts.frame[FRAME.width], 412);
    show(view, time);
    assert.equal(view.parts.facts[FACT.state], STATE.ready);
    for (const other of others) {
        show(other, time);
        assert.equal(other.parts.facts[FACT.state], STATE.noSensors);
        other.free();
    }
    view.free();
});

test("without a compass north is assumed, until the user, a walk or a compass says better", { skip }, () => {
    const view = new View(program);
    view.parts.frame.set([1, 412, 839, 720, 1280, 65, 0, 44, 8, 32]);
    const north = new AssumedNorth(view);
    let time = 0;
    // Angles that count from where the phone pointed at the start: it looks 70° to the left of that.
    const turn = (seconds, hasPosition = true) => {
        for (const end = time + seconds; time < end; time += 1 / 20) {
            view.turned({ alpha: 70, beta: 90, gamma: 0, type: "deviceorientation" }, time);
            show(view, time);
            north.look(hasPosition, time);
        }
        show(view, time);
        return view.parts.facts[FACT.state];
    };
    assert.equal(turn(30, false), STATE.northUnknown);
    view.stood(DATE, HERE, time);
    assert.equal(turn(9), STATE.northUnknown);
    assert.equal(turn(2), STATE.ready);
    assert.ok(view.isNorthAssumed);
    assert.ok(Math.abs(((view.parts.facts[FACT.heading] + 180) % 360) - 180) < 0.1);
    // A drag of the picture sets it.
    assert.ok(view.drag(time, 300, 400, 200, 400));
    assert.equal(view.isNorthAssumed, false);
    turn(30);
    assert.equal(view.isNorthAssumed, false);

    // A walk may show it.
    view.forget();
    assert.equal(turn(11), STATE.ready);
    assert.ok(view.isNorthAssumed);
    view.stood(DATE + time * 1000, { ...HERE, speed: 1.4, heading: 90 }, time);
    assert.equal(view.isNorthAssumed, false);
    assert.equal(turn(1), STATE.northUnknown);

    // A compass says it.
    view.forget();
    assert.equal(turn(11), STATE.ready);
    view.turned({ alpha: 0, beta: 90, gamma: 0, type: "deviceorientationabsolute", absolute: true }, time);
    assert.equal(view.isNorthAssumed, false);
    view.free();
});

test("by hand the places stay in the picture while the user walks", { skip }, () => {
    const view = new View(program);
    view.parts.frame.set([1, 412, 839, 720, 1280, 65, 0, 44, 8, 32]);
    const hand = new Hand();
    hand.turn(90, 0);
    view.stood(DATE, HERE, 0);
    for (let time = 0; time < 8; time += 1 / 20) {
        if (time > 2) view.stood(DATE + time * 1000, { ...HERE, speed: 1.4, heading: 0 }, time);
        hand.tell(view, time);
        show(view, time);
        assert.equal(view.parts.facts[FACT.state], STATE.ready, `after ${time} s`);
        assert.ok(Math.abs(view.parts.facts[FACT.heading] - 90) < 0.1);
        assert.ok(view.isNorthAssumed);
    }
    view.free();
});
