// A work: large, with all that is known of it, and a vote for it.
import { pictureButton } from "../pictures/picture.js";
import { factRow } from "../place/details.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { linkRow } from "../shell/link-row.js";
import { say } from "../text/catalogue.js";
import { editingWork } from "./editing.js";
import { dimensionsText, publicationNote } from "./facts.js";
import { guideScreen } from "./guide-screen.js";

/**
 * @param {Page} page
 * @param {{venue: string, id: string}} view
 * @returns {SheetScreen}
 */
export function workPage(page, view) {
    return new WorkPage(page, view).screen;
}

/** The page of a work. */
class WorkPage {
    /**
     * @param {Page} page
     * @param {{venue: string, id: string}} view
     */
    constructor(page, { venue: venueID, id }) {
        this.page = page;
        this.venueID = venueID;
        this.id = id;
        this.screen = guideScreen(this.page, {
            look: "work",
            title: say("work.title"),
            stop: "full",
            find: (signal) => this.page.guide.venue(this.venueID, signal),
            show: this.#show,
        });
    }

    /**
     * @param {VenueAnswer} answer
     * @param {import("./guide-screen.js").Editing} editing
     */
    #show = ({ venue, works }, editing) => {
        const index = works.findIndex((each) => each.id === this.id);
        if (index < 0) return null;
        const work = works[index];
        const { title, artist, picture, description } = work;
        const fact = make("span", {}, artist, artist && " ", publicationNote(work, this.page.now()));
        if (editing.isEditing) return { title, fact, content: [editingWork(this.page, work, editing)] };
        return {
            title,
            fact,
            content: [
                picture && pictureButton(picture, { sizes: "(min-width: 900px) 352px, 94vw" }),
                voting(this.page, work),
                description && make("h3", {}, say("work.description")),
                description && make("p", { class: "prose", dir: "auto" }, description),
                make("dl", { class: "facts" }, ...facts(work)),
                this.#neighbours(works, index),
                make(
                    "ul",
                    { class: "rows link-rows" },
                    linkRow("landmark", venue.name, () => this.#openVenue()),
                ),
            ],
        };
    };

    #openVenue() {
        this.page.views.open({ screen: "venue", id: this.venueID });
    }

    /**
     * @param {Work[]} works
     * @param {number} index
     */
    #neighbours(works, index) {
        if (works.length < 2) return null;
        const button = (/** @type {number} */ to, /** @type {string} */ drawing, /** @type {string} */ label) => {
            const press = () => this.page.views.replace({ screen: "work", venue: this.venueID, id: works[to].id });
            return iconButton(drawing, label, press, { disabled: !works[to], "data-focus": drawing });
        };
        return make(
            "div",
            { class: "actions neighbours" },
            button(index - 1, "chevron-left", say("work.previous")),
            button(index + 1, "chevron-right", say("work.next")),
        );
    }
}

/** @param {Work} work */
function facts(work) {
    const { medium, year } = work;
    const dimensions = dimensionsText(work);
    return [
        medium && factRow("palette", say("work.medium"), medium),
        dimensions && factRow("ruler", say("work.dimensions"), dimensions),
        year !== undefined && factRow("calendar", say("work.year"), make("span", { class: "digits" }, String(year))),
    ];
}

/**
 * The votes for a work, and the button to vote: once per account, and as easy to take back. Guests see the way to log
 * in.
 *
 * @param {Page} page
 * @param {Work} work
 */
function voting({ outbox, community, views }, work) {
    let { votes, my_vote: mine } = work;
    const wish = waitingVote(outbox, work);
    if (wish !== undefined) take(wish);
    const count = make("span", { class: "quiet digits", role: "status" });
    const below = make("div", { class: "below", role: "status" });
    const button = make("button", { type: "button", class: "toggle", "data-focus": "vote", on: { click: press } });

    function update() {
        button.setAttribute("aria-pressed", String(mine === true));
        fill(button, icon("star"), make("span", {}, mine ? say("vote.mine") : say("vote.give")));
        fill(count, say("vote.count", { count: votes }));
    }

    async function press() {
        fill(below);
        button.disabled = true;
        try {
            const { account } = await community.lastMe();
            if (!account) return invite();
            const outcome = await cast(account, !mine);
            if (outcome.state === "refused") throw outcome.failure;
            if (outcome.state === "sent" && outcome.answer) ({ votes, my_vote: mine } = outcome.answer);
            else take(!mine);
            if (outcome.state === "waiting") fill(below, make("p", { class: "quiet" }, say("vote.waiting")));
        } catch (failure) {
            fill(below, make("p", { class: "problem", role: "alert" }, failureText(failure)));
        } finally {
            button.disabled = false;
            update();
            button.focus();
        }
        return undefined;
    }

    /** Shows a vote that is not counted yet. */
    function take(/** @type {boolean} */ isFor) {
        votes += Number(isFor) - Number(mine === true);
        mine = isFor ? true : undefined;
    }

    /**
     * @param {Account} account
     * @param {boolean} isFor true adds the vote of the member, false takes it back.
     */
    function cast({ id }, isFor) {
        return outbox.add({ kind: "vote", owner: id, body: { work: work.id, isFor }, about: work.title });
    }

    function invite() {
        const enter = make(
            "button",
            { type: "button", on: { click: () => views.open({ screen: "account" }) } },
            say("account.enter"),
        );
        fill(below, make("div", { class: "hint" }, make("p", {}, say("vote.logIn")), enter));
    }

    update();
    return make("div", { class: "voting" }, make("div", { class: "actions" }, button, count), below);
}

/**
 * Returns the vote for a work that waits in the outbox, true for a vote and false for one taken back.
 *
 * @param {import("../data/outbox.js").Outbox} outbox
 * @param {Work} work
 * @returns {boolean | undefined} nothing if none waits.
 */
function waitingVote({ shown }, { id }) {
    const votes = shown.filter(({ kind, state, body }) => kind === "vote" && state !== "refused" && body.work === id);
    return votes.at(-1)?.body.isFor;
}
