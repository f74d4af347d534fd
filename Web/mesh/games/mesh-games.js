// Games of bocce with people at any nodes. The node says what follows from all messages; this phone signs its own, and
// keeps them until a node has them. What it signed once is sent again as it was: two different throws after one message
// lose the game.
import { ownName } from "../../address/root.js";
import { blockedAuthors } from "../blocked.js";
import { classOf, NOW, TALK } from "../classes.js";
import { keyCode } from "../key-picture.js";
import { inOrder, isOver } from "../kept-messages.js";
import { bodyOf, beginField, JOIN, LEAVE, offerField, plainField, throwField, USUAL } from "./bodies.js";
import { knownGame, offeredGame } from "./known-game.js";

const LOCK = ownName("hereabouts-games");
const AGAIN_MS = 60_000;

/**
 * @typedef {import("./known-game.js").KnownGame} KnownGame
 * @typedef {import("./known-game.js").OwnMessage} OwnMessage
 */

/** Fires `change`. */
export class MeshGames extends EventTarget {
    /** @type {MeshBocceGame[] | null} */
    #said = null;
    /** The failure of the last question; null after an answer. */
    failure = /** @type {unknown} */ (null);
    /** Whether a node has answered since the page opened. */
    isAnswered = false;
    /** @type {Promise<void> | null} */
    #started = null;
    /** The ids of own messages that no node had. */
    #unsent = new Set();
    /** Whether an answer is under way, and whether something changed meanwhile. */
    #isAsking = false;
    #isOld = false;
    #signing = Promise.resolve();

    /**
     * @param {{node: import("../node.js").MeshNode, carrier: import("../carrier.js").Carrier | null,
     *   clock: () => number, locks?: LockManager}} parts without a carrier this page can only look.
     */
    constructor({ node, carrier, clock, locks }) {
        super();
        this.node = node;
        this.carrier = carrier;
        this.clock = clock;
        this.locks = locks;
    }

    /** Asks the node, now and whenever games change. */
    start() {
        this.#started ??= this.#start();
        return this.#started;
    }

