// The lines of a room that come from the node: kept as far as there is space, and else marked as not kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TALK } from "../Web/mesh/classes.js";
import { KeptMessages } from "../Web/mesh/kept-messages.js";
import { ROOM_LINE } from "../Web/mesh/program.js";
import { RoomLines } from "../Web/mesh/room-lines.js";

globalThis.localStorage ??= { getItem: () => null, setItem() {}, removeItem() {} };

const ROOM = "10".repeat(16);
const SIZE = 60_000;

const message = (index, about = ROOM) => ({
    id: index.toString(16).padStart(64, "0"),
    class: TALK,
    place: 7n,
    time: BigInt(index) << 16n,
    author: "aa".repeat(32),
    about,
    bytes: new Uint8Array(SIZE),
});

/** So many of these messages, the newest first. */
function page(there, start, limit) {
    const lines = there.toReversed().slice(start, start + limit);
    return {
        lines: lines.map(({ id }) => ({ id })),
        ...(start + limit < there.length ? { next: `${start + limit}` } : {}),
    };
}

/** A chat whose node has these messages, and a phone that has `here` of them. */
async function roomOf(there, here = [], read = () => {}) {
    const kept = new KeptMessages({ all: async () => [], change: async () => {} });
    await kept.put(here);
    const facts = { kind: ROOM_LINE, text: "Soup", name: null, stampedAt: null, stampedBy: null };
    const fetch = async (ids) => ({ taken: there.filter(({ id }) => ids.includes(id)) });
    const chat = Object.assign(new EventTarget(), {
        node: { lines: async (_, limit, before = "0") => page(there, Number(before), limit) },
        carrier: {
            kept,
            place: 7n,
            signer: { key: "" },
            gossip: { read: () => (read(), facts) },
            exchange: async () => ({ fetch }),
        },
        hidden: { has: () => false },
        messagesOf: (room) => kept.linesOf(room),
    });
    return { kept, lines: new RoomLines(chat, ROOM) };
}

test("what is shown is kept, so that it is there without a node", async () => {
    const there = [message(1), message(2)];
    const { kept, lines } = await roomOf(there);
    await lines.refresh();
    assert.equal(lines.lines.length, 2);
    assert.equal(lines.hasUnkept, false);
    assert.ok(there.every(({ id }) => kept.find(id)));
});

test("a full phone shows older lines, says that it does not keep them, and drops none for them", async () => {
    const here = Array.from({ length: 49 }, (_, index) => message(index + 100));
    const there = [message(1), message(2), message(3)];
    const { kept, lines } = await roomOf(there, here);
    await lines.refresh();
    assert.equal(lines.lines.length, 52);
    assert.equal(lines.hasUnkept, true);
    assert.deepEqual(
        there.map(({ id }) => Boolean(kept.find(id))),
        [false, false, true],
    );
    assert.ok(here.every(({ id }) => kept.find(id)));
});

test("a line of another room is neither shown nor kept", async () => {
    const { kept, lines } = await roomOf([message(1, "20".repeat(16))]);
    await lines.refresh();
    assert.equal(lines.lines.length, 0);
    assert.equal(kept.filter(() => true).length, 0);
});

test("a line that a node signed is that of a visitor there, with keys and without", async () => {
    const said = {
        id: message(1).id,
        time: 1,
        author: "aa".repeat(32),
        is_named: false,
        visitor_at: "town hall",
        text: "Soup",
    };
    const { lines } = await roomOf([message(1), message(2)]);
    lines.chat.node.lines = async () => ({ lines: [said, { ...said, id: message(2).id, visitor_at: undefined }] });
    await lines.refresh();
    assert.deepEqual(
        lines.lines.map(({ name, visitedNode }) => [name, visitedNode]),
        [
            ["", "town hall"],
            ["", null],
        ],
    );
    lines.chat.carrier = null;
    await lines.refresh();
    assert.deepEqual(
        lines.lines.map(({ name, visitedNode }) => [name, visitedNode]),
        [
            ["", "town hall"],
            ["", null],
        ],
    );
});

test("a room of many lines reads those that are shown, and all of them while somebody goes back", async () => {
    const here = Array.from({ length: 3000 }, (_, index) => ({ ...message(index + 1), bytes: new Uint8Array(9) }));
    let read = 0;
    const { lines } = await roomOf([], here, () => (read += 1));
    assert.equal(lines.lines.length, 100);
    assert.equal(lines.lines.at(-1).id, here.at(-1).id);
    assert.equal(read, 100);
    while (lines.hasOlderHere) {
        await lines.more();
        assert.ok(lines.lines.length <= 250);
    }
    assert.equal(lines.lines[0].id, here[0].id);
    assert.ok(lines.lines.length <= 250 && lines.hasNewer);
    assert.equal(read, 3000);
    assert.deepEqual(lines.firstNew(2000), { id: here[2000].id, index: 2000 });
    assert.equal(lines.firstNew(3000), null);
});

test("older lines of the node come behind those that are here, without a press for each page", async () => {
    const here = Array.from({ length: 250 }, (_, index) => ({ ...message(index + 100), bytes: new Uint8Array(9) }));
    const older = Array.from({ length: 30 }, (_, index) => ({ ...message(index + 1), bytes: new Uint8Array(9) }));
    const { lines } = await roomOf([...older, ...here], here);
    await lines.refresh();
    while (lines.hasOlderHere) await lines.more();
    assert.equal(lines.lines[0].id, here[0].id);
    assert.ok(lines.hasMore);
    await lines.more();
    assert.equal(lines.lines[0].id, older[0].id);
    assert.equal(lines.hasMore, false);
});
