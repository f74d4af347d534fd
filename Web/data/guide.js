// The guide: venues, their works, and tours. Asks the server, and keeps the last answers on the device.
import { ownName } from "../address/root.js";
import { GuideChanges } from "./guide-changes.js";
import { NotKept, Refused, Unreachable } from "./failures.js";
import { IMPRINT, readImprint } from "./imprint.js";
import { dropAnswers, INDEX, keepAnswer, keptAnswer, publicPart, VENUES } from "./kept-guide.js";
import { keepPictures, patiently } from "./kept-pictures.js";
import { read } from "./http.js";

/** How many venues to request at a time while keeping the guide. */
const CONCURRENCY = 4;
/** Statuses of answers that say that the reader may not see something, or not any more. */
const NOT_SHOWN = [401, 403, 404, 410];
/**
 * Remembers that a curator is logged in on this device. The page then says that drafts are missing while the server
 * does not answer.
 */
const CURATES = ownName("hereabouts.curates");

/**
 * An answer, and when it was kept if it is one from the device; any other holds all changes up to `changed`, and
 * `isStored` says whether the device keeps its public part now.
 *
 * @template Answer
 * @typedef {{answer: Answer, keptAt: number | null, changed?: string, isStored?: boolean}} Dated
 */

/**
 * The contents of the guide, from the server or from the copy on this device. Fires `undone` after a deletion is
 * undone.
 */
export class Guide extends GuideChanges {
    /** Whether a curator has switched editing on. */
    isEditing = false;
    /** How many venues the list shows: as many as the reader had scrolled to. */
    listed = 0;
    /**
     * How far the reader had scrolled in each screen, for the way back.
     *
     * @type {Map<string, {scroll: number, focus: string | null}>}
     */
    places = new Map();
    /** How many layers lay below the screen that was shown last. */
    depth = 0;
    /** Whether the map was turned to the guide. */
    isMapOpened = false;
    /**
     * The last answer, to have something to show at once.
     *
     * @type {GuideIndex | null}
     */
    index = null;
    /**
     * The texts in forms that a curator left before sending, by entry, with the state of the entry at that time.
     *
     * @type {Map<string, {texts: Record<string, string>, base: Record<string, string>, source: object | null,
     *   revision: number}>}
     */
    typed = new Map();
    /**
     * The account that typed them.
     *
     * @type {string | undefined}
     */
    #typist;
    /** Counts the accounts that asked one after another. */
    #asker = 0;

    /** @param {import("./community.js").Community} community */
    constructor(community) {
        super(community);
        community.addEventListener("me", () => this.#becameAnother());
    }

    /**
     * All venues and tours.
     *
     * @param {undefined} [_]
     * @param {AbortSignal} [signal]
     * @returns {Promise<Dated<GuideIndex>>}
     */
    async all(_, signal) {
        const dated = await this.#read(INDEX, signal);
        this.index = dated.answer;
        return dated;
    }

    /**
     * A venue and its works.
     *
     * @param {string} id
     * @param {AbortSignal} [signal]
     * @returns {Promise<Dated<VenueAnswer>>}
     */
    venue(id, signal) {
        return this.#read(`${VENUES}${encodeURIComponent(id)}`, signal);
    }

    /**
     * Keeps the public part of the guide and the imprint on the device, and pictures as far as there is room: first the
     * floor plans, in the size that the map draws.
     *
     * @param {{signal: AbortSignal, progress: (done: number, count: number) => void}} how `progress` is called after
     *   each part.
     */
    async keepWhole({ signal, progress }) {
        await this.#keepAsked(INDEX, signal);
        const index = /** @type {GuideIndex | undefined} */ ((await keptAnswer(INDEX))?.answer);
        const paths = (index?.venues ?? []).map(({ id }) => VENUES + id);
        let done = 0;
        for (let start = 0; start < paths.length; start += CONCURRENCY)
            await Promise.all(
                paths.slice(start, start + CONCURRENCY).map(async (path) => {
                    await this.#keepAsked(path, signal);
                    progress(++done, paths.length);
                }),
            );
        await readImprint(undefined, signal).catch(() => {});
        const wanted = (await Promise.all([...paths, IMPRINT].map(picturesOf))).flat();
        const pictures = [
            ...wanted.filter(({ size }) => size === "large"),
            ...wanted.filter(({ size }) => size !== "large"),
        ];
        const count = paths.length + pictures.length;
        await keepPictures(pictures, { signal, progress: (kept) => progress(paths.length + kept, count) });
    }

    /**
     * Asks the server and keeps the answer. Throws when the device did not keep it. An entry that is no longer in the
     * guide is no fault.
     *
     * @param {string} path
     * @param {AbortSignal} signal
     */
    async #keepAsked(path, signal) {
        try {
            const { keptAt, isStored } = await patiently(() => this.#read(path, signal), signal);
            if (keptAt !== null) throw new Unreachable("nobody answers who has the guide");
            if (!isStored) throw new Error("the device did not keep a part of the guide");
        } catch (failure) {
            if (!(failure instanceof Refused && failure.code === "not_found")) throw failure;
        }
    }

    /** Returns whether the account may edit the guide. */
    async mayEdit() {
        return isCurator(await this.#me());
    }

    /** Whether the last account on this device sees more than everybody does. */
    get curates() {
        return localStorage.getItem(CURATES) !== null;
    }

    /** Returns the account that asks, or null when the server does not say. */
    async #me() {
        const me = await this.community.me().catch(() => null);
        if (!me) return null;
        this.#typist ??= me.account?.id;
        if (isCurator(me)) localStorage.setItem(CURATES, "");
        else localStorage.removeItem(CURATES);
        return me;
    }

    /**
     * Forgets everything that the next account must not see: typed texts, and also all kept answers if guests may not
     * read.
     */
    async #becameAnother() {
        this.#asker += 1;
        this.index = null;
        localStorage.removeItem(CURATES);
        const me = await this.#me();
        if (!me?.may_look) await dropAnswers(() => true);
        if (me?.account && me.account.id !== this.#typist) {
            this.typed.clear();
            this.#typist = me.account.id;
        }
    }

