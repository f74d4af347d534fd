// One meeting of this phone with a node: own messages go first, then each class is compared, and either side gets what it
// lacks. Nothing is kept before its signature holds.
import { judged, parts } from "./bundles.js";
import { bytesOf, millisecondsOf } from "./bytes.js";
import { CARRIED, beginning, classOf, spansOf } from "./classes.js";
import { HEAD, beginningOf, question } from "./comparison.js";
import { isOver, keptOf } from "./kept-messages.js";
import { isSigned } from "./keys.js";
import { MOST_MESSAGES } from "./node.js";

/** How often a comparison begins anew because the node keeps less. */
const MOST_STARTS = 3;
/** How often a full phone compares a class in one meeting; the next meeting goes on. */
const MOST_ROUNDS = 8;
/** Of the longest mail, an answer has space for so many. */
const MOST_AT_ONCE = 100;
/** So many times 100 messages are looked at in one meeting. */
const MOST_LOOKS = 10;
/** @type {{id: string, time: bigint}[]} */
const NONE = [];
/** Messages from farther ahead than nodes take are left at the node. */
const AHEAD_MS = 60_000;

/**
 * What a phone remembers of its meetings while the page is open.
 *
 * @typedef {{
 *   unwanted: Set<string>,
 *   refusals: Map<string, Set<string>>,
 *   reached: Map<string, number | null>,
 *   floors: Map<number, bigint>,
 * }} Memory ids of messages that are no good; by node, ids that it refused; by node and class, the longest span that was
 *   compared; by full class, the time of the oldest message here.
 */

/** @returns {Memory} */
export const newMemory = () => ({ unwanted: new Set(), refusals: new Map(), reached: new Map(), floors: new Map() });

/** A meeting with the node that answers now. */
export class Exchange {
    /**
     * @param {{gossip: import("./program.js").Gossip, node: import("./node.js").MeshNode,
     *   kept: import("./kept-messages.js").KeptMessages, memory: Memory,
     *   facts: {node: string, place: bigint, now: () => number}}} parts `now` by the node's clock, in milliseconds.
     */
    constructor({ gossip, node, kept, memory, facts }) {
        this.gossip = gossip;
        this.node = node;
        this.kept = kept;
        this.memory = memory;
        this.facts = facts;
    }

    /** Gives the node the own messages that wait. */
    async giveWaiting() {
        const waiting = this.kept.waiting.filter(({ place }) => place === this.facts.place);
        for (const part of parts(waiting)) await this.#give(part);
    }

    /**
     * Compares the messages of some classes.
     *
     * @param {number[]} [numbers] all that a phone carries if missing.
     */
    async compare(numbers) {
        for (const { number, life } of CARRIED) {
            if (numbers && !numbers.includes(number)) continue;
            const key = `${this.facts.node} ${number}`;
            const spans = spansOf(life);
            const known = this.memory.reached.get(key);
            const first = known === undefined ? 0 : spans.indexOf(known);
            for (const span of spans.slice(Math.max(0, first))) {
                await this.#compareSpan(number, span);
                this.memory.reached.set(key, span);
                if (this.memory.floors.has(number)) break;
            }
        }
    }

