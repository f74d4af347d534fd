// An invitation to a group: the meaning of joining, and the choice of an approximate or exact location.
import { Circles } from "../data/circles.js";
import { Refused } from "../data/failures.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { entrance, meScreen } from "../sheet/me-screen.js";
import { withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { precisionChoice } from "./circle-forms.js";

/**
 * @param {Page} page
 * @param {{token: string}} view
 * @returns {SheetScreen}
 */
export function joiningPage(page, { token }) {
    const { views, community, notices } = page;
    const element = make("article", { class: "screen devices" });
    const head = () => screenHead(say("groups.invited"), page.about.name, () => views.close());

    async function show() {
        fillScreen(element, head(), skeleton());
        try {
            const { account } = await community.me();
            if (account) fillScreen(element, head(), make("p", { class: "lead" }, say("groups.invitedText")), choice());
            else fillScreen(element, head(), entrance(page, say("groups.logInToJoin")));
        } catch (failure) {
            fillScreen(element, head(), trouble(failure, show));
        }
    }

    function choice() {
        const precision = precisionChoice("join-precision");
        const problem = make("p", { class: "problem", role: "alert" });
        const join = make("button", { type: "submit", class: "button main" }, say("groups.join"));
        const form = make(
            "form",
            { class: "short-form" },
            make("label", { class: "choice-row" }, make("span", {}, say("groups.precision")), precision),
            problem,
            make("div", { class: "buttons" }, join),
        );
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            fill(problem);
            const giveBack = withhold(join);
            try {
                const { name } = await new Circles(community).join(token, /** @type {Precision} */ (precision.value));
                notices.show(say("groups.joined", { name }));
                views.replace({ screen: "groups" });
            } catch (failure) {
                giveBack();
                const isOver = failure instanceof Refused && failure.code === "not_found";
                fill(problem, isOver ? say("groups.over") : failureText(failure));
            }
        });
        return form;
    }

    return meScreen(page, element, show, () => {});
}
