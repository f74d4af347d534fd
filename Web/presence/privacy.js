// The *Privacy* screen: the sharing choices, their effect, and the stored positions.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { entrance, meScreen } from "../sheet/me-screen.js";
import { fill, icon, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { exposurePart } from "./exposure.js";
import { friendsPart } from "./friends.js";
import { homesPart } from "./homes.js";
import { KeptPart, MOST_DAYS } from "./kept-part.js";
import { PseudonymPart } from "./pseudonym-part.js";
import { visitsPart } from "./visits.js";

const DAYS = [0, 1, 7, MOST_DAYS];

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function privacyPage(page) {
    const { views, community, presence, peopleMap } = page;
    const element = make("article", { class: "screen privacy" });
    const head = () => screenHead(say("privacy.title"), say("privacy.fact"), () => views.close());
    const latest = new Latest();
    let leaveParts = () => {};

    async function show() {
        leaveParts();
        fillScreen(element, head(), skeleton());
        try {
            const found = await latest.ask(undefined, async (_, signal) => {
                const me = await community.me();
                return { me, sharing: me.account ? await presence.sharing(signal) : null };
            });
            if (found) fillScreen(element, head(), ...parts(found.answer));
        } catch (failure) {
            fillScreen(element, head(), trouble(failure, show));
        }
    }

    /** @param {{me: Me, sharing: SharingState | null}} answer */
    function parts({ sharing }) {
        const promise = make("p", { class: "lead" }, say("privacy.lead"));
        if (!sharing) return [promise, entrance(page, say("privacy.logIn"))];
        const exposure = exposurePart(page);
        const choices = choicesPart(page, sharing, exposure.load);
        const friends = friendsPart(page);
        const visits = visitsPart(page);
        leaveParts = () => {
            choices.leave();
            visits.leave();
        };
        const load = () => {
            exposure.load();
            visits.load();
        };
        load();
        friends.load();
        return [
            promise,
            choices.element,
            exposure.element,
            friends.element,
            visits.element,
            new KeptPart(page, load).element,
        ];
    }

    return meScreen(page, element, show, () => {
        latest.drop();
        leaveParts();
        peopleMap.showAreas([]);
    });
}

/**
 * The choices. Each is sent when it is made, and shown as it was when that fails.
 *
 * @param {Page} page
 * @param {SharingState} sharing
 * @param {() => void} changed
 */
function choicesPart(page, sharing, changed) {
    return new ChoicesPart(page, sharing, changed);
}

/** The choices. Keeps the state that the server has, and the controls that show it. */
class ChoicesPart {
    #last = Promise.resolve();
    #problem = make("p", { class: "problem", role: "alert" });
    // Without a home area, sleeping beside a public place would count as a visit there.
    #homeless = make(
        "p",
        { class: "remark", role: "status" },
        icon("house"),
        make("span", {}, say("privacy.statisticsHome")),
    );

    /**
     * @param {Page} page
     * @param {SharingState} sharing
     * @param {() => void} changed
     */
    constructor(page, sharing, changed) {
        this.page = page;
        this.changed = changed;
        this.state = sharing;
        this.friends = make(
            "select",
            {
                id: "share-friends",
                on: { change: () => this.#change({ friends: /** @type {any} */ (this.friends.value) }) },
            },
            ...["nothing", "fuzzy", "exact"].map((each) =>
                make("option", { value: each }, say(`privacy.friends.${each}`)),
            ),
        );
        this.statistics = box("share-statistics", () => this.#change({ statistics: this.statistics.checked }));
        this.visits = box("share-visits", () => this.#change({ keeps_visits: this.visits.checked }));
        this.atHome = box("share-at-home", () => this.#change({ at_home: this.atHome.checked }));
        this.pseudonym = new PseudonymPart(this.#change);
        this.homes = homesPart(page, this.#change);
        this.days = make(
            "select",
            { id: "share-days", on: { change: () => this.#change({ retention_days: Number(this.days.value) }) } },
            ...DAYS.map((count) => make("option", { value: count }, daysText(count))),
        );
        this.#update();
        this.element = make(
            "section",
            { class: "shares", "aria-label": say("privacy.choices") },
            make("label", { class: "switch" }, make("span", {}, say("privacy.atHome")), this.atHome),
            make("p", { class: "quiet" }, say("privacy.atHomeText")),
            make("label", { class: "choice-row" }, make("span", {}, say("privacy.friends")), this.friends),
            make("p", { class: "quiet" }, say("privacy.exactText")),
            this.pseudonym.element,
            make("label", { class: "switch" }, make("span", {}, say("privacy.statistics")), this.statistics),
            make("p", { class: "quiet" }, say("privacy.statisticsText")),
            this.#homeless,
            this.homes.element,
            make("label", { class: "choice-row" }, make("span", {}, say("privacy.kept")), this.days),
            make("label", { class: "switch" }, make("span", {}, say("privacy.keepsVisits")), this.visits),
            make("p", { class: "quiet" }, say("privacy.keepsVisitsText")),
            this.#problem,
        );
    }

    leave() {
        this.homes.leave();
    }

    /**
     * @param {Partial<Sharing>} fields
     * @param {(failure: unknown) => boolean} [isExplained] returns whether it has shown the failure beside its field.
     */
    #change = (fields, isExplained = () => false) => {
        // One after the other: each change starts from the state after the one before.
        this.#last = this.#last.then(() => this.#send(fields, isExplained));
        return this.#last;
    };

    /**
     * @param {Partial<Sharing>} fields
     * @param {(failure: unknown) => boolean} isExplained
     */
    async #send(fields, isExplained) {
        fill(this.#problem);
        try {
            this.state = await this.page.presence.share(this.state, fields);
            this.changed();
        } catch (failure) {
            // Another browser of this member was first: its choice holds.
            const isOther = failure instanceof Refused && failure.code === "changed_meanwhile";
            if (isOther) this.state = await this.page.presence.sharing().catch(() => this.state);
            if (!isExplained(failure)) fill(this.#problem, isOther ? say("privacy.changed") : failureText(failure));
        }
        this.#update();
    }

    #update() {
        const { fields } = this.state;
        this.friends.value = fields.friends;
        this.statistics.checked = fields.statistics;
        this.#homeless.hidden = !fields.statistics || fields.homes.length > 0;
        this.atHome.checked = fields.at_home;
        this.visits.checked = fields.keeps_visits ?? false;
        if (!DAYS.includes(fields.retention_days) && !this.days.querySelector(`[value="${fields.retention_days}"]`))
            this.days.append(
                make("option", { value: fields.retention_days }, say("privacy.days", { count: fields.retention_days })),
            );
        this.days.value = String(fields.retention_days);
        this.pseudonym.update(fields.pseudonym ?? null);
        this.homes.update(this.state);
    }
}

/** @param {number} count */
function daysText(count) {
    return count === 0 ? say("privacy.today") : say("privacy.days", { count });
}

/**
 * @param {string} id
 * @param {() => void} press
 */
function box(id, press) {
    return make("input", { type: "checkbox", role: "switch", id, on: { change: press } });
}
