import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../Web/data/latest.js";

/** A question whose answer the test gives when it likes. */
function pending() {
    let settle;
    const promise = new Promise((resolve, reject) => {
        settle = { resolve, reject };
    });
    return { promise, ...settle };
}

test("an answer comes with its question", async () => {
    const latest = new Latest();
    assert.deepEqual(await latest.ask("kappeli", async () => 3), { question: "kappeli", answer: 3 });
    assert.equal(latest.isWaiting, false);
});

test("a late answer to an older question is dropped", async () => {
    const latest = new Latest();
    const [first, second] = [pending(), pending()];
    const older = latest.ask("k", () => first.promise);
    const newer = latest.ask("ka", () => second.promise);
    second.resolve("new");
    assert.deepEqual(await newer, { question: "ka", answer: "new" });
    first.resolve("old");
    assert.equal(await older, null);
});

test("answers that arrive in order still count for the newest question only", async () => {
    const latest = new Latest();
    const [first, second] = [pending(), pending()];
    const older = latest.ask("k", () => first.promise);
    const newer = latest.ask("ka", () => second.promise);
    first.resolve("old");
    assert.equal(await older, null);
    second.resolve("new");
    assert.equal((await newer)?.answer, "new");
});

test("a failure of an older question is dropped, of the newest it is thrown", async () => {
    const latest = new Latest();
    const [first, second] = [pending(), pending()];
    const older = latest.ask(1, () => first.promise);
    const newer = latest.ask(2, () => second.promise);
    first.reject(new Error("old"));
    second.reject(new Error("new"));
    assert.equal(await older, null);
    await assert.rejects(newer, /new/);
});

test("a replaced question learns that nobody waits for it any more", async () => {
    const latest = new Latest();
    let signal;
    const asked = pending();
    latest.ask(1, (_, given) => {
        signal = given;
        return asked.promise;
    });
    assert.equal(signal.aborted, false);
    latest.ask(2, async () => "answer");
    assert.equal(signal.aborted, true);
});

test("a dropped question gets no answer", async () => {
    const latest = new Latest();
    const asked = pending();
    const answer = latest.ask(1, () => asked.promise);
    latest.drop();
    asked.resolve("late");
    assert.equal(await answer, null);
});
