// What a phone does not show, by the roster's messages that it has: here they are written byte by byte, as docs/mesh.md says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "../Web/mesh/bytes.js";
import { ROSTER, TALK } from "../Web/mesh/classes.js";
import { HiddenThings } from "../Web/mesh/hidden.js";

const PLACE = "aa".repeat(32);
const STRANGER = "bb".repeat(32);
const ANNA = "cc".repeat(32);
const NODE = "0123456789abcdef" + "dd".repeat(24);
const LINE = "ee".repeat(32);
const TARGETS = { message: 1, author: 2, node: 3 };

function message(kind, body, stamp = []) {
    const bytes = new Uint8Array(72 + body.length + 64 + stamp.length);
    bytes.set([1, kind]);
    new DataView(bytes.buffer).setUint32(68, body.length);
    bytes.set(body, 72);
    bytes.set(stamp, 72 + body.length + 64);
    return bytes;
}

const field = (tag, value) => [tag, value.length >> 8, value.length & 255, ...value];

let count = 0;
function word(target, subject, state, { time = 1n, author = PLACE, number = ROSTER } = {}) {
    count += 1;
    const body = [...field(1, bytesOf(subject)), ...field(2, [TARGETS[target] ?? target]), ...field(3, [state])];
    const id = count.toString(16).padStart(64, "0");
    return { id, class: number, time, author, bytes: message(0x13, body) };
}

const stamped = {
    id: LINE,
    class: TALK,
    author: ANNA,
    bytes: message(0x60, [1, 0, 1, 65], [...bytesOf(NODE).slice(0, 8), ...new Uint8Array(72)]),
};
const bare = { ...stamped, bytes: message(0x60, [1, 0, 1, 65]) };
const made = (...words) => new HiddenThings(words, (author) => author === PLACE);

test("a message, an author and a node are hidden, and shown again by a later word, in any order", () => {
    for (const [target, subject] of [
        ["message", LINE],
        ["author", ANNA],
        ["node", NODE],
    ]) {
        const [hides, shows] = [word(target, subject, 1), word(target, subject, 0, { time: 2n })];
        assert.equal(made(hides).has(stamped), true, target);
        for (const words of [
            [hides, shows],
            [shows, hides],
        ])
            assert.equal(made(...words).has(stamped), false, target);
        const again = word(target, subject, 1, { time: 3n });
        assert.equal(made(again, shows, hides).has(stamped), true, target);
    }
});

test("a message without a stamp entered at no node", () => {
    assert.equal(made(word("node", NODE, 1)).has(bare), false);
    assert.equal(made(word("author", ANNA, 1)).has(bare), true);
});

test("a key that is hidden as a node is none as an author, and the reverse", () => {
    assert.equal(made(word("node", ANNA, 1)).has(stamped), false);
    assert.equal(made(word("author", NODE, 1)).has(stamped), false);
});

test("others' words, words of another form and other classes hide nothing", () => {
    const words = [
        word("author", ANNA, 1, { author: STRANGER }),
        word("author", ANNA, 2),
        word(4, ANNA, 1),
        word(0, ANNA, 1),
        word("author", ANNA.slice(2), 1),
        word("author", ANNA, 1, { number: TALK }),
        { ...word("author", ANNA, 1), bytes: message(0x13, []) },
        { ...word("author", ANNA, 1), bytes: message(0x10, [...field(1, bytesOf(ANNA))]) },
    ];
    assert.equal(made(...words).has(stamped), false);
});
