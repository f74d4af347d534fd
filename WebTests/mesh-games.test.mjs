// Games with people of the mesh on a phone: the program makes and reads the messages, WebCrypto signs them, and no two different
// throws follow one message.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOf, hexOf, joined } from "../Web/mesh/bytes.js";
import { NOW } from "../Web/mesh/classes.js";
import {
    beginField,
    bodyOf,
    JOIN,
    LEAVE,
    offerField,
    plainField,
    throwField,
    USUAL,
} from "../Web/mesh/games/bodies.js";
import { MeshGames } from "../Web/mesh/games/mesh-games.js";
import { isSigned } from "../Web/mesh/keys.js";
import { KeptMessages, keptOf } from "../Web/mesh/kept-messages.js";
import { Gossip } from "../Web/mesh/program.js";

const PROGRAM = new URL("../Web/mesh.wasm", import.meta.url);
const isThere = existsSync(PROGRAM);
const skip = !isThere && "mesh.wasm is not built";
const gossip = isThere && new Gossip((await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports);
const START = Date.UTC(2026, 10, 27, 12);
const JACK = { start: 18_000, across: -1, along: 40_000 };
const BALL = { start: 18_000, across: 500, along: 35_000 };
globalThis.localStorage ??= { getItem: () => null };

async function person() {
    const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
    const key = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const sign = async (text) => new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, text));
    return { key, sign };
}

const [me, ada] = await Promise.all([person(), person()]);

/** A phone whose node says `said`, and nothing while it is null. */
function phone() {
    const stored = new Map();
    const facts = new Map();
    const database = {
        all: async () => [...stored.values()],
        change: async (put, remove = []) => {
            for (const each of put) stored.set(each.id, each);
            for (const id of remove) stored.delete(id);
        },
        fact: async (name) => facts.get(name),
        keepFact: async (name, value) => facts.set(name, value),
    };
    const kept = new KeptMessages(database);
    const carrier = Object.assign(new EventTarget(), {
        gossip,
        kept,
        database,
        place: 7n,
        signer: me,
        met: 0,
        clock: START,
        now: () => carrier.clock,
        meet: () => (carrier.met += 1),
        async sayInGame(about, field) {
            const time = BigInt((carrier.clock += 1)) << 16n;
            const { bytes, signed } = gossip.gameDraft({ place: 7n, time, author: me.key, about, field });
            const whole = joined(bytes, await me.sign(signed));
            await kept.put([{ ...keptOf(gossip.read(whole), whole), isOwn: true, state: "waiting" }]);
        },
    });
    const node = {
        said: [],
        async games() {
            if (node.said === null) throw new Error("nobody answers");
            return { games: structuredClone(node.said) };
        },
    };
    return { games: new MeshGames({ node, carrier, clock: () => START }), node, kept, carrier };
}

const player = ({ key }) => ({ key, is_named: false });
const own = (kept) => kept.filter(() => true).map((each) => ({ ...each, ...bodyOf(gossip.gameBody(each.bytes)) }));
const WISH = "ab".repeat(32);

/** A game of this phone and Ada, which waits for its beginning. */
async function offered() {
    const made = phone();
    const id = await made.games.offer();
    const { offered: time, ...rest } = made.games.find(id);
    const wishes = [{ player: player(ada), message: WISH, time }];
    const { court, first } = rest.game;
    const blue = player(me);
    made.node.said = [
        {
            id,
            state: "waiting",
            game: { court, first, throws: [], hashes: [] },
            blue,
            wishes,
            offered: time,
            changed: time,
        },
    ];
    await made.games.refresh();
    return { ...made, id };
}

/** The same game once it has begun, as a node says that has all messages. */
async function begun() {
    const made = await offered();
    await made.games.begin(made.id, WISH);
    const begin = own(made.kept).find(({ tag }) => tag === 3);
    const [game] = made.node.said;
    made.node.said = [{ ...game, state: "playing", orange: player(ada), wishes: [], last: begin.id, turn: "blue" }];
    await made.games.refresh();
    return { ...made, begin: begin.id };
}

