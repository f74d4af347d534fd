// One line of questioning: only the answer to the newest question counts.

/**
 * Asks questions of one kind, each replacing the one before. An answer, or a failure, that arrives when its question is
 * no longer the newest is dropped, in any order of arrival; the older request is also aborted.
 */
export class Latest {
    /** @type {AbortController | null} */
    #asking = null;

    /**
     * Asks a question and brings its answer back together with it.
     *
     * @template Question, Answer
     * @param {Question} question
     * @param {(question: Question, signal: AbortSignal) => Promise<Answer>} find
     * @returns {Promise<{question: Question, answer: Answer} | null>} null when the question was replaced or dropped
     *   meanwhile.
     */
    async ask(question, find) {
        this.drop();
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const answer = await find(question, asking.signal);
            return this.#asking === asking ? { question, answer } : null;
        } catch (failure) {
            if (this.#asking !== asking) return null;
            throw failure;
        } finally {
            if (this.#asking === asking) this.#asking = null;
        }
    }

    /** Whether a question waits for its answer. */
    get isWaiting() {
        return this.#asking !== null;
    }

    /** Forgets the question that waits: its answer will be dropped. */
    drop() {
        this.#asking?.abort();
        this.#asking = null;
    }
}
