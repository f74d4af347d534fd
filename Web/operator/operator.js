// The pages for operators: temporary changes, reports, hidden posts, accounts, the mesh, settings, and a page for trials.
import { fillScreen, screenHead } from "../sheet/screen.js";
import { meScreen } from "../sheet/me-screen.js";
import { make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { developer } from "./developer.js";
import { hidden } from "./hidden.js";
import { mesh } from "./mesh.js";
import { overlay } from "./overlay.js";
import { register } from "./register.js";
import { reports } from "./reports.js";
import { settings } from "./settings.js";

const PARTS = { overlay, reports, hidden, accounts: register, mesh, settings, developer };

/**
 * @param {Page} page
 * @param {{part: OperatorPart}} view
 * @returns {SheetScreen}
 */
export function operatorPage(page, { part }) {
    const { views, community } = page;
    const element = make("article", { class: "screen operator" });
    const head = () => screenHead(say("operator.title"), page.about.name, () => views.close());
    /** @type {{element: HTMLElement, leave: () => void} | null} */
    let shown = null;

    async function show() {
        shown?.leave();
        fillScreen(element, head(), skeleton());
        try {
            const me = await community.me();
            if (me.account?.role !== "operator") return fillScreen(element, head(), refusal(me));
            // A page of version 0.1 may have kept "people" in the browser's history.
            shown = (PARTS[part] ?? register)(page, me);
            return fillScreen(element, head(), parts(), shown.element);
        } catch (failure) {
            return fillScreen(element, head(), trouble(failure, show));
        }
    }

    function parts() {
        const all = /** @type {OperatorPart[]} */ (Object.keys(PARTS));
        const has = all.filter((each) => each !== "mesh" || page.about.features?.includes("mesh"));
        const buttons = has.map((each) =>
            make(
                "button",
                {
                    type: "button",
                    "aria-current": each === part && "page",
                    on: { click: () => views.replace({ screen: "operator", part: each }) },
                },
                say(`operator.${each}`),
            ),
        );
        // In two rows, where there is no room for all in one.
        const half = Math.floor(buttons.length / 2);
        const pairs = [buttons.slice(0, half), buttons.slice(half)].map((pair) => make("div", {}, ...pair));
        return make("nav", { class: "parts", "aria-label": say("operator.title") }, ...pairs);
    }

    /** @param {Me} me */
    function refusal({ account }) {
        const open = () => views.open({ screen: "account" });
        const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
        return make("div", { class: "hint" }, make("p", {}, say("operator.only")), account ? null : enter);
    }

    return meScreen(page, element, show, () => shown?.leave());
}
