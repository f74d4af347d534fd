// The common parts of all screens of the guide: they wait, show errors, follow changes without a jump, and have the
// edit switch for curators.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { Abreast, listen } from "../data/live.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";

/** @typedef {import('../shell/make.js').Child} Child */

/** A form in use, or a row that is being dragged. */
const BUSY = "form.open, .order .dragged";

/**
 * The parts of a screen that show an answer.
 *
 * @typedef {{title: string, fact?: Child, content: Child[]}} Shown
 */
/**
 * Whether the reader may edit, whether editing is on, and how to show the screen anew.
 *
 * @typedef {{mayEdit: boolean, isEditing: boolean, again: () => void}} Editing
 */
/**
 * The differences between screens. `find` requests the answer; `show` returns the content of the screen for it,
 * or null when the answer lacks it; the screen calls `shown` once that is there.
 *
 * @template Answer
 * @typedef {{
 *   look: string,
 *   title: string,
 *   stop: import("../sheet/bottom-sheet.js").Stop,
 *   find: (signal: AbortSignal) => Promise<import("../data/guide.js").Dated<Answer>>,
 *   show: (answer: Answer, editing: Editing) => Shown | null,
 *   shown?: (answer: Answer, editing: Editing) => void,
 *   leave?: () => void,
 * }} Options
 */

/**
 * Makes a screen of the guide.
 *
 * @template Answer
 * @param {Page} page
 * @param {Options<Answer>} options
 * @returns {SheetScreen}
 */
export function guideScreen(page, options) {
    return new GuideScreen(page, options);
}

/**
 * A screen of the guide: asks, shows the answer, and follows changes.
 *
 * @template Answer
 */
class GuideScreen {
    #latest = new Latest();
    /** The last answer, as JSON: the same answer changes nothing. */
    #before = "";
    #abreast = new Abreast();
    /** Whether there is something to read, so that a failure can stay silent. */
    #isShown = false;
    #hasLeft = false;
    /**
     * The last pressed button or link: not every browser gives it the focus.
     *
     * @type {Element | null}
     */
    #opened = null;