    async #start() {
        this.#said = (await this.carrier?.database.fact("games")) ?? null;
        this.carrier?.addEventListener("change", () => (this.#hasGiven() ? this.refresh() : this.#changed()));
        // Old games end without an event.
        const again = () => document.hidden || this.again();
        window.setInterval(again, AGAIN_MS);
        window.addEventListener("online", again);
        document.addEventListener("visibilitychange", again);
        this.again();
    }

    /** The node says that a message in a game came. */
    hear() {
        if (!this.#started) return;
        this.carrier?.hear(NOW);
        this.refresh();
    }

    async refresh() {
        this.#isOld = true;
        if (this.#isAsking) return;
        this.#isAsking = true;
        while (this.#isOld) {
            this.#isOld = false;
            await this.#ask();
        }
        this.#isAsking = false;
    }

    async #ask() {
        try {
            const { games } = await this.node.games();
            this.#said = games;
            this.failure = null;
            this.isAnswered = true;
            await this.carrier?.database.keepFact("games", games);
        } catch (failure) {
            console.info("the games did not come:", failure);
            this.failure = failure;
        }
        this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }

    /** Whether a node has kept own messages since the last call: then it has more to say. */
    #hasGiven() {
        const before = this.#unsent;
        const unsent = this.#own().filter(({ message }) => message.state === "waiting");
        this.#unsent = new Set(unsent.map(({ message }) => message.id));
        return [...before].some((id) => !this.#unsent.has(id));
    }

    /**
     * Asks the node, and gives it once more what one did not take: there may have been too many messages, or it was
     * another node.
     */
    async again() {
        const { carrier } = this;
        const refused = this.#own().flatMap(({ message }) => (message.state === "refused" ? [message] : []));
        if (carrier && refused.length > 0) {
            await carrier.kept.put(refused.map((message) => ({ ...message, state: "waiting", reason: undefined })));
            carrier.meet([NOW]);
        }
        await this.refresh();
    }

    /** Whether anything is known of games. */
    get isKnown() {
        return this.#said !== null || this.#own().length > 0;
    }

    /** Whether this page can sign, and so play. */
    get canPlay() {
        return this.carrier !== null;
    }

    get key() {
        return this.carrier?.signer.key ?? null;
    }

    now() {
        return this.carrier?.now() ?? this.clock();
    }

    /**
     * The games, without those of blocked people, the one that was offered last first.
     *
     * @returns {KnownGame[]}
     */
    get all() {
        const own = this.#own();
        const end = this.now() - (classOf(NOW)?.life ?? 0);
        const said = (this.#said ?? []).filter(({ offered: time }) => time > end);
        const ids = new Set(said.map(({ id }) => id));
        const offered = own.flatMap((each) => offeredGame(each) ?? []).filter(({ id }) => !ids.has(id));
        const blocked = blockedAuthors();
        return [...said, ...offered]
            .map((game) =>
                knownGame(
                    game,
                    own.filter((each) => each.game === game.id),
                    this.key,
                ),
            )
            .filter(({ you, blue, orange }) => you || !(blue.key in blocked || (orange?.key ?? "") in blocked))
            .sort((one, other) => other.offered - one.offered);
    }

    /** @param {string} id */
    find(id) {
        return this.all.find((game) => game.id === id) ?? null;
    }

    /**
     * The own messages in games, the first one first.
     *
     * @returns {OwnMessage[]}
     */
    #own() {
        const { carrier } = this;
        if (!carrier) return [];
        const now = carrier.now();
        const messages = carrier.kept.filter(
            (each) =>
                each.class === NOW &&
                each.place === carrier.place &&
                each.author === carrier.signer.key &&
                !isOver(each, now),
        );
        return messages.sort(inOrder).flatMap((message) => {
            const said = carrier.gossip.gameBody(message.bytes);
            return said ? [{ ...bodyOf(said), message }] : [];
        });
    }

    /**
     * The name of a player: the roster's, or else that which they showed last in a room; empty for none. The letters of
     * the key stand beside a name that the roster does not have.
     *
     * @param {MeshPlayer} player
     */
    nameOf({ key, name, is_named: isNamed }) {
        const letters = keyCode(key);
        if (isNamed || !this.carrier) return { name: name ?? "", isNamed, letters };
        const { kept, gossip } = this.carrier;
        const lines = kept.filter((each) => each.class === TALK && each.author === key).sort(inOrder);
        const shown = lines.map(({ bytes }) => gossip.read(bytes)?.name).filter(Boolean);
        return { name: shown.pop() ?? name ?? "", isNamed, letters };
    }

    /** Offers a game, and returns its id. */
    async offer() {
        const known = new Set(this.#own().map(({ game }) => game));
        await this.#say(null, offerField(USUAL, "blue"));
        return this.#own().find(({ game }) => !known.has(game))?.game ?? "";
    }

    /**
     * Asks to play.
     *
     * @param {string} id
     */
    ask(id) {
        return this.#once(id, ({ hasAsked }) => (hasAsked ? null : plainField(JOIN)));
    }

    /**
     * Begins with somebody who wants to play.
     *
     * @param {string} id
     * @param {string} wish the id of their message.
     */
    begin(id, wish) {
        return this.#once(id, ({ state, you, hasBegun }) =>
            state === "waiting" && you === "blue" && !hasBegun ? beginField(wish) : null,
        );
    }

    /**
     * Throws. Returns whether that was this phone's to do: another tab may have been quicker.
     *
     * @param {string} id
     * @param {number} number of the throw, from 0 on.
     * @param {BocceThrow} thrown
     */
    throw(id, number, thrown) {
        return this.#once(id, ({ game, state, you, unsent, last }) => {
            const isNext = number === game.throws.length + unsent.length;
            return state === "playing" && you && last && isNext ? throwField(last, thrown) : null;
        });
    }

    /**
     * Leaves a game, or takes an offer or a wish back.
     *
     * @param {string} id
     */
    leave(id) {
        return this.#once(id, ({ state }) => (state === "ended" || state === "over" ? null : plainField(LEAVE)));
    }

    /**
     * Says something in a game as it is known now. One tab does that at a time, so that no two messages follow the same
     * one.
     *
     * @param {string} id
     * @param {(game: KnownGame) => Uint8Array | null} fieldFor null for nothing to say.
     * @returns {Promise<boolean>}
     */
    #once(id, fieldFor) {
        return this.#locked(async () => {
            await this.carrier?.kept.load();
            const game = this.find(id);
            const field = game && fieldFor(game);
            if (field) await this.#say(id, field);
            return field !== null;
        });
    }

    /**
     * @template Result
     * @param {() => Promise<Result>} body
     * @returns {Promise<Result>}
     */
    #locked(body) {
        if (this.locks) return this.locks.request(LOCK, body);
        const done = this.#signing.then(body);
        this.#signing = done.then(
            () => {},
            () => {},
        );
        return done;
    }

    /** @param {string | null} about @param {Uint8Array} field */
    async #say(about, field) {
        if (!this.carrier) throw new Error("this page cannot sign");
        await this.carrier.sayInGame(about, field);
    }
}
