// A field that finds a place: suggestions from the first letter, by the listbox pattern of the ARIA practices guide.
import { Latest } from "../data/latest.js";
import { Refused } from "../data/failures.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { placeRow } from "./place-row.js";

/** A question that takes longer says so. */
const PATIENCE_MS = 150;
let fields = 0;

/**
 * Something to choose before a letter is typed.
 *
 * @typedef {{row: HTMLElement, choose: () => void}} Offer
 */

/**
 * Fires `choose` with the found place as detail, `search` with the text when it is to be searched as it is, and `open` and `shut`.
 */
export class PlaceField extends HTMLElement {
    /**
     * Finds places; set by whoever makes the field.
     *
     * @type {(text: string, signal: AbortSignal) => Promise<Suggestions>}
     */
    find = async (text) => ({ query: text, results: [] });
    /**
     * What is offered before a letter is typed.
     *
     * @type {() => Offer[]}
     */
    offers = () => [];
    /** What is shown when nothing is typed and while it is not edited. */
    #settled = "";
    #latest = new Latest();
    #number = ++fields;
    #active = -1;
    /** @type {{row: HTMLElement, choose: () => void}[]} */
    #options = [];
    /**
     * The text whose first suggestion is to be chosen as soon as it comes.
     *
     * @type {string | null}
     */
    #hasty = null;
    /** The text that the suggestions are about. */
    #answered = /** @type {string | null} */ (null);
    /** Whether editing began just now. */
    #isFresh = false;
    #input = make("input", {
        type: "text",
        role: "combobox",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        enterkeyhint: "search",
        dir: "auto",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-controls": `found-${this.#number}`,
    });
    #clear = make("button", { type: "button", class: "clear", hidden: true }, icon("x"));
    #list = make("ul", { role: "listbox", id: `found-${this.#number}`, class: "found" });
    #note = make("div", { class: "found-note", role: "status" });
    #popup = make("div", { class: "found-popup", hidden: true }, this.#list, this.#note);

    static observedAttributes = ["label"];

    attributeChangedCallback() {
        const label = this.getAttribute("label") ?? "";
        this.#input.setAttribute("aria-label", label);
        this.#input.placeholder = label;
        this.#list.setAttribute("aria-label", label);
        this.#clear.setAttribute("aria-label", say("action.clear"));
    }

    connectedCallback() {
        if (this.#input.isConnected) return;
        this.append(this.#input, this.#clear, this.#popup);
        this.#input.addEventListener("focus", () => this.#open());
        // What is settled is replaced by what is typed next; a second press puts the cursor where it points.
        this.#input.addEventListener("click", () => {
            if (this.#isFresh) this.#input.select();
            this.#isFresh = false;
        });
        this.#input.addEventListener("input", () => this.#typed());
        this.#input.addEventListener("keydown", (event) => this.#key(event));
        this.#clear.addEventListener("click", () => this.#cleared());
        this.addEventListener("focusout", (event) => {
            if (!this.contains(/** @type {Node | null} */ (event.relatedTarget)) && event.relatedTarget) this.shut();
        });
        // A press on a suggestion must not take the focus away before it counts.
        this.#popup.addEventListener("pointerdown", (event) => event.preventDefault());
    }

    /**
     * Shows a text as the field's settled value, without asking.
     *
     * @param {string} text
     */
    settle(text) {
        this.#settled = text;
        this.#input.value = text;
        this.#clear.hidden = text === "";
    }

    get isOpen() {
        return !this.#popup.hidden;
    }

    /** Puts the cursor into the field. */
    edit() {
        this.#input.focus();
        this.#input.select();
        this.#open();
    }

    /** Chooses the first suggestion for what is typed, now or once it has come. */
    chooseFirst() {
        const text = this.#input.value.trim();
        if (text === this.#settled) this.shut();
        else if (text === this.#answered) this.#options[0]?.choose();
        else this.#hasty = text;
    }

    /** Ends editing and shows the settled value again. */
    shut() {
        if (!this.isOpen) return;
        this.#latest.drop();
        this.#hasty = null;
        this.#popup.hidden = true;
        this.#input.setAttribute("aria-expanded", "false");
        this.#input.value = this.#settled;
        this.#clear.hidden = this.#settled === "";
        if (document.activeElement === this.#input) this.#input.blur();
        this.dispatchEvent(new Event("shut"));
    }

    #open() {
        if (this.isOpen) return;
        this.#popup.hidden = false;
        this.#isFresh = true;
        this.#input.setAttribute("aria-expanded", "true");
        this.dispatchEvent(new Event("open"));
        this.#ask();
    }

    #typed() {
        this.#clear.hidden = this.#input.value === "";
        this.#open();
        this.#ask();
    }

    #cleared() {
        this.settle("");
        this.#input.focus();
        this.#open();
        this.#ask();
        this.dispatchEvent(new Event("clear"));
    }

    async #ask() {
        const text = this.#input.value.trim();
        this.#hasty = null;
        if (text === "" || text === this.#settled) {
            this.#latest.drop();
            this.#show(this.offers(), "");
            return;
        }
        const waiting = setTimeout(() => this.#say(say("search.searching")), PATIENCE_MS);
        try {
            const found = await this.#latest.ask(text, (question, signal) => this.find(question, signal));
            if (found) this.#found(found.question, found.answer.results);
        } catch (failure) {
            const reason = failure instanceof Refused ? say("search.refused") : say("error.unreachable");
            this.#show([], reason, { label: say("action.tryAgain"), press: () => this.#ask() });
        } finally {
            clearTimeout(waiting);
        }
    }

    /**
     * @param {string} text
     * @param {Found[]} results
     */
    #found(text, results) {
        const options = results.map((found) => ({ row: placeRow(found), choose: () => this.#choose(found) }));
        this.#show(options, results.length === 0 ? say("search.nothing", { text }) : "");
        this.#answered = text;
        if (this.#hasty === text) options[0]?.choose();
        else if (results.length > 0) this.#announce(say("search.count", { count: results.length }));
    }

    /** @param {Found} found */
    #choose(found) {
        // Whoever listens shows the place first, so that shutting does not also close the layer it is shown on.
        this.dispatchEvent(new CustomEvent("choose", { detail: found }));
        this.shut();
    }

    /**
     * @param {Offer[]} options
     * @param {string} note
     * @param {import('../shell/notices.js').Action} [action]
     */
    #show(options, note, action) {
        this.#options = options;
        this.#answered = null;
        this.#active = -1;
        this.#input.removeAttribute("aria-activedescendant");
        fill(
            this.#list,
            ...options.map(({ row, choose }, index) =>
                make(
                    "li",
                    { role: "option", id: this.#optionID(index), "aria-selected": "false", on: { click: choose } },
                    row,
                ),
            ),
        );
        this.#list.hidden = options.length === 0;
        this.#say(note, action);
    }

    /**
     * @param {string} text
     * @param {import('../shell/notices.js').Action} [action]
     */
    #say(text, action) {
        this.#note.classList.remove("spoken");
        const button = action && make("button", { type: "button", on: { click: action.press } }, action.label);
        fill(this.#note, text && make("p", {}, text), button);
    }

    /**
     * Says something to screen readers only.
     *
     * @param {string} text
     */
    #announce(text) {
        this.#note.classList.add("spoken");
        fill(this.#note, text);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { key } = event;
        if (key === "ArrowDown" || key === "ArrowUp") {
            event.preventDefault();
            this.#open();
            this.#move(key === "ArrowDown" ? 1 : -1);
        } else if (key === "Enter") {
            event.preventDefault();
            this.#entered();
        } else if (key === "Escape" && this.isOpen) {
            event.stopPropagation();
            this.shut();
        }
    }

    #entered() {
        const text = this.#input.value.trim();
        if (this.#active >= 0) this.#options[this.#active].choose();
        else if (text !== "") this.dispatchEvent(new CustomEvent("search", { detail: text }));
    }

    /** @param {number} step */
    #move(step) {
        const count = this.#options.length;
        if (count === 0) return;
        // One place before the first stands for the text itself.
        this.#active = ((this.#active + 1 + step + count + 1) % (count + 1)) - 1;
        for (const [index, option] of [...this.#list.children].entries()) {
            option.setAttribute("aria-selected", String(index === this.#active));
            if (index === this.#active) option.scrollIntoView({ block: "nearest" });
        }
        if (this.#active < 0) this.#input.removeAttribute("aria-activedescendant");
        else this.#input.setAttribute("aria-activedescendant", this.#optionID(this.#active));
    }

    /** @param {number} index */
    #optionID(index) {
        return `found-${this.#number}-${index}`;
    }
}

customElements.define("place-field", PlaceField);