    /**
     * Compares a class as far back as there is space. Ids say nothing of their times, so a full phone has got some
     * messages that are older than others that it lacks: it drops the oldest, and compares what is after them.
     *
     * @param {number} number
     * @param {number | null} span
     */
    async #compareSpan(number, span) {
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
            const fetched = await this.#compareSince(number, this.#since(number, span));
            this.memory.floors = await this.kept.prune(this.facts.now(), this.memory.floors);
            if (fetched === 0 || !this.memory.floors.has(number)) return;
        }
    }

    /**
     * The second at which a comparison begins: what a full phone has no space for is left out.
     *
     * @param {number} number
     * @param {number | null} span
     */
    #since(number, span) {
        const floor = this.memory.floors.get(number);
        const full = floor === undefined ? 0 : Math.ceil(millisecondsOf(floor) / 60_000) * 60;
        return Math.max(beginning(span, this.facts.now()), full);
    }

    /**
     * Compares a class from a second on, and returns how many good messages came.
     *
     * @param {number} number
     * @param {number} since
     */
    async #compareSince(number, since) {
        let fetched = 0;
        for (let start = 0; start < MOST_STARTS; start += 1) {
            const found = await this.#negotiate(number, since);
            await this.#giveLacking(found.have);
            fetched += await this.#fetch(found.need, number);
            if (found.since === since) break;
            since = found.since;
        }
        return fetched;
    }

    /**
     * Finds out which ids each side lacks.
     *
     * @param {number} number
     * @param {number} since
     * @param {{id: string, time: bigint}[]} [more] messages that are not lacking, though they are not here.
     */
    async #negotiate(number, since, more = NONE) {
        const { gossip } = this;
        const kept = this.kept.filter(
            (each) => each.class === number && each.place === this.facts.place && each.state !== "refused",
        );
        const items = [...kept, ...more.filter(({ id }) => !this.kept.find(id))];
        const seed = crypto.getRandomValues(new BigUint64Array(1))[0];
        const [have, need] = [new Set(), new Set()];
        let message = gossip.open(items, since, seed);
        for (;;) {
            const answer = await this.node.query(question(number, since, message));
            const answered = beginningOf(answer);
            if (answered !== since) return { have, need, since: Math.max(since, answered) };
            const step = gossip.receive(answer.slice(HEAD));
            if (!step) throw new Error("the node's answer to a comparison cannot be read");
            for (const id of step.have) have.add(id);
            for (const id of step.need) need.add(id);
            if (step.next !== "send") return { have, need, since };
            message = step.message;
        }
    }

    /** @param {Set<string>} ids */
    async #giveLacking(ids) {
        const refused = this.#refusedHere;
        const messages = [...ids].flatMap((id) => (refused.has(id) ? [] : (this.kept.find(id) ?? [])));
        for (const part of parts(messages)) {
            const verdicts = await this.#give(part);
            for (const [id, { state }] of verdicts) if (state === "refused") refused.add(id);
        }
    }

    /**
     * Gives messages to the node, and notes what it says about those that wait.
     *
     * @param {import("./kept-messages.js").Kept[]} messages
     */
    async #give(messages) {
        const bundle = this.gossip.bundle(
            this.facts.place,
            messages.map(({ bytes }) => bytes),
        );
        const { verdicts } = await this.node.give(bundle);
        const said = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
        const waiting = messages.filter((message) => message.state === "waiting");
        await this.kept.put(waiting.flatMap((message) => judged(message, said.get(message.id))));
        return said;
    }

    /** The ids that this node refused: it refuses them again. */
    get #refusedHere() {
        const { refusals } = this.memory;
        const known = refusals.get(this.facts.node) ?? new Set();
        refusals.set(this.facts.node, known);
        return known;
    }

    /**
     * Fetches messages as far as there is space for them, and returns how many good ones came.
     *
     * @param {Set<string>} ids
     * @param {number} number
     */
    async #fetch(ids, number) {
        const limit = CARRIED.find((each) => each.number === number)?.bytes ?? 0;
        let fetched = 0;
        // Comparisons go from old to new.
        let wanted = [...ids].filter((id) => !this.memory.unwanted.has(id)).reverse();
        while (wanted.length > 0 && this.kept.bytesOf(number) <= limit) {
            const part = wanted.slice(0, MOST_MESSAGES);
            const { taken, came } = await this.fetch(part);
            await this.kept.put(taken.filter((message) => message.class === number));
            fetched += taken.length;
            // An answer without any of them is the last one.
            if (came.size === 0) break;
            wanted = wanted.filter((id) => !came.has(id));
        }
        return fetched;
    }

    /**
     * Fetches messages by their ids, and checks them.
     *
     * @param {string[]} ids at most 256.
     * @returns {Promise<{taken: import("./kept-messages.js").Kept[], came: Set<string>}>} the good ones, and the ids of
     *   all that came.
     */
    async fetch(ids) {
        const bundle = await this.node.fetch(bytesOf(ids.join("")));
        const messages = this.gossip.unbundle(this.facts.place, bundle);
        if (!messages) throw new Error("the node's bundle is damaged");
        const wanted = new Set(ids);
        const came = new Set();
        const taken = [];
        for (const bytes of messages) {
            const facts = this.gossip.read(bytes);
            if (!facts || !wanted.has(facts.id)) continue;
            came.add(facts.id);
            if (await this.#isGood(facts)) taken.push(keptOf(facts, bytes));
            else this.memory.unwanted.add(facts.id);
        }
        return { taken, came };
    }

    /**
     * Whether there was no space for older messages of a class.
     *
     * @param {number} number
     */
    isFull(number) {
        return this.memory.floors.has(number);
    }

    /**
     * Looks once at messages of a class for which there is no space here, the newest first, and only at so many in one
     * meeting.
     *
     * @param {number} number
     * @param {{id: string, time: bigint}[]} seen those that were looked at before.
     * @param {(messages: import("./kept-messages.js").Kept[]) => Promise<void>} look
     */
    async lookAt(number, seen, look) {
        let since = beginning(classOf(number)?.life ?? null, this.facts.now());
        let found = await this.#negotiate(number, since, seen);
        if (found.since !== since) {
            since = found.since;
            found = await this.#negotiate(number, since, seen);
        }
        const wanted = [...found.need].filter((id) => !this.memory.unwanted.has(id)).reverse();
        for (let part = 0; part < MOST_LOOKS; part += 1) {
            const ids = wanted.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE);
            if (ids.length === 0) return;
            const { taken } = await this.fetch(ids);
            await look(taken.filter((message) => message.class === number));
        }
    }

    /** @param {import("./program.js").Facts} facts */
    async #isGood(facts) {
        const now = this.facts.now();
        if (facts.place !== this.facts.place || isOver(facts, now)) return false;
        if (millisecondsOf(facts.time) > now + AHEAD_MS || !(await isSigned(facts))) return false;
        this.gossip.learn(facts.time, now);
        return true;
    }
}
