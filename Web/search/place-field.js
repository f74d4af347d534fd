// A field that finds a place: suggestions from the first letter, by the combobox pattern of the ARIA practices guide.
import { Latest } from "../data/latest.js";
import { Refused } from "../data/failures.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { comboboxInput, comboboxKeys } from "./combobox.js";
import { FoundList } from "./found-list.js";
import { foundOffers } from "./found-offers.js";
import { FoundPopup } from "./found-popup.js";
import { isPassing, reasonOf } from "./search-failure.js";

/** @typedef {import('./found-list.js').Group} Group */

/**
 * The offers before a letter is typed: groups, a word about them, and elements above and below them.
 *
 * @typedef {{head?: HTMLElement | null, groups: Group[], note?: string, foot?: HTMLElement | null}} Offers
 */

/** After this time the field says that it is searching, and takes away the results for another text. */
const PATIENCE_MS = 150;
let fields = 0;

/**
 * Fires `choose` with the found place as detail, `topic` with a page of the guide, `search` with the typed text to
 * search for, and `open` and `shut`.
 */
export class PlaceField extends HTMLElement {
    /**
     * Finds places. The code that makes the field sets it.
     *
     * @type {(text: string, signal: AbortSignal) => Promise<Suggestions>}
     */
    find = async (text) => ({ query: text, results: [] });
    /**
     * Returns the offers before a letter is typed.
     *
     * @type {() => Offers}
     */
    offers = () => ({ groups: [] });
    /** The text of the field while it is not edited. */
    #settled = "";
    #latest = new Latest();
    #number = ++fields;
    /**
     * The text whose first suggestion is chosen as soon as it comes.
     *
     * @type {string | null}
     */
    #hasty = null;
    /** The text that the suggestions are about. */
    #answered = /** @type {string | null} */ (null);
    /**
     * The element that had the focus before the field.
     *
     * @type {HTMLElement | null}
     */
    #before = null;
    /** Whether editing began just now. */
    #isFresh = false;
    /** The timer that takes away the former results; 0 while the field does not wait. */
    #waiting = 0;
    #input = comboboxInput(`found-${this.#number}`);
    #clear = make("button", { type: "button", class: "clear", hidden: true }, icon("x"));
    #list = new FoundList(`found-${this.#number}`, this.#input);
    // It is there before its first text: screen readers follow only elements that they know.
    #spoken = make("div", { class: "spoken", role: "status" });
    #popup = new FoundPopup(this.#list.element);

    static observedAttributes = ["label"];

    attributeChangedCallback() {
        const label = this.getAttribute("label") ?? "";
        this.#input.setAttribute("aria-label", label);
        this.#input.placeholder = label;
        this.#list.element.setAttribute("aria-label", label);
        this.#clear.setAttribute("aria-label", say("action.clear"));
    }

