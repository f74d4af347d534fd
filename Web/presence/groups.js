// Groups and links: a member shares the location with them until a set time, and never after.
import { Circles } from "../data/circles.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { entrance, meScreen } from "../sheet/me-screen.js";
import { unfold, withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";
import { groupForm, linkForm, precisionChoice } from "./circle-forms.js";
import { opener } from "./opener.js";
import { shownText } from "./words.js";

/** How often to ask what others see, in milliseconds. */
const OFTEN = 20_000;
/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function groupsPage(page) {
    return new GroupsPage(page).screen;
}

/** The groups and links through which a member shares the location, and the forms that make new ones. */
class GroupsPage {
    #element = make("article", { class: "screen devices groups" });
    #groups = make("div", {});
    #links = make("div", {});
    /** The new link, with buttons to copy and share it. */
    #made = make("div", {});
    #latest = new Latest();
    #latestShown = new Latest();
    #timer = 0;
    #isLeft = false;
    /**
     * The elements that show the view of others through each group and link, by id.
     *
     * @type {Map<string, HTMLElement>}
     */
    #statuses = new Map();

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const { community, reporting } = page;
        this.circles = new Circles(community);
        // A report that was just sent shows sooner.
        reporting.addEventListener("change", this.#learnShown);
        this.screen = meScreen(this.page, this.#element, this.#show, () => {
            this.#isLeft = true;
            this.page.reporting.removeEventListener("change", this.#learnShown);
            clearTimeout(this.#timer);
            this.#latest.drop();
            this.#latestShown.drop();
        });
    }

    #head() {
        return screenHead(say("groups.title"), say("groups.fact"), () => this.page.views.close());
    }

    #show = async () => {
        fillScreen(this.#element, this.#head(), skeleton());
        try {
            const { account } = await this.page.community.me();
            if (!account) return fillScreen(this.#element, this.#head(), entrance(this.page, say("groups.logIn")));
            fillScreen(
                this.#element,
                this.#head(),
                make("p", { class: "lead" }, say("groups.lead")),
                make("p", { class: "quiet" }, say("privacy.exactText")),
                make("h3", {}, say("groups.groups")),
                this.#groups,
                groupForm(this.page, this.circles, this.#load),
                make("h3", {}, say("groups.links")),
                this.#made,
                this.#links,
                linkForm(this.page, this.circles, this.#showMade),
            );
            return await this.#load();
        } catch (failure) {
            return fillScreen(this.#element, this.#head(), trouble(failure, this.#show));
        }
    };

    #load = async () => {
        if (!this.#groups.childElementCount) fill(this.#groups, skeleton());
        try {
            const found = await this.#latest.ask(undefined, (_, signal) => this.circles.all(signal));
            if (!found) return;
            const { answer } = found;
            this.#statuses.clear();
            fill(this.#groups, list(answer.groups.map(this.#group), say("groups.noGroups")));
            fill(this.#links, list(answer.links.map(this.#link), say("groups.noLinks")));
        } catch (failure) {
            fill(this.#groups, trouble(failure, this.#load));
            fill(this.#links);
            return;
        }
        await this.#learnShown();
    };

    /** Shows the view of others through each group and link now; nothing where it is not known. */
    #learnShown = async () => {
        clearTimeout(this.#timer);
        if (this.#isLeft || this.#statuses.size === 0) return;
        this.#timer = window.setTimeout(this.#learnShown, OFTEN);
        // A hidden page asks nothing.
        if (document.visibilityState !== "visible") return;
        try {
            const found = await this.#latestShown.ask(undefined, (_, signal) => this.page.presence.shown(signal));
            if (!found) return;
            const texts = new Map(found.answer.circles.map(({ id, shown }) => [id, shownText(shown, this.page.now())]));
            for (const [id, status] of this.#statuses) {
                const text = texts.get(id) ?? "";
                if (status.textContent !== text) fill(status, text);
            }
        } catch (failure) {
            console.info("what others see is not known:", failure);
            for (const status of this.#statuses.values()) fill(status);
        }
    };

    /** @param {string} id */
    #statusOf(id) {
        const status = make("p", { class: "quiet" });
        this.#statuses.set(id, status);
        return status;
    }

    /** @param {PersonLink} one */
    #showMade = async (one) => {
        if (this.#isLeft) return;
        fill(
            this.#made,
            make("p", { class: "lead", role: "status" }, say("groups.made")),
            // A confirmed session made it.
            opener(/** @type {Opener} */ (one.opener), this.page.about.name, true),
        );
        this.#made.querySelector("input")?.focus();
        await this.#load();
    };

    /** @param {Group} one */
    #group = (one) => {
        const { name, members, is_own: isOwn, invitation } = one;
        const precision = precisionChoice(`group-${one.id}`, one.precision);
        let known = one.precision;
        const problem = make("p", { class: "problem", role: "alert" });
        precision.addEventListener("change", async () => {
            precision.disabled = true;
            fill(problem);
            try {
                const { token } = invitation ?? (await this.circles.opener(one.id));
                known = (await this.circles.join(token, /** @type {Precision} */ (precision.value))).precision;
            } catch (failure) {
                // The former precision stays, and the reason stands below it.
                precision.value = known;
                fill(problem, failureText(failure));
            }
            precision.disabled = false;
            precision.focus();
        });
        return item("users", name, say("groups.members", { names: members.join(", ") }), one.ends, [
            make("label", { class: "choice-row" }, make("span", {}, say("groups.precision")), precision),
            problem,
            this.#statusOf(one.id),
            unfold("user-plus", say("groups.invite"), (close) => this.#opener(one.id, invitation, name, close)),
            this.#ending(
                isOwn ? say("groups.end") : say("groups.leave"),
                name,
                () => this.circles.leave(one),
                isOwn ? say("groups.endText") : "",
            ),
        ]);
    };

    /**
     * Returns the link or invitation to share. Asks the server for it, and for the password if the session is not
     * confirmed.
     *
     * @param {string} id
     * @param {Opener | undefined} known
     * @param {string} title
     * @param {() => void} close
     */
    #opener(id, known, title, close) {
        if (known) return opener(known, title);
        const part = make("div", {});
        const unlock = async () => {
            fill(part, skeleton());
            try {
                fill(part, opener(await this.circles.opener(id), title));
                part.querySelector("input")?.focus();
            } catch (failure) {
                if (failure instanceof Refused && failure.code === "confirmation_required") return close();
                fill(part, trouble(failure, unlock));
            }
        };
        unlock();
        return part;
    }

    /** @param {PersonLink} one */
    #link = (one) => {
        const title = say(`groups.link.${one.precision}`);
        return item("share-2", title, "", one.ends, [
            this.#statusOf(one.id),
            unfold("copy", say("groups.show"), (close) =>
                this.#opener(one.id, one.opener, this.page.about.name, close),
            ),
            this.#ending(say("groups.end"), title, async () => {
                await this.circles.endLink(one);
                fill(this.#made);
            }),
        ]);
    };

    /**
     * Returns a button that ends something, and shows an error.
     *
     * @param {string} label
     * @param {string} name
     * @param {() => Promise<unknown>} act
     * @param {string} [warning] the question before an end that cannot be undone.
     */
    #ending(label, name, act, warning = "") {
        const problem = make("p", { class: "problem", role: "alert" });
        const press = async () => {
            const question = { title: `${label}: ${name}`, text: warning, yes: label };
            if (warning && !(await this.page.notices.ask(question))) return;
            const giveBack = withhold(button);
            fill(problem);
            try {
                await act();
                /** @type {HTMLElement | null} */ (this.#element.querySelector("h2"))?.focus({ preventScroll: true });
                await this.#load();
            } catch (failure) {
                giveBack();
                fill(problem, failureText(failure));
            }
        };
        const button = iconButton("x", label, press, { class: "button", "aria-label": `${label}: ${name}` });
        return make("div", {}, button, problem);
    }
}

/**
 * @param {HTMLElement[]} items
 * @param {string} none
 */
function list(items, none) {
    return items.length > 0 ? make("ul", { class: "people-list" }, ...items) : make("p", { class: "quiet" }, none);
}

/**
 * @param {string} drawing
 * @param {string} title
 * @param {string} fact
 * @param {string} ends
 * @param {(HTMLElement | null)[]} rest
 */
function item(drawing, title, fact, ends, rest) {
    return make(
        "li",
        {},
        make("span", { class: "kind" }, icon(drawing)),
        make(
            "div",
            { class: "words" },
            make("strong", { dir: "auto" }, title),
            make(
                "span",
                { class: "quiet" },
                [fact, say("groups.until", { time: clockText(ends) })].filter(Boolean).join(" · "),
            ),
            ...rest,
        ),
    );
}
