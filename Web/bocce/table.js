// A game on the table, as bocce.wasm computes it: its physics, its rules and the computer's throws. Lengths are in
// points of the court; a point stands for a centimetre.
import { at } from "../address/root.js";

/**
 * What `bocce.wasm` exports. A table is an address.
 *
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   makeTable(width: number, length: number, resistance: number, damping: number, first: number): number,
 *   freeTable(table: number): void,
 *   drawing(table: number): number,
 *   begin(table: number, start: number, across: number, along: number, team: number): number,
 *   step(table: number, count: number): number,
 *   propose(table: number, start: number, across: number, along: number): number,
 *   proposed(table: number, part: number): number,
 *   consider(table: number, strength: number, seed: number): void,
 *   think(table: number, trials: number): number,
 *   takeLoudest(table: number): number,
 *   fact(table: number, fact: number): number,
 *   hash(table: number, index: number, half: number): number,
 *   distance(table: number, index: number): number,
 *   measure(table: number, what: number): number,
 * }} Program
 */

/** @typedef {{start: number, across: number, along: number}} Throw hundredths of a point. */

/** The usual court: its width and length in points, and its two resistances in hundredths of 1/s. */
const USUAL = { width: 360, length: 640, resistance: 800, angular_damping: 800 };
export const BALLS = 9;
/** The numbers of each ball in `Table.numbers`: its state, x, y, and the direction of its mark. */
export const NUMBERS = 6;
export const ROLLING = 1;
export const RESTING = 2;
export const OUT = 3;
export const TOO_WEAK = 5;
export const TOO_STRONG = 6;
const NOBODY = 2;

/** @returns {Promise<Program>} */
export async function loadProgram() {
    const response = await fetch(at("/bocce.wasm"));
    if (!response.ok) throw new Error(`no program: ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
    return /** @type {any} */ (instance.exports);
}

export class Table {
    #numbers = new Float64Array(0);

    /**
     * @param {Program} program
     * @param {number} first the team that throws first.
     * @param {BocceCourt} court
     */
    constructor(program, first, court = USUAL) {
        this.program = program;
        this.first = first;
        this.address = program.makeTable(court.width, court.length, court.resistance, court.angular_damping, first);
        const measure = (/** @type {number} */ what) => program.measure(this.address, what);
        this.width = court.width;
        this.length = court.length;
        this.line = measure(0);
        this.wall = measure(1);
        this.longest = measure(2);
        this.ballRadius = measure(4);
        this.jackRadius = measure(5);
        this.startLine = measure(6);
    }

    free() {
        this.program.freeTable(this.address);
    }

    /** What to draw: `NUMBERS` of each ball, in the program's own memory. */
    get numbers() {
        const { buffer } = this.program.memory;
        // The memory is another one after it grew.
        if (this.#numbers.buffer !== buffer)
            this.#numbers = new Float64Array(buffer, this.program.drawing(this.address), BALLS * NUMBERS);
        return this.#numbers;
    }

    /**
     * Starts a throw of the team whose turn it is. Returns whether the rules allow it.
     *
     * @param {Throw} thrown
     */
    begin({ start, across, along }) {
        return this.program.begin(this.address, start, across, along, this.turn) === 0;
    }

    /**
     * Moves what rolls by steps of 1/240 s. Returns whether anything rolls still.
     *
     * @param {number} count
     */
    step(count) {
        return this.program.step(this.address, count) === 1;
    }

    /**
     * Prepares a throw, in points, which is then `proposed`. Returns 0, or why the rules forbid it.
     *
     * @param {number} start
     * @param {number} across
     * @param {number} along
     */
    propose(start, across, along) {
        return this.program.propose(this.address, start, across, along);
    }

    /** @returns {Throw} */
    get proposed() {
        const [start, across, along] = [0, 1, 2].map((part) => this.program.proposed(this.address, part));
        return { start, across, along };
    }

    /** @param {number} strength 0 to 2. */
    consider(strength) {
        this.program.consider(this.address, strength, Math.random());
    }

    /**
     * Tries one throw more. Returns whether the computer has decided; its throw is then `proposed`.
     */
    think() {
        return this.program.think(this.address, 1) === 1;
    }

    /** How hard the hardest meeting since the last call was, in points a second; 0 if nothing met. */
    takeLoudest() {
        return this.program.takeLoudest(this.address);
    }

    /** @param {number} index */
    distance(index) {
        return this.program.distance(this.address, index);
    }

    /** @param {number} which the order is that of `Fact` in BocceCore. */
    #fact(which) {
        return this.program.fact(this.address, which);
    }

    /** The team whose turn it is; 2 when the game is over. */
    get turn() {
        return this.#fact(0);
    }

    get isOver() {
        return this.turn === NOBODY;
    }

    /** What is thrown next: 0 for the jack; -1 when the game is over. */
    get nextIndex() {
        return this.#fact(1);
    }

    /** The number of throws that have begun. */
    get thrown() {
        return this.#fact(2);
    }

    /**
     * The hash of the state after a throw, as 16 hexadecimal digits.
     *
     * @param {number} index
     */
    hash(index) {
        const half = (/** @type {number} */ which) => this.program.hash(this.address, index, which) >>> 0;
        return [half(1), half(0)].map((part) => part.toString(16).padStart(8, "0")).join("");
    }

    /** @param {number} team */
    left(team) {
        return this.#fact(4 + team);
    }

    /** The team with the nearest ball; 2 for none. */
    get leader() {
        return this.#fact(6);
    }

    /** The balls that count now, a bit for each index. */
    get nearer() {
        return this.#fact(7);
    }

    get points() {
        return this.#fact(8);
    }

    /**
     * The index of a team's ball nearest to the jack; -1 for none.
     *
     * @param {number} team
     */
    nearest(team) {
        return this.#fact(9 + team);
    }

    /** @param {number} index */
    isInPlay(index) {
        const state = this.numbers[index * NUMBERS];
        return state === ROLLING || state === RESTING;
    }

    /**
     * How far a ball lies from the near edge.
     *
     * @param {number} index
     */
    heightOf(index) {
        return this.numbers[index * NUMBERS + 2];
    }
}
