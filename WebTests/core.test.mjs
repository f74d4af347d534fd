// The loader when the core stops, memory ends or an atlas is closed. Needs no core.wasm: a module of a few
// instructions stands in for it, whose `tile` answers with the first bytes of the atlas, and traps at zoom 9.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CoreError, load } from "../Web/core/core.js";

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, content.length, ...content];
/** @param {number[][]} items */
const list = (items) => [items.length, ...items.flat()];
/** @param {string} text */
const name = (text) => [text.length, ...new TextEncoder().encode(text)];
const i32 = 0x7f;
/** @param {string} digits */
const hexadecimal = (digits) => digits.split(" ").map((pair) => Number.parseInt(pair, 16));
/** A function's instructions with its length and its end. @param {string} digits */
const body = (digits) => [hexadecimal(digits).length + 2, 0, ...hexadecimal(digits), 0x0b];

/** Functions: name, type, instructions. Memory is given away from 1024 on. */
const functions = /** @type {[string, number, string][]} */ ([
    // local.get 0, i32.const 4096, i32.gt_u, if, i32.const 0, return, end; the top, moved on by the count.
    ["allocate", 0, "20 00 41 80 20 4b 04 40 41 00 0f 0b 23 00 23 00 20 00 6a 24 00"],
    ["deallocate", 1, "01"],
    ["open", 2, "20 00"],
    ["answer", 0, "20 00"],
    ["about", 0, "41 00"],
    // local.get 1, i32.const 9, i32.eq, if, unreachable, end; four bytes.
    ["tile", 3, "20 01 41 09 46 04 40 00 0b 41 04"],
]);
const standIn = new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
        1,
        list([
            [0x60, 1, i32, 1, i32],
            [0x60, 1, i32, 0],
            [0x60, 2, i32, i32, 1, i32],
            [0x60, 4, i32, i32, i32, i32, 1, i32],
        ]),
    ),
    ...section(3, list(functions.map(([, type]) => [type]))),
    ...section(5, [1, 0, 1]),
    ...section(6, [1, i32, 1, 0x41, 0x80, 0x08, 0x0b]),
    ...section(7, list([[...name("memory"), 2, 0], ...functions.map(([text], index) => [...name(text), 0, index])])),
    ...section(10, list(functions.map(([, , instructions]) => body(instructions)))),
]);
const atlas = new Uint8Array([1, 2, 3, 4, 5]);

test("a question that stops the core fails, and the next is answered from the same atlas", async () => {
    const open = (await load(standIn)).openAtlas(atlas);
    assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
    assert.throws(() => open.tile(9, 0, 0), { name: "CoreError", code: "internal_error" });
    assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
});

test("an atlas that does not fit into memory is refused", async () => {
    const core = await load(standIn);
    assert.throws(() => core.openAtlas(new Uint8Array(5000)), { name: "CoreError", code: "unavailable" });
});

test("a closed atlas answers nothing", async () => {
    const open = (await load(standIn)).openAtlas(atlas);
    open.close();
    assert.throws(() => open.about(), CoreError);
});

test("an answer stays the same after the next request", async () => {
    const open = (await load(standIn)).openAtlas(atlas);
    const first = open.tile(0, 0, 0);
    first[0] = 9;
    assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
});
