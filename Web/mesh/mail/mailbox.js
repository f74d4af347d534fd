// Private messages of this person: seals what they write as soon as a key of the receiver is known, opens what is for them,
// and tells senders by receipts what was opened.
import { blockedAuthors } from "../blocked.js";
import { bytesOf, hexOf, joined, millisecondsOf } from "../bytes.js";
import { KEYS, MAIL, TALK } from "../classes.js";
import { keptOf } from "../kept-messages.js";
import { PREKEY } from "../program.js";
import { lettersOf } from "./arriving.js";
import { conversationsOf, nameOf } from "./conversations.js";
import { DayKeys, KEY_LIFE } from "./day-keys.js";
import { RECEIPT, TEXT } from "./layout.js";
import { Letters, stateOf } from "./letters.js";
import { Receivers } from "./receivers.js";
import { opened, sealed } from "./sealing.js";

const DAY = 86_400_000;
const MAIL_LIFE = 7 * DAY;
/** So many ids fit into the shortest mail. */
const MOST_IDS = 11;
/** So many mails are tried between two changes of the database. */
const AT_ONCE = 32;

/** Fires `change`. */
export class Mailbox extends EventTarget {
    /** @type {Promise<void> | null} */
    #running = null;
    #isWanted = false;

    /**
     * @param {{carrier: import("../carrier.js").Carrier, layout: import("./layout.js").MailLayout,
     *   database: import("./database.js").MailDatabase, lock: (body: () => Promise<void>) => Promise<void>,
     *   isOn: () => boolean}} parts one tab does the work at a time; `isOn`: this person reads private messages.
     */
    constructor({ carrier, layout, database, lock, isOn }) {
        super();
        this.carrier = carrier;
        this.layout = layout;
        this.lock = lock;
        this.isOn = isOn;
        this.keys = new DayKeys(database);
        this.letters = new Letters(database);
        this.receivers = new Receivers(layout);
        carrier.kept.addEventListener("change", () => this.work());
        carrier.look = (exchange) => this.#lookAtRest(exchange);
    }

    get own() {
        return this.carrier.signer.key;
    }

    /** Does what there is to do. Resolves when nothing is left. */
    work() {
        this.#isWanted = true;
        this.#running ??= this.#run();
        return this.#running;
    }

    async #run() {
        while (this.#isWanted) {
            this.#isWanted = false;
            try {
                await this.lock(() => this.#workOnce());
            } catch (failure) {
                console.info("private messages have to wait:", failure);
            }
            this.dispatchEvent(new Event("change"));
        }
        this.#running = null;
    }

