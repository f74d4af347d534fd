// Simulated people, for operators who try out the map with people on it: their number, and the clock by which they
// live.
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { read } from "../data/http.js";
import { simulated } from "../data/simulated.js";
import { field, withhold } from "../shell/form.js";
import { fill, iconButton, make } from "../shell/make.js";
import { offerSimulatedChoice } from "../shell/simulated-choice.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

const ADDRESS = "/api/v1/admin/crowd";
const MOST_PEOPLE = 2000;
const SPEEDS = [1, 10, 60, 120];

/**
 * The choice of a crowd, to leave it out of what this page shows or not, and the way to a track that is played.
 *
 * @param {Page} page
 */
export function crowdPart({ presence, community, views }) {
    const choice = make("div", { class: "simulated" });
    const body = make("div", {});
    const latest = new Latest();
    const offer = () => offerSimulatedChoice(choice, presence.hasSimulated);
    presence.addEventListener("change", offer);
    simulated.addEventListener("change", offer);
    offer();

    async function load() {
        fill(body, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) => community.member(read(ADDRESS, {}, signal)));
            if (found) fill(body, crowdForm(community, found.answer));
        } catch (failure) {
            fill(body, trouble(failure, load));
        }
    }

    load();
    return {
        elements: [
            make("h3", {}, say("developer.crowd")),
            make("p", { class: "quiet" }, say("developer.crowdLead")),
            body,
            choice,
            make(
                "div",
                { class: "actions" },
                iconButton("route", say("developer.replay"), () => views.open({ screen: "about" })),
            ),
        ],
        leave() {
            latest.drop();
            presence.removeEventListener("change", offer);
            simulated.removeEventListener("change", offer);
        },
    };
}

/**
 * @param {import("../data/community.js").Community} community
 * @param {SimulatedCrowd} crowd that there is.
 */
function crowdForm(community, crowd) {
    return new CrowdForm(community, crowd).form;
}

/** The form that changes how many simulated people there are, their hour and their speed. */
class CrowdForm {
    #problem = make("p", { class: "problem", role: "alert" });
    #outcome = make("p", { role: "status" });
    #send = make("button", { type: "submit", class: "main" }, say("developer.crowdSet"));

    /**
     * @param {import("../data/community.js").Community} community
     * @param {SimulatedCrowd} crowd that there is.
     */
    constructor(community, crowd) {
        this.community = community;
        this.count = field(say("developer.crowdPeople"), {
            id: "crowd-people",
            type: "number",
            min: 0,
            max: MOST_PEOPLE,
            value: crowd.people,
        });
        this.hour = choiceField("crowd-hour", say("developer.crowdHour"), String(crowd.hour ?? ""), [
            ["", say("developer.crowdNow")],
            ...Array.from({ length: 24 }, (_, full) => [String(full), `${String(full).padStart(2, "0")}:00`]),
        ]);
        // A speed that a program chose stays among the choices.
        const speeds = [...new Set([...SPEEDS, crowd.speed])].sort((one, other) => one - other);
        const choices = speeds.map((speed) => [String(speed), `${speed} ×`]);
        this.speed = choiceField("crowd-speed", say("developer.crowdSpeed"), String(crowd.speed), choices);
        this.hour.input.addEventListener("change", () => this.#settle());
        this.#settle();
        this.form = make(
            "form",
            { class: "short-form", novalidate: true },
            ...[this.count, this.hour, this.speed].map(({ element }) => element),
            this.#problem,
            this.#outcome,
            make("div", { class: "buttons" }, this.#send),
        );
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit();
        });
    }

    /** People who live by the clock of the place live as fast as it. */
    #settle() {
        this.speed.input.disabled = this.hour.input.value === "";
        if (this.speed.input.disabled) this.speed.input.value = "1";
    }

    async #submit() {
        fill(this.#problem);
        fill(this.#outcome);
        const text = this.count.input.value.trim();
        const wanted = Number(text);
        if (text === "" || !Number.isInteger(wanted) || wanted < 0 || wanted > MOST_PEOPLE)
            return this.count.complain(say("developer.badCrowd", { most: MOST_PEOPLE }));
        const giveBack = withhold(this.#send);
        try {
            const { people: living } = await this.community.write("PUT", ADDRESS, {
                people: wanted,
                speed: Number(this.speed.input.value),
                ...(this.hour.input.value === "" ? {} : { hour: Number(this.hour.input.value) }),
            });
            fill(
                this.#outcome,
                living === 0 ? say("developer.crowdGone") : say("developer.crowdLives", { count: living }),
            );
        } catch (failure) {
            if (failure instanceof Refused && failure.field === "people") this.count.complain(failureText(failure));
            else fill(this.#problem, failureText(failure));
        }
        return giveBack();
    }
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} chosen
 * @param {string[][]} options values and their names.
 */
function choiceField(id, label, chosen, options) {
    const choices = options.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
    return field(label, { id }, "select", ...choices);
}
