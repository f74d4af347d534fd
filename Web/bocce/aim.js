// The aim of the next throw: where the ball starts, and how far it would roll which way.
import { say } from "../text/catalogue.js";
import { TOO_STRONG, TOO_WEAK } from "./table.js";

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./table.js').Throw} Throw */
/** @typedef {'none' | 'back' | 'weak' | 'good'} Look `back` for one that would take the throw back. */

/** A pull to here, in points from the ball, takes the throw back. */
const BACK = 26;
/** The units of a throw in a point. */
const UNITS = 100;
/** What a keyboard begins with, in degrees to the right and points. */
const FIRST = { degrees: 0, length: 440 };
const WIDEST = 60;

/** Fires `change` for the eye, and `taken-back` when a visible aim is given up. */
export class Aim extends EventTarget {
    /** @type {Table | null} */
    #table = null;
    /** @type {((thrown: Throw) => void) | null} */
    #throw = null;
    /** @type {Look} */
    look = "none";
    start = 180;
    across = 0;
    along = 0;
    /** The aim in a few words; empty for none. */
    label = "";
    #keys = { ...FIRST };

    /** Whether a person at this screen is to throw. */
    get isOpen() {
        return this.#throw !== null;
    }

    get length() {
        return Math.hypot(this.across, this.along);
    }

    /**
     * Lets a person aim.
     *
     * @param {Table} table
     * @param {(thrown: Throw) => void} thrown
     */
    open(table, thrown) {
        this.#table = table;
        this.#throw = thrown;
        this.start = table.width / 2;
        this.#seem("none", "");
    }

    close() {
        this.#throw = null;
        this.#seem("none", "");
    }

    /**
     * Shows a throw that somebody else is about to make.
     *
     * @param {Table} table
     * @param {Throw} thrown
     */
    show(table, { start, across, along }) {
        this.#table = table;
        [this.start, this.across, this.along] = [start / UNITS, across / UNITS, along / UNITS];
        this.#seem("good", "");
    }

    /**
     * Moves the ball along the line that it starts from.
     *
     * @param {number} x
     */
    startAt(x) {
        if (!this.#table) return;
        const { width, ballRadius } = this.#table;
        this.start = Math.max(ballRadius, Math.min(width - ballRadius, x));
        this.dispatchEvent(new Event("change"));
    }

    /**
     * Aims a roll, in points. One that is too long becomes the longest.
     *
     * @param {number} across
     * @param {number} along
     */
    rollTo(across, along) {
        if (!this.#table) return;
        let refusal = this.#propose(across, along);
        if (refusal === TOO_STRONG) {
            const shorter = (this.#table.longest - 0.1) / Math.hypot(across, along);
            refusal = this.#propose(shorter * across, shorter * along);
        }
        if (along <= 0 || this.length < BACK) this.#seem("back", say("aim.back"));
        else if (refusal === TOO_WEAK) this.#seem("weak", say("aim.weak"));
        else this.#seem("good", say("aim.length", { length: Math.round(this.length) }));
    }

    /**
     * @param {number} across
     * @param {number} along
     */
    #propose(across, along) {
        [this.across, this.along] = [across, along];
        return this.#table?.propose(this.start, across, along) ?? 0;
    }

    /**
     * Turns, strengthens or moves the aim, as keys do. The first press only shows it.
     *
     * @param {{turn?: number, strengthen?: number, shift?: number}} by degrees to the right, points, points.
     */
    adjust({ turn = 0, strengthen = 0, shift = 0 }) {
        if (!this.#table || !this.isOpen) return;
        const keys = this.#keys;
        if (this.look !== "none") {
            keys.degrees = Math.max(-WIDEST, Math.min(WIDEST, keys.degrees + turn));
            keys.length = Math.max(0, Math.min(this.#table.longest, keys.length + strengthen));
            if (shift) this.startAt(this.start + shift);
        }
        const angle = (keys.degrees * Math.PI) / 180;
        this.rollTo(keys.length * Math.sin(angle), keys.length * Math.cos(angle));
        // The shortest throw that the rules allow, of those that keys reach.
        if (this.look !== "good") {
            keys.length -= strengthen;
            this.rollTo(keys.length * Math.sin(angle), keys.length * Math.cos(angle));
        }
    }

    /** The aim of keys as a sentence. */
    get text() {
        const values = { degrees: Math.abs(this.#keys.degrees), length: Math.round(this.length) };
        if (values.degrees === 0) return say("aim.straight", values);
        return say(this.#keys.degrees < 0 ? "aim.left" : "aim.right", values);
    }

    /** Throws, if the rules allow it; else gives the aim up. Returns whether it threw. */
    release() {
        if (this.look !== "good" || !this.#table || !this.#throw) {
            this.giveUp();
            return false;
        }
        // Whatever was proposed meanwhile, this aim is thrown.
        this.#propose(this.across, this.along);
        const thrown = this.#table.proposed;
        const done = this.#throw;
        this.close();
        done(thrown);
        return true;
    }

    giveUp() {
        if (this.look === "none") return;
        this.#seem("none", "");
        this.dispatchEvent(new Event("taken-back"));
    }

    /**
     * @param {Look} look
     * @param {string} label
     */
    #seem(look, label) {
        this.look = look;
        this.label = label;
        this.dispatchEvent(new Event("change"));
    }
}
