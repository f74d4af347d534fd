// What a device does when the server refuses, or does not answer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import { joinGame } from "../Web/bocce/entering.js";
import { FollowedGame } from "../Web/bocce/followed-game.js";
import { outboxes } from "../Web/bocce/outbox.js";
import { insist } from "../Web/bocce/refusal.js";
import { changeSeat, keepSeat, readSeat } from "../Web/bocce/seats.js";
import { useCatalogue } from "../Web/text/catalogue.js";

const kept = new Map();
const listeners = new Set();
globalThis.localStorage = new Proxy(
    {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => kept.set(key, value),
        removeItem: (key) => kept.delete(key),
    },
    { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
);
globalThis.window = {
    setTimeout: (...all) => setTimeout(...all),
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
};
const refused = (code) => Object.assign(new Error(code), { name: "Refused", code });
const unreachable = () => Object.assign(new Error(), { name: "Unreachable" });

const surroundings = { failureText: ({ code }) => code };
const THROWN = { number: 0, throw: { start: 1, across: 2, along: 3 }, hash: "0" };
useCatalogue("en", JSON.parse(readFileSync(new URL("../Web/text/bocce/en.json", import.meta.url), "utf8")));

beforeEach(() => kept.clear());

test("a request is made until it succeeds or will never succeed, and leaves no listeners", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    for (const last of [null, refused("not_found"), refused("game_ended")]) {
        const answers = [...Array(12).fill(unreachable()), refused("too_many_requests"), refused("unknown"), last];
        const done = insist(async () => {
            const answer = answers.shift();
            if (answer) throw answer;
        });
        while (answers.length > 0) {
            await new Promise(setImmediate);
            mock.timers.tick(60_000);
        }
        await done;
        assert.equal(listeners.size, 0);
    }
    mock.timers.reset();
});

test("a refused seat is dropped, and one without an answer is kept", async () => {
    const games = (failure) => ({
        join: async () => {
            throw failure;
        },
        read: async () => ({ id: "0W9NVJ2S", state: "waiting" }),
    });
    for (const code of ["not_logged_in", "too_many_requests", "game_full"]) {
        const { refusal } = await joinGame(games(refused(code)), "0W9NVJ2S");
        assert.equal(refusal.code, code);
        assert.equal(readSeat("0W9NVJ2S"), null);
    }
    await assert.rejects(joinGame(games(unreachable()), "0W9NVJ2S"));
    assert.equal(readSeat("0W9NVJ2S").team, null);
});

test("a throw is sent once the network is back, and each game has one outbox", async () => {
    const answers = [unreachable(), { id: "0W9NVJ2S" }];
    const games = {
        play: async () => {
            const answer = answers.shift();
            if (answer instanceof Error) throw answer;
            return answer;
        },
    };
    keepSeat("0W9NVJ2S", "secret", 0);
    const outbox = outboxes.of(games, "0W9NVJ2S");
    assert.equal(outbox.text(surroundings), "");
    const heard = [];
    for (const event of ["sent", "stuck", "refused"]) outboxes.addEventListener(event, ({ type }) => heard.push(type));
    outbox.add(THROWN);
    assert.equal(outbox.text(surroundings), "Sending your throw …");
    await new Promise(setImmediate);
    assert.equal(outbox.unsent.length, 1);
    assert.equal(outbox.text(surroundings), "Offline. Your throw is sent when the connection is back.");
    assert.equal(outboxes.of(games, "0W9NVJ2S"), outbox);
    // The network is back.
    for (const listen of listeners) listen();
    await new Promise(setImmediate);
    assert.deepEqual(heard, ["stuck", "sent"]);
    assert.deepEqual(readSeat("0W9NVJ2S").unsent, []);
    assert.equal(outbox.text(surroundings), "");
    assert.deepEqual(answers, []);
});

test("after a reload of the page the throws of all games are sent, and one that is too late is given up", async () => {
    const asked = [];
    const games = {
        play: async (code, secret, { number }) => {
            asked.push([code, secret, number]);
            if (code === "22222222") throw refused("game_ended");
            return { id: code };
        },
    };
    for (const code of ["11111111", "22222222", "33333333"]) keepSeat(code, `secret of ${code}`, 0);
    for (const code of ["11111111", "22222222"]) changeSeat(code, { unsent: [THROWN, { ...THROWN, number: 1 }] });
    const heard = [];
    outboxes.addEventListener("refused", ({ detail }) => heard.push(detail.code));
    const waiting = outboxes.waiting(games);
    assert.deepEqual(waiting.map(({ code }) => code).toSorted(), ["11111111", "22222222"]);
    for (const outbox of waiting) outbox.flush();
    await new Promise(setImmediate);
    assert.deepEqual(asked.toSorted(), [
        ["11111111", "secret of 11111111", 0],
        ["11111111", "secret of 11111111", 1],
        ["22222222", "secret of 22222222", 0],
    ]);
    assert.deepEqual(heard, ["game_ended"]);
    assert.deepEqual(outboxes.waiting(games), []);
});

test("of a followed game only what is newer counts, and nothing of another game", async () => {
    const heard = [];
    const failures = [refused("not_logged_in"), unreachable(), refused("not_found")];
    const read = async () => {
        throw failures.shift();
    };
    const followed = new FollowedGame({ read }, "0W9NVJ2S", {
        changed: ({ state, next }) => heard.push(next ?? state),
        connection: () => heard.push(followed.refusal?.code ?? followed.isConnected),
    });
    const game = (id, state, throws, next) => ({ id, state, next, game: { throws: Array(throws) } });
    followed.receive(game("0W9NVJ2S", "playing", 2));
    followed.receive(game("12345678", "ended", 3));
    followed.receive(game("0W9NVJ2S", "playing", 1));
    followed.receive(game("0W9NVJ2S", "waiting", 2));
    await followed.ask();
    await followed.ask();
    followed.receive(game("0W9NVJ2S", "over", 3));
    // The result stays.
    await followed.ask();
    followed.receive(game("0W9NVJ2S", "over", 3, "12345678"));
    followed.receive(game("0W9NVJ2S", "over", 3));
    assert.deepEqual(heard, ["playing", "not_logged_in", false, "over", "12345678"]);
    assert.ok(followed.isOver);
});
