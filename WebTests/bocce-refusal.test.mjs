// What a device does when the server refuses, or does not answer.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { joinGame } from "../Web/bocce/entering.js";
import { FollowedGame } from "../Web/bocce/followed-game.js";
import { outboxOf } from "../Web/bocce/outbox.js";
import { insist } from "../Web/bocce/refusal.js";
import { keepSeat, readSeat } from "../Web/bocce/seats.js";

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

test("a throw is sent after its screen is left, and the next screen has the same outbox", async () => {
    const answers = [unreachable(), { id: "0W9NVJ2S" }];
    const games = {
        play: async () => {
            const answer = answers.shift();
            if (answer instanceof Error) throw answer;
            return answer;
        },
    };
    keepSeat("0W9NVJ2S", "secret", 0);
    const heard = [];
    const listener = (name) => ({ sent: () => heard.push(name), refused: () => {}, stuck: () => heard.push("stuck") });
    const [first, second] = [listener("first"), listener("second")];
    const outbox = outboxOf(games, "0W9NVJ2S", first);
    outbox.add({ number: 0, throw: { start: 1, across: 2, along: 3 }, hash: "0" });
    await new Promise(setImmediate);
    assert.equal(outbox.unsent.length, 1);
    outbox.leave(first);
    assert.equal(outboxOf(games, "0W9NVJ2S", second), outbox);
    outbox.leave(second);
    // The network is back.
    for (const listen of listeners) listen();
    await new Promise(setImmediate);
    assert.deepEqual(heard, ["stuck"]);
    assert.deepEqual(readSeat("0W9NVJ2S").unsent, []);
    assert.deepEqual(answers, []);
});

test("of a followed game only what is newer counts, and nothing of another game", async () => {
    const heard = [];
    const followed = new FollowedGame(
        {
            read: async () => {
                throw refused("not_logged_in");
            },
        },
        "0W9NVJ2S",
        {
            changed: ({ state }) => heard.push(state),
            connected: () => heard.push("connected"),
            refused: ({ code }) => heard.push(code),
        },
    );
    const game = (id, state, throws) => ({ id, state, game: { throws: Array(throws) } });
    followed.receive(game("0W9NVJ2S", "playing", 2));
    followed.receive(game("12345678", "ended", 3));
    followed.receive(game("0W9NVJ2S", "playing", 1));
    followed.receive(game("0W9NVJ2S", "waiting", 2));
    await followed.ask();
    followed.receive(game("0W9NVJ2S", "over", 3));
    assert.deepEqual(heard, ["playing", "not_logged_in", "over"]);
    assert.ok(followed.isOver);
});
