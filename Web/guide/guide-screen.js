// What all screens of the guide have in common: they wait, say what went wrong, follow changes without a jump, and have the edit
// switch for those who may use it.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { Abreast, listen } from "../data/live.js";
import { fill, icon, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";

/** @typedef {import('../shell/make.js').Child} Child */

/** A form that somebody is writing in, or a row that is being dragged. */
const BUSY = "form.open, .order .dragged";

/**
 * What a screen shows of an answer.
 *
 * @typedef {{title: string, fact?: Child, content: Child[]}} Shown
 */

/**
 * Whether who looks may edit, whether they do, and how the screen is shown anew.
 *
 * @typedef {{mayEdit: boolean, isEditing: boolean, again: () => void}} Editing
 */

/**
 * Makes a screen of the guide.
 *
 * @template Answer
 * @param {Page} page
 * @param {{
 *   look: string,
 *   title: string,
 *   stop: import("../sheet/bottom-sheet.js").Stop,
 *   find: (signal: AbortSignal) => Promise<import("../data/guide.js").Told<Answer>>,
 *   show: (answer: Answer, editing: Editing) => Shown | null,
 *   shown?: (answer: Answer, editing: Editing) => void,
 *   leave?: () => void,
 * }} options `show` says what is on screen, or null when the answer lacks it; `shown` is told once that is there.
 * @returns {SheetScreen}
 */
export function guideScreen(page, { look, title, stop, find, show, shown, leave }) {
    const { views, guide, people } = page;
    const element = make("article", { class: `screen guide ${look}` });
    const latest = new Latest();
    const close = () => views.close();
    const here = JSON.stringify(views.current);
    /** Who comes back finds what they left. */
    let place = views.depth < guide.depth ? guide.places.get(here) : undefined;
    guide.depth = views.depth;
    /** What was answered last, to leave what has not changed as it is. */
    let before = "";
    const abreast = new Abreast();
    /** Whether there is something to read, so that a failure need not be told. */
    let isShown = false;
    let hasLeft = false;
    /** Asks once nobody is busy any more. */
    const later = new MutationObserver(() => {
        if (!element.querySelector(BUSY)) ask();
    });

    /** @returns {Promise<void>} */
    async function ask() {
        later.disconnect();
        // A form may be told that it was saved when its screen is no longer there.
        if (hasLeft || isBusy()) return;
        if (!isShown) fillScreen(element, screenHead(title, null, close), skeleton());
        try {
            const found = await latest.ask(undefined, async (_, signal) =>
                Promise.all([find(signal), guide.mayEdit()]),
            );
            if (!found || isBusy()) return;
            const [{ answer, keptAt, changed }, mayEdit] = found.answer;
            if (abreast.misses({ read: changed })) return ask();
            const isEditing = mayEdit && guide.isEditing && keptAt === null;
            const now = JSON.stringify([answer, mayEdit, isEditing, keptAt]);
            if (now === before) return;
            before = now;
            isShown = true;
            fillWith(answer, { mayEdit, isEditing, again }, keptAt);
        } catch (failure) {
            // What is there may still be read; what goes on from here will say that nobody answers.
            if (isShown && !(failure instanceof Refused)) return;
            before = "";
            isShown = false;
            fillScreen(element, screenHead(title, null, close), tell(failure));
        }
    }

    /** Whatever changes meanwhile, what somebody is writing stays. */
    function isBusy() {
        if (!element.querySelector(BUSY)) return false;
        later.observe(element, { subtree: true, childList: true, attributeFilter: ["class"] });
        return true;
    }

    /** Shows what there is now, whether or not the answer is the same. */
    function again() {
        for (const form of element.querySelectorAll("form.open")) form.classList.remove("open");
        before = "";
        ask();
    }

    /**
     * @param {Answer} answer
     * @param {Editing} editing
     * @param {number | null} keptAt
     */
    function fillWith(answer, editing, keptAt) {
        const restore = placeIn(element);
        const what = show(answer, editing);
        if (!what) {
            fillScreen(element, screenHead(say("guide.notFound"), null, close), notFound());
            return;
        }
        page.titled(what.title);
        const head = screenHead(what.title, what.fact, close);
        if (editing.mayEdit && keptAt === null) head.lastChild?.before(editSwitch(editing));
        const note = keptAt && make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, kept(keptAt)));
        fill(element, head, note, ...what.content);
        restore();
        comeBack();
        shown?.(answer, editing);
    }

    function comeBack() {
        if (!place) return;
        element.closest(".sheet-content")?.scrollTo(0, place.scroll);
        const left = /** @type {HTMLElement | null} */ (place.focus && element.querySelector(place.focus));
        if (document.activeElement === document.body || element.contains(document.activeElement))
            left?.focus({ preventScroll: true });
        place = undefined;
    }

    function remember() {
        const focused = element.contains(document.activeElement) ? document.activeElement : opened;
        const scroll = element.closest(".sheet-content")?.scrollTop ?? 0;
        guide.places.set(here, { scroll, focus: focused && addressOf(focused) });
    }

    /** @param {number} keptAt */
    function kept(keptAt) {
        return say(guide.curates ? "guide.keptPublic" : "guide.kept", { ago: agoText(keptAt, page.now()) });
    }

    /** @param {Editing} editing */
    function editSwitch({ isEditing }) {
        const press = () => {
            guide.isEditing = !isEditing;
            again();
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
    function tell(failure) {
        return failure instanceof Refused && failure.code === "not_found" ? notFound() : trouble(failure, ask);
    }

    function notFound() {
        const all = make("button", { type: "button", on: { click: () => views.open({ screen: "guide" }) } });
        fill(all, say("guide.all"));
        return make("div", { class: "hint", role: "alert" }, make("p", {}, say("guide.gone")), all);
    }

    /**
     * What was pressed last: touching gives it no focus everywhere.
     *
     * @type {Element | null}
     */
    let opened = null;
    element.addEventListener("click", ({ target }) => (opened = /** @type {Element} */ (target).closest("button, a")));
    const silence = listen({
        guide: ask,
        reload: ask,
        ready(now) {
            if (abreast.misses({ newest: now.guide })) ask();
        },
    });
    people.addEventListener("me", again);
    guide.addEventListener("undone", ask);
    ask();
    return {
        element,
        stop,
        leave() {
            silence();
            people.removeEventListener("me", again);
            guide.removeEventListener("undone", ask);
            hasLeft = true;
            later.disconnect();
            latest.drop();
            remember();
            leave?.();
        },
    };
}

/**
 * Remembers what is being looked at, so that it stays where it is when the screen is filled anew.
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
 * Where an element is to be found again after its screen was filled anew.
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
