// Which lines of a room are on screen: a window over sorted lines, of which some come and go anywhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TALK } from "../Web/mesh/classes.js";
import { KeptMessages, inOrder } from "../Web/mesh/kept-messages.js";
import { FIRST, LineWindow, MOST, STEP } from "../Web/mesh/line-window.js";

const line = (number) => ({ id: number.toString(16).padStart(64, "0"), time: BigInt(number) << 16n });
const lines = (count, first = 0) => Array.from({ length: count }, (_, index) => line(first + index));

test("the newest lines are shown, and move on with new ones", () => {
    const window = new LineWindow();
    assert.deepEqual(window.range(lines(7)), [0, 7]);
    assert.deepEqual(window.range(lines(5000)), [5000 - FIRST, 5000]);
    assert.deepEqual(window.range(lines(5001)), [5001 - FIRST, 5001]);
    assert.ok(window.follows);
});

test("a reader who goes back gets each line once, and the page never has more than it can hold", () => {
    const all = lines(5000);
    const window = new LineWindow();
    const seen = new Set();
    for (;;) {
        const [start, end] = window.range(all);
        assert.ok(end - start <= MOST);
        // What was at the top is still there, so it can stay in place.
        if (seen.size > 0) assert.ok(start + STEP < end);
        for (const each of all.slice(start, end)) seen.add(each.id);
        if (start === 0) break;
        window.older(all);
        assert.equal(window.range(all)[0], Math.max(0, start - STEP));
    }
    assert.equal(seen.size, all.length);
    assert.ok(!window.follows);
    for (let steps = 0; !window.follows; steps += 1) {
        assert.ok(steps < 200);
        const [, end] = window.range(all);
        window.newer(all);
        assert.ok(window.range(all)[1] === Math.min(all.length, end + STEP));
    }
    assert.equal(window.range(all)[1], all.length);
});

test("what somebody reads stays while lines come before, between and after", () => {
    const window = new LineWindow();
    const some = lines(3000).filter((_, index) => index % 2 === 0);
    window.older(some);
    const [start, end] = window.range(some);
    const read = some.slice(start, end).map(({ id }) => id);
    window.hold(some);
    const all = lines(3100);
    window.hold(all);
    const shown = all.slice(...window.range(all)).map(({ id }) => id);
    assert.equal(shown[0], read[0]);
    assert.ok(shown.length <= MOST);
});

test("a first new line far back is shown with what was before it", () => {
    const window = new LineWindow();
    const all = lines(5000);
    window.toLine(all, 1234);
    const [start, end] = window.range(all);
    assert.ok(start < 1234 && 1234 < end && end - start === FIRST);
    assert.ok(!window.follows);
    window.toNewest();
    assert.deepEqual(window.range(all), [5000 - FIRST, 5000]);
    window.toLine(all, 4990);
    assert.ok(window.follows);
});

test("the window holds where its first line is hidden and where all lines go", () => {
    const window = new LineWindow();
    const all = lines(400);
    window.toLine(all, 100);
    const [start, end] = window.range(all);
    const fewer = all.filter((_, index) => index !== start && index !== end - 1);
    const shown = fewer.slice(...window.range(fewer));
    // What goes makes room for an older one, so that a page does not become empty.
    assert.equal(shown.length, FIRST);
    assert.equal(shown.at(-1), all[end - 2]);
    assert.deepEqual(window.range([]), [0, 0]);
});

/** Numbers that look random, the same each time. */
function* numbers(seed) {
    for (let state = seed; ; ) {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        yield state;
    }
}

test("lines of a room stay sorted while messages come one by one, many at once, are replaced and go", async () => {
    const kept = new KeptMessages({ all: async () => [], change: async () => {} });
    const random = numbers(7);
    const next = (below) => random.next().value % below;
    const made = () => {
        const [number, room, kind] = [next(500), "ab"[next(2)], next(4)];
        const author = `${number} ${next(3)}`;
        return {
            ...line(number),
            class: kind === 0 ? 7 : TALK,
            about: room,
            author,
            place: 1n,
            bytes: new Uint8Array(9),
        };
    };
    const seen = new Map();
    for (let step = 0; step < 400; step += 1) {
        const messages = new Map(Array.from({ length: step % 7 === 0 ? 40 : 1 }, made).map((each) => [each.id, each]));
        // A message with an id has one room and class for ever.
        const added = [...messages.values()].map((each) => ({ ...each, ...pick(seen.get(each.id)) }));
        for (const each of added) seen.set(each.id, each);
        if (step % 5 === 4) {
            const gone = added.map(({ id }) => id);
            await kept.remove(gone);
            for (const id of gone) seen.delete(id);
        } else await kept.put(added);
        for (const room of ["a", "b"]) {
            const wanted = [...seen.values()]
                .filter((each) => each.class === TALK && each.about === room)
                .sort(inOrder);
            assert.deepEqual(kept.linesOf(room), wanted);
        }
    }
    assert.ok(seen.size > 20);
});

const pick = (known) => (known ? { class: known.class, about: known.about } : {});
