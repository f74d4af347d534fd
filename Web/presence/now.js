// The *Now* screen: people who share their location, location reporting of this page, queues and busy places.
import { placesNow } from "../data/busyness.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { fill, icon, make } from "../shell/make.js";
import { offerSimulatedChoice } from "../shell/simulated-choice.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { placesPart } from "./places-part.js";
import { isRecent, whenText, whoText } from "./words.js";
import { ReportingPart } from "./reporting-part.js";

/** How often to ask what others see, in milliseconds. */
const OFTEN = 30_000;
/** More people than this are shown at a press. */
const MOST_SHOWN = 10;

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function nowPage(page) {
    return new NowPage(page);
}

/** People who share their location, location reporting of this page, queues and busy places. */
class NowPage {
    stop = /** @type {const} */ ("half");
    #list = make("div", {});
    #choice = make("div", { class: "simulated" });
    element = make("article", { class: "screen now" });
    #written = "";
    #most = MOST_SHOWN;

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { community, presence, reporting } = page;
        this.mine = new ReportingPart(page);
        this.places = placesPart(page);
        fillScreen(
            this.element,
            screenHead(say("now.title"), page.about.name, () => this.page.views.close()),
            this.#choice,
            make(
                "section",
                { "aria-labelledby": "now-people" },
                make("h3", { id: "now-people" }, say("now.people")),
                this.#list,
            ),
            this.mine.element,
            this.places.element,
        );
        presence.addEventListener("change", this.#show);
        // A new day starts without an event.
        this.timer = window.setInterval(() => {
            this.#show();
            // The view of others changes without an event, too, at set times.
            this.mine.learn();
        }, OFTEN);
        reporting.addEventListener("change", this.#sent);
        community.addEventListener("me", this.mine.load);
        placesNow.addEventListener("change", this.#offer);
        this.#show();
        this.mine.load();
        // A page that was opened without a network has not asked yet.
        if (!presence.isKnown) presence.retry();
    }

    #offer = () => offerSimulatedChoice(this.#choice, this.page.presence.hasSimulated || placesNow.hasSimulated);

    #show = () => {
        this.#offer();
        const { all, isKnown, failure } = this.page.presence;
        const time = this.page.now();
        const recent = all.filter((one) => isRecent(one, time));
        const shown = [...recent, ...all.filter((one) => !isRecent(one, time))].slice(0, this.#most);
        const written = JSON.stringify([
            shown,
            recent.length,
            all.length,
            isKnown,
            failure !== null,
            new Date(this.page.now()).toDateString(),
        ]);
        if (written === this.#written) return;
        this.#written = written;
        if (!isKnown)
            return fill(this.#list, failure ? trouble(failure, () => this.page.presence.retry()) : skeleton());
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
        const earlier = shown.slice(recent.length);
        if (all.length > 0)
            fill(
                this.#list,
                recent.length > 0
                    ? make("ul", { class: "rows" }, ...shown.slice(0, recent.length).map(this.#row))
                    : null,
                earlier.length > 0 ? make("h4", {}, say("now.earlier")) : null,
                earlier.length > 0 ? make("ul", { class: "rows" }, ...earlier.map(this.#row)) : null,
                this.#rest(all.length),
            );
        else fill(this.#list, make("div", { class: "hint" }, make("p", {}, say("now.empty")), this.#sharingButton()));
        if (failure)
            this.#list.prepend(make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, say("now.old"))));
        if (focused)
            /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
        return undefined;
    };

    /**
     * Offers a button that shows all people, so that a long list does not hide the other parts.
     *
     * @param {number} count
     */
    #rest(count) {
        if (count <= this.#most) return null;
        const press = () => {
            const first = this.#most;
            this.#most = Infinity;
            this.#written = "";
            this.#show();
            /** @type {HTMLElement | undefined} */ ([...this.#list.querySelectorAll("li button")][first])?.focus();
        };
        return make("button", { class: "more", type: "button", on: { click: press } }, say("now.all", { count }));
    }

    /** Returns the button that opens the sharing choices. */
    #sharingButton() {
        return make(
            "button",
            { type: "button", on: { click: () => this.page.views.open({ screen: "privacy" }) } },
            say("now.choose"),
        );
    }

    /** @param {SeenPerson} person */
    #row = (person) => {
        const press = () => this.page.views.open({ screen: "person", id: person.id });
        return make(
            "li",
            {},
            make(
                "button",
                { type: "button", "data-id": person.id, on: { click: press } },
                make(
                    "span",
                    { class: "place-row" },
                    make("span", { class: "kind" }, icon(person.is_at_home ? "house" : "user")),
                    make(
                        "span",
                        { class: "words" },
                        make("bdi", { class: "name" }, person.name),
                        make("span", { class: "where" }, unbroken(`${whoText(person)} ·`, whenText(person))),
                    ),
                ),
            ),
        );
    };

    #sent = () => {
        this.mine.update();
        this.mine.learn();
    };

    retry() {
        this.page.presence.retry();
        this.places.retry();
        this.mine.load();
    }

    leave() {
        this.page.presence.removeEventListener("change", this.#show);
        this.page.reporting.removeEventListener("change", this.#sent);
        this.page.community.removeEventListener("me", this.mine.load);
        placesNow.removeEventListener("change", this.#offer);
        clearInterval(this.timer);
        this.places.leave();
        this.mine.leave();
    }
}

/**
 * Returns texts in one element. Lines break only between texts, unless a single text is too long.
 *
 * @param {string[]} texts
 */
function unbroken(...texts) {
    const parts = texts.flatMap((text, index) => [index > 0 ? " " : "", make("span", { class: "part" }, text)]);
    return make("span", {}, ...parts);
}
