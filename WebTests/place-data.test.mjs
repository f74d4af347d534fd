import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, Unreachable } from "../Web/data/failures.js";
import { PlaceData } from "../Web/data/place-data.js";

/** A server that can be switched off, a kept copy that can be missing, and a clock to turn. */
function world() {
    const state = { isUp: true, isKept: true, now: 0, asked: [] };
    const remote = {
        about: async () => {
            if (!state.isUp) throw new Unreachable("gone");
        },
        place: async (id) => {
            state.asked.push("server");
            if (!state.isUp) throw new Unreachable("gone");
            if (id === "unknown") throw new Refused("not_found", "no such place", 404);
            return { id, from: "server" };
        },
    };
    const local = { place: async (id) => ({ id, from: "copy" }) };
    const data = new PlaceData(
        remote,
        local,
        async () => state.isKept,
        () => state.now,
    );
    const connections = [];
    data.addEventListener("connection", () => connections.push(data.connection));
    return { state, data, connections };
}

test("the server answers while it is there", async () => {
    const { data, connections } = world();
    assert.equal((await data.place("n1")).from, "server");
    assert.deepEqual(connections, []);
});

test("the kept copy answers when the server is gone, and the server is left alone for a while", async () => {
    const { state, data, connections } = world();
    state.isUp = false;
    assert.equal((await data.place("n1")).from, "copy");
    assert.equal((await data.place("n2")).from, "copy");
    assert.deepEqual(state.asked, ["server"]);
    assert.deepEqual(connections, ["kept"]);
});

test("the server is asked again after a while, and its answer ends airplane mode", async () => {
    const { state, data, connections } = world();
    state.isUp = false;
    await data.place("n1");
    state.isUp = true;
    state.now = 60_000;
    assert.equal((await data.place("n1")).from, "server");
    assert.deepEqual(connections, ["kept", "online"]);
});

test("a retry asks the server at once", async () => {
    const { state, data } = world();
    state.isUp = false;
    await data.place("n1");
    state.isUp = true;
    data.retry();
    assert.equal((await data.place("n1")).from, "server");
});

test("without a copy the failure is thrown and reported", async () => {
    const { state, data, connections } = world();
    state.isUp = false;
    state.isKept = false;
    await assert.rejects(data.place("n1"), Unreachable);
    assert.deepEqual(connections, ["unreachable"]);
    state.isUp = true;
    await data.place("n1");
    assert.deepEqual(connections, ["unreachable", "online"]);
});

test("a refusal is an answer: the copy is not asked", async () => {
    const { data, connections } = world();
    await assert.rejects(data.place("unknown"), Refused);
    assert.deepEqual(connections, []);
});

test("a probe asks the server alone, and the copy answers until the server does", async () => {
    const { state, data, connections } = world();
    state.isUp = false;
    await data.place("n1");
    await data.probe();
    assert.equal((await data.place("n2")).from, "copy");
    assert.deepEqual(state.asked, ["server"]);
    state.isUp = true;
    await data.probe();
    assert.deepEqual(connections, ["kept", "online"]);
    assert.equal((await data.place("n1")).from, "server");
});

test("a probe finds that the server no longer answers", async () => {
    const { state, data, connections } = world();
    state.isUp = false;
    await data.probe();
    assert.deepEqual(connections, ["kept"]);
    assert.equal((await data.place("n1")).from, "copy");
});
