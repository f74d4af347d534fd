import assert from "node:assert/strict";
import { test } from "node:test";

test("a copy that could not be opened is opened anew at the next question", async () => {
    const asked = [];
    const posted = [];
    let hear;
    globalThis.self = {
        addEventListener: (_, listener) => (hear = listener),
        postMessage: (said) => posted.push(said),
    };
    globalThis.fetch = async (address) => {
        asked.push(address);
        throw new Error("no network");
    };
    await import("../Web/data/core-worker.js");
    for (const number of [1, 2]) await hear({ data: { number, question: "tile", argument: {} } });
    assert.deepEqual(asked, ["/core.wasm", "/core.wasm"]);
    assert.deepEqual(
        posted.map(({ failure }) => failure.message),
        ["no network", "no network"],
    );
});
