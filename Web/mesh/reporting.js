// The button by which somebody reports a line or a help pin to the operators, and the form below it. The node reports; it
// names nobody.
import { Refused } from "../data/failures.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** The reasons that nodes know, and say on the wire. */
export const REASONS = /** @type {const} */ (["spam", "abuse", "danger", "other"]);

/**
 * What people reported from this page, by id: it is reported once.
 *
 * @type {Set<string>}
 */
const reported = new Set();

/** The number of the next form: its radio buttons are a group of their own. */
let next = 0;

/**
 * `id` is of the line or help pin, `name` of its author; `isCard`: the button has a word and not only an icon.
 *
 * @typedef {{send: (id: string, reason: string) => Promise<void>, failureText: (failure: unknown) => string,
 *   isCard?: boolean}} Ways
 * @typedef {Ways & {id: string, name: string}} Options
 * @typedef {{button: HTMLButtonElement, below: HTMLElement}} Parts `below` is the place for the form and the thanks.
 */

/** The buttons and forms of one screen. */
export class Reporting {
    /** @type {Map<string, Parts>} */
    #made = new Map();

    /** @param {Ways} ways */
    constructor(ways) {
        this.ways = ways;
    }

    /**
     * Returns the parts for a line or a help pin. Where the screen shows that anew, an open form stays as it was.
     *
     * @param {{id: string, name: string}} reported
     */
    of({ id, name }) {
        const known = this.#made.get(id);
        if (known && known.below.childElementCount > 0) {
            const focused = document.activeElement;
            if (focused instanceof HTMLElement && [known.button, known.below].some((part) => part.contains(focused)))
                queueMicrotask(() => focused.focus({ preventScroll: true }));
            return known;
        }
        const made = reporting({ ...this.ways, id, name });
        this.#made.set(id, made);
        return made;
    }
}

/** @param {Options} options @returns {Parts} */
function reporting(options) {
    const below = make("div", { class: "reporting" });
    const button = options.isCard
        ? iconButton("flag", say("report.short"), () => toggle(), { "data-focus": "report" })
        : lineButton(options.name, () => toggle());
    button.setAttribute("aria-expanded", "false");
    const note = () => {
        button.disabled = reported.has(options.id);
        if (button.disabled) button.title = say("report.done");
    };
    const close = () => {
        fill(below);
        button.setAttribute("aria-expanded", "false");
        button.focus({ preventScroll: true });
    };
    const thank = () => {
        reported.add(options.id);
        button.setAttribute("aria-expanded", "false");
        note();
        const thanks = make("p", { class: "quiet", role: "status", tabindex: -1 }, say("report.thanks"));
        fill(below, thanks);
        thanks.focus({ preventScroll: true });
    };
    function toggle() {
        if (below.querySelector("form")) return close();
        const form = reasonForm(options, { close, thank });
        fill(below, form);
        button.setAttribute("aria-expanded", "true");
        form.querySelector("input")?.focus();
        form.scrollIntoView({ block: "nearest", behavior: "auto" });
    }
    note();
    return { button, below };
}

/** @param {string} name @param {() => void} click */
function lineButton(name, click) {
    const label = say("report.line", { name: name || say("author.none") });
    const attributes = { type: "button", class: "chat-block", "aria-label": label, title: label, on: { click } };
    return make("button", attributes, icon("flag"));
}

/** @param {Options} options @param {{close: () => void, thank: () => void}} then */
function reasonForm({ id, send, failureText }, { close, thank }) {
    next += 1;
    const group = `report-reason-${next}`;
    const problem = make("p", { class: "problem", role: "alert" });
    const choices = REASONS.map((reason) =>
        make(
            "label",
            { class: "report-reason" },
            make("input", { type: "radio", name: group, value: reason, on: { change: () => fill(problem) } }),
            make("span", {}, say(`report.reason.${reason}`)),
        ),
    );
    const submit = make("button", { class: "main", type: "submit" }, say("report.send"));
    const keydown = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        // The screen stays.
        event.preventDefault();
        event.stopPropagation();
        close();
    };
    const form = make(
        "form",
        { class: "report-form", novalidate: true, on: { keydown } },
        make("fieldset", {}, make("legend", {}, say("report.why")), ...choices),
        make("p", { class: "quiet" }, say("report.note")),
        problem,
        make(
            "div",
            { class: "buttons" },
            make("button", { type: "button", on: { click: close } }, say("report.cancel")),
            submit,
        ),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const chosen = /** @type {HTMLInputElement | null} */ (form.querySelector("input:checked"));
        if (!chosen) {
            fill(problem, say("report.choose"));
            return form.querySelector("input")?.focus();
        }
        fill(problem);
        const giveBack = withhold(submit);
        try {
            await send(id, chosen.value);
            thank();
        } catch (failure) {
            console.info("the report was not made:", failure);
            giveBack();
            fill(problem, reportFailure(failure, failureText));
        }
    });
    return form;
}

/** Sentences for refusals that mean something of their own here. */
const WORDS = {
    not_found: "report.unknown",
    not_allowed: "report.notHere",
    too_soon: "report.tooOften",
    too_many_requests: "report.tooOften",
};

/**
 * @param {unknown} failure
 * @param {(failure: unknown) => string} failureText
 */
export function reportFailure(failure, failureText) {
    if (!(failure instanceof Refused)) return say("report.away");
    const word = /** @type {Record<string, string>} */ (WORDS)[failure.code];
    return word ? say(word) : failureText(failure);
}
