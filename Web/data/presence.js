// The positions that people share, and the sharing choices of this member. Asks the server; the device keeps nothing of
// it.
import { squareAt } from "../core/geodesy.js";
import { Latest } from "./latest.js";
import { listen } from "./live.js";
import { read } from "./http.js";
import { simulated } from "./simulated.js";

/** Ten times as fast as comparing one by one, where there are thousands. */
const NAMES = new Intl.Collator();
/** Home areas are requested by squares of this zoom, 20 to 40 km wide. */
const HOME_AREAS_ZOOM = 10;

/** Fires `change` when a person moves or `failure` changes. */
export class Presence extends EventTarget {
    /** @type {Map<string, SeenPerson>} */
    #seen = new Map();
    /**
     * The shown people, in order; computed on demand.
     *
     * @type {SeenPerson[] | null}
     */
    #all = null;
    #latest = new Latest();
    /** Whether something was heard since the answer that is waited for was asked for. */
    #isStale = false;
    /** Whether the server has answered. */
    isKnown = false;
    /**
     * Why the newest answer is missing.
     *
     * @type {unknown}
     */
    failure = null;

    /** @param {import("./community.js").Community} community */
    constructor(community) {
        super();
        this.community = community;
    }

    start() {
        const again = () => this.retry();
        listen({ people: (change) => this.#heard(change), ready: again, reload: again });
        simulated.addEventListener("change", () => this.#changed());
        // The next account must not see the data of the last one.
        this.community.addEventListener("me", () => {
            this.#seen.clear();
            this.#all = null;
            this.isKnown = false;
            this.retry();
        });
        return this.retry();
    }

    async retry() {
        this.#isStale = false;
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => read("/api/v1/people", {}, signal));
            if (!found) return;
            this.#seen = new Map(found.answer.people.map((/** @type {SeenPerson} */ one) => [one.id, one]));
            this.isKnown = true;
            this.failure = null;
        } catch (failure) {
            this.failure = failure;
        }
        this.#changed();
        if (this.#isStale) this.retry();
    }

    /** Everybody on the map: friends first, then members of the same groups, by name. */
    get all() {
        const rank = (/** @type {SeenPerson} */ one) => (one.is_friend ? 0 : one.group ? 1 : 2);
        const order = (/** @type {SeenPerson} */ one, /** @type {SeenPerson} */ other) =>
            rank(one) - rank(other) || NAMES.compare(one.name, other.name);
        this.#all ??= [...this.#seen.values()].filter((one) => simulated.shows(one)).sort(order);
        return this.#all;
    }

    /** Whether some of them are simulated, left out or not. */
    get hasSimulated() {
        return [...this.#seen.values()].some((one) => one.is_simulated);
    }

    /** @param {string} id */
    person(id) {
        const person = this.#seen.get(id);
        return person && simulated.shows(person) ? person : null;
    }

    /** @param {{people: SeenPerson[], gone: string[]}} change */
    #heard({ people, gone }) {
        // An answer that is on its way may be older than this event: another request follows it.
        if (this.#latest.isWaiting) {
            this.#isStale = true;
            return;
        }
        for (const id of gone) this.#seen.delete(id);
        for (const one of people) this.#seen.set(one.id, one);
        this.#changed();
    }

    #changed() {
        this.#all = null;
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Returns the sharing choices of the member.
     *
     * @param {AbortSignal} [signal]
     * @returns {Promise<SharingState>}
     */
    sharing(signal) {
        return this.community.member(read("/api/v1/me/sharing", {}, signal));
    }

    /**
     * Shares something else; it holds when the answer comes.
     *
     * @param {SharingState} state that the fields were made from.
     * @param {Partial<Sharing>} fields
     * @returns {Promise<SharingState>}
     */
    async share({ revision, fields: before }, fields) {
        const state = await this.community.write("PUT", "/api/v1/me/sharing", {
            revision,
            fields: { ...before, ...fields },
        });
        this.dispatchEvent(new CustomEvent("sharing", { detail: state }));
        return state;
    }

    /**
     * Returns what others see of the member now.
     *
     * @param {AbortSignal} [signal]
     * @returns {Promise<ShownState>}
     */
    shown(signal) {
        return this.community.member(read("/api/v1/me/shown", {}, signal));
    }

    /**
     * Returns what others see of the member, and what long watching would reveal.
     *
     * @param {AbortSignal} [signal]
     * @returns {Promise<Exposure>}
     */
    exposure(signal) {
        return this.community.member(read("/api/v1/me/exposure", {}, signal));
    }

    /**
     * Returns the visits of the member, in the order of arrivals.
     *
     * @param {Date} from at most 31 days before `until`; the server asks for the password where this is before the last
     *   day.
     * @param {Date} until
     * @param {AbortSignal} [signal]
     * @returns {Promise<PlaceVisit[]>}
     */
    async visits(from, until, signal) {
        const times = { from: from.toISOString(), until: until.toISOString() };
        return (await this.community.readConfirmed("/api/v1/me/visits", times, signal)).visits;
    }

    /**
     * Returns the area that stands for a home. This device picks it from the areas of the surroundings: the home itself
     * is never sent.
     *
     * @param {Position} home
     * @returns {Promise<HomeCell>}
     */
    async homeArea(home) {
        const around = squareAt(home, HOME_AREAS_ZOOM);
        const { areas } = await this.community.member(read(`/api/v1/home-areas/${around.x}/${around.y}`, {}));
        const cells = areas.map((/** @type {{home: HomeCell}} */ area) => area.home);
        const cell = cells.find((/** @type {HomeCell} */ { zoom, x, y, quarters }) => {
            const quarter = squareAt(home, zoom + 1);
            const bit = 1 << ((quarter.x & 1) | ((quarter.y & 1) << 1));
            return quarter.x >> 1 === x && quarter.y >> 1 === y && (quarters & bit) !== 0;
        });
        if (!cell) throw new Error("no area has the home");
        return cell;
    }

    /**
     * Adds the positions of a GPX, GeoJSON, KML, TCX, FIT or NMEA file to those of the member.
     *
     * @param {File} file
     * @returns {Promise<{added: number, repeated: number, refused_count: number,
     *   refused: {index: number, reason: string}[]}>}
     */
    addTrack(file) {
        return this.community.write("POST", "/api/v1/me/positions", file);
    }

    /** Deletes all reported positions. The choices about sharing stay. */
    forget() {
        return this.community.write("DELETE", "/api/v1/me/positions");
    }

    /**
     * @param {AbortSignal} [signal]
     * @returns {Promise<Device[]>}
     */
    async devices(signal) {
        return (await this.community.member(read("/api/v1/me/devices", {}, signal))).devices;
    }

    /**
     * Returns the quotas of the member, and how much of them is used.
     *
     * @param {AbortSignal} signal
     * @returns {Promise<QuotaUse[]>}
     */
    async quotas(signal) {
        return (await this.community.member(read("/api/v1/me/quotas", {}, signal))).quotas;
    }

    /**
     * @param {{kind: DeviceKind, name: string}} device
     * @returns {Promise<AddedDevice>}
     */
    addDevice(device) {
        return this.community.write("POST", "/api/v1/me/devices", device);
    }

    /** @param {{id: string}} device */
    removeDevice({ id }) {
        return this.community.write("DELETE", `/api/v1/me/devices/${encodeURIComponent(id)}`);
    }

    /**
     * @param {AbortSignal} [signal]
     * @returns {Promise<Friend[]>}
     */
    async friends(signal) {
        return (await this.community.member(read("/api/v1/me/friends", {}, signal))).friends;
    }

    /**
     * Sends a friend request, or accepts one.
     *
     * @param {string} name
     * @returns {Promise<Friend[]>}
     */
    async befriend(name) {
        return (await this.community.write("POST", "/api/v1/me/friends", { name })).friends;
    }

    /** @param {Friend} friend */
    part({ id }) {
        return this.community.write("DELETE", `/api/v1/me/friends/${encodeURIComponent(id)}`);
    }
}
