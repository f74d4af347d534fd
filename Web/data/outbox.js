// The outbox: texts, votes and reports wait here until the server has them. Each item has a key, so that it counts
// once, however often it is sent. One tab sends at a time, in the order of writing. An item belongs to the account, or
// to the guest, that wrote it: it is sent, and shown, only while the same account is logged in.
import { isPassing, noSpace, reasonOf, refusalOf, wantedPause } from "./outbox-failures.js";
import { alone } from "./outbox-lock.js";
import { OutboxItems, randomKey } from "./outbox-items.js";
import { answers } from "./http.js";

/** @typedef {import("./outbox-failures.js").Outcome} Outcome */

const AGAIN_MS = 30_000;
/** How long to wait after a failure before another answer of the server makes it try again. */
const PAUSE_MS = 5_000;
/** How long a form waits for the outcome, before its item counts as waiting. */
const PATIENCE_MS = 15_000;
const MOST = 100;

/**
 * Fires `change` when an item changes, and `sent` with the item and its answer.
 */
export class Outbox extends EventTarget {
    /** @type {OutboxItems} */
    #kept;
    /** The account that the items are shown to; undefined until it is known, null for a guest. */
    #owner = /** @type {string | null | undefined} */ (undefined);
    /** The key of the item on its way. */
    #sending = "";
    /** @type {Map<string, Outcome | null>} */
    #outcomes = new Map();
    /** @type {Promise<void> | null} */
    #running = null;
    #isWanted = false;
    /** Before this time, nothing is sent: the server asked for it. */
    #notBefore = 0;
    #failedAt = -Infinity;

    /**
     * @param {{
     *   store: Promise<import("./outbox-items.js").Store>,
     *   community: Pick<import("./community.js").Community, "lastMe" | "renewedMe" | "addEventListener">,
     *   carry: (item: OutboxItem, keep: () => Promise<void>) => Promise<any>,
     *   now: () => number,
     *   locks?: LockManager,
     * }} parts `carry` sends one item; it calls `keep` after each change of the item.
     */
    constructor({ store, community, carry, now, locks }) {
        super();
        this.#kept = new OutboxItems(store);
        this.#kept.addEventListener("change", () => this.dispatchEvent(new Event("change")));
        this.community = community;
        this.carry = carry;
        this.now = now;
        this.locks = locks;
    }