    connectedCallback() {
        if (this.#input.isConnected) return;
        this.append(this.#input, this.#clear, this.#popup.element, this.#spoken);
        this.#input.addEventListener("focus", ({ relatedTarget }) => {
            if (!this.contains(/** @type {Node | null} */ (relatedTarget)))
                this.#before = /** @type {HTMLElement | null} */ (relatedTarget);
            this.#open();
        });
        // Typing replaces the settled text. A second press puts the cursor where it points.
        this.#input.addEventListener("click", () => {
            if (this.#isFresh) this.#input.select();
            this.#isFresh = false;
        });
        this.#input.addEventListener("input", () => this.#typed());
        const keys = { open: () => this.#open(), enter: () => this.#entered() };
        this.#input.addEventListener("keydown", comboboxKeys(this.#list, keys));
        this.addEventListener("keydown", (event) => this.#leave(event));
        this.#clear.addEventListener("click", () => this.#cleared());
        this.addEventListener("focusout", (event) => {
            if (!this.contains(/** @type {Node | null} */ (event.relatedTarget)) && event.relatedTarget) this.shut();
        });
        // A press on a suggestion must not take the focus away before it counts.
        this.#popup.element.addEventListener("pointerdown", (event) => event.preventDefault());
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
        return !this.#popup.element.hidden;
    }

    /** Puts the cursor into the field. */
    edit() {
        this.#input.focus();
        this.#input.select();
        this.#open();
    }

    /** Gives the focus back to the last element, unless another one has it already. */
    giveBack() {
        const isFree = document.activeElement === document.body || this.contains(document.activeElement);
        if (isFree && this.#before?.isConnected) this.#before.focus({ preventScroll: true });
        this.#before = null;
    }

    /** Chooses the first suggestion for the typed text, now or once it has come. */
    chooseFirst() {
        const text = this.#input.value.trim();
        if (text === this.#settled) this.shut();
        else if (text === this.#answered) this.#list.first?.choose();
        else this.#hasty = text;
    }

    /** Shows the offers anew after one was removed, and says so to screen readers. */
    offerAgain(text = "") {
        if (!this.isOpen || this.#input.value.trim() !== this.#settled) return;
        const place = this.#list.place;
        this.#offer();
        if (place >= 0) this.#list.jump(place);
        this.#announce(text);
    }

    /** Ends editing and shows the settled value again. */
    shut() {
        if (!this.isOpen) return;
        this.#latest.drop();
        this.#stopWaiting();
        this.#hasty = null;
        this.#popup.element.hidden = true;
        this.#list.rest();
        this.#expand();
        this.#announce("");
        this.#input.value = this.#settled;
        this.#clear.hidden = this.#settled === "";
        if (document.activeElement === this.#input) this.#input.blur();
        this.dispatchEvent(new Event("shut"));
    }

    #open() {
        if (this.isOpen) return;
        this.#popup.element.hidden = false;
        this.#isFresh = true;
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
            this.#offer();
            return;
        }
        // The former results stay in sight for a moment, so that nothing flickers, but no key chooses them.
        this.#answered = null;
        this.#list.rest();
        this.#waiting ||= window.setTimeout(() => this.#show([], { busy: true }), PATIENCE_MS);
        try {
            const found = await this.#latest.ask(text, (question, signal) => this.find(question, signal));
            if (found) this.#found(found.question, found.answer);
        } catch (failure) {
            this.#show([], { note: reasonOf(failure), action: this.#again(failure) });
        }
    }

    #offer() {
        const { head = null, groups, note = "", foot = null } = this.offers();
        this.#show(groups, { note });
        this.#popup.frame(head, foot);
    }

    /**
     * @param {string} text
     * @param {Suggestions} answer
     */
    #found(text, answer) {
        const { absent_kind: absent } = answer;
        const offers = foundOffers(answer, {
            place: (found) => this.#choose("choose", found),
            topic: (topic) => this.#choose("topic", topic),
        });
        const count = offers.length;
        const nothing = count === 0 ? say("search.nothing", { text }) : "";
        this.#show([{ offers }], { note: absent ? say("search.absent", { kind: absent.name }) : nothing });
        this.#answered = text;
        if (this.#hasty === text) offers[0]?.choose();
        else if (count > 0) this.#announce(say("search.count", { count }));
    }

    /**
     * @param {"choose" | "topic"} event
     * @param {Found | Topic} detail
     */
    #choose(event, detail) {
        // The listener shows the place first, so that shutting does not also close the layer of the place.
        this.dispatchEvent(new CustomEvent(event, { detail }));
        this.shut();
    }

    /**
     * @param {Group[]} groups
     * @param {{note?: string, action?: import('../shell/notices.js').Action | null, busy?: boolean}} said `busy` while
     *   an answer is waited for.
     */
    #show(groups, { note = "", action = null, busy = false }) {
        this.#stopWaiting();
        this.#answered = null;
        this.#list.show(groups);
        this.#expand();
        this.#announce("");
        this.#popup.say({ note, action, busy });
    }

    #stopWaiting() {
        clearTimeout(this.#waiting);
        this.#waiting = 0;
    }

    /** Marks the list as open while there is something in it. */
    #expand() {
        this.#input.setAttribute("aria-expanded", String(this.isOpen && !this.#list.isEmpty));
    }

    /** @param {unknown} failure */
    #again(failure) {
        if (failure instanceof Refused && !isPassing(failure)) return null;
        return { label: say("action.tryAgain"), press: () => this.#ask() };
    }

    /**
     * Says something to screen readers only.
     *
     * @param {string} text
     */
    #announce(text) {
        fill(this.#spoken, text);
    }

    /** @param {KeyboardEvent} event in any part of the field. */
    #leave(event) {
        if (event.key !== "Escape" || event.isComposing || !this.isOpen) return;
        event.stopPropagation();
        this.shut();
    }

    #entered() {
        const text = this.#input.value.trim();
        if (this.#list.active) this.#list.active.choose();
        else if (text !== "") this.dispatchEvent(new CustomEvent("search", { detail: text }));
    }
}

customElements.define("place-field", PlaceField);