    /**
     * @param {Page} page
     * @param {Options<Answer>} options
     */
    constructor(page, options) {
        this.page = page;
        this.options = options;
        this.stop = options.stop;
        const { views, guide, community } = page;
        this.element = make("article", { class: `screen guide ${options.look}` });
        this.here = JSON.stringify(views.current);
        /** Where the reader was, if they come back. */
        this.place = views.depth < guide.depth ? guide.places.get(this.here) : undefined;
        guide.depth = views.depth;
        /** Asks as soon as no form is in use and no row is being dragged. */
        this.later = new MutationObserver(() => {
            if (!this.element.querySelector(BUSY)) this.#ask();
        });
        this.element.addEventListener(
            "click",
            ({ target }) => (this.#opened = /** @type {Element} */ (target).closest("button, a")),
        );
        this.silence = listen({
            guide: this.#ask,
            reload: this.#ask,
            ready: (now) => {
                if (this.#abreast.misses({ newest: now.guide })) this.#ask();
            },
        });
        community.addEventListener("me", this.#again);
        guide.addEventListener("undone", this.#ask);
        this.#ask();
    }

    #close = () => this.page.views.close();

    /** @returns {Promise<void>} */
    #ask = async () => {
        this.later.disconnect();
        // A form may learn that it was saved after its screen has gone.
        if (this.#hasLeft || this.#isBusy()) return;
        if (!this.#isShown) fillScreen(this.element, screenHead(this.options.title, null, this.#close), skeleton());
        try {
            const found = await this.#latest.ask(undefined, async (_, signal) =>
                Promise.all([this.options.find(signal), this.page.guide.mayEdit()]),
            );
            if (!found || this.#isBusy()) return;
            const [{ answer, keptAt, changed }, mayEdit] = found.answer;
            if (this.#abreast.misses({ read: changed })) return this.#ask();
            const isEditing = mayEdit && this.page.guide.isEditing && keptAt === null;
            const now = JSON.stringify([answer, mayEdit, isEditing, keptAt]);
            if (now === this.#before) return;
            this.#before = now;
            this.#isShown = true;
            this.#fillWith(answer, { mayEdit, isEditing, again: this.#again }, keptAt);
        } catch (failure) {
            // The old answer stays readable; the next step will say that the server does not answer.
            if (this.#isShown && !(failure instanceof Refused)) return;
            this.#before = "";
            this.#isShown = false;
            fillScreen(this.element, screenHead(this.options.title, null, this.#close), this.#troubleOf(failure));
        }
    };

    /** Typed text stays, even if the entry changes meanwhile. */
    #isBusy() {
        if (!this.element.querySelector(BUSY)) return false;
        this.later.observe(this.element, { subtree: true, childList: true, attributeFilter: ["class"] });
        return true;
    }

    /** Shows the current answer, even if it is the same. */
    #again = () => {
        for (const form of this.element.querySelectorAll("form.open")) form.classList.remove("open");
        this.#before = "";
        this.#ask();
    };

    /**
     * @param {Answer} answer
     * @param {Editing} editing
     * @param {number | null} keptAt
     */
    #fillWith(answer, editing, keptAt) {
        const restore = placeIn(this.element);
        const what = this.options.show(answer, editing);
        if (!what) {
            fillScreen(this.element, screenHead(say("guide.notFound"), null, this.#close), this.#notFound());
            return;
        }
        this.page.titled(what.title);
        const head = screenHead(what.title, what.fact, this.#close);
        if (editing.mayEdit && keptAt === null) head.lastChild?.before(this.#editSwitch(editing));
        const note = keptAt && make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, this.#kept(keptAt)));
        fill(this.element, head, note, ...what.content);
        restore();
        this.#comeBack();
        this.options.shown?.(answer, editing);
    }

    #comeBack() {
        if (!this.place) return;
        this.element.closest(".sheet-content")?.scrollTo(0, this.place.scroll);
        const left = /** @type {HTMLElement | null} */ (
            this.place.focus && this.element.querySelector(this.place.focus)
        );
        if (document.activeElement === document.body || this.element.contains(document.activeElement))
            left?.focus({ preventScroll: true });
        this.place = undefined;
    }

    #remember() {
        const focused = this.element.contains(document.activeElement) ? document.activeElement : this.#opened;
        const scroll = this.element.closest(".sheet-content")?.scrollTop ?? 0;
        this.page.guide.places.set(this.here, { scroll, focus: focused && addressOf(focused) });
    }

    /** @param {number} keptAt */
    #kept(keptAt) {
        return say(this.page.guide.curates ? "guide.keptPublic" : "guide.kept", {
            ago: agoText(keptAt, this.page.now()),
        });
    }

    /** @param {Editing} editing */
    #editSwitch({ isEditing }) {
        const press = () => {
            this.page.guide.isEditing = !isEditing;
            this.#again();
        };
        const label = say("guide.edit");
        return make(
            "button",
            {
                class: "round refresh edit-switch",
                type: "button",
                "aria-label": label,
                title: label,
                "aria-pressed": String(isEditing),
                "data-focus": "edit",
                on: { click: press },
            },
            icon("pencil"),
        );
    }

    /** @param {unknown} failure */
    #troubleOf(failure) {
        return failure instanceof Refused && failure.code === "not_found"
            ? this.#notFound()
            : trouble(failure, this.#ask);
    }

    #notFound() {
        const all = make("button", { type: "button", on: { click: () => this.page.views.open({ screen: "guide" }) } });
        fill(all, say("guide.all"));
        return make("div", { class: "hint", role: "alert" }, make("p", {}, say("guide.gone")), all);
    }

    leave() {
        this.silence();
        this.page.community.removeEventListener("me", this.#again);
        this.page.guide.removeEventListener("undone", this.#ask);
        this.#hasLeft = true;
        this.later.disconnect();
        this.#latest.drop();
        this.#remember();
        this.options.leave?.();
    }
}

/**
 * Remembers the scroll positions and the focus, for the next filling of the screen.
 *
 * @param {HTMLElement} element
 * @returns {() => void} puts it back.
 */
function placeIn(element) {
    const scrollers = () => [element.closest(".sheet-content"), ...element.querySelectorAll(".strip")];
    const places = scrollers().map((each) => ({ top: each?.scrollTop ?? 0, left: each?.scrollLeft ?? 0 }));
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const wanted = focused && addressOf(focused);
    return () => {
        scrollers().forEach((each, index) => places[index] && each?.scrollTo(places[index]));
        if (!focused) return;
        const same = /** @type {HTMLElement | null} */ (wanted && element.querySelector(wanted));
        (same ?? element.querySelector("h2"))?.focus({ preventScroll: true });
    };
}

/**
 * Returns how to find an element again after its screen was filled anew.
 *
 * @param {Element} element
 */
function addressOf(element) {
    const row = /** @type {HTMLElement | null} */ (element.closest("[data-id]"))?.dataset.id;
    const own = /** @type {HTMLElement} */ (element).dataset.focus;
    if (!row && !own) return null;
    const part = own ? `[data-focus="${CSS.escape(own)}"]` : element.tagName.toLowerCase();
    return row ? `[data-id="${CSS.escape(row)}"] ${part}` : part;
}