test("messages in games have the bytes that docs/mesh.md lists, and read as they were written", { skip }, async () => {
    const game = "0123456789abcdef".repeat(2);
    const fields = [
        [null, offerField(USUAL, "orange"), [1, 0, 9, 1, 104, 2, 128, 3, 32, 3, 32, 1]],
        [game, plainField(JOIN), [2, 0, 0]],
        [game, beginField(WISH), [3, 0, 32, ...bytesOf(WISH)]],
        [game, throwField(WISH, JACK), [4, 0, 44, ...bytesOf(WISH), 0, 0, 70, 80, 255, 255, 255, 255, 0, 0, 156, 64]],
        [game, plainField(LEAVE), [5, 0, 0]],
    ];
    for (const [about, field, body] of fields) {
        const { bytes, signed } = gossip.gameDraft({ place: 7n, time: 5n << 16n, author: me.key, about, field });
        assert.deepEqual([...bytes.slice(72)], body);
        assert.equal(hexOf(bytes.slice(52, 68)), about ?? "0".repeat(32));
        assert.equal(bytes[1], 0x33);
        const id = createHash("sha256").update(bytes).digest();
        assert.deepEqual(Buffer.from(signed), Buffer.concat([Buffer.from("hereabouts message 1\0"), id]));
        const whole = joined(bytes, await me.sign(signed));
        assert.ok(await isSigned(gossip.read(whole)));
        const said = gossip.gameBody(whole);
        assert.equal(said.tag, field[0]);
        assert.equal(hexOf(said.value), hexOf(field.slice(1)));
        if (about) assert.equal(said.game, about);
        for (let end = 0; end < whole.length; end += 1) assert.equal(gossip.gameBody(whole.slice(0, end)), null);
    }
    const bad = [
        [game, offerField(USUAL, "blue")],
        [null, plainField(JOIN)],
        [game, Uint8Array.of(JOIN, 0)],
        [game, beginField(WISH).slice(0, 20)],
        [game, plainField(6)],
        [game, new Uint8Array()],
    ];
    for (const [about, field] of bad)
        assert.throws(() => gossip.gameDraft({ place: 7n, time: 1n, author: me.key, about, field }));
    assert.deepEqual(
        bodyOf(
            gossip.gameBody(
                joined(
                    gossip.gameDraft({
                        place: 7n,
                        time: 1n,
                        author: me.key,
                        about: game,
                        field: throwField(WISH, JACK),
                    }).bytes,
                    new Uint8Array(64),
                ),
            ),
        ).thrown,
        JACK,
    );
});

test("an offer is a game at once, also before a node has it", { skip }, async () => {
    const { games, node, kept } = phone();
    node.said = null;
    await games.refresh();
    assert.ok(games.failure);
    const id = await games.offer();
    const game = games.find(id);
    assert.deepEqual([game.state, game.you, game.isWaiting], ["waiting", "blue", true]);
    // A node that has it and says nothing of it hides it.
    await kept.put(own(kept).map((message) => ({ ...kept.find(message.id), state: "kept" })));
    assert.equal(games.find(id), null);
});

test("a player begins once, also where a node does not know of it", { skip }, async () => {
    const { games, node, kept, id } = await offered();
    assert.equal(await games.begin(id, WISH), true);
    const game = games.find(id);
    assert.deepEqual([game.state, game.orange.key, game.turn], ["playing", ada.key, "blue"]);
    assert.equal(game.last, own(kept).find(({ tag }) => tag === 3).id);
    // Another wish: a second beginning would lose the game.
    const other = { player: player(me), message: "cd".repeat(32), time: START };
    node.said = [{ ...node.said[0], wishes: [other] }];
    await games.refresh();
    assert.equal(await games.begin(id, other.message), false);
    assert.equal(own(kept).filter(({ tag }) => tag === 3).length, 1);
});

