// A game between two players: whose turn it is, their throws, and when it is over.

/** @typedef {{text: string, winner: number | null}} Ending why a game ends before its last throw, and who wins. */

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./table.js').Throw} Throw */
/**
 * One who throws for a team: a person at this screen, the computer, or a person on another device.
 *
 * @typedef {{
 *   isHere: boolean,
 *   isComputer?: boolean,
 *   chooseThrow(table: Table, signal: AbortSignal): Promise<Throw | null>,
 * }} Player `isHere` for a person at this screen. A choice that is ended by the signal is null.
 */

/** Fires `turn` when a team is to throw, `thrown` when its ball rolls, `rested` when everything rests, and `over`. */
export class Match extends EventTarget {
    /** @type {Throw[]} */
    throws = [];
    isRolling = false;
    /** The team that threw last, and what it threw. */
    lastTeam = 0;
    lastIndex = 0;
    /** The team of the person at this screen; null where both are, or nobody. */
    you = /** @type {number | null} */ (null);
    /** @type {Ending | null} */
    ending = null;
    #ended = new AbortController();
    #choosing = new AbortController();
    /** @type {() => void} */
    #rest = () => {};

    /**
     * @param {Table} table
     * @param {Player[]} players by team.
     */
    constructor(table, players) {
        super();
        this.table = table;
        this.players = players;
    }

    /** Whether a person at this screen throws next. */
    get isHere() {
        return !this.isOver && this.players[this.table.turn].isHere;
    }

    get isOver() {
        return this.ending !== null || this.table.isOver;
    }

    /**
     * Plays throws again that were made before; stops at one that the rules forbid.
     *
     * @param {Throw[]} throws
     */
    repeat(throws) {
        for (const thrown of throws) {
            if (!this.#begin(thrown)) return;
            while (this.table.step(1_000));
        }
        this.table.takeLoudest();
    }

    /** Plays until the game is over or ended. */
    async play() {
        const { signal } = this.#ended;
        while (!this.isOver) {
            this.#fire("turn");
            const thrown = await this.players[this.table.turn].chooseThrow(this.table, this.#choosing.signal);
            if (signal.aborted) return;
            if (!thrown || !this.#begin(thrown)) continue;
            this.isRolling = true;
            const rested = new Promise((resolve) => (this.#rest = () => resolve(null)));
            this.#fire("thrown");
            await rested;
            if (signal.aborted) return;
            this.#fire("rested");
        }
        this.#fire("over");
    }

    /** @param {Throw} thrown */
    #begin(thrown) {
        const { turn, nextIndex } = this.table;
        if (!this.table.begin(thrown)) return false;
        this.throws.push(thrown);
        this.lastTeam = turn;
        this.lastIndex = nextIndex;
        return true;
    }

    /**
     * Lets the balls roll on.
     *
     * @param {number} steps
     */
    advance(steps) {
        if (this.table.step(steps)) return;
        this.isRolling = false;
        this.#rest();
    }

    /**
     * Ends the game before its last throw, for a reason. A ball that rolls comes to rest first.
     *
     * @param {Ending} ending
     */
    stop(ending) {
        this.ending = ending;
        this.#choosing.abort();
    }

    /** Ends the game without a word, wherever it is. */
    end() {
        this.#ended.abort();
        this.#choosing.abort();
        this.isRolling = false;
        this.#rest();
        this.table.free();
    }

    /** @param {string} what */
    #fire(what) {
        this.dispatchEvent(new Event(what));
    }
}
