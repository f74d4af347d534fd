// The rooms and their lines, as the screens show them. Where this page can sign, it shows only messages whose signatures it
// has checked, and takes from the node what the messages do not say: names of the roster, and how far a line got. Where it
// cannot, it shows what the node says, and the node writes for it.
import { blockedAuthors } from "./blocked.js";
import { ROSTER } from "./classes.js";
import { HiddenThings } from "./hidden.js";
import { millisecondsOf } from "./bytes.js";
import { readUpTo } from "./read-marks.js";

/**
 * @typedef {{id: string, kind: "general" | "help" | "venue", name: string, lastTime: number, unread: number | null}} Room
 *   `unread` is null where only the time of the last line is known.
 */

/** Fires `change` when rooms or lines may have changed, and `lines` with the room when the node has new lines. */
export class Chat extends EventTarget {
    /** @type {import("./node.js").NodeRoom[] | null} */
    #rooms = null;
    /** The failure of the last question about rooms; null after an answer. */
    failure = /** @type {unknown} */ (null);
    #isOnline = false;
    /**
     * Made again after each change.
     *
     * @type {HiddenThings | null}
     */
    #hidden = null;
    /**
     * Whether a key is the place's, of those that were asked about.
     *
     * @type {Map<string, boolean>}
     */
    #places = new Map();
    /**
     * Private messages; null where this page has none.
     *
     * @type {import("./mail/mailbox.js").Mailbox | null}
     */
    mailbox = null;
    /** @type {import("./games/mesh-games.js").MeshGames | null} */
    games = null;
    /** @type {import("./mail/opening.js").MailAbility} */
    mailAbility = "insecure";

    /**
     * @param {{node: import("./node.js").MeshNode, carrier: import("./carrier.js").Carrier | null,
     *   ability: import("./keys.js").Ability, now: () => number}} parts without a carrier, the node writes.
     */
    constructor({ node, carrier, ability, now }) {
        super();
        this.node = node;
        this.carrier = carrier;
        this.ability = ability;
        this.clock = now;
        carrier?.addEventListener("change", () => this.#changed());
    }

    async start() {
        this.#rooms = (await this.carrier?.database.fact("rooms")) ?? null;
        await this.carrier?.start();
    }

    /** @param {{mailbox: Chat["mailbox"], ability: Chat["mailAbility"]}} mail */
    useMail({ mailbox, ability }) {
        this.mailbox = mailbox;
        this.mailAbility = ability;
        mailbox?.addEventListener("change", () => this.#changed());
    }

    /** Whether the rooms are known. */
    get knowsRooms() {
        return this.#rooms !== null;
    }

    /** Whether the node answered last. */
    get isOnline() {
        return this.carrier ? this.carrier.connection === "online" : this.#isOnline;
    }

    get isAsking() {
        return this.carrier ? this.carrier.connection === "asking" : this.#rooms === null && this.failure === null;
    }

    now() {
        return this.carrier ? this.carrier.now() : this.clock();
    }

    /**
     * The node says that a room has a new line.
     *
     * @param {string} room
     */
    hear(room) {
        this.carrier?.hear();
        this.dispatchEvent(new CustomEvent("lines", { detail: room }));
    }

    /** Asks the node for its rooms. */
    async askForRooms() {
        try {
            const { rooms } = await this.node.rooms();
            this.#rooms = rooms;
            this.failure = null;
            this.#isOnline = true;
            await this.carrier?.database.keepFact("rooms", rooms);
        } catch (failure) {
            this.failure = failure;
            this.#isOnline = false;
        }
        this.#changed();
    }

    /** @returns {Room[] | null} null before anything is known of rooms. */
    get rooms() {
        return this.#rooms && this.#rooms.map((room) => this.#room(room));
    }

    /** @param {import("./node.js").NodeRoom} room @returns {Room} */
    #room({ id, kind, name, last_time: lastTime = 0 }) {
        const read = readUpTo(id);
        if (!this.carrier) return { id, kind, name, lastTime, unread: lastTime > read ? null : 0 };
        const lines = this.messagesOf(id);
        const newest = lines.at(-1);
        const unread = lines.filter(
            ({ time, author }) => millisecondsOf(time) > read && author !== this.carrier?.signer.key,
        );
        const last = newest ? millisecondsOf(newest.time) : 0;
        return { id, kind, name, lastTime: Math.max(lastTime, last), unread: unread.length };
    }

    /**
     * What a room is, without its lines.
     *
     * @param {string} wanted
     */
    findRoom(wanted) {
        return this.#rooms?.find(({ id }) => id === wanted);
    }

    /**
     * The checked messages of a room on this phone, the oldest first, without those of blocked authors and what the place
     * hides.
     *
     * @param {string} room
     */
    messagesOf(room) {
        const { carrier, hidden } = this;
        if (!carrier) return [];
        const blocked = blockedAuthors();
        const { place: here } = carrier;
        return carrier.kept.linesOf(room).filter((message) => {
            const { place, author } = message;
            return place === here && !(author !== null && author in blocked) && !hidden.has(message);
        });
    }

    /** What the place hides, as far as this phone has heard. */
    get hidden() {
        this.#hidden ??= new HiddenThings(
            this.carrier?.kept.filter((each) => each.class === ROSTER && each.place === this.carrier?.place) ?? [],
            (author) => this.#isPlace(author),
        );
        return this.#hidden;
    }

    /** @param {string} author */
    #isPlace(author) {
        const known = this.#places.get(author);
        if (known !== undefined) return known;
        const isPlace = this.carrier?.gossip.placeCode(author) === this.carrier?.place;
        this.#places.set(author, isPlace);
        return isPlace;
    }

    /** A reader blocked or unblocked an author. */
    blockedChanged() {
        this.#changed();
    }

    #changed() {
        this.#hidden = null;
        this.dispatchEvent(new Event("change"));
    }
}
