// Where the reader is in the lines of a room: lines that come or go above leave in place what is being read, and more are
// wanted before an end of those that are shown is in sight.

/** In pixels: who reads closer to the end than this, stays there when lines come or the form below grows. */
const NEAR_END = 80;
/** In pixels: how far from an end more lines are wanted. */
const AHEAD = "600px 0px";

export class RoomScroll {
    /** @type {IntersectionObserver | null} */
    #observer = null;
    /** @type {ResizeObserver | null} */
    #growth = null;
    #leaving = new AbortController();
    /** @type {Element | null} */
    #found = null;
    #atEnd = true;
    /** In pixels: how far down the reader was when that was noted. */
    #top = 0;

    /**
     * @param {HTMLElement} element of the room.
     * @param {HTMLElement} list
     * @param {Map<Element, () => void>} wanted what is done when an element comes near.
     */
    constructor(element, list, wanted) {
        this.element = element;
        this.list = list;
        this.wanted = wanted;
    }

    /** Begins to look at the ends; the room must be on screen. */
    #observe() {
        const root = this.#scroller;
        if (this.#observer || !root) return;
        this.#observer = new IntersectionObserver(
            (entries) => {
                for (const { isIntersecting, target } of entries) if (isIntersecting) this.wanted.get(target)?.();
            },
            { root, rootMargin: AHEAD },
        );
        for (const end of this.wanted.keys()) this.#observer.observe(end);
        root.addEventListener("scroll", () => this.isAtEnd, { signal: this.#leaving.signal, passive: true });
        this.#growth = new ResizeObserver(() => {
            if (this.isAtEnd) this.#scrollToEnd();
        });
        this.#growth.observe(this.element);
        this.#growth.observe(root);
    }

    /** Whether the reader is at the end: who was there leaves it by scrolling up, and not because something grows. */
    get isAtEnd() {
        const root = this.#scroller;
        if (root && (!this.#atEnd || root.scrollTop < this.#top - 1)) this.#note(root);
        return this.#atEnd;
    }

    /** @param {Element} root */
    #note(root) {
        this.#top = root.scrollTop;
        this.#atEnd = root.scrollHeight - root.scrollTop - root.clientHeight < NEAR_END;
    }

    leave() {
        this.#leaving.abort();
        this.#observer?.disconnect();
        this.#growth?.disconnect();
    }

    get #scroller() {
        if (!this.#found?.isConnected) this.#found = scrollerOf(this.element);
        return this.#found;
    }

    /**
     * Changes the lines, and leaves the first one in sight where it is.
     *
     * @param {() => void} change
     */
    around(change) {
        const scroller = this.#scroller;
        const edge = scroller?.getBoundingClientRect().top ?? 0;
        const inSight = [...this.list.children].find((line) => line.getBoundingClientRect().bottom > edge);
        const top = inSight?.getBoundingClientRect().top ?? 0;
        change();
        if (!scroller || !inSight?.isConnected) return;
        const moved = inSight.getBoundingClientRect().top - top;
        if (Math.abs(moved) >= 1) scroller.scrollBy({ top: moved, behavior: "auto" });
    }

    /** @param {Element} line */
    toLine(line) {
        requestAnimationFrame(() => {
            line.scrollIntoView({ block: "start", behavior: "auto" });
            if (this.#scroller) this.#note(this.#scroller);
            this.#observe();
        });
    }

    toEnd() {
        requestAnimationFrame(() => this.#scrollToEnd());
    }

    /** Stays at the end, unless the reader has left it by the next frame. */
    follow() {
        requestAnimationFrame(() => this.isAtEnd && this.#scrollToEnd());
    }

    #scrollToEnd() {
        const scroller = this.#scroller;
        scroller?.scrollTo({ top: scroller.scrollHeight, behavior: "auto" });
        if (scroller) this.#note(scroller);
        this.#observe();
    }
}

/** @param {Element} element */
function scrollerOf(element) {
    for (let above = element.parentElement; above; above = above.parentElement)
        if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
    return null;
}
