// What is going on now: who lets one know where they are, and whether this page says where one is.
import { placesNow } from "../data/busyness.js";
import { Latest } from "../data/latest.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { withhold } from "../shell/form.js";
import { offerSimulatedChoice } from "../shell/simulated-choice.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";
import { INTERVALS } from "./reporting.js";
import { durationOf } from "./sign.js";
import { placesPart } from "./places-part.js";
import { isRecent, shownToAllText, whenText, whoText } from "./words.js";

/** How often it is asked what others see, in milliseconds. */
const OFTEN = 30_000;
/** More people than this are shown at a press. */
const MOST_SHOWN = 10;

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function nowPage(page) {
    const { views, people, presence, reporting } = page;
    const mine = reportingPart(page);
    const places = placesPart(page);
    const list = make("div", {});
    const choice = make("div", { class: "simulated" });
    const offer = () => offerSimulatedChoice(choice, presence.hasSimulated || placesNow.hasSimulated);
    const element = make("article", { class: "screen now" });
    fillScreen(
        element,
        screenHead(say("now.title"), page.about.name, () => views.close()),
        choice,
        make("section", { "aria-labelledby": "now-people" }, make("h3", { id: "now-people" }, say("now.people")), list),
        mine.element,
        places.element,
    );
    let told = "";
    let most = MOST_SHOWN;

    function show() {
        offer();
        const { all, isKnown, failure } = presence;
        const time = page.now();
        const recent = all.filter((one) => isRecent(one, time));
        const shown = [...recent, ...all.filter((one) => !isRecent(one, time))].slice(0, most);
        const written = JSON.stringify([
            shown,
            recent.length,
            all.length,
            isKnown,
            failure !== null,
            new Date(page.now()).toDateString(),
        ]);
        if (written === told) return;
        told = written;
        if (!isKnown) return fill(list, failure ? trouble(failure, () => presence.retry()) : skeleton());
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
        const earlier = shown.slice(recent.length);
        if (all.length > 0)
            fill(
                list,
                recent.length > 0 ? make("ul", { class: "rows" }, ...shown.slice(0, recent.length).map(row)) : null,
                earlier.length > 0 ? make("h4", {}, say("now.earlier")) : null,
                earlier.length > 0 ? make("ul", { class: "rows" }, ...earlier.map(row)) : null,
                rest(all.length),
            );
        else fill(list, make("div", { class: "hint" }, make("p", {}, say("now.nobody")), way()));
        if (failure) list.prepend(make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, say("now.old"))));
        if (focused)
            /** @type {HTMLElement | null} */ (list.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
        return undefined;
    }

    /**
     * Shows all of many at a press: what else is going on stays in sight.
     *
     * @param {number} count
     */
    function rest(count) {
        if (count <= most) return null;
        const press = () => {
            const first = most;
            most = Infinity;
            told = "";
            show();
            /** @type {HTMLElement | undefined} */ ([...list.querySelectorAll("li button")][first])?.focus();
        };
        return make("button", { class: "more", type: "button", on: { click: press } }, say("now.all", { count }));
    }

    /** Where one goes to be seen and to see others. */
    function way() {
        return make(
            "button",
            { type: "button", on: { click: () => views.open({ screen: "privacy" }) } },
            say("now.choose"),
        );
    }

    /** @param {SeenPerson} person */
    function row(person) {
        const press = () => views.open({ screen: "person", id: person.id });
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
                        make("span", { class: "where" }, `${whoText(person)} · ${whenText(person)}`),
                    ),
                ),
            ),
        );
    }

    presence.addEventListener("change", show);
    // Days pass without anybody telling of it.
    const timer = window.setInterval(() => {
        show();
        // So does what others see, at full steps of the clock.
        mine.learn();
    }, OFTEN);
    const sent = () => {
        mine.update();
        mine.learn();
    };
    reporting.addEventListener("change", sent);
    people.addEventListener("me", mine.load);
    placesNow.addEventListener("change", offer);
    show();
    mine.load();
    // A page that was opened without a network has not asked yet.
    if (!presence.isKnown) presence.retry();
    return {
        element,
        stop: "half",
        retry() {
            presence.retry();
            places.retry();
            mine.load();
        },
        leave() {
            presence.removeEventListener("change", show);
            reporting.removeEventListener("change", sent);
            people.removeEventListener("me", mine.load);
            placesNow.removeEventListener("change", offer);
            clearInterval(timer);
            places.leave();
            mine.leave();
        },
    };
}

/**
 * The switch by which this page reports where one is, how often, and how that goes.
 *
 * @param {Page} page
 */
