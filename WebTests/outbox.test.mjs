import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const MINUTE = 60_000;
const kept = new Map();
globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
};
globalThis.window = Object.assign(new EventTarget(), { setInterval() {} });
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
// Tabs of a browser: what one announces, the others hear at once.
const channels = new Set();
globalThis.BroadcastChannel = class extends EventTarget {
    constructor(name) {
        super();
        this.name = name;
        channels.add(this);
    }
    postMessage(data) {
        for (const other of channels)
            if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent("message", { data }));
    }
};
const { Refused, Unreachable } = await import("../Web/data/failures.js");
const { Outbox } = await import("../Web/data/outbox.js");
const { OutboxStore, PassingStore } = await import("../Web/data/outbox-store.js");
const { carrier } = await import("../Web/presence/outgoing.js");

/** The lock of a browser, which all its tabs share. */
class Locks {
    #last = Promise.resolve();
    request(_, body) {
        const result = this.#last.then(body);
        this.#last = result.catch(() => {});
        return result;
    }
}

/** A server that counts what it has by key, and a browser that keeps items. */
class World {
    time = 0;
    account = "anna";
    isOnline = true;
    /** What the server does with the next items, by their message: it takes the others. */
    answers = new Map();
    had = new Map();
    sent = [];
    store = new PassingStore();
    locks = new Locks();

    tab() {
        const community = Object.assign(new EventTarget(), {
            lastMe: async () => this.#me(),
            renewedMe: async () => {
                if (!this.isOnline) throw new Unreachable("offline");
                return this.#me();
            },
        });
        const carry = async (item) => {
            if (!this.isOnline) throw new Unreachable("offline");
            this.sent.push([item.key, item.body.message]);
            const answer = this.answers.get(item.body.message);
            if (answer instanceof Refused) throw answer;
            this.had.set(item.key, `${this.account}: ${item.body.message}`);
            if (answer) throw answer;
            return { id: item.key };
        };
        const outbox = new Outbox({
            store: Promise.resolve(this.store),
            community,
            carry,
            now: () => this.time,
            locks: this.locks,
        });
        outbox.start();
        return Object.assign(outbox, { community });
    }

    #me() {
        return { account: this.account && { id: this.account } };
    }

    get texts() {
        return [...this.had.values()];
    }
}

const write = (outbox, message, owner = "anna") => outbox.add({ kind: "post", owner, body: { message } });
const states = (outbox) => outbox.shown.map(({ body, state }) => [body.message, state]);

let world;
beforeEach(() => {
    channels.clear();
    world = new World();
});

test("what is written with a network is sent at once, and its writer gets the answer", async () => {
    const outbox = world.tab();
    const outcome = await write(outbox, "Hello");
    assert.equal(outcome.state, "sent");
    assert.equal(outcome.answer.id, world.sent[0][0]);
    assert.deepEqual(await world.store.all(), []);
});

test("without a network items wait, and are sent once in the order of writing", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    for (const text of ["one", "two", "three"]) assert.deepEqual(await write(outbox, text), { state: "waiting" });
    assert.deepEqual(states(outbox), [
        ["one", "waiting"],
        ["two", "waiting"],
        ["three", "waiting"],
    ]);
    world.isOnline = true;
    await outbox.flush();
    await outbox.flush();
    assert.deepEqual(world.texts, ["anna: one", "anna: two", "anna: three"]);
    assert.equal(world.sent.length, 3);
    assert.deepEqual(outbox.items, []);
});

test("an item survives the browser's restart and 26 hours, and a lost answer, and counts once", async () => {
    world.answers.set("late", new Unreachable("the answer was lost"));
    assert.deepEqual(await write(world.tab(), "late"), { state: "waiting" });
    world.answers.clear();
    world.time += 26 * 60 * MINUTE;
    const [item] = await world.store.all();
    assert.deepEqual([item.writtenAt, item.tries], [0, 1]);
    await world.tab().flush();
    assert.equal(world.sent.length, 2);
    assert.equal(world.sent[0][0], world.sent[1][0]);
    assert.deepEqual(world.texts, ["anna: late"]);
    assert.deepEqual(await world.store.all(), []);
});

test("the first failure of the network stops the others, a refusal does not", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    for (const text of ["bad", "good", "lost", "last"]) await write(outbox, text);
    world.isOnline = true;
    world.answers.set("bad", new Refused("invalid_body", "no", 400, "message"));
    world.answers.set("lost", new Unreachable("gone"));
    await outbox.flush();
    assert.deepEqual(
        world.sent.map(([, text]) => text),
        ["bad", "good", "lost"],
    );
    assert.deepEqual(states(outbox), [
        ["bad", "refused"],
        ["lost", "waiting"],
        ["last", "waiting"],
    ]);
    assert.deepEqual(outbox.shown[0].reason, { code: "invalid_body", message: "no", status: 400, field: "message" });
    // It is sent again only when its writer says so.
    world.answers.clear();
    await outbox.flush();
    assert.deepEqual(states(outbox), [["bad", "refused"]]);
    await outbox.tryAgain(outbox.shown[0].key);
    assert.deepEqual(outbox.items, []);
    assert.equal(new Set(world.texts).size, 4);
});

