import assert from "node:assert/strict";
import { test } from "node:test";
import { SensorFeed } from "../Web/position/sensor-feed.js";
import { Replay } from "../Web/position/stand-ins.js";

/** A sensor that a test plays. */
class Played {
    starts = 0;
    stops = 0;
    notify = null;

    start(notify) {
        assert.equal(this.notify, null, "started while on");
        this.starts += 1;
        this.notify = notify;
    }

    stop() {
        assert.notEqual(this.notify, null, "stopped while off");
        this.stops += 1;
        this.notify = null;
    }
}

const value = async (reader) => (await reader.next()).value;

test("a slow reader gets the newest reading, independent of quick readers", async () => {
    const source = new Played();
    const feed = new SensorFeed(source);
    const slow = feed.read();
    const quick = feed.read();
    for (const reading of [1, 2, 3]) {
        source.notify(reading);
        assert.equal(await value(quick), reading);
    }
    assert.equal(await value(slow), 3);
    const waiting = slow.next();
    source.notify(4);
    assert.deepEqual(await waiting, { done: false, value: 4 });
});

test("the source is started once for several readers and stopped after the last", async () => {
    const source = new Played();
    const feed = new SensorFeed(source);
    assert.equal(source.starts, 0);
    const readers = [feed.read(), feed.read(), feed.read()];
    assert.equal(source.starts, 1);
    const waiting = readers[0].next();
    await readers[0].return();
    assert.deepEqual(await waiting, { done: true, value: undefined });
    await readers[1].return();
    await readers[1].return();
    assert.equal(feed.isOn, true);
    await readers[2].return();
    assert.deepEqual([source.starts, source.stops, feed.isOn], [1, 1, false]);
    assert.deepEqual(await readers[2].next(), { done: true, value: undefined });
});

test("leaving the loop stops the source, and late readings of an earlier run are dropped", async () => {
    const source = new Played();
    const feed = new SensorFeed(source);
    const seen = [];
    setTimeout(() => source.notify(1));
    for await (const reading of feed.read()) {
        seen.push(reading);
        break;
    }
    assert.deepEqual([seen, source.stops], [[1], 1]);
    let late;
    const reader = feed.read();
    late = source.notify;
    await reader.return();
    const again = feed.read();
    late(2);
    source.notify(3);
    assert.equal(await value(again), 3);
});

test("another source takes over under the readers", async () => {
    const [device, simulated] = [new Played(), new Played()];
    const feed = new SensorFeed(device);
    feed.use(simulated);
    assert.deepEqual([device.starts, simulated.starts], [0, 0]);
    feed.use(device);
    const reader = feed.read();
    device.notify(1);
    const late = feed.read();
    assert.equal(await value(late), 1);
    feed.use(simulated);
    assert.deepEqual([device.stops, simulated.starts], [1, 1]);
    simulated.notify(2);
    assert.equal(await value(reader), 2);
});

test("a replay comes when the track had it, as fast as asked, and goes on while nobody reads", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const fixes = [0, 10_000, 20_000, 40_000].map((at) => ({ at: 5e11 + at }));
    const replay = new Replay(fixes, 2);
    const readings = [];
    const notify = ({ fix }) => readings.push(fix.at - 5e11);
    replay.start(notify);
    assert.deepEqual(readings, [0]);
    t.mock.timers.tick(4_999);
    assert.deepEqual(readings, [0]);
    t.mock.timers.tick(1);
    assert.deepEqual(readings, [0, 10_000]);
    replay.stop();
    t.mock.timers.tick(7_000);
    assert.deepEqual(readings, [0, 10_000]);
    replay.start(notify);
    assert.deepEqual(readings, [0, 10_000, 20_000]);
    t.mock.timers.tick(60_000);
    assert.deepEqual(readings, [0, 10_000, 20_000, 40_000]);
    // At its end one stays there, and who begins to read hears where that is.
    replay.stop();
    replay.start(notify);
    assert.deepEqual(readings, [0, 10_000, 20_000, 40_000, 40_000]);
});
