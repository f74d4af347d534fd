// The marks of search results: each with its name, whether it is open and its band of time, in step with the list.
import { openWord } from "../text/open-word.js";
import { BANDS, bandText } from "./bands.js";

export class ResultMarks {
    /** @type {(look: string, position: Position, name: string, press: () => void, attributes: Record<string, any>) => any} */
    #mark;
    /**
     * By the ids of results.
     *
     * @type {Map<string, any>}
     */
    #marks = new Map();

    /** @param {(look: string, position: Position, name: string, press: () => void, attributes: Record<string, any>) => any} mark puts one on the map. */
    constructor(mark) {
        this.#mark = mark;
    }

    /**
     * Marks results in place of those before. A press chooses a result; `pointed` takes the result under the pointer,
     * or null.
     *
     * @param {(Found & {band?: number})[]} results with the band of reach that each lies in, where bands are drawn.
     * @param {(result: Found) => void} chosen
     * @param {(result: Found | null) => void} [pointed]
     */
    show(results, chosen, pointed = () => {}) {
        for (const marker of this.#marks.values()) marker.remove();
        // The list says the same in words; a second way through them by keyboard would only be in the way.
        const marks = results.map((result) => {
            const label = [result.name, openWord(result.open)].filter(Boolean).join(" · ");
            const mark = this.#mark("result-mark", result, label, () => chosen(result), { tabindex: -1 });
            const element = mark.getElement();
            element.addEventListener("pointerenter", (/** @type {PointerEvent} */ { pointerType }) => {
                if (pointerType !== "mouse") return;
                this.point(result.id);
                pointed(result);
            });
            element.addEventListener("pointerleave", () => {
                this.point(null);
                pointed(null);
            });
            return /** @type {[string, any]} */ ([result.id, mark]);
        });
        this.#marks = new Map(marks);
        this.band(results);
    }

    /**
     * Shows in the marks in which band of reach they lie.
     *
     * @param {{id: string, band?: number}[]} results
     */
    band(results) {
        for (const { id, band } of results) {
            const element = this.#marks.get(id)?.getElement();
            if (!element || band === undefined) continue;
            element.dataset.band = String(band);
            element.dataset.minutes = String(BANDS[band] ?? "");
            element.setAttribute("aria-label", `${element.title}, ${bandText(band)}`);
        }
    }

    /**
     * Lifts the mark of one result above the others, with its name.
     *
     * @param {string | null} id null for none.
     */
    point(id) {
        for (const [each, marker] of this.#marks) marker.getElement().classList.toggle("pointed", each === id);
    }
}
