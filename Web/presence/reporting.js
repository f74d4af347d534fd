// This page as a device that reports the position of a member while it is open. It is off at first; this device
// remembers the choice.
import { ownName } from "../address/root.js";
import { metresBetween } from "../core/geodesy.js";
import { Refused } from "../data/failures.js";
import { sendAs } from "../data/http.js";
import { atHome } from "./home-areas.js";

const KEPT = ownName("hereabouts.reporting");
const KEPT_INTERVAL = ownName("hereabouts.reporting.interval");
/** The devices that were given up and are in the list yet. */
const KEPT_LEFT = ownName("hereabouts.reporting.left");
/** The choice of seconds between reports. */
export const INTERVALS = [10, 30, 60, 300, 900, 3600];
const DEFAULT_INTERVAL = 300;
/** A smaller move counts as standing still. The page then sends nothing, … */
const STILL_METRES = 25;
/** … but once after this time that the member is still there, because coarse sharing publishes stays only, … */
const STAY_MS = 600_000;
/** … and then now and then. */
const STILL_MS = 1_800_000;
/** The most reports that wait for a network: a day at the default interval. */
const MOST_WAITING = 300;
/** The pause between attempts without an answer. */
const AGAIN_MS = 30_000;

/**
 * The kept state of this device. It holds the home areas, so that no exact position in them leaves the device, also
 * without a network.
 *
 * @typedef {{account: string, device: string, token: string, interval: number, areas: SharingState["areas"],
 *   isAtHome: boolean}} Kept
 *
 * @typedef {{time: number, lat: number, lon: number, accuracy?: number, speed?: number, course?: number}} Report
 */

/** Fires `change` when it is switched, and when something was sent or was not. */
export class Reporting extends EventTarget {
    /** @type {Kept | null} */
    #kept = null;
    /** @type {ReturnType<import("../position/position.js").MyPosition["feed"]["read"]> | null} */
    #reader = null;
    /** @type {Report[]} */
    #waiting = [];
    /**
     * The last position, its time, and whether the member was there before.
     *
     * @type {{at: number, position: Position, isStill: boolean} | null}
     */
    #last = null;
    #isSending = false;
    #timer = 0;
    /** When something was sent last, in milliseconds since 1970; 0 before. */
    sentAt = 0;
    /**
     * Why the last attempt to send failed.
     *
     * @type {unknown}
     */
    failure = null;
    /** Whether the server knows this device no more. */
    wasRemoved = false;

