// The readings of a sensor for any number of readers, each of which iterates for itself; the Swift client's SensorFeed
// has the same rules.

/**
 * A sensor, or its stand-in. `start` switches it on; it reports readings until `stop`.
 *
 * @template Reading
 * @typedef {{start(notify: (reading: Reading) => void): void, stop(): void}} SensorSource
 */

/**
 * - A reader that is slow misses readings: it gets the newest one when it comes round. Its first is the newest reading so far.
 * - The source is started for the first reader and stopped after the last has left: by leaving its loop, or by `return`.
 *
 * @template Reading
 */
export class SensorFeed {
    /** @type {Set<Reader<Reading>>} */
    #readers = new Set();
    #isOn = false;
    /** Counts the starts: the feed ignores readings of an earlier run. */
    #run = 0;
    /** @type {{reading: Reading} | null} */
    #newest = null;
    /** @type {SensorSource<Reading>} */
    #source;

    /** @param {SensorSource<Reading>} source */
    constructor(source) {
        this.#source = source;
    }

    /** Whether the sensor is switched on. */
    get isOn() {
        return this.#isOn;
    }

    /**
     * Takes the readings from a source from now on; readers stay. The same source is switched off and on again.
     *
     * @param {SensorSource<Reading>} source
     */
    use(source) {
        this.#stop();
        this.#source = source;
        if (this.#readers.size > 0) this.#start();
    }

    /** Switches the source off and on again, if it has readers. */
    restart() {
        this.use(this.#source);
    }

    /** Adds a reader, to be used in `for await`. */
    read() {
        /** @type {Reader<Reading>} */
        const reader = new Reader(() => this.#leave(reader));
        this.#readers.add(reader);
        if (this.#newest) reader.put(this.#newest.reading);
        if (!this.#isOn) this.#start();
        return reader;
    }

    /** @param {Reader<Reading>} reader */
    #leave(reader) {
        this.#readers.delete(reader);
        if (this.#readers.size === 0) this.#stop();
    }

    #start() {
        this.#isOn = true;
        this.#run += 1;
        const run = this.#run;
        this.#source.start((reading) => {
            if (run !== this.#run || !this.#isOn) return;
            this.#newest = { reading };
            for (const reader of this.#readers) reader.put(reading);
        });
    }

    #stop() {
        if (!this.#isOn) return;
        this.#isOn = false;
        this.#newest = null;
        this.#source.stop();
    }
}

/** @template Reading */
class Reader {
    /** @type {{reading: Reading} | null} */
    #unread = null;
    /** @type {((result: IteratorResult<Reading, undefined>) => void) | null} */
    #waiting = null;
    #hasLeft = false;

    /** @param {() => void} leave */
    constructor(leave) {
        this.leave = leave;
    }

    /** @param {Reading} reading */
    put(reading) {
        if (this.#waiting) this.#waiting({ done: false, value: reading });
        else this.#unread = { reading };
        this.#waiting = null;
    }

    /** @returns {Promise<IteratorResult<Reading, undefined>>} */
    next() {
        if (this.#hasLeft) return Promise.resolve({ done: true, value: undefined });
        if (this.#waiting) return Promise.reject(new Error("a reader waits for one reading at a time"));
        if (!this.#unread) return new Promise((resolve) => (this.#waiting = resolve));
        const { reading } = this.#unread;
        this.#unread = null;
        return Promise.resolve({ done: false, value: reading });
    }

    /** Leaves; a reading that is waited for does not come. */
    return() {
        if (!this.#hasLeft) {
            this.#hasLeft = true;
            this.#waiting?.({ done: true, value: undefined });
            this.leave();
        }
        return Promise.resolve({ done: /** @type {const} */ (true), value: undefined });
    }

    [Symbol.asyncIterator]() {
        return this;
    }
}
