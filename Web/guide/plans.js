// The floor plans of a venue on the map, one level at a time.
import { planCorners } from "../core/plan-corners.js";
import { pictureAddress, pictureButton } from "../pictures/picture.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { formatsLanguage, say } from "../text/catalogue.js";

/**
 * The levels that readers chose, by venue: a screen that is filled anew shows the same one. Null hides the plans.
 *
 * @type {Map<string, number | null>}
 */
const chosen = new Map();

/**
 * Returns the levels of plans, the highest first.
 *
 * @param {FloorPlan[]} plans
 */
export function levelsOf(plans) {
    return [...new Set(plans.map(({ level }) => level))].sort((a, b) => b - a);
}

/**
 * The level to begin with: the one behind the first entrance, or the nearest to the ground.
 *
 * @param {VenueDetail} detail
 */
export function firstLevel({ plans, entrances }) {
    const levels = levelsOf(plans);
    const entered = entrances.map(({ level }) => level).find((level) => level !== undefined && levels.includes(level));
    return entered ?? [...levels].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)[0];
}

/**
 * Says a level as signs have it, or by its number.
 *
 * @param {number} level
 * @param {{level: number, label?: string}[]} plans
 */
export function levelText(level, plans) {
    const label = plans.find((plan) => plan.level === level && plan.label)?.label;
    return label ?? new Intl.NumberFormat(formatsLanguage(), { maximumFractionDigits: 1 }).format(level);
}

/**
 * A plan as the map draws it.
 *
 * @param {FloorPlan} plan
 * @returns {import("../map/plan-map.js").DrawnPlan}
 */
export function drawnPlan(plan) {
    const corners = planCorners(plan, plan.picture);
    return { address: pictureAddress(plan.picture.id, "large"), corners, opacity: plan.opacity };
}

/** The switch of levels, and the plans of the chosen one. */
export class Plans {
    #status = make("p", { class: "quiet plan-status", role: "status" });
    #pictures = make("div", { class: "plan-pictures" });
    #buttons = make("div", { class: "choices levels", role: "group", "aria-label": say("plan.levels") });
    #hasLeft = false;
    /** Counts the choices: a picture that arrives after another choice is not drawn. */
    #choices = 0;

    /**
     * @param {Page} page
     * @param {string} venue its id.
     * @param {VenueDetail} detail
     */
    constructor(page, venue, detail) {
        this.page = page;
        this.venue = venue;
        this.plans = detail.plans;
        this.levels = levelsOf(detail.plans);
        this.element = make(
            "section",
            { class: "plans" },
            make("h3", {}, say("plan.title")),
            this.#buttons,
            this.#status,
            this.#pictures,
        );
        const kept = chosen.get(venue);
        const isThere = kept === null || (kept !== undefined && this.levels.includes(kept));
        this.level = isThere ? kept : firstLevel(detail);
        this.#show();
    }

    /** The plans of the chosen level, or of all levels while none is chosen. */
    get shown() {
        return this.plans.filter(({ level }) => this.level === null || level === this.level);
    }

    leave() {
        this.#hasLeft = true;
        this.page.planMap.show([]);
    }

    /** @param {number | null} level */
    choose(level) {
        this.level = level;
        chosen.set(this.venue, level);
        this.#show();
        /** @type {HTMLElement | null} */ (this.#buttons.querySelector("[aria-pressed=true]"))?.focus();
    }

    #show() {
        const button = (/** @type {number | null} */ level, /** @type {string} */ text, /** @type {string} */ label) =>
            make(
                "button",
                {
                    type: "button",
                    "aria-pressed": String(level === this.level),
                    "aria-label": label,
                    "data-focus": `level-${level}`,
                    on: { click: () => this.choose(level) },
                },
                text,
            );
        fill(
            this.#buttons,
            ...this.levels.map((level) => {
                const text = levelText(level, this.plans);
                return button(level, text, say("plan.level", { level: text }));
            }),
            button(null, say("plan.none"), say("plan.noneLabel")),
        );
        this.#draw();
    }

    /**
     * Draws the pictures of the level once they are there, all of them or none.
     *
     * @returns {Promise<void>}
     */
    async #draw() {
        const mine = ++this.#choices;
        const isCurrent = () => mine === this.#choices && !this.#hasLeft;
        const plans = this.level === null ? [] : this.shown;
        this.page.planMap.show([]);
        fill(this.#pictures, ...plans.map((plan) => pictureButton(plan.picture, { sizes: "132px" })));
        fill(this.#status, plans.length > 0 && say("plan.loading"));
        if (plans.length === 0) return;
        const isThere = await Promise.all(plans.map(({ picture }) => loaded(pictureAddress(picture.id, "large")))).then(
            () => true,
            () => false,
        );
        if (!isCurrent()) return;
        if (isThere) this.page.planMap.show(plans.map(drawnPlan));
        const level = levelText(Number(this.level), this.plans);
        fill(this.#status, ...(isThere ? [say("plan.shown", { level })] : this.#trouble()));
    }

    #trouble() {
        const again = iconButton("refresh-cw", say("action.tryAgain"), () => this.#draw());
        return [icon("wifi-off"), make("span", {}, say("plan.failed")), again];
    }
}

/**
 * Waits until a picture is in the browser's cache; throws when it cannot be had.
 *
 * @param {string} address
 */
async function loaded(address) {
    const image = make("img", { src: address });
    await image.decode();
}