    /**
     * Reads an answer. An answer to the account before is neither kept nor returned: the guide asks again.
     *
     * @param {string} path
     * @param {AbortSignal} [signal]
     * @returns {Promise<Dated<any>>}
     */
    async #read(path, signal) {
        const asker = this.#asker;
        const isSame = () => asker === this.#asker;
        try {
            const { changed, ...answer } = await read(path, {}, signal);
            const isStored = isSame() && (await this.#keep(path, answer));
            if (isSame()) return { answer, changed, keptAt: null, isStored };
        } catch (failure) {
            if (isSame() || signal?.aborted) return this.#readKept(path, failure, signal);
        }
        return this.#read(path, signal);
    }

    /**
     * Returns the kept answer in place of one from the server; without it, throws why there was none.
     *
     * @param {string} path
     * @param {unknown} failure
     * @param {AbortSignal} [signal]
     * @returns {Promise<Dated<any>>}
     */
    async #readKept(path, failure, signal) {
        if (failure instanceof Refused && NOT_SHOWN.includes(failure.status ?? 0)) {
            const mayLook = failure.status !== 401;
            await dropAnswers((each) => (mayLook ? each === path : each === INDEX || each.startsWith(VENUES)));
        }
        if (failure instanceof Refused || signal?.aborted) throw failure;
        const kept = await keptAnswer(path);
        if (kept) return kept;
        throw (await keptAnswer(INDEX)) ? new NotKept(`nobody answers, and ${path} is not kept`) : failure;
    }

    /**
     * Keeps the public part of an answer, and drops entries that are no longer in the guide.
     *
     * @param {string} path
     * @param {GuideIndex | VenueAnswer} answer
     * @returns {Promise<boolean>} whether the device keeps all of the public part.
     */
    async #keep(path, answer) {
        const me = await this.#me();
        if (!me?.may_look) return false;
        const now = Date.now();
        const shown = publicPart(answer, { now, countsAll: isCurator(me) });
        if (!shown) {
            await dropAnswers((each) => each === path);
            return true;
        }
        if ("venues" in shown) {
            const paths = new Set(shown.venues.map(({ id }) => VENUES + id));
            await dropAnswers((each) => each.startsWith(VENUES) && !paths.has(each));
        }
        return keepAnswer(path, shown, now);
    }
}

/** @param {Me | null} me */
function isCurator(me) {
    return me?.account?.role === "curator" || me?.account?.role === "operator";
}

/**
 * Returns the pictures of a kept answer, floor plans in the large size.
 *
 * @param {string} path
 * @returns {Promise<import("./kept-pictures.js").Wanted[]>}
 */
async function picturesOf(path) {
    const answer = (await keptAnswer(path))?.answer;
    const entries = answer?.venue ? [answer.venue, ...answer.works] : [];
    /** @type {Picture[]} */
    const pictures = answer?.pictures ?? entries.flatMap(shownPictures);
    /** @type {FloorPlan[]} */
    const plans = answer?.venue?.detail?.plans ?? [];
    return [
        ...plans.map(({ picture: { id } }) => ({ id, of: path, size: /** @type {const} */ ("large") })),
        ...pictures.map(({ id }) => ({ id, of: path, size: /** @type {const} */ ("medium") })),
    ];
}

/**
 * @param {{picture?: Picture, detail?: VenueDetail}} entry
 * @returns {Picture[]}
 */
function shownPictures({ picture, detail }) {
    const further = (detail?.pictures ?? []).map((each) => each.picture);
    return picture ? [picture, ...further] : further;
}
