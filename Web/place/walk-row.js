// The walking time from me to a place, requested beside the rest of the card.
import { metresBetween } from "../core/geodesy.js";
import { Latest } from "../data/latest.js";
import { fill, icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";

/** How far to move before the page asks for the walk again. In metres. */
const SAME_PLACE_METRES = 25;

const WALK = /** @type {const} */ ("foot");

export class WalkRow {
    element = make("p", { class: "walk", hidden: true });
    #latest = new Latest();
    /** @type {Position | null} */
    #askedFrom = null;

    /**
     * @param {Page} page
     * @param {Position} to
     * @param {boolean} isDrawn whether the route is also drawn on the map.
     * @param {number} [level] of a room.
     */
    constructor(page, to, isDrawn, level) {
        this.page = page;
        this.to = to;
        this.isDrawn = isDrawn;
        this.level = level;
        page.position.addEventListener("change", this.#moved);
        this.#moved();
    }

    /** Stops following me. */
    leave() {
        this.page.position.removeEventListener("change", this.#moved);
        this.#latest.drop();
        if (this.isDrawn) this.page.marks.showRoute(null);
    }

    #moved = () => {
        const me = this.page.position.fix?.position;
        if (!me || !this.page.camera.isHere(me)) return;
        if (this.#askedFrom && metresBetween(me, this.#askedFrom) < SAME_PLACE_METRES) return;
        this.#askedFrom = me;
        this.#ask(me);
    };

    /** @param {Position} from */
    async #ask(from) {
        const { data, marks, floors } = this.page;
        const question = { points: [from, this.to], profile: WALK, toLevel: this.level };
        try {
            const found = await this.#latest.ask(question, async (asked, signal) =>
                data.route({ ...asked, fromLevel: await floors?.myLevelAt(from) }, signal),
            );
            if (!found) return;
            const { duration, distance } = found.answer;
            const time = make("strong", { class: "digits" }, durationText(duration));
            fill(
                this.element,
                icon("footprints"),
                time,
                make("span", { class: "digits" }, say("walk.far", { distance: distanceText(distance) })),
            );
            if (this.isDrawn) marks.showRoute(found.answer, from, this.to);
        } catch {
            // The screen of directions says it when there is no walk.
            this.element.hidden = true;
            return;
        }
        this.element.hidden = false;
    }
}
