import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { MyPosition } from "../Web/position/position.js";

globalThis.window = globalThis;

/** The device's own answers, which a test gives. */
class Geolocation {
    asked = [];
    watchPosition(found, failed) {
        this.watch = { found, failed };
        return 1;
    }
    clearWatch() {
        this.watch = null;
    }
    getCurrentPosition(found, failed) {
        this.asked.push({ found, failed });
    }
}

const fix = (speed, latitude = 60.17) => ({
    coords: { latitude, longitude: 24.94, accuracy: 12, speed, heading: null },
    timestamp: 0,
});
const failure = (code) => ({ code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
const [DENIED, UNAVAILABLE, TIMEOUT] = [1, 2, 3];
let geolocation, position;
/** Waits until the reader has got all reports. */
const delivered = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};
const later = async (milliseconds) => {
    mock.timers.tick(milliseconds);
    await delivered();
};

beforeEach(async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
    geolocation = new Geolocation();
    position = new MyPosition({ geolocation }, true);
    position.start();
});

async function stand(speed = 0) {
    geolocation.watch.found(fix(speed));
    await delivered();
    assert.equal(position.state, "found");
}

for (const speed of [0, null])
    test(`who stands still is not lost while the device says nothing new, at a speed of ${speed}`, async () => {
        await stand(speed);
        // An hour: the device is asked now and then, and finds the time too short; so does the watch.
        for (let minutes = 0; minutes < 60; minutes += 1) {
            await later(60_000);
            geolocation.asked.at(-1).failed(failure(TIMEOUT));
            geolocation.watch.failed(failure(TIMEOUT));
            await delivered();
            assert.equal(position.state, "found");
            assert.equal(position.fix.position.lat, 60.17);
        }
        assert.ok(geolocation.asked.length >= 59);
    });

test("a watch whose time is up again and again does not keep the device from being asked", async () => {
    await stand();
    for (let times = 0; times < 6; times += 1) {
        await later(20_000);
        geolocation.watch.failed(failure(TIMEOUT));
        await delivered();
    }
    assert.ok(geolocation.asked.length >= 2);
});

test("a moving person is lost when the device falls silent, and found again by the next fix", async () => {
    await stand(1.4);
    await later(30_000);
    geolocation.asked.at(-1).failed(failure(TIMEOUT));
    await delivered();
    assert.equal(position.state, "lost");
    await later(30_000);
    geolocation.asked.at(-1).found(fix(0));
    await delivered();
    assert.equal(position.state, "found");
});

test("a device that does not know for a moment is asked again before anybody is lost", async () => {
    await stand();
    for (let times = 0; times < 3; times += 1) {
        geolocation.watch.failed(failure(UNAVAILABLE));
        await delivered();
        await later(1_000);
        geolocation.watch.failed(failure(UNAVAILABLE));
        assert.equal(position.state, "found");
        await later(3_000);
        geolocation.asked.at(-1).found(fix(0));
        await delivered();
        assert.equal(position.state, "found");
    }
});

for (const code of [UNAVAILABLE, TIMEOUT])
    test(`a device that does not know and answers ${code} when asked again has lost the position, until it knows it`, async () => {
        await stand();
        geolocation.watch.failed(failure(UNAVAILABLE));
        await later(3_000);
        geolocation.asked.at(-1).failed(failure(code));
        await delivered();
        assert.equal(position.state, "lost");
        await later(30_000);
        geolocation.asked.at(-1).failed(failure(TIMEOUT));
        await delivered();
        assert.equal(position.state, "lost");
        geolocation.watch.found(fix(0));
        await delivered();
        assert.equal(position.state, "found");
    });

test("a permission that is taken back in mid-use is a refusal, not a loss", async () => {
    await stand();
    geolocation.watch.failed(failure(DENIED));
    await delivered();
    assert.deepEqual([position.state, position.fix], ["denied", null]);
    await later(120_000);
    assert.equal(geolocation.asked.length, 0);
});

test("a device without a position at first is searched for when it is slow, and off when it says so", async () => {
    geolocation.watch.failed(failure(TIMEOUT));
    await delivered();
    assert.equal(position.state, "searching");
    geolocation.watch.failed(failure(UNAVAILABLE));
    await delivered();
    assert.equal(position.state, "off");
});