test("a refused item goes back to the form that is still open", async () => {
    const outbox = world.tab();
    world.answers.set("bad", new Refused("invalid_body", "no", 400));
    const outcome = await write(outbox, "bad");
    assert.equal(outcome.state, "refused");
    assert.equal(outcome.failure.code, "invalid_body");
    assert.deepEqual(await world.store.all(), []);
});

test("a busy server is left alone for as long as it says", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const outbox = world.tab();
    const busy = Object.assign(new Refused("too_many_requests", "wait", 429), { retryAfter: 120 });
    world.answers.set("one", busy);
    assert.deepEqual(await write(outbox, "one"), { state: "waiting" });
    world.answers.clear();
    world.time += 119_000;
    await outbox.flush();
    assert.equal(world.sent.length, 1);
    world.time += 1_000;
    mock.timers.tick(120_000);
    await outbox.flush();
    mock.timers.reset();
    assert.deepEqual(world.texts, ["anna: one"]);
});

test("a second report on a queue is refused, however long it waits", async () => {
    const outbox = world.tab();
    world.answers.set("again", new Refused("too_soon", "wait", 429));
    assert.equal((await write(outbox, "again")).state, "refused");
});

test("items are sent and shown only while their writer is logged in", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    await write(outbox, "of anna");
    for (const [account, owner] of [
        ["ben", "ben"],
        [undefined, null],
    ]) {
        world.account = account;
        outbox.community.dispatchEvent(new Event("me"));
        assert.deepEqual(outbox.shown, []);
        await write(outbox, `of ${owner}`, owner);
        assert.deepEqual(states(outbox), [[`of ${owner}`, "waiting"]]);
    }
    world.isOnline = true;
    await outbox.flush();
    assert.deepEqual(world.texts, ["undefined: of null"]);
    world.account = "anna";
    outbox.community.dispatchEvent(new Event("me"));
    await outbox.flush();
    assert.deepEqual(world.texts.at(-1), "anna: of anna");
    assert.deepEqual(
        (await world.store.all()).map(({ owner }) => owner),
        ["ben"],
    );
});

test("the items of a removed account are deleted", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    await write(outbox, "of anna");
    await write(outbox, "of a guest", null);
    outbox.community.dispatchEvent(Object.assign(new Event("removed"), { detail: "anna" }));
    await outbox.flush();
    assert.deepEqual(
        (await world.store.all()).map(({ owner }) => owner),
        [null],
    );
});

test("two tabs send an item once, and both show what is left", async () => {
    const one = world.tab();
    const other = world.tab();
    world.isOnline = false;
    await write(one, "from one");
    await write(other, "from the other");
    await one.flush();
    const both = ["from one", "from the other"].map((text) => [text, "waiting"]);
    assert.deepEqual([states(one), states(other)], [both, both]);
    world.isOnline = true;
    await Promise.all([one.flush(), other.flush(), one.flush()]);
    assert.deepEqual(world.texts, ["anna: from one", "anna: from the other"]);
    assert.equal(world.sent.length, 2);
    assert.deepEqual([one.items, other.items], [[], []]);
});

test("the network's return, a visible page and any answer of the server send what waits", async () => {
    const { answers } = await import("../Web/data/http.js");
    const outbox = world.tab();
    for (const [target, event] of [
        [window, "online"],
        [document, "visibilitychange"],
        [answers, "answer"],
    ]) {
        world.isOnline = false;
        await write(outbox, event);
        world.isOnline = true;
        world.time += MINUTE;
        const sent = new Promise((resolve) => outbox.addEventListener("sent", resolve, { once: true }));
        target.dispatchEvent(new Event(event));
        await sent;
        assert.equal(world.texts.at(-1), `anna: ${event}`);
    }
});

test("an item is taken out for another text, and is not sent any more", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    await write(outbox, "tpyo");
    const [{ key }] = outbox.shown;
    assert.equal((await outbox.take(key)).body.message, "tpyo");
    assert.equal(await outbox.take(key), null);
    world.isOnline = true;
    await outbox.flush();
    assert.deepEqual(world.sent, []);
});

test("a device keeps a hundred items, and says when there are more", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    for (let number = 0; number < 100; number += 1) await write(outbox, `${number}`);
    const outcome = await write(outbox, "too many");
    assert.equal(outcome.failure.code, "outboxFull");
    assert.equal((await world.store.all()).length, 100);
});

/** What a carrier sends, and what the server answers to it. */
function carrying(answer) {
    const requests = [];
    const community = {
        write: async (method, path, body) => {
            requests.push([method, path, body]);
            return answer(method, path, body, requests.length);
        },
    };
    const home = { around: { south: 60, west: 24, north: 60.1, east: 24.1 }, middle: { lat: 60.05, lon: 24.05 } };
    const presence = { sharing: async () => ({ areas: [home], fields: { at_home: false } }) };
    return { requests, carry: carrier(community, presence) };
}

