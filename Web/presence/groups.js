// Groups and links: with whom one shares one's location until a time, and never after.
import { Circles } from "../data/circles.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { meScreen } from "../sheet/me-screen.js";
import { unfold, withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { clockText } from "../text/quantities.js";
import { groupForm, linkForm, precisionChoice } from "./circle-forms.js";
import { opener } from "./opener.js";
import { shownText } from "./words.js";

/** How often it is asked what others see, in milliseconds. */
const OFTEN = 20_000;
/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function groupsPage(page) {
    const { views, people, presence, reporting } = page;
    const circles = new Circles(people);
    const element = make("article", { class: "screen devices groups" });
    const head = () => screenHead(say("groups.title"), say("groups.fact"), () => views.close());
    const groups = make("div", {});
    const links = make("div", {});
    /** The link that was just made, and what to do with it. */
    const made = make("div", {});
    const latest = new Latest();
    const latestShown = new Latest();
    let timer = 0;
    let isLeft = false;
    /**
     * Where it is said what is shown through each group and link, by id.
     *
     * @type {Map<string, HTMLElement>}
     */
    const statuses = new Map();

    async function show() {
        fillScreen(element, head(), skeleton());
        try {
            const { account } = await people.me();
            if (!account) return fillScreen(element, head(), entrance(page, say("groups.logIn")));
            fillScreen(
                element,
                head(),
                make("p", { class: "lead" }, say("groups.lead")),
                make("p", { class: "quiet" }, say("privacy.exactText")),
                make("h3", {}, say("groups.groups")),
                groups,
                groupForm(page, circles, load),
                make("h3", {}, say("groups.links")),
                made,
                links,
                linkForm(page, circles, showMade),
            );
            return await load();
        } catch (failure) {
            return fillScreen(element, head(), trouble(failure, show));
        }
    }

    async function load() {
        if (!groups.childElementCount) fill(groups, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => circles.all(signal));
            if (!found) return;
            const { answer } = found;
            statuses.clear();
            fill(groups, list(answer.groups.map(group), say("groups.noGroups")));
            fill(links, list(answer.links.map(link), say("groups.noLinks")));
        } catch (failure) {
            fill(groups, trouble(failure, load));
            fill(links);
            return;
        }
        await learnShown();
    }

    /** Says of each group and link what is seen through it now; where that is not known, nothing. */
    async function learnShown() {
        clearTimeout(timer);
        if (isLeft || statuses.size === 0) return;
        timer = window.setTimeout(learnShown, OFTEN);
        // A page that nobody looks at asks nothing.
        if (document.visibilityState !== "visible") return;
        try {
            const found = await latestShown.ask(undefined, (_, signal) => presence.shown(signal));
            if (!found) return;
            const told = new Map(found.answer.circles.map(({ id, shown }) => [id, shownText(shown, page.now())]));
            for (const [id, status] of statuses) {
                const text = told.get(id) ?? "";
                if (status.textContent !== text) fill(status, text);
            }
        } catch (failure) {
            console.info("what others see is not known:", failure);
            for (const status of statuses.values()) fill(status);
        }
    }

    /** @param {string} id */
    function statusOf(id) {
        const status = make("p", { class: "quiet" });
        statuses.set(id, status);
        return status;
    }

    /** @param {PersonLink} one */
    async function showMade(one) {
        if (isLeft) return;
        fill(
            made,
            make("p", { class: "lead", role: "status" }, say("groups.made")),
            opener(one.opener, page.about.name, true),
        );
        made.querySelector("input")?.focus();
        await load();
    }

    /**
     * @param {HTMLElement[]} items
     * @param {string} none
     */
    function list(items, none) {
        return items.length > 0 ? make("ul", { class: "people-list" }, ...items) : make("p", { class: "quiet" }, none);
    }

    /** @param {Group} one */
    function group(one) {
        const { name, members, is_own: isOwn, invitation } = one;
        const precision = precisionChoice(`group-${one.id}`, one.precision);
        precision.disabled = !invitation;
        let told = one.precision;
        const problem = make("p", { class: "problem", role: "alert" });
        precision.addEventListener("change", async () => {
            precision.disabled = true;
            fill(problem);
            try {
                const { token } = /** @type {Opener} */ (invitation);
                told = (await circles.join(token, /** @type {Precision} */ (precision.value))).precision;
            } catch (failure) {
                // They go on being told as before, and see why.
                precision.value = told;
                fill(problem, failureText(failure));
            }
            precision.disabled = false;
            precision.focus();
        });
        return item("users", name, say("groups.members", { names: members.join(", ") }), one.ends, [
            make("label", { class: "choice-row" }, make("span", {}, say("groups.told")), precision),
            problem,
            statusOf(one.id),
            invitation ? unfold("user-plus", say("groups.invite"), () => opener(invitation, name)) : null,
            ending(
                isOwn ? say("groups.end") : say("groups.leave"),
                name,
                () => circles.leave(one),
                isOwn ? say("groups.endText") : "",
            ),
        ]);
    }

    /** @param {PersonLink} one */
    function link(one) {
        const title = say(`groups.link.${one.precision}`);
        return item("share-2", title, "", one.ends, [
            statusOf(one.id),
            unfold("copy", say("groups.show"), () => opener(one.opener, page.about.name)),
            ending(say("groups.end"), title, async () => {
                await circles.endLink(one);
                fill(made);
            }),
        ]);
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

    /**
     * A button that ends something, and what is wrong when that fails.
     *
     * @param {string} label
     * @param {string} name
     * @param {() => Promise<unknown>} act
     * @param {string} [warning] what is asked before, if it cannot be had back.
     */
    function ending(label, name, act, warning = "") {
        const problem = make("p", { class: "problem", role: "alert" });
        const press = async () => {
            const question = { title: `${label}: ${name}`, text: warning, yes: label };
            if (warning && !(await page.notices.ask(question))) return;
            const giveBack = withhold(button);
            fill(problem);
            try {
                await act();
                /** @type {HTMLElement | null} */ (element.querySelector("h2"))?.focus({ preventScroll: true });
                await load();
            } catch (failure) {
                giveBack();
                fill(problem, failureText(failure));
            }
        };
        const button = iconButton("x", label, press, { class: "button", "aria-label": `${label}: ${name}` });
        return make("div", {}, button, problem);
    }

    // What was just sent is shown sooner.
    reporting.addEventListener("change", learnShown);
    return meScreen(page, element, show, () => {
        isLeft = true;
        reporting.removeEventListener("change", learnShown);
        clearTimeout(timer);
        latest.drop();
        latestShown.drop();
    });
}

/**
 * What is shown to who must log in first.
 *
 * @param {Page} page
 * @param {string} text
 */
export function entrance({ views }, text) {
    const open = () => views.open({ screen: "account" });
    const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
    return make("div", { class: "hint" }, make("p", {}, text), enter);
}