test(
    "no two different throws follow one message, whatever a node says and however fast somebody is",
    { skip },
    async () => {
        const { games, node, kept, id, begin } = await begun();
        // Two tabs, or two quick taps.
        assert.deepEqual(await Promise.all([games.throw(id, 0, JACK), games.throw(id, 0, BALL)]), [true, false]);
        assert.deepEqual(games.find(id).unsent, [JACK]);
        assert.equal(await games.throw(id, 1, BALL), true);
        const throws = () => own(kept).filter(({ tag }) => tag === 4);
        const [jack, ball] = throws();
        assert.deepEqual([jack.named, ball.named], [begin, jack.id]);
        assert.deepEqual(games.find(id).unsent, [JACK, BALL]);
        assert.equal(games.find(id).last, ball.id);
        // A node kept both, and another one, or a bad one, says that there is no throw.
        await kept.put([jack, ball].map(({ id: each }) => ({ ...kept.find(each), state: "kept" })));
        await games.refresh();
        assert.equal(await games.throw(id, 0, BALL), false);
        assert.deepEqual(games.find(id).unsent, [JACK, BALL]);
        // The node has the first one.
        const [game] = node.said;
        node.said = [{ ...game, last: jack.id, game: { ...game.game, throws: [JACK] } }];
        await games.refresh();
        assert.deepEqual(games.find(id).unsent, [BALL]);
        assert.equal(await games.throw(id, 1, JACK), false);
        assert.equal(throws().length, 2);
        assert.equal(new Set(throws().map(({ named }) => named)).size, 2);
    },
);

test("what a node did not take because there was too much is offered again as it was signed", { skip }, async () => {
    const { games, kept, carrier, id } = await begun();
    await games.throw(id, 0, JACK);
    const [{ id: thrown, bytes }] = own(kept).filter(({ tag }) => tag === 4);
    await kept.put([{ ...kept.find(thrown), state: "refused", reason: "over_quota" }]);
    assert.equal(games.find(id).refusal, "over_quota");
    const met = carrier.met;
    await games.again();
    assert.deepEqual(kept.find(thrown).state, "waiting");
    assert.equal(kept.find(thrown).bytes, bytes);
    assert.equal(carrier.met, met + 1);
});

test("who leaves has lost, asks no more, and says so once", { skip }, async () => {
    const { games, kept, id } = await begun();
    await games.leave(id);
    const game = games.find(id);
    assert.deepEqual([game.state, game.ending, game.ended_by, game.winner], ["ended", "left", "blue", "orange"]);
    assert.equal(await games.leave(id), false);
    assert.equal(await games.throw(id, 0, JACK), false);
    assert.equal(own(kept).filter(({ tag }) => tag === 5).length, 1);
});

test("a wish is known before and after a node has it, until it is taken back", { skip }, async () => {
    const { games, node, id } = await offered();
    node.said = [{ ...node.said[0], blue: player(ada), wishes: [] }];
    await games.refresh();
    assert.deepEqual([games.find(id).you, games.find(id).hasAsked], [null, false]);
    assert.equal(await games.ask(id), true);
    assert.equal(games.find(id).hasAsked, true);
    assert.equal(await games.ask(id), false);
    await games.leave(id);
    assert.equal(games.find(id).hasAsked, false);
});

test("games of blocked people are not shown, and old ones end without a node", { skip }, async () => {
    const { games, node, carrier, id } = await offered();
    node.said = [{ ...node.said[0], blue: player(ada), wishes: [] }];
    await games.refresh();
    assert.equal(games.all.length, 1);
    const before = globalThis.localStorage.getItem;
    globalThis.localStorage.getItem = () => JSON.stringify({ [ada.key]: "Ada" });
    assert.equal(games.all.length, 0);
    globalThis.localStorage.getItem = before;
    carrier.clock = START + 6 * 3_600_000 + 1000;
    assert.equal(games.find(id), null);
    assert.equal(NOW, 3);
});
