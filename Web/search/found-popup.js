// The popup below the search field: the list, a status text, and the parts above and below.
import { fill, make } from "../shell/make.js";
import { skeleton } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

export class FoundPopup {
    // It is there before its first text: screen readers follow only elements that they know.
    #note = make("div", { class: "found-note", role: "status" });
    #top = make("div", { class: "found-top" });
    #foot = make("div", { class: "found-foot" });

    /** @param {HTMLElement} list */
    constructor(list) {
        this.element = make("div", { class: "found-popup", hidden: true }, this.#top, list, this.#note, this.#foot);
    }

    /**
     * Shows something above and below the list.
     *
     * @param {HTMLElement | null} head
     * @param {HTMLElement | null} foot
     */
    frame(head, foot) {
        fill(this.#top, head);
        fill(this.#foot, foot);
    }

    /**
     * Says something below the list, with nothing above and below.
     *
     * @param {{note: string, action: import("../shell/notices.js").Action | null, busy: boolean}} said `busy` while the
     *   field waits for an answer.
     */
    say({ note, action, busy }) {
        this.frame(null, null);
        const button = action && make("button", { type: "button", on: { click: action.press } }, action.label);
        const words = busy ? say("search.searching") : note;
        const bars = busy && skeleton();
        if (bars) bars.setAttribute("aria-hidden", "true");
        fill(this.#note, words && make("p", { class: busy ? "spoken" : "" }, words), button, bars);
    }
}