test("a picture goes first under its own key, once, and again when the server no longer has it", async () => {
    const file = new Blob(["pixels"]);
    let isGone = false;
    const { requests, carry } = carrying((_, path) => {
        if (path.startsWith("/api/v1/pictures")) return { id: isGone ? "second" : "first" };
        if (requests.length === 2) throw new Unreachable("lost");
        if (isGone && requests.at(-1)[2].picture.id === "first")
            throw new Refused("invalid_body", "it is gone", 400, "picture.id");
        return { id: "post" };
    });
    const picture = { file, key: "picture-key-0123", text: "A dot" };
    const item = { key: "post-key-01234567", kind: "post", body: { message: "Look" }, writtenAt: 1_000, picture };
    let keeps = 0;
    const keep = async () => void (keeps += 1);
    await assert.rejects(carry(item, keep), Unreachable);
    isGone = true;
    assert.deepEqual(await carry(item, keep), { id: "post" });
    assert.deepEqual(
        requests.map(([method, path, body]) => [method, path, body === file ? "file" : body.picture.id]),
        [
            ["POST", "/api/v1/pictures?key=picture-key-0123", "file"],
            ["POST", "/api/v1/posts", "first"],
            ["POST", "/api/v1/posts", "first"],
            ["POST", "/api/v1/pictures?key=picture-key-0123", "file"],
            ["POST", "/api/v1/posts", "second"],
        ],
    );
    assert.equal(keeps, 3);
    assert.deepEqual(requests[4][2], {
        message: "Look",
        key: "post-key-01234567",
        written_at: "1970-01-01T00:00:01.000Z",
        picture: { id: "second", text: "A dot" },
    });
});

test("a location written without a network becomes the home area before it is sent", async () => {
    const { requests, carry } = carrying(() => ({}));
    const item = { key: "k", writtenAt: 0, isUnchecked: true };
    const inside = { lat: 60.01, lon: 24.02 };
    const post = {
        ...item,
        kind: "post",
        body: { message: "m", location: { ...inside, speed: 1, place: "Home Street" } },
    };
    await carry(post, async () => {});
    const queue = { ...item, kind: "queue", body: { place: "n1", minutes: 3, ...inside } };
    await carry(queue, async () => {});
    const away = { ...item, kind: "queue", body: { place: "n1", minutes: 3, lat: 61, lon: 25 } };
    await carry(away, async () => {});
    assert.deepEqual(requests[0][2].location, { lat: 60.05, lon: 24.05 });
    assert.deepEqual([requests[1][2].lat, requests[1][2].lon], [60.05, 24.05]);
    assert.deepEqual([requests[2][2].lat, requests[2][2].lon], [61, 25]);
    // The next try sends the same.
    assert.equal(post.isUnchecked, undefined);
});

test("votes have the key in their address", async () => {
    const { requests, carry } = carrying(() => ({ votes: 1 }));
    for (const isFor of [true, false])
        await carry({ kind: "vote", key: "vote-key-01234567", body: { work: "w", isFor } }, async () => {});
    assert.deepEqual(
        requests.map(([method, path]) => [method, path]),
        [
            ["PUT", "/api/v1/guide/works/w/vote?key=vote-key-01234567"],
            ["DELETE", "/api/v1/guide/works/w/vote?key=vote-key-01234567"],
        ],
    );
});

test("a database that the browser has closed is opened again", async () => {
    let opened = 0;
    let isClosed = false;
    const database = () =>
        Object.assign(new EventTarget(), {
            close() {},
            transaction() {
                if (isClosed) {
                    isClosed = false;
                    throw new DOMException("closed", "InvalidStateError");
                }
                const change = Object.assign(new EventTarget(), {
                    objectStore: () => ({ getAll: () => ({ result: [] }) }),
                });
                setImmediate(() => change.dispatchEvent(new Event("complete")));
                return change;
            },
        });
    let last;
    globalThis.indexedDB = {
        open() {
            opened += 1;
            last = database();
            const opening = Object.assign(new EventTarget(), { result: last });
            setImmediate(() => opening.dispatchEvent(new Event("success")));
            return opening;
        },
    };
    const store = new OutboxStore();
    await store.all();
    await store.all();
    assert.equal(opened, 1);
    isClosed = true;
    assert.deepEqual(await store.all(), []);
    assert.equal(opened, 2);
    for (const event of ["versionchange", "close"]) {
        last.dispatchEvent(new Event(event));
        await store.all();
    }
    assert.equal(opened, 4);
});

test("a device that does not give its items out loses none, and refuses new ones", async () => {
    const outbox = world.tab();
    world.isOnline = false;
    await write(outbox, "kept");
    const [{ key }] = outbox.shown;
    const { all, put } = world.store;
    world.store.all = world.store.put = async () => {
        throw new DOMException("lost", "UnknownError");
    };
    assert.equal(await outbox.take(key), null);
    await outbox.tryAgain(key);
    for (const channel of channels) channel.dispatchEvent(new MessageEvent("message", { data: "" }));
    assert.equal((await write(outbox, "new")).state, "refused");
    Object.assign(world.store, { all, put });
    assert.equal((await outbox.take(key)).body.message, "kept");
});