function reportingPart(page) {
    const { views, people, presence, reporting, locating, now } = page;
    const body = make("div", {});
    const heading = make("h3", { id: "now-me", tabindex: -1 }, say("reporting.title"));
    const element = make("section", { class: "reporting", "aria-labelledby": "now-me" }, heading, body);
    const state = make("p", { class: "quiet", role: "status" });
    const problem = make("p", { class: "problem", role: "alert" });
    const toggle = make("input", { type: "checkbox", role: "switch", id: "reporting-switch", on: { change: pressed } });
    const often = make(
        "select",
        { id: "reporting-interval", on: { change: () => reporting.every(Number(often.value)) } },
        ...INTERVALS.map((seconds) => make("option", { value: seconds }, durationOf(seconds))),
    );
    /** @type {Me | null} */
    let me = null;
    /**
     * What those see whom one lets know where one is.
     *
     * @type {Shown[] | null}
     */
    let shown = null;
    /** How many want to be one's friends. */
    let wanting = 0;
    const asked = make("div", {});
    const latest = new Latest();
    const learning = new Latest();

    async function load() {
        if (!body.childElementCount) fill(body, skeleton());
        try {
            const found = await latest.ask(undefined, () => people.me());
            if (!found) return;
            me = found.answer;
        } catch (failure) {
            // What is on can be switched off without a network, too.
            if (!reporting.isOn) return fill(body, trouble(failure, load));
        }
        show();
        await learn();
    }

    /** Learns what others see, and who wants to be a friend; the switch does not wait for that. */
    async function learn() {
        if (!me?.account || document.visibilityState !== "visible") return;
        try {
            const found = await learning.ask(undefined, (_, signal) =>
                Promise.all([presence.shown(signal), presence.friends(signal)]),
            );
            if (!found) return;
            const [{ friends: toFriends, everybody, circles }, friends] = found.answer;
            const bothWays = [toFriends, everybody].flatMap((each) => each ?? []);
            shown = [...bothWays, ...circles.map((circle) => circle.shown)];
            wanting = friends.filter((friend) => friend.state === "wants").length;
            update();
        } catch (failure) {
            console.info("who is told where one is is not known:", failure);
        }
    }

    function show() {
        if (me ? !me.account : !reporting.isOn) {
            const open = () => views.open({ screen: "account" });
            const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
            return fill(body, make("div", { class: "hint" }, make("p", {}, say("reporting.logIn")), enter));
        }
        fill(
            body,
            make("label", { class: "switch" }, make("span", {}, say("reporting.switch")), toggle),
            make("label", { class: "choice-row" }, make("span", {}, say("reporting.interval")), often),
            state,
            problem,
            make("p", { class: "quiet" }, say("reporting.background")),
            asked,
            make(
                "div",
                { class: "actions" },
                iconButton("eye", say("privacy.title"), () => views.open({ screen: "privacy" })),
                iconButton("users", say("groups.title"), () => views.open({ screen: "groups" })),
                iconButton("smartphone", say("devices.title"), () => views.open({ screen: "devices" })),
            ),
        );
        return update();
    }

    /** Who wants to be a friend waits for an answer where friends are. */
    function request() {
        const open = () => views.open({ screen: "privacy" });
        const text = make("span", {}, say("friends.waiting", { count: wanting }));
        return make(
            "p",
            { class: "remark" },
            icon("user-plus"),
            make("button", { type: "button", class: "link", on: { click: open } }, text),
        );
    }

    function update() {
        toggle.checked = reporting.isOn;
        const { interval } = reporting;
        // One that was chosen by other means is shown, too.
        if (![...often.options].some(({ value }) => value === String(interval)))
            often.append(make("option", { value: interval }, durationOf(interval)));
        often.value = String(interval);
        fill(state, stateText());
        fill(asked, wanting > 0 ? request() : null);
    }

    function stateText() {
        if (reporting.wasRemoved) return say("reporting.removed");
        const isAlone = shown?.length === 0;
        if (!reporting.isOn) return isAlone ? say("reporting.offNobody") : say("reporting.off");
        if (reporting.isHeld) return say("reporting.held");
        if (reporting.failure) return `${failureText(reporting.failure)} ${waitingText()}`;
        if (!reporting.sentAt) return say("reporting.first");
        const sent = say("reporting.sent", { ago: agoText(reporting.sentAt, now()) });
        if (!shown) return sent;
        return `${sent} ${isAlone ? say("reporting.nobody") : shownToAllText(shown, now())}`;
    }

    const waitingText = () => say("reporting.waiting", { count: reporting.waiting });

    async function pressed() {
        const giveBack = withhold(/** @type {any} */ (toggle));
        fill(problem);
        try {
            if (!toggle.checked) await reporting.switchOff();
            else if (me?.account && (await locating.wish("reporting"))) {
                if (reporting.isHeld) reporting.goOn();
                else await reporting.switchOn(me.account, say("reporting.device"));
            }
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        giveBack();
        update();
    }

    const leave = () => {
        latest.drop();
        learning.drop();
    };
    return { element, load, learn, update, leave };
}
