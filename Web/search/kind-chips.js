// The kinds of places to look for, in a row that is pushed sideways where it is narrow; the one that is looked for is
// pressed.
import { kindIcon } from "../place/kinds.js";
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/** By the word that is searched for, which is one in every language. */
export const KINDS = ["restaurant", "cafe", "supermarket", "pharmacy", "museum", "hotel", "toilets", "park"];

export class KindChips {
    /** @type {[string, HTMLElement][]} */
    #chips;

    /**
     * @param {string} current the pressed one; another text or none presses none.
     * @param {(kind: string) => void} press
     */
    constructor(current, press) {
        this.#chips = KINDS.map((kind) => {
            const look = { class: `pill ${kind}` };
            return [kind, iconButton(kindIcon({ kind }), say(`kinds.${kind}`), () => press(kind), look)];
        });
        const chips = this.#chips.map(([, chip]) => make("li", {}, chip));
        this.element = make("ul", { class: "pills", "aria-label": say("home.kinds") }, ...chips);
        this.mark(current);
    }

    /** @param {string} current */
    mark(current) {
        for (const [kind, chip] of this.#chips) chip.setAttribute("aria-pressed", String(kind === current));
    }
}
