// The camera of the view through it, with a browser that answers when the test says so.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Camera } from "../Web/ar/camera.js";

let questions = [];
const mediaDevices = { getUserMedia: () => new Promise((give, fail) => questions.push({ give, fail })) };
Object.defineProperty(globalThis, "navigator", { value: { mediaDevices }, configurable: true });

class Stream {
    isLive = true;
    getVideoTracks = () => [{ label: "back", addEventListener() {} }];
    getTracks = () => [{ stop: () => (this.isLive = false) }];
}

const camera = () => new Camera({ play: async () => {}, srcObject: null }, () => {});
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => (questions = []));

test("parallel starts ask once", async () => {
    const one = camera();
    const starts = [one.start(), one.start()];
    await settled();
    assert.equal(questions.length, 1);
    questions[0].give(new Stream());
    await Promise.all(starts);
    assert.equal(one.state, "on");
});

test("a camera that is stopped and started while the browser asks takes the answer", async () => {
    const one = camera();
    one.start();
    one.stop();
    const start = one.start();
    assert.equal(questions.length, 1);
    const stream = new Stream();
    questions[0].give(stream);
    await start;
    assert.deepEqual([one.state, stream.isLive], ["on", true]);
});

test("an answer for a camera that was stopped meanwhile changes nothing", async () => {
    const one = camera();
    const start = one.start();
    one.stop();
    const stream = new Stream();
    questions[0].give(stream);
    await start;
    assert.deepEqual([one.state, stream.isLive], ["none", false]);
    const again = one.start();
    one.stop();
    questions[1].fail(new DOMException("", "NotReadableError"));
    await again;
    assert.equal(one.state, "none");
});

test("a camera that failed can be started again", async () => {
    const one = camera();
    const start = one.start();
    questions[0].fail(new DOMException("", "NotReadableError"));
    await start;
    assert.equal(one.state, "busy");
    const again = one.start();
    questions[1].give(new Stream());
    await again;
    assert.equal(one.state, "on");
});
