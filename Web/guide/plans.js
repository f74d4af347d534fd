// The floor plans of a venue on the map, one level at a time.
import { planCorners } from "../core/plan-corners.js";
import { floorsOf } from "../floors/floors.js";
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
    /** Whether the reader hid the plans, on whatever level. */
    #isOff = false;
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
        this.floors = page.about.features?.includes("indoor") ? floorsOf(page) : null;
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
        this.#isOff = this.level === null;
        this.#show();
        this.floors?.addEventListener("change", this.#follow);
        this.#follow();
    }

    /** The building of the map's indoor data that the plans lie on, while the map shows it. */
    get #building() {
        return this.floors?.buildingAt(this.plans[0].center);
    }

    /**
     * Follows the switch of levels on the map: while it is shown, plans and rooms are those of one level. A level
     * without a plan shows none.
     */
    #follow = () => {
        const { floors } = this;
        const there = floors?.building;
        if (!floors || !there || this.#building !== there.id) return;
        if (!floors.isChosen(there.id)) this.#lead(there);
        else if (!this.#isOff && floors.level !== undefined && floors.level !== this.level) {
            const level = this.levels.includes(floors.level) ? floors.level : null;
            if (level === this.level) return;
            this.level = level;
            this.#show();
        }
    };

    /**
     * Shows the level of the plans in the rest of the building.
     *
     * @param {IndoorBuilding} building
     */
    #lead({ id, levels }) {
        const { level } = this;
        if (level !== null && levels.some((each) => each.level === level)) this.floors?.choose(id, level);
    }

    /** The plans of the chosen level, or of all levels while none is chosen. */
    get shown() {
        return this.plans.filter(({ level }) => this.level === null || level === this.level);
    }

    leave() {
        this.#hasLeft = true;
        this.floors?.removeEventListener("change", this.#follow);
        this.page.planMap.show([]);
    }

    /** @param {number | null} level */
    choose(level) {
        this.level = level;
        chosen.set(this.venue, level);
        this.#isOff = level === null;
        this.#show();
        const there = this.floors?.building;
        if (there && this.#building === there.id) this.#lead(there);
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
