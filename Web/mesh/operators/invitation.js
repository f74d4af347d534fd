// The code with which one more node joins: to copy, and to scan.
import { field, withhold } from "../../shell/form.js";
import { fill, make } from "../../shell/make.js";
import { say } from "../../text/catalogue.js";
import { copying } from "../copying.js";
import { timeText } from "../words.js";

/** For how many days a code may work. */
const DAYS = [1, 7, 30];

/**
 * @param {import("./operating.js").Office} office
 * @returns {HTMLElement[]}
 */
export function invitationPart({ write, failureText, now }) {
    const choices = DAYS.map((days) => make("option", { value: days }, say("operators.days", { count: days })));
    const days = field(say("operators.validity"), { id: "mesh-days" }, "select", ...choices);
    days.input.value = "7";
    const problem = make("p", { class: "problem", role: "alert" });
    const made = make("div", { class: "short-form set-up", hidden: true });
    const create = make("button", { type: "submit", class: "main" }, say("operators.makeCode"));
    const form = make(
        "form",
        { class: "short-form", novalidate: true },
        make("p", { class: "quiet" }, say("operators.joinText")),
        days.element,
        problem,
        make("div", { class: "buttons" }, create),
    );
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        const giveBack = withhold(create);
        try {
            const code = await write("POST", "/api/v1/mesh/invitations", { days: Number(days.input.value) });
            form.hidden = true;
            made.hidden = false;
            fill(made, ...shown(code, now(), close));
            made.querySelector("input")?.focus();
        } catch (failure) {
            fill(problem, failureText(failure));
        }
        giveBack();
    });
    function close() {
        fill(made);
        made.hidden = true;
        form.hidden = false;
        create.focus();
    }
    return [make("h3", {}, say("operators.join")), form, made];
}

/**
 * @param {{code: string, expires: number, drawing?: string}} made
 * @param {number} now
 * @param {() => void} close
 */
function shown({ code, expires, drawing }, now, close) {
    const text = make("input", {
        value: code,
        readonly: true,
        dir: "ltr",
        class: "token",
        "aria-label": say("operators.code"),
        on: { focus: () => text.select() },
    });
    const { button, status } = copying(code, () => text.focus());
    return [
        make("p", { class: "remark" }, say("operators.secret", { time: timeText(expires, now) })),
        make("div", { class: "with-button" }, text, button),
        status,
        make("p", { class: "quiet" }, say("operators.command")),
        make("code", { dir: "ltr", class: "command" }, "hereabouts mesh join CODE"),
        ...(drawing ? [codeImage(drawing)] : []),
        make(
            "div",
            { class: "buttons" },
            make("button", { type: "button", on: { click: close } }, say("operators.done")),
        ),
    ];
}

/** @param {string} drawing an SVG document. */
function codeImage(drawing) {
    const src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    return make("img", { class: "code", src, alt: say("operators.codeToScan"), width: 260, height: 260 });
}
