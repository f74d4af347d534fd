// What the loader does when the core stops or memory ends; run with `node --test wasm/`. Needs no core.wasm: a module of
// a few instructions stands in for it, whose `tile` answers with the atlas's first bytes, and traps at zoom 9.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError, load } from '../Web/core/core.js';

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, content.length, ...content];
/** @param {number[][]} items */
const list = (items) => [items.length, ...items.flat()];
/** @param {string} text */
const name = (text) => [text.length, ...new TextEncoder().encode(text)];
const i32 = 0x7f;
const end = 0x0b;
/** @param {number} index */
const local = (index) => [0x20, index];
/** @param {number[]} instructions */
const body = (instructions) => [instructions.length + 2, 0, ...instructions, end];

/** Functions by name: type, instructions. Memory grows up from 1024, and ends at 65536. */
const functions = /** @type {[string, number, number[]][]} */ ([
  // allocate: 0 beyond 4096 bytes, else the top, moved on by the count.
  ['allocate', 0, [...local(0), 0x41, 0x80, 0x20, 0x4b, 0x04, 0x40, 0x41, 0, 0x0f, end, 0x23, 0, 0x23, 0, ...local(0), 0x6a, 0x24, 0]],
  ['deallocate', 1, []],
  ['open', 2, [...local(0)]],
  ['answer', 0, [...local(0)]],
  ['about', 0, [0x41, 0]],
  // tile: traps at zoom 9; else its answer has 4 bytes.
  ['tile', 3, [...local(1), 0x41, 9, 0x46, 0x04, 0x40, 0x00, end, 0x41, 4]],
]);
const standIn = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, list([
    [0x60, 1, i32, 1, i32],
    [0x60, 1, i32, 0],
    [0x60, 2, i32, i32, 1, i32],
    [0x60, 4, i32, i32, i32, i32, 1, i32],
  ])),
  ...section(3, list(functions.map(([, type]) => [type]))),
  ...section(5, [1, 0, 1]),
  ...section(6, [1, i32, 1, 0x41, 0x80, 0x08, end]),
  ...section(7, list([[...name('memory'), 2, 0], ...functions.map(([text], index) => [...name(text), 0, index])])),
  ...section(10, list(functions.map(([, , instructions]) => body(instructions)))),
]);
const atlas = new Uint8Array([1, 2, 3, 4, 5]);

test('a question that stops the core fails, and the next is answered from the same atlas', async () => {
  const open = (await load(standIn)).openAtlas(atlas);
  assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
  assert.throws(() => open.tile(9, 0, 0), { name: 'CoreError', code: 'internal_error' });
  assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
});

test('an atlas that does not fit into memory is refused', async () => {
  const core = await load(standIn);
  assert.throws(() => core.openAtlas(new Uint8Array(5000)), { name: 'CoreError', code: 'unavailable' });
});

test('a closed atlas answers nothing', async () => {
  const open = (await load(standIn)).openAtlas(atlas);
  open.close();
  assert.throws(() => open.about(), CoreError);
});

test('an answer stays what it was when the next question is asked', async () => {
  const open = (await load(standIn)).openAtlas(atlas);
  const first = open.tile(0, 0, 0);
  first[0] = 9;
  assert.deepEqual([...open.tile(0, 0, 0)], [1, 2, 3, 4]);
});
