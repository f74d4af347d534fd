// The building of a venue: pictures from outside and inside, floor plans, entrances, and accessibility. Parts about
// which nothing is known are left out.
import { planCorners } from "../core/plan-corners.js";
import { pictureButton } from "../pictures/picture.js";
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { levelText, Plans } from "./plans.js";

/** The features of accessibility in the order of the page. */
export const FEATURES = /** @type {const} */ ([
    "step_free_entrance",
    "automatic_door",
    "lift",
    "accessible_toilet",
    "accessible_parking",
    "hearing_loop",
    "tactile_paving",
]);
const KINDS = /** @type {const} */ (["exterior", "interior"]);
const ICONS = /** @type {Record<AccessAnswer, string>} */ ({ yes: "check", no: "x", unknown: "info" });

/** What a venue's page shows of its building. */
export class Building {
    /** @type {Plans | null} */
    #plans;

    /**
     * @param {Page} page
     * @param {Venue} venue
     */
    constructor(page, { id, detail, location }) {
        this.page = page;
        this.location = location;
        this.detail = detail;
        this.#plans = detail && detail.plans.length > 0 ? new Plans(page, id, detail) : null;
        /** @type {(HTMLElement | null)[]} */
        this.parts = detail
            ? [
                  ...KINDS.map((kind) => pictures(detail.pictures, kind)),
                  this.#plans?.element ?? null,
                  entrances(page, detail),
                  access(detail.access),
              ]
            : [];
    }

    /** Shows the venue on the map from above, with the plans that are drawn. */
    show() {
        this.page.views.lower();
        const corners = (this.#plans?.shown ?? []).flatMap((plan) => planCorners(plan, plan.picture));
        const entered = this.detail?.entrances.map((entrance) => entrance.location) ?? [];
        const there = corners.length > 0 ? corners : [...entered, ...(this.location ? [this.location] : [])];
        if (there.length > 0) this.page.camera.fit(there);
    }

    /** Whether there is something to show on the map. */
    get isOnMap() {
        return this.location !== undefined || this.#plans !== null || (this.detail?.entrances.length ?? 0) > 0;
    }

    leave() {
        this.#plans?.leave();
    }
}

/**
 * @param {VenuePicture[]} all
 * @param {"exterior" | "interior"} kind
 */
function pictures(all, kind) {
    const shown = all.filter((each) => each.kind === kind);
    if (shown.length === 0) return null;
    const title = say(`building.${kind}`);
    return make(
        "section",
        {},
        make("h3", {}, title),
        make(
            "ul",
            { class: "strip building-pictures", "aria-label": title },
            ...shown.map(({ picture }) =>
                make("li", { "data-id": picture.id }, pictureButton(picture, { sizes: "240px" })),
            ),
        ),
    );
}

/**
 * @param {Page} page
 * @param {VenueDetail} detail
 */
function entrances({ camera, views }, { entrances: all, plans }) {
    if (all.length === 0) return null;
    const rows = all.map(({ location, name, step_free: stepFree = "unknown", level }, index) => {
        const press = () => {
            views.lower();
            camera.fit([location]);
        };
        const words = [
            say(`entrance.stepFree.${stepFree}`),
            level !== undefined && say("plan.level", { level: levelText(level, plans) }),
        ].filter(Boolean);
        return make(
            "li",
            { "data-id": `entrance-${index}` },
            make(
                "button",
                { type: "button", on: { click: press } },
                make(
                    "span",
                    { class: "place-row" },
                    make("span", { class: "kind" }, icon("map-pin")),
                    make(
                        "span",
                        { class: "words" },
                        make("strong", { dir: "auto" }, name ?? say("entrance.unnamed")),
                        make("span", { class: "quiet" }, words.join(" · ")),
                    ),
                ),
            ),
        );
    });
    return make("section", {}, make("h3", {}, say("entrance.title")), make("ul", { class: "rows entrances" }, ...rows));
}

/** @param {VenueAccess | undefined} known */
function access(known) {
    if (!known) return null;
    const answers = FEATURES.filter((feature) => known[feature] && known[feature] !== "unknown");
    if (answers.length === 0 && !known.note) return null;
    const rows = answers.map((feature) => {
        const answer = /** @type {AccessAnswer} */ (known[feature]);
        return make(
            "li",
            {},
            icon(ICONS[answer]),
            make(
                "span",
                {},
                say("accessible.answer", { feature: say(`accessible.${feature}`), answer: say(`known.${answer}`) }),
            ),
        );
    });
    return make(
        "section",
        {},
        make("h3", {}, say("accessible.title")),
        rows.length > 0 && make("ul", { class: "access" }, ...rows),
        known.note && make("p", { class: "prose", dir: "auto" }, known.note),
    );
}
