// What a device does when the server refuses, or does not answer.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { joinGame } from "../Web/bocce/entering.js";
import { insist } from "../Web/bocce/refusal.js";
import { readSeat } from "../Web/bocce/seats.js";

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

beforeEach(() => kept.clear());

test("a request is made until it succeeds or will never succeed, and leaves no listeners", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    for (const last of [null, refused("not_found"), refused("game_ended")]) {
        const answers = [...Array(12).fill(unreachable()), refused("too_many_requests"), refused("unknown"), last];
        let isDone = false;
        const done = insist(async () => {
            const answer = answers.shift();
            if (answer) throw answer;
        }).then(() => (isDone = true));
        while (!isDone) {
            await new Promise(setImmediate);
            mock.timers.tick(60_000);
        }
        await done;
        assert.equal(answers.length, 0);
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