    /** Reads the items, sends them, and goes on as long as the page is open. */
    start() {
        const visible = () => document.hidden || this.flush();
        window.addEventListener("online", visible);
        document.addEventListener("visibilitychange", visible);
        window.setInterval(visible, AGAIN_MS);
        answers.addEventListener("answer", () => {
            if (!this.#running && this.hasWaiting && this.now() - this.#failedAt >= PAUSE_MS) this.flush();
        });
        this.community.addEventListener("me", () => {
            // The next account must not see the items of the last one.
            this.#owner = undefined;
            this.dispatchEvent(new Event("change"));
            this.flush();
        });
        this.community.addEventListener("removed", (event) =>
            this.#kept.forget(/** @type {CustomEvent<string>} */ (event).detail),
        );
        return this.flush();
    }

    /** The items of the account that is logged in, the first one first. */
    get items() {
        return this.#kept.all
            .filter((item) => item.owner === this.#owner)
            .map((item) => (item.key === this.#sending ? { ...item, state: /** @type {const} */ ("sending") } : item));
    }

    /** The items that no form is waiting for. */
    get shown() {
        return this.items.filter(({ key }) => !this.#outcomes.has(key));
    }

    get hasWaiting() {
        return this.items.some(({ state }) => state === "waiting");
    }

    /**
     * Keeps an item, and tries to send it now. Resolves when the server has answered, or cannot be reached. A refused
     * item is not kept: the form that wrote it still has it.
     *
     * @param {Pick<OutboxItem, "kind" | "owner" | "body"> & Partial<OutboxItem>} written
     * @param {() => void} [kept] called when the item is on the disk.
     * @returns {Promise<Outcome>}
     */
    async add(written, kept = () => {}) {
        const item = { key: randomKey(), number: this.now(), writtenAt: this.now(), tries: 0, ...written };
        try {
            await this.#kept.read();
            const own = this.#kept.all.filter(({ owner }) => owner === item.owner);
            if (own.length >= MOST) return { state: "refused", failure: noSpace() };
            // Two items of one millisecond keep their order.
            item.number = Math.max(item.number, ...this.#kept.all.map(({ number }) => number + 1));
            this.#owner = item.owner;
            this.#outcomes.set(item.key, null);
            await this.#kept.put({ ...item, state: "waiting" });
        } catch (failure) {
            console.info("the item could not be kept:", failure);
            this.#outcomes.delete(item.key);
            return { state: "refused", failure: noSpace() };
        }
        kept();
        let timer;
        const patience = new Promise((resolve) => {
            timer = setTimeout(resolve, PATIENCE_MS);
        });
        await Promise.race([this.flush(), patience]);
        clearTimeout(timer);
        return this.#outcome(item.key);
    }

    /**
     * @param {string} key
     * @returns {Promise<Outcome>}
     */
    async #outcome(key) {
        const known = this.#outcomes.get(key);
        this.#outcomes.delete(key);
        this.dispatchEvent(new Event("change"));
        if (known?.state === "sent") return known;
        const item = this.#kept.find(key);
        if (!item) return { state: "sent" };
        if (item.state !== "refused") return { state: "waiting" };
        await this.#kept.remove(key);
        return { state: "refused", failure: refusalOf(item) };
    }

    /**
     * Takes an item out, and returns it; null if it is gone, or on its way, or when the device does not give it out.
     *
     * @param {string} key
     * @returns {Promise<OutboxItem | null>}
     */
    async take(key) {
        if (key === this.#sending) return null;
        return this.#locked(async () => {
            await this.#kept.read();
            const item = this.#kept.find(key);
            if (item) await this.#kept.remove(key);
            return item;
        }).catch((failure) => {
            console.info("the item could not be taken out:", failure);
            return null;
        });
    }

    /**
     * Sends a refused item again, as it is.
     *
     * @param {string} key
     */
    async tryAgain(key) {
        const item = this.#kept.find(key);
        try {
            if (item) await this.#kept.put({ ...item, state: "waiting", reason: undefined });
        } catch (failure) {
            console.info("the item stays as it was:", failure);
        }
        return this.flush();
    }

    /**
     * Sends the waiting items now. Resolves when all are sent, or when no more can be sent now.
     *
     * @returns {Promise<void>}
     */
    flush() {
        this.#isWanted = true;
        this.#running ??= this.#run();
        return this.#running;
    }

    async #run() {
        try {
            while (this.#isWanted) {
                this.#isWanted = false;
                await this.#locked(() => this.#sendAll());
            }
        } catch (failure) {
            console.info("the outbox could not be read:", failure);
        } finally {
            this.#running = null;
        }
    }

    /**
     * @template Result
     * @param {() => Promise<Result>} body
     */
    #locked(body) {
        return alone(this.locks, body);
    }

    async #sendAll() {
        await this.#kept.read();
        if (this.#kept.all.length === 0) return;
        const last = await this.community.lastMe().catch(() => undefined);
        if (last) this.#own(last);
        if (!this.hasWaiting || this.now() < this.#notBefore) return;
        try {
            // Somebody else may have logged in since this page last asked.
            this.#own(await this.community.renewedMe());
        } catch (failure) {
            this.#stopped(failure);
            return;
        }
        for (let next = this.#next(); next; next = this.#next()) {
            if (!(await this.#send(next))) return;
            await this.#kept.read();
        }
    }

    /** @param {Me} me */
    #own({ account }) {
        const owner = account?.id ?? null;
        if (owner === this.#owner) return;
        this.#owner = owner;
        this.dispatchEvent(new Event("change"));
    }

    #next() {
        return this.#kept.all.find(({ owner, state }) => owner === this.#owner && state === "waiting");
    }

    /**
     * Sends one item, and returns whether to go on with the next one.
     *
     * @param {OutboxItem} item
     */
    async #send(item) {
        this.#sending = item.key;
        item.tries += 1;
        const keep = () => this.#kept.put(item);
        try {
            await keep();
            const answer = await this.carry(item, keep);
            await this.#sent(item, answer);
            return true;
        } catch (failure) {
            if (isPassing(failure, item)) {
                this.#stopped(failure);
                return false;
            }
            await this.#park(item, failure);
            return true;
        } finally {
            this.#sending = "";
            this.dispatchEvent(new Event("change"));
        }
    }

    /**
     * @param {OutboxItem} item
     * @param {any} answer
     */
    async #sent(item, answer) {
        const isAwaited = this.#outcomes.has(item.key);
        if (isAwaited) this.#outcomes.set(item.key, { state: "sent", answer });
        await this.#kept.remove(item.key);
        this.dispatchEvent(new CustomEvent("sent", { detail: { item, answer, isAwaited } }));
    }

    /**
     * The server does not take this item. It waits for its writer, and the others go on.
     *
     * @param {OutboxItem} item
     * @param {unknown} failure
     */
    async #park(item, failure) {
        console.info("an item was not accepted:", failure);
        await this.#kept.put({ ...item, state: "refused", reason: reasonOf(failure) });
    }

    /** @param {unknown} failure */
    #stopped(failure) {
        this.#failedAt = this.now();
        const seconds = wantedPause(failure);
        if (seconds === undefined) return;
        this.#notBefore = this.now() + 1_000 * seconds;
        setTimeout(() => this.flush(), 1_000 * seconds);
    }
}