    async #workOnce() {
        const { carrier } = this;
        await this.letters.load();
        await this.keys.load(carrier.clock());
        this.receivers.load(carrier);
        if (carrier.place === null) return;
        await this.#spreadKey(carrier.place);
        await this.#openAll(carrier.kept.filter((each) => each.class === MAIL));
        await this.#sealAll(carrier.place);
        await this.#sendReceipts(carrier.place);
        await this.letters.prune(carrier.now() - KEY_LIFE);
    }

    /**
     * Who has written a line is known by the key anyway; others say nothing of themselves before they come here.
     *
     * @param {bigint} place
     */
    async #spreadKey(place) {
        const { carrier, keys } = this;
        const hasWritten = () => carrier.kept.filter((each) => each.class === TALK && each.isOwn === true).length > 0;
        if (!keys.isDue(carrier.clock()) || !(this.isOn() || hasWritten())) return;
        const { key } = await keys.make(carrier.clock());
        const time = carrier.gossip.reading(carrier.now());
        const { bytes, signed } = carrier.gossip.draft({ kind: PREKEY, place, time, author: this.own, first: key });
        await this.#give(joined(bytes, await carrier.signer.sign(signed)), [KEYS]);
    }

    /** @param {Uint8Array} bytes of an own message. @param {number[]} classes */
    async #give(bytes, classes) {
        const facts = this.carrier.gossip.read(bytes);
        if (!facts) throw new Error("these bytes are no message");
        await this.carrier.kept.put([{ ...keptOf(facts, bytes), isOwn: true, state: "waiting" }]);
        this.carrier.meet(classes);
    }

    /**
     * Looks at mail that this phone has no space to carry: some of it may be for this person.
     *
     * @param {import("../exchange.js").Exchange} exchange
     */
    async #lookAtRest(exchange) {
        if (!exchange.isFull(MAIL)) return;
        await exchange.lookAt(MAIL, this.letters.tried, (mails) => this.lock(() => this.#openAll(mails)));
        this.work();
    }

    /** @param {import("../kept-messages.js").Kept[]} mails */
    async #openAll(mails) {
        const { place } = this.carrier;
        const isNew = (/** @type {import("../kept-messages.js").Kept} */ each) =>
            each.class === MAIL && each.place === place && !each.isOwn && !this.letters.hasTried(each.id);
        const untried = mails.filter(isNew);
        for (let start = 0; start < untried.length; start += AT_ONCE) {
            const came = [];
            const tried = [];
            for (const { id, bytes, time, place: code } of untried.slice(start, start + AT_ONCE)) {
                const content = await opened(this.layout, this.own, this.keys.list, code, bytes);
                tried.push({ id, time: millisecondsOf(time) });
                if (content) came.push(...lettersOf(id, content, millisecondsOf(time), this));
            }
            await this.letters.put(came, tried);
        }
    }

    /** @param {bigint} place */
    async #sealAll(place) {
        for (const letter of this.letters.all) {
            if (!letter.isOwn) continue;
            if (letter.sealed) await this.#handOver(letter, letter.sealed);
            if (letter.message) continue;
            const mail = await this.#seal(place, letter.with, TEXT, new TextEncoder().encode(letter.text));
            if (!mail) continue;
            const { id, end, bytes } = mail;
            await this.#handOver({ ...letter, message: id, end, sealed: bytes }, bytes);
        }
    }

    /**
     * The mail is noted before the carrier has it: a page that is closed in between seals no second one.
     *
     * @param {import("./letters.js").Letter} letter
     * @param {Uint8Array} bytes
     */
    async #handOver(letter, bytes) {
        await this.letters.put([letter]);
        await this.#give(bytes, [MAIL]);
        const { sealed: _, ...rest } = letter;
        await this.letters.put([rest]);
    }

    /**
     * Seals a mail; null where no key of the receiver is known.
     *
     * @param {bigint} place
     * @param {string} author
     * @param {number} what
     * @param {Uint8Array} text
     */
    async #seal(place, author, what, text) {
        const { carrier } = this;
        const receiver = this.receivers.find(author, carrier.now());
        if (!receiver) return null;
        const around = { place, time: carrier.gossip.reading(carrier.now()), people: this.receivers.people };
        const bytes = await sealed(this.layout, carrier.signer, around, receiver, what, text);
        const facts = carrier.gossip.read(bytes);
        if (!facts) throw new Error("the mail is no message");
        const end = Math.min(millisecondsOf(facts.time) + MAIL_LIFE, receiver.made + KEY_LIFE);
        return { id: facts.id, end, bytes };
    }

    /** @param {bigint} place */
    async #sendReceipts(place) {
        const blocked = blockedAuthors();
        const due = this.letters.all.filter((each) => each.receipt === "due" && !(each.with in blocked));
        for (const author of new Set(due.map((each) => each.with))) {
            const theirs = due.filter((each) => each.with === author);
            for (let start = 0; start < theirs.length; start += MOST_IDS) {
                const part = theirs.slice(start, start + MOST_IDS);
                const ids = bytesOf(part.map(({ id }) => id).join(""));
                const mail = await this.#seal(place, author, RECEIPT, ids);
                if (!mail) break;
                await this.#give(mail.bytes, [MAIL]);
                await this.letters.put(part.map((letter) => ({ ...letter, receipt: "sent" })));
            }
        }
    }

    /** @param {string} author */
    nameOf(author) {
        return nameOf(author, this.carrier, this.letters);
    }

    /** The number of unread messages of people who are not blocked. */
    get unread() {
        return this.conversations.reduce((sum, { unread }) => sum + unread, 0);
    }

    /** People with whom there are messages, without those who are blocked; the latest first. */
    get conversations() {
        return conversationsOf(this.letters, blockedAuthors());
    }

    /**
     * How far an own message got, and why a node refused it.
     *
     * @param {import("./letters.js").Letter} letter
     */
    stateOf(letter) {
        const mail = letter.message ? this.carrier.kept.find(letter.message) : undefined;
        return { state: stateOf(letter, mail, this.carrier.now()), reason: mail?.reason ?? "" };
    }

    /**
     * Keeps a message for somebody: it is sealed as soon as a key of theirs is known. Fails with `TooLong`.
     *
     * @param {string} author
     * @param {string} text
     */
    async write(author, text) {
        this.layout.checkLength(text);
        const id = hexOf(crypto.getRandomValues(new Uint8Array(16)));
        const time = this.carrier.now();
        const name = this.nameOf(author);
        await this.#change(() => [{ id, with: author, name, text, time, isOwn: true, message: null }]);
    }

    /**
     * Seals an own message anew: nobody opened it in time, or a node refused it.
     *
     * @param {string} id
     */
    async writeAgain(id) {
        const letter = this.letters.find(id);
        if (!letter) return;
        await this.discard([id]);
        await this.write(letter.with, letter.text);
    }

    /**
     * The messages of somebody are on screen.
     *
     * @param {string} author
     */
    async show(author) {
        const isNew = (/** @type {import("./letters.js").Letter} */ each) => each.with === author && each.isUnread;
        if (!this.letters.all.some(isNew)) return;
        await this.#change(() =>
            this.letters.all.filter(isNew).map((each) => ({ ...each, isUnread: false, receipt: "due" })),
        );
    }

    /** @param {() => import("./letters.js").Letter[]} made after the database was read. */
    async #change(made) {
        await this.lock(async () => {
            await this.letters.load();
            await this.letters.put(made());
        });
        this.dispatchEvent(new Event("change"));
        this.work();
    }

    /**
     * Takes messages out of this phone; nodes may still carry what was sent.
     *
     * @param {string[]} ids
     */
    async discard(ids) {
        const unsent = ids.flatMap((id) => {
            const message = this.letters.find(id)?.message;
            if (!message) return [];
            const state = this.carrier.kept.find(message)?.state;
            return state === "waiting" || state === "refused" ? [message] : [];
        });
        await this.lock(async () => {
            await this.letters.remove(ids);
            await this.carrier.kept.remove(unsent);
        });
        this.dispatchEvent(new Event("change"));
    }
}
