// The parts of the game that need no screen: the aim, the camera, and a match on the program itself.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Aim } from "../Web/bocce/aim.js";
import { Camera } from "../Web/bocce/camera.js";
import { readCode } from "../Web/bocce/code.js";
import { Ledger } from "../Web/bocce/ledger.js";
import { Match } from "../Web/bocce/match.js";
import { NUMBERS, RESTING, Table } from "../Web/bocce/table.js";
import { throwText } from "../Web/bocce/words.js";
import { useCatalogue } from "../Web/text/catalogue.js";

const PROGRAM = new URL("../Web/bocce.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const program = isThere && (await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports;
const skip = !isThere && "bocce.wasm is not built";
useCatalogue("en", JSON.parse(readFileSync(new URL("../Web/text/bocce/en.json", import.meta.url), "utf8")));

/** A player who throws what the computer would, at once. */
const quick = {
    isHere: false,
    async chooseThrow(table) {
        table.consider(1);
        while (!table.think());
        return table.proposed;
    },
};

/** Plays a whole match without a screen. */
async function played(players) {
    const match = new Match(new Table(program, 0), players);
    const said = [];
    match.addEventListener("thrown", () => queueMicrotask(() => match.advance(100_000)));
    match.addEventListener("rested", () => said.push(throwText(match)));
    await match.play();
    return { match, said };
}

test("two players play a match to its end, and its throws play it again", { skip }, async () => {
    const { match, said } = await played([quick, quick]);
    assert.ok(match.table.isOver);
    assert.equal(match.throws.length, 9);
    assert.match(said[0], /^The jack lies \d+ cm away, (straight ahead|\d+° to the (left|right))\. Blue to throw\.$/);
    assert.match(
        said[1],
        /^Blue (rolls \d+ cm from the jack\. Blue leads with 1 point|rolls out)\. (Orange|Blue) to throw\.$/,
    );
    assert.match(said[8], /wins \d points?$|Nobody wins a point$/);
    const again = new Match(new Table(program, 0), []);
    again.repeat(match.throws);
    assert.deepEqual([...again.table.numbers], [...match.table.numbers]);
    assert.equal(again.table.points, match.table.points);
});

test("a throw that the rules forbid is asked for again, and repeating stops there", { skip }, async () => {
    const wrong = { start: 0, across: 0, along: 0 };
    let asked = 0;
    const clumsy = { ...quick, chooseThrow: (table) => (asked++ === 0 ? wrong : quick.chooseThrow(table)) };
    const { match } = await played([clumsy, quick]);
    assert.equal(match.throws.length, 9);
    const again = new Match(new Table(program, 0), []);
    again.repeat([match.throws[0], wrong, match.throws[1]]);
    assert.equal(again.throws.length, 1);
});

test("a match that ends while a player chooses makes no throw", { skip }, async () => {
    const slow = {
        isHere: true,
        chooseThrow: (_, signal) => new Promise((done) => signal.addEventListener("abort", () => done(null))),
    };
    const match = new Match(new Table(program, 0), [slow, slow]);
    const over = match.play();
    match.end();
    await over;
    assert.deepEqual(match.throws, []);
});

test("the aim becomes the longest roll, and throws none that the rules forbid", { skip }, () => {
    const table = new Table(program, 0);
    const aim = new Aim();
    const thrown = [];
    aim.open(table, (each) => thrown.push(each));
    aim.rollTo(0, 10);
    assert.equal(aim.look, "back");
    aim.rollTo(0, 60);
    assert.equal(aim.look, "weak");
    assert.equal(aim.release(), false);
    aim.startAt(-50);
    aim.rollTo(3_000, 4_000);
    assert.equal(aim.look, "good");
    assert.ok(Math.abs(aim.length - table.longest) < 1);
    assert.equal(aim.release(), true);
    assert.deepEqual(thrown, [{ start: 1_600, across: 57_594, along: 76_792 }]);
    assert.ok(table.begin(thrown[0]));
});

test("the camera shows the whole court, and each ball beside it", () => {
    const numbers = new Float64Array(9 * NUMBERS);
    const court = { width: 360, length: 640, ballRadius: 16, numbers };
    for (const [width, height] of [
        [360, 470],
        [390, 650],
        [700, 300],
    ]) {
        numbers[0] = 0;
        const camera = new Camera(court, false);
        camera.resize(width, height);
        const isSeen = (x, y) => {
            const [left, top] = camera.placeAt(0, 0);
            const [right, bottom] = camera.placeAt(width, height);
            return x - 16 >= left && x + 16 <= right && y - 16 >= bottom && y + 16 <= top;
        };
        camera.follow(16);
        assert.ok(!camera.isMoving);
        assert.ok(isSeen(16, 16) && isSeen(344, 624));
        numbers.set([RESTING, 449, 729]);
        for (let frame = 0; frame < 200; frame += 1) camera.follow(16);
        assert.ok(!camera.isMoving);
        assert.ok(isSeen(449, 729) && isSeen(16, 16));
        assert.deepEqual(camera.placeAt(...[camera.originX, camera.originY]), [0, 0]);
    }
});

const COURT = { width: 360, length: 640, resistance: 800, angular_damping: 800 };
const THROWS = [40_000, 41_000, 42_000].map((along) => ({ start: 18_000, across: 0, along }));

/** A shared game as the server has it after some throws. */
function shared(throws) {
    const ledger = new Ledger(program, { court: COURT, first: "blue", throws: [] });
    for (const thrown of throws) ledger.add(thrown);
    return { court: COURT, first: "blue", throws, hashes: ledger.hashes };
}

test("a ledger follows the server, keeps what it has not sent, and finds what differs", { skip }, async () => {
    const ledger = new Ledger(program, shared([]));
    const awaited = ledger.next(1, new AbortController().signal);
    assert.equal(ledger.follow(shared(THROWS.slice(0, 2)), 0), "same");
    assert.deepEqual(await awaited, THROWS[1]);
    assert.match(ledger.add(THROWS[2]), /^[0-9a-f]{16}$/);
    assert.equal(ledger.follow(shared(THROWS.slice(0, 2)), 1), "same");
    assert.equal(ledger.follow(shared(THROWS.slice(0, 2)), 0), "other");
    assert.equal(ledger.follow(shared([THROWS[0], THROWS[2]]), 0), "other");
    const forged = { ...shared(THROWS), hashes: ["0", "0", "0"] };
    assert.equal(ledger.follow(forged, 0), "different");
    const refused = { ...shared([]), throws: [{ start: 0, across: 0, along: 0 }], hashes: ["0"] };
    assert.equal(new Ledger(program, shared([])).follow(refused, 0), "different");
    assert.equal(ledger.throws.length, 3);
});

test("a ledger gives up a throw that nobody waits for any more", { skip }, async () => {
    const ledger = new Ledger(program, shared([]));
    const waiting = new AbortController();
    const awaited = ledger.next(0, waiting.signal);
    waiting.abort();
    assert.equal(await awaited, null);
    assert.equal(await ledger.next(0, waiting.signal), null);
});

test("a code is read as people type it", () => {
    assert.equal(readCode(" 0w9n-vj2s "), "0W9NVJ2S");
    assert.equal(readCode("OIL0 1234"), "01101234");
    for (const wrong of ["", "0W9NVJ2", "0W9NVJ2SS", "0W9NVJ2U", "<script>"]) assert.equal(readCode(wrong), null);
});
