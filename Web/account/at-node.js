// Logging in at the name that all nodes of a place share: at one node, with an account that it has.
import { Unreachable } from "../data/failures.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** @param {Page} page */
export function atNode(page) {
    const form = make("div", {});
    const show = async () => {
        fill(form, skeleton());
        try {
            await page.logInAtNode(form);
        } catch (failure) {
            console.info("the form did not come:", failure);
            fill(form, trouble(new Unreachable(String(failure)), show));
        }
    };
    show();
    return [form, make("p", { class: "quiet" }, say("account.atName"))];
}