    /**
     * @param {{presence: import("../data/presence.js").Presence, position: import("../position/position.js").MyPosition, now: () => number}} parts
     */
    constructor({ presence, position, now }) {
        super();
        this.presence = presence;
        this.position = position;
        this.now = now;
        presence.addEventListener("sharing", (event) => this.#shares(/** @type {CustomEvent} */ (event).detail));
        presence.community.addEventListener("me", () => this.#becomes());
        position.addEventListener("change", () => this.#changed());
        window.addEventListener("online", () => this.#leave());
        // Another tab has switched it off, or has learned of another home area.
        window.addEventListener("storage", ({ key, newValue }) => {
            if (key !== KEPT || !this.#kept) return;
            if (newValue === null) return this.#end();
            this.#kept = JSON.parse(newValue);
            this.#conceal();
        });
    }

    get isOn() {
        return this.#kept !== null;
    }

    get interval() {
        return this.#kept?.interval ?? (Number(localStorage.getItem(KEPT_INTERVAL)) || DEFAULT_INTERVAL);
    }

    /** How many reports wait for a network. */
    get waiting() {
        return this.#waiting.length;
    }

    /** Continues reporting after the page was closed, for the account that switched it on. */
    async resume() {
        this.#kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
        await this.#becomes();
    }

    /**
     * Begins to report. The page must already have permission to use the position.
     *
     * @param {Account} account
     * @param {string} name the name of the device.
     */
    async switchOn({ id }, name) {
        const state = await this.presence.sharing();
        const { device, token } = await this.presence.addDevice({ kind: "page", name });
        this.#kept = { account: id, device: device.id, token, interval: this.interval, ...concealed(state) };
        this.wasRemoved = false;
        this.failure = null;
        this.#keep();
        this.#begin();
    }

    /** Goes on, now that the position is allowed. */
    goOn() {
        if (this.isHeld) this.#begin();
    }

    /** Stops reporting. The server removes the device from the list as soon as it answers. */
    async switchOff() {
        if (this.#kept) keepLeft([...left(), { account: this.#kept.account, id: this.#kept.device }]);
        this.#end();
        await this.#leave();
    }

    /** Removes the given-up devices of the owner from the list. A failed removal is tried again later. */
    async #leave() {
        if (left().length === 0) return;
        const me = await this.presence.community.me().catch(() => null);
        for (const device of left().filter(({ account }) => account === me?.account?.id)) {
            try {
                await this.presence.removeDevice(device);
            } catch (failure) {
                // A device that no longer exists is as good as removed.
                if (!(failure instanceof Refused && failure.code === "not_found")) return;
            }
            keepLeft(left().filter(({ id }) => id !== device.id));
        }
    }

    /** @param {number} seconds from one report to the next, now and when it is switched on. */
    every(seconds) {
        localStorage.setItem(KEPT_INTERVAL, String(seconds));
        if (!this.#kept) return;
        this.#kept = { ...this.#kept, interval: seconds };
        this.#keep();
        this.#changed();
    }

    #keep() {
        localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    }

    /** @param {SharingState} state */
    #shares(state) {
        if (!this.#kept) return;
        this.#kept = { ...this.#kept, ...concealed(state) };
        this.#keep();
        this.#conceal();
    }

    /** Conceals the waiting reports, too, after the home areas have changed. */
    #conceal() {
        this.#waiting = this.#waiting.flatMap((report) => this.#concealedReport(report));
        this.#changed();
    }

    /** The account has changed, or is not known. */
    async #becomes() {
        this.#leave();
        const kept = this.#kept;
        if (!kept) return;
        try {
            const { account } = await this.presence.community.me();
            if (account?.id !== kept.account) return this.#end();
            // Homes may have been named elsewhere.
            this.#shares(await this.presence.sharing());
        } catch {
            // Without a network it goes on with the kept state.
        }
        // Opening the page must not ask for the position.
        if (this.#kept && !this.position.wouldAsk) this.#begin();
        else this.#changed();
    }

    /** Whether it is on and waits for one to allow the position. */
    get isHeld() {
        return this.isOn && this.#reader === null;
    }

    #begin() {
        if (!this.#reader) this.#read();
        this.position.start();
        this.#changed();
    }

    async #read() {
        const reader = this.position.feed.read();
        this.#reader = reader;
        for await (const report of reader) if ("fix" in report) this.#take(report.fix);
    }

    #end() {
        localStorage.removeItem(KEPT);
        this.#kept = null;
        this.#reader?.return();
        this.#reader = null;
        this.#waiting = [];
        this.#last = null;
        clearTimeout(this.#timer);
        this.#changed();
    }

    /** @param {import("../position/position.js").Fix} fix */
    #take({ position, accuracy, speed, course }) {
        // Of several tabs the one that is looked at reports.
        if (document.hidden) return;
        // A simulated position is not the position of the member: an address could set it.
        if (this.position.isSimulated) return;
        const time = this.now();
        let isStill = false;
        if (this.#last) {
            const passed = time - this.#last.at;
            if (passed < this.interval * 1000) return;
            isStill = metresBetween(this.#last.position, position) < Math.max(STILL_METRES, accuracy);
            if (isStill && passed < (this.#last.isStill ? STILL_MS : STAY_MS)) return;
        }
        this.#last = { at: time, position, isStill };
        const report = { time, ...position, accuracy, speed: speed ?? undefined, course: course ?? undefined };
        this.#waiting.push(...this.#concealedReport(report));
        this.#waiting.splice(0, this.#waiting.length - MOST_WAITING);
        this.#send();
    }

    /**
     * Returns the report as this device sends it: at home only the middle of the home area and the time, or nothing
     * without a home area.
     *
     * @param {Report} report
     * @returns {Report[]}
     */
    #concealedReport(report) {
        if (!this.#kept) return [];
        const home = atHome(report, this.#kept.areas, this.#kept.isAtHome);
        if (!home) return [report];
        return home.middle ? [{ time: report.time, ...home.middle }] : [];
    }

    async #send() {
        const kept = this.#kept;
        if (!kept || this.#isSending || this.#waiting.length === 0) return;
        clearTimeout(this.#timer);
        this.#isSending = true;
        const positions = [...this.#waiting];
        try {
            await sendAs(kept.token, "/api/v1/positions", { positions });
            this.#waiting = this.#waiting.filter((one) => !positions.includes(one));
            this.sentAt = this.now();
            this.failure = null;
            if (this.#waiting.length > 0) this.#timer = window.setTimeout(() => this.#send(), 0);
        } catch (failure) {
            // The failure of a former token says nothing about the current one.
            if (this.#kept?.token !== kept.token) return;
            this.failure = failure;
            if (failure instanceof Refused && failure.code === "not_logged_in") {
                this.wasRemoved = true;
                this.#end();
            } else this.#timer = window.setTimeout(() => this.#send(), AGAIN_MS);
        } finally {
            this.#isSending = false;
        }
        this.#changed();
    }

    #changed() {
        this.dispatchEvent(new Event("change"));
    }
}

/** @returns {{account: string, id: string}[]} */
function left() {
    return JSON.parse(localStorage.getItem(KEPT_LEFT) ?? "[]");
}

/** @param {{account: string, id: string}[]} devices */
function keepLeft(devices) {
    if (devices.length > 0) localStorage.setItem(KEPT_LEFT, JSON.stringify(devices));
    else localStorage.removeItem(KEPT_LEFT);
}

/** @param {SharingState} state */
function concealed({ areas, fields }) {
    return { areas, isAtHome: fields.at_home };
}
