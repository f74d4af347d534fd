// People with their parts of a phone, in memory: for tests of private messages.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { bytesOf, hexOf, joined } from "../Web/mesh/bytes.js";
import { KeptMessages, keptOf } from "../Web/mesh/kept-messages.js";
import { isSigned } from "../Web/mesh/keys.js";
import { MailLayout } from "../Web/mesh/mail/layout.js";
import { Mailbox } from "../Web/mesh/mail/mailbox.js";
import { Gossip, PREKEY, ROOM_LINE } from "../Web/mesh/program.js";

const PROGRAM = new URL("../Web/mesh.wasm", import.meta.url);
export const skip = !existsSync(PROGRAM) && "mesh.wasm is not built";
export const PLACE = 0x0102030405060708n;
export const DAY = 86_400_000;
export const START = 1_795_770_000_000;

export const programOf = async () =>
    new Gossip((await WebAssembly.instantiate(readFileSync(PROGRAM))).instance.exports);

/** An X25519 or Ed25519 pair as WebCrypto has it. */
export async function pairOf(name, secret, key, uses) {
    const text = (bytes) => Buffer.from(bytes).toString("base64url");
    const jwk = { kty: "OKP", crv: name, d: text(secret), x: text(key) };
    return {
        privateKey: await crypto.subtle.importKey("jwk", jwk, { name }, false, uses),
        publicKey: await crypto.subtle.importKey("raw", key, { name }, true, name === "X25519" ? [] : ["verify"]),
    };
}

export async function signerOf() {
    const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
    const key = hexOf(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const sign = async (text) => new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, text));
    return { key, sign };
}

/** Stores of records by a key, as the browser's databases are. `copy` is what somebody finds who takes the phone. */
class Memory {
    stores = {};

    constructor(keys) {
        this.keys = keys;
        for (const store of Object.keys(keys)) this.stores[store] = new Map();
    }

    async all(store) {
        return [...this.stores[store].values()];
    }

    /** The changes of both databases. */
    async change(first, ...rest) {
        const changes = Array.isArray(first) ? [{ store: "messages", put: first, remove: rest[0] }] : [first, ...rest];
        for (const { store, put = [], remove = [] } of changes) {
            for (const key of remove) this.stores[store].delete(key);
            for (const record of put) this.stores[store].set(record[this.keys[store]], record);
        }
    }
}

export class Person {
    time = START;
    isOn = true;
    locked = Promise.resolve();

    static async make() {
        const person = new Person();
        person.signer = await signerOf();
        person.gossip = await programOf();
        person.layout = new MailLayout(person.gossip.exports);
        const kept = new KeptMessages(new Memory({ messages: "id" }));
        const [clock, now] = [() => person.time, () => person.time];
        const { gossip, signer } = person;
        person.carrier = { kept, gossip, signer, clock, now, place: PLACE, meet: async () => {} };
        person.open();
        return person;
    }

    /** The page opens, also a second time. */
    open(database = this.database ?? new Memory({ keys: "name", letters: "id", tried: "id" })) {
        this.database = database;
        const isOn = () => this.isOn;
        // As between the tabs of a browser.
        const lock = (body) => {
            const done = this.locked.then(body);
            this.locked = done.catch(() => {});
            return done;
        };
        this.mailbox = new Mailbox({ carrier: this.carrier, layout: this.layout, database, lock, isOn });
        return this.mailbox;
    }

    get key() {
        return this.signer.key;
    }

    get sent() {
        return this.carrier.kept.filter(({ isOwn, class: number }) => isOwn && number === 5).map(({ bytes }) => bytes);
    }

    /** What a meeting does with bytes that came: the layout and the signature are checked. */
    async take(...messages) {
        const good = [];
        for (const bytes of messages) {
            const facts = this.gossip.read(bytes);
            if (facts && (await isSigned(facts)) && !this.carrier.kept.find(facts.id)) good.push(keptOf(facts, bytes));
        }
        await this.carrier.kept.put(good);
        await this.settle();
    }

    async settle() {
        await this.mailbox.work();
        await this.mailbox.work();
    }

    /** Gives everything to somebody, as nodes do in the end. */
    async carryTo(...others) {
        await this.settle();
        const all = this.carrier.kept.filter(() => true).map(({ bytes }) => bytes);
        for (const other of others) await other.take(...all);
    }

    /** The texts of a conversation with their states. */
    textsWith({ key }) {
        return this.mailbox.letters.all.filter((each) => each.with === key).map(({ text }) => text);
    }

    stateOf(text) {
        return this.mailbox.stateOf(this.mailbox.letters.all.find((each) => each.text === text)).state;
    }

    async signed(kind, first) {
        const time = this.gossip.reading(this.time);
        const { bytes, signed } = this.gossip.draft({ kind, place: PLACE, time, author: this.key, first });
        return joined(bytes, await this.signer.sign(signed));
    }

    line = (text) => this.signed(ROOM_LINE, text);
    prekey = (key) => this.signed(PREKEY, key);
}

/** Two people who know each other's keys. */
export async function acquainted() {
    const [ada, bob] = [await Person.make(), await Person.make()];
    await ada.carryTo(bob);
    await bob.carryTo(ada);
    return [ada, bob];
}

export const sha256 = (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest());
export const vectors = JSON.parse(
    readFileSync(new URL("../Tests/Fixtures/mail-vectors.json", import.meta.url), "utf8"),
);
export const hex = bytesOf;
