// People who do not exist, for operators to try out what the map is like with people on it: how many, and by what clock they live.
import { Latest } from "../data/latest.js";
import { Refused } from "../data/failures.js";
import { read } from "../data/remote.js";
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
export function crowdPart({ presence, people, views }) {
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
            const found = await latest.ask(undefined, (_, signal) => people.member(read(ADDRESS, {}, signal)));
            if (found) fill(body, crowdForm(people, found.answer));
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
 * @param {import("../data/people.js").People} people
 * @param {SimulatedCrowd} crowd that there is.
 */
function crowdForm(people, crowd) {
    const count = field(say("developer.crowdPeople"), {
        id: "crowd-people",
        type: "number",
        min: 0,
        max: MOST_PEOPLE,
        value: crowd.people,
    });
    const hour = choiceField("crowd-hour", say("developer.crowdHour"), String(crowd.hour ?? ""), [
        ["", say("developer.crowdNow")],
        ...Array.from({ length: 24 }, (_, full) => [String(full), `${String(full).padStart(2, "0")}:00`]),
    ]);
    const speed = choiceField(
        "crowd-speed",
        say("developer.crowdSpeed"),
        String(crowd.speed),
        // One that a program chose is kept.
        [...new Set([...SPEEDS, crowd.speed])]
            .sort((one, other) => one - other)
            .map((one) => [String(one), `${one} ×`]),
    );
    // Who lives by the place's clock lives as fast as it.
    const settle = () => {
        speed.input.disabled = hour.input.value === "";
        if (speed.input.disabled) speed.input.value = "1";
    };
    hour.input.addEventListener("change", settle);
    settle();
    const problem = make("p", { class: "problem", role: "alert" });
    const outcome = make("p", { role: "status" });
    const send = make("button", { type: "submit", class: "main" }, say("developer.crowdSet"));
    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        count.element,
        hour.element,
        speed.element,
        problem,
        outcome,
        make("div", { class: "buttons" }, send),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        fill(outcome);
        const wanted = Number(count.input.value);
        if (count.input.value.trim() === "" || !Number.isInteger(wanted) || wanted < 0 || wanted > MOST_PEOPLE)
            return count.complain(say("developer.badCrowd", { most: MOST_PEOPLE }));
        const giveBack = withhold(send);
        try {
            const { people: living } = await people.write("PUT", ADDRESS, {
                people: wanted,
                speed: Number(speed.input.value),
                ...(hour.input.value === "" ? {} : { hour: Number(hour.input.value) }),
            });
            fill(outcome, living === 0 ? say("developer.crowdGone") : say("developer.crowdLives", { count: living }));
        } catch (failure) {
            if (failure instanceof Refused && failure.field === "people") count.complain(failureText(failure));
            else fill(problem, failureText(failure));
        }
        return giveBack();
    });
    return form;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} chosen
 * @param {string[][]} options values and what they are called.
 */
function choiceField(id, label, chosen, options) {
    const choices = options.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
    return field(label, { id }, "select", ...choices);
}
