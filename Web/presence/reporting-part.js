// The switch by which this page reports the location of a member, how often, and how that goes.
import { Latest } from "../data/latest.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";
import { INTERVALS } from "./reporting.js";
import { durationOf } from "./sign.js";
import { shownToAllText } from "./words.js";

/** The switch that reports the location from this page, and the view of others on it. */
export class ReportingPart {
    #body = make("div", {});
    #state = make("p", { class: "quiet", role: "status" });
    #problem = make("p", { class: "problem", role: "alert" });
    /** @type {Me | null} */
    #me = null;
    /**
     * The view of others on the member: friends, everybody, and each group and link.
     *
     * @type {Shown[] | null}
     */
    #shown = null;
    /** How many people ask to be friends. */
    #wanting = 0;
    #asked = make("div", {});
    #latest = new Latest();
    #learning = new Latest();

    /** @param {Page} page */
    constructor(page) {
        this.page = page;
        const heading = make("h3", { id: "now-me", tabindex: -1 }, say("reporting.title"));
        this.element = make("section", { class: "reporting", "aria-labelledby": "now-me" }, heading, this.#body);
        this.toggle = make("input", {
            type: "checkbox",
            role: "switch",
            id: "reporting-switch",
            on: { change: this.#pressed },
        });
        this.often = make(
            "select",
            { id: "reporting-interval", on: { change: () => this.page.reporting.every(Number(this.often.value)) } },
            ...INTERVALS.map((seconds) => make("option", { value: seconds }, durationOf(seconds))),
        );
    }

    load = async () => {
        if (!this.#body.childElementCount) fill(this.#body, skeleton());
        try {
            const found = await this.#latest.ask(undefined, () => this.page.community.me());
            if (!found) return;
            this.#me = found.answer;
        } catch (failure) {
            // A switch that is on can be switched off without a network, too.
            if (!this.page.reporting.isOn) return fill(this.#body, trouble(failure, this.load));
        }
        this.#show();
        await this.learn();
    };

    /** Asks for the view of others and for friend requests. The switch does not wait for the answer. */
    learn = async () => {
        if (!this.#me?.account || document.visibilityState !== "visible") return;
        try {
            const found = await this.#learning.ask(undefined, (_, signal) =>
                Promise.all([this.page.presence.shown(signal), this.page.presence.friends(signal)]),
            );
            if (!found) return;
            const [{ friends: toFriends, everybody, circles }, friends] = found.answer;
            const friendsAndEverybody = [toFriends, everybody].flatMap((each) => each ?? []);
            this.#shown = [...friendsAndEverybody, ...circles.map((circle) => circle.shown)];
            this.#wanting = friends.filter((friend) => friend.state === "wants").length;
            this.update();
        } catch (failure) {
            console.info("the view of others is not known:", failure);
        }
    };

    #show() {
        if (this.#me ? !this.#me.account : !this.page.reporting.isOn) {
            const open = () => this.page.views.open({ screen: "account" });
            const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
            return fill(this.#body, make("div", { class: "hint" }, make("p", {}, say("reporting.logIn")), enter));
        }
        fill(
            this.#body,
            make("label", { class: "switch" }, make("span", {}, say("reporting.switch")), this.toggle),
            make("label", { class: "choice-row" }, make("span", {}, say("reporting.interval")), this.often),
            this.#state,
            this.#problem,
            make("p", { class: "quiet" }, say("reporting.background")),
            this.#asked,
            make(
                "div",
                { class: "actions" },
                iconButton("eye", say("privacy.title"), () => this.page.views.open({ screen: "privacy" })),
                iconButton("users", say("groups.title"), () => this.page.views.open({ screen: "groups" })),
                iconButton("smartphone", say("devices.title"), () => this.page.views.open({ screen: "devices" })),
            ),
        );
        return this.update();
    }

    /** Returns the button that opens the friends, if there are open requests. */
    #request() {
        const open = () => this.page.views.open({ screen: "privacy" });
        const text = make("span", {}, say("friends.waiting", { count: this.#wanting }));
        return make(
            "p",
            { class: "remark" },
            icon("user-plus"),
            make("button", { type: "button", class: "link", on: { click: open } }, text),
        );
    }

    update = () => {
        this.toggle.checked = this.page.reporting.isOn;
        const { interval } = this.page.reporting;
        // One that was chosen by other means is shown, too.
        if (![...this.often.options].some(({ value }) => value === String(interval)))
            this.often.append(make("option", { value: interval }, durationOf(interval)));
        this.often.value = String(interval);
        fill(this.#state, this.#stateText());
        fill(this.#asked, this.#wanting > 0 ? this.#request() : null);
    };

    #stateText() {
        if (this.page.reporting.wasRemoved) return say("reporting.removed");
        const isAlone = this.#shown?.length === 0;
        if (!this.page.reporting.isOn) return isAlone ? say("reporting.offPrivate") : say("reporting.off");
        if (this.page.reporting.isHeld) return say("reporting.held");
        if (this.page.reporting.failure) return `${failureText(this.page.reporting.failure)} ${this.#waitingText()}`;
        if (!this.page.reporting.sentAt) return say("reporting.first");
        const sent = say("reporting.sent", { ago: agoText(this.page.reporting.sentAt, this.page.now()) });
        if (!this.#shown) return sent;
        return `${sent} ${isAlone ? say("reporting.private") : shownToAllText(this.#shown, this.page.now())}`;
    }

    #waitingText() {
        return say("reporting.waiting", { count: this.page.reporting.waiting });
    }

    #pressed = async () => {
        const giveBack = withhold(/** @type {any} */ (this.toggle));
        fill(this.#problem);
        try {
            if (!this.toggle.checked) await this.page.reporting.switchOff();
            else if (this.#me?.account && (await this.page.locating.wish("reporting"))) {
                if (this.page.reporting.isHeld) this.page.reporting.goOn();
                else await this.page.reporting.switchOn(this.#me.account, say("reporting.device"));
            }
        } catch (failure) {
            fill(this.#problem, failureText(failure));
        }
        giveBack();
        this.update();
    };

    leave = () => {
        this.#latest.drop();
        this.#learning.drop();
    };
}
