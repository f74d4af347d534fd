// The sheet that holds every screen: on a phone it comes from below and rests at three heights, on a desk it is a
// panel.
import { make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** @typedef {'peek' | 'half' | 'full'} Stop */

/** From this width on the sheet is a panel at the side. The style sheets say the same. */
const DESK = "(min-width: 900px)";
const ORDER = /** @type {const} */ (["peek", "half", "full"]);
const HALF = 0.48;
const TOP_GAP = 12;
/** Pixels that the head of the first screen takes, until it is there: nothing moves when it comes. */
const FIRST_HEAD = 123;
const NOTICE_GAP = 8;
/** A finger has to move so far before the sheet follows it. */
const SLACK_PIXELS = 6;
/** Pixels per millisecond above which a flick decides, not where the sheet is. */
const FLICK = 0.45;

/**
 * Fires `stop` when the user moved the sheet to another height, `covered` whenever it covers more or less of the map.
 */
export class BottomSheet extends HTMLElement {
    /** @type {Stop} */
    stop = "peek";
    /** How far from the upper edge of the page the full height ends, in pixels. */
    #gap = TOP_GAP;
    #desk = matchMedia(DESK);
    #grabber = make(
        "button",
        { class: "grabber", type: "button", on: { click: () => this.#grabbed() } },
        make("span", { class: "bar" }),
    );
    #content = make("div", { class: "sheet-content" });
    /** @type {{x: number, y: number, time: number, shown: number, moved: boolean, last: number, speed: number} | null} */
    #drag = null;
    /**
     * Where the sheet was before it made room for typing.
     *
     * @type {Stop | null}
     */
    #liftedFrom = null;
    #resized = new ResizeObserver(() => this.#settle());

    /** Ends all listening when the sheet leaves the page. */
    #connected = new AbortController();
    /** @type {HTMLElement | null} the element above the sheet at full height. */
    #above = null;
    #aboveResized = new ResizeObserver(() => this.#makeRoom());

    connectedCallback() {
        this.#connected = new AbortController();
        const { signal } = this.#connected;
        this.append(this.#grabber, this.#content);
        this.#desk.addEventListener("change", () => this.#settle(), { signal });
        window.addEventListener("resize", () => this.#settle(), { signal });
        const touched = (/** @type {TouchEvent} */ { touches, timeStamp, target }) =>
            this.#touched(touches[0], timeStamp, target);
        this.addEventListener("touchstart", touched, { passive: true, signal });
        this.addEventListener("touchmove", (event) => this.#touchMoved(event), { passive: false, signal });
        for (const end of ["touchend", "touchcancel"]) this.addEventListener(end, () => this.#released(), { signal });
        this.#grabber.addEventListener("pointerdown", (event) => this.#mouseDown(event), { signal });
        this.#grabber.addEventListener("keydown", (event) => this.#key(event), { signal });
        const raise = () => this.stop === "peek" && this.#userMoved("half");
        this.addEventListener("wheel", raise, { passive: true, signal });
        // The element with the focus must be in sight; a field needs the room that the keyboard leaves.
        this.addEventListener("focusin", ({ target }) => this.#reveal(/** @type {Element} */ (target)), { signal });
        this.addEventListener("focusout", () => this.#letDown(), { signal });
        if (this.#content.firstElementChild) this.#resized.observe(this.#content.firstElementChild);
        if (this.#above) this.#aboveResized.observe(this.#above);
    }

    disconnectedCallback() {
        this.#connected.abort();
        this.#resized.disconnect();
        this.#aboveResized.disconnect();
    }

    /**
     * Shows a screen at a height.
     *
     * @param {HTMLElement} screen its first child stays visible at the lowest stop.
     * @param {Stop} stop
     */
    show(screen, stop) {
        this.#resized.disconnect();
        this.#content.replaceChildren(screen);
        this.#content.scrollTop = 0;
        this.#resized.observe(screen);
        this.moveTo(stop);
    }

    /**
     * Leaves room above the full height for notices, while there are some.
     *
     * @param {HTMLElement} above
     */
    giveWayTo(above) {
        this.#above = above;
        this.#aboveResized.observe(above);
    }

    #makeRoom() {
        const { height = 0, bottom = 0 } = this.#above?.getBoundingClientRect() ?? {};
        this.#gap = height > 0 ? bottom + NOTICE_GAP : TOP_GAP;
        this.#settle();
    }

    /** @param {Stop} stop */
    moveTo(stop) {
        this.stop = stop;
        this.#settle();
    }

    /** Scrolls to the beginning of the screen. A sheet that shows only its name comes up. */
    lookAgain() {
        this.#content.scrollTop = 0;
        if (!this.isPanel && this.stop === "peek") this.moveTo("half");
    }

    get isPanel() {
        return this.#desk.matches;
    }

    /**
     * How many pixels of the map's lower edge the sheet covers; at full height as many as at half, for the map is not
     * seen then.
     */
    get coveredHeight() {
        if (this.isPanel || this.hidden) return 0;
        return this.#height(this.stop === "full" ? "half" : this.stop);
    }

    /** How many pixels the panel covers at the side. */
    get coveredWidth() {
        if (!this.isPanel || this.hidden) return 0;
        const { left, right } = this.getBoundingClientRect();
        return document.documentElement.dir === "rtl" ? window.innerWidth - left : right;
    }

    /**
     * @param {Stop} stop
     * @returns {number} pixels from the lower edge of the page.
     */
    #height(stop) {
        const full = window.innerHeight - this.#gap;
        if (stop === "full") return full;
        const [head] = this.#content.firstElementChild?.children ?? [];
        const foot = this.#foot;
        const peek = this.#grabber.offsetHeight + (head instanceof HTMLElement ? head.offsetHeight : FIRST_HEAD) + foot;
        if (stop === "peek") return Math.min(peek, full);
        const content = this.#grabber.offsetHeight + this.#content.scrollHeight + foot;
        return Math.max(peek, Math.min((window.innerHeight - foot) * HALF + foot, content));
    }

    /** Pixels at the lower edge of the page that belong to the tabs and to the device. */
    get #foot() {
        return parseFloat(getComputedStyle(this).paddingBottom) || 0;
    }

    #settle() {
        // Hidden at first: the style sheet sets the covered height, as the page may be resized before the sheet opens.
        // Later, on paper, it covers nothing.
        if (this.getClientRects().length === 0) return;
        const shown = this.isPanel ? 0 : this.#height(this.stop);
        this.style.setProperty("--shown", `${shown}px`);
        this.style.setProperty("--rest", `${shown}px`);
        this.dataset.stop = this.stop;
        const raised = this.stop === "full";
        this.#grabber.setAttribute("aria-label", say(raised ? "sheet.lower" : "sheet.raise"));
        this.#grabber.setAttribute("aria-expanded", String(raised));
        document.documentElement.style.setProperty("--covered", `${this.coveredHeight}px`);
        this.dispatchEvent(new Event("covered"));
    }

    /** @param {Stop} stop */
    #userMoved(stop) {
        const changed = stop !== this.stop;
        this.moveTo(stop);
        if (changed) this.dispatchEvent(new Event("stop"));
    }

    #grabbed() {
        this.#userMoved(this.stop === "full" ? "half" : ORDER[ORDER.indexOf(this.stop) + 1]);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        this.#userMoved(ORDER[Math.min(2, Math.max(0, ORDER.indexOf(this.stop) + step))]);
    }

    /** @param {Element} target */
    #reveal(target) {
        if (this.isPanel) return;
        const isInHead = target === this.#grabber || target.closest(".screen-head, .head") !== null;
        if (target.matches("[role=combobox]") && this.stop !== "full") {
            this.#liftedFrom = this.stop;
            this.moveTo("full");
        } else if (this.stop === "peek" && !isInHead && target.matches(":focus-visible")) this.#userMoved("half");
    }

    #letDown() {
        if (this.#liftedFrom && this.stop === "full") this.moveTo(this.#liftedFrom);
        this.#liftedFrom = null;
    }

    /** @param {PointerEvent} event */
    #mouseDown(event) {
        if (this.isPanel || event.pointerType === "touch") return;
        this.#touched(event, event.timeStamp, event.target);
        const moved = (/** @type {PointerEvent} */ move) => this.#dragTo(move.clientY, move.timeStamp);
        const released = () => {
            window.removeEventListener("pointermove", moved);
            if (this.#drag?.moved)
                this.#grabber.addEventListener("click", (click) => click.stopImmediatePropagation(), {
                    once: true,
                    capture: true,
                });
            this.#released();
        };
        const { signal } = this.#connected;
        window.addEventListener("pointermove", moved, { signal });
        window.addEventListener("pointerup", released, { once: true, signal });
    }

    /**
     * @param {{clientX: number, clientY: number}} point
     * @param {number} time
     * @param {EventTarget | null} target
     */
    #touched({ clientX: x, clientY: y }, time, target) {
        // A handle moves its own element.
        if (this.isPanel || /** @type {Element} */ (target).closest(".grip")) return;
        this.#drag = { x, y, time, shown: this.#height(this.stop), moved: false, last: y, speed: 0 };
    }

    /** @param {TouchEvent} event */
    #touchMoved(event) {
        if (!this.#drag) return;
        const { clientX: x, clientY: y } = event.touches[0];
        const across = Math.abs(x - this.#drag.x);
        if (!this.#drag.moved && across > SLACK_PIXELS && across > Math.abs(y - this.#drag.y)) {
            this.#drag = null; // A row is pushed, or a screen swiped, sideways.
            return;
        }
        const isDown = y > this.#drag.y;
        const onContent = this.#content.contains(/** @type {Node} */ (event.target));
        const scrolls = onContent && this.stop === "full" && (this.#content.scrollTop > 0 || !isDown);
        if (scrolls && !this.#drag.moved) {
            this.#drag.y = y;
            return;
        }
        if (event.cancelable) event.preventDefault();
        this.#dragTo(y, event.timeStamp);
    }

    /**
     * @param {number} y
     * @param {number} time
     */
    #dragTo(y, time) {
        const drag = this.#drag;
        if (!drag) return;
        if (!drag.moved && Math.abs(y - drag.y) < SLACK_PIXELS) return;
        drag.moved = true;
        drag.speed = (y - drag.last) / Math.max(1, time - drag.time);
        drag.last = y;
        drag.time = time;
        const shown = Math.min(this.#height("full"), Math.max(60 + this.#foot, drag.shown - (y - drag.y)));
        this.classList.add("dragged");
        this.style.setProperty("--shown", `${shown}px`);
    }

    #released() {
        const drag = this.#drag;
        this.#drag = null;
        this.classList.remove("dragged");
        if (!drag?.moved) return;
        const shown = drag.shown - (drag.last - drag.y);
        this.#userMoved(this.#nearest(shown, drag.speed));
    }

    /**
     * @param {number} shown
     * @param {number} speed downwards
     * @returns {Stop}
     */
    #nearest(shown, speed) {
        if (speed < -FLICK) return ORDER.find((stop) => this.#height(stop) > shown) ?? "full";
        if (speed > FLICK) return [...ORDER].reverse().find((stop) => this.#height(stop) < shown) ?? "peek";
        const farness = (/** @type {Stop} */ stop) => Math.abs(this.#height(stop) - shown);
        return [...ORDER].sort((a, b) => farness(a) - farness(b))[0];
    }
}

customElements.define("bottom-sheet", BottomSheet);
