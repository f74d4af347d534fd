// The help pins of this phone: those whose messages it has checked, and its own, which it carries to a node.
import { NOW } from "../classes.js";
import { isOver } from "../kept-messages.js";
import { millisecondsOf } from "../bytes.js";

/**
 * @typedef {import("../../data/help-pins.js").Pin} Pin
 * @typedef {{id: string, message: import("../kept-messages.js").Kept, position: Position, text: string}} Asked
 */

export class PhonePins {
    /**
     * @param {import("../carrier.js").Carrier} carrier
     * @param {() => import("../hidden.js").HiddenThings} hidden what the place hides now.
     */
    constructor(carrier, hidden) {
        this.carrier = carrier;
        this.hidden = hidden;
    }

    /** @type {Pin[] | null} */
    #said = null;
    /**
     * Own pins that a node has kept since it said that.
     *
     * @type {Set<string>}
     */
    #given = new Set();
    /** @type {Set<string>} */
    #unsent = new Set();

    /** Whether a node has kept own pins since the last call: then it has more to say. */
    noteGiven() {
        const unsent = this.#read().asked.filter(({ message }) => isUnsent(message));
        const still = new Set(unsent.map(({ id }) => id));
        const given = [...this.#unsent].filter((id) => !still.has(id));
        for (const id of given) this.#given.add(id);
        this.#unsent = still;
        return given.length > 0;
    }

    hear() {
        this.carrier.hear(NOW);
    }

    /**
     * The checked pins that nobody resolved. The node says which of them operators resolved, and the names of the roster;
     * a pin that no node has yet, or only since then, is there all the same.
     *
     * @param {Pin[] | null} said null where no node answers.
     * @returns {Pin[]}
     */
    pins(said) {
        if (said !== this.#said) [this.#said, this.#given] = [said, new Set()];
        const known = said && new Map(said.map((pin) => [pin.id, pin]));
        const { asked, resolved } = this.#read();
        return asked
            .filter(({ id, message }) => !resolved.has(`${id} ${message.author}`))
            .flatMap((each) => {
                const there = known?.get(each.id);
                const isNewer = isUnsent(each.message) || this.#given.has(each.id);
                return known && !there && !isNewer ? [] : [this.#pin(each, there)];
            });
    }

    /** @param {Asked} asked @param {Pin | undefined} said @returns {Pin} */
    #pin({ id, message, position, text }, said) {
        const isOwn = message.author === this.carrier.signer.key;
        const state = isUnsent(message) ? message.state : null;
        return {
            id,
            position,
            text,
            time: millisecondsOf(message.time),
            author: message.author ?? "",
            name: said?.name ?? "",
            isNamed: said?.isNamed ?? false,
            isOwn,
            mayResolve: isOwn || (said?.mayResolve ?? false),
            state: /** @type {Pin["state"]} */ (state),
            reason: message.reason ?? "",
        };
    }

    /**
     * Reads the pins and resolutions on this phone, without hidden ones. A resolution counts for the pin of its author alone.
     */
    #read() {
        const { carrier } = this;
        const now = carrier.now();
        const hidden = this.hidden();
        const resolved = new Set();
        /** @type {Asked[]} */
        const asked = [];
        const messages = carrier.kept.filter(
            (each) => each.class === NOW && each.place === carrier.place && !isOver(each, now) && !hidden.has(each),
        );
        for (const message of messages) {
            const body = carrier.gossip.helpPin(message.bytes);
            if (!body) continue;
            const { pin: id, position, text } = body;
            if (!position) resolved.add(`${id} ${message.author}`);
            else if (/\S/.test(text)) asked.push({ id, message, position, text });
        }
        return { asked, resolved };
    }

    /** @param {Position} position @param {string} text */
    ask(position, text) {
        return this.carrier.askForHelp(position, text);
    }

    /**
     * Resolves an own pin, and takes it out where no node has it.
     *
     * @param {string} id
     */
    async resolve(id) {
        const { asked } = this.#read();
        const own = asked.find((each) => each.id === id && each.message.author === this.carrier.signer.key);
        if (!own) return false;
        if (isUnsent(own.message)) await this.carrier.discard(own.message.id);
        else await this.carrier.resolveHelp(id);
        return true;
    }
}

/** @param {import("../kept-messages.js").Kept} message */
const isUnsent = ({ state }) => state === "waiting" || state === "refused";
