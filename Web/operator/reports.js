// The posts with open reports: each post with the reporters, their reasons, and the buttons to hide the post or leave it
// visible.
import { dismissReports, hidePost, readReports, showPost } from "../data/posts.js";
import { make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";
import { toSettle } from "./to-settle.js";

/**
 * @param {Page} page
 * @param {Me} me
 */
export function reports(page, me) {
    const { community, notices } = page;

    /**
     * @param {ReportedPost} reported
     * @returns {import("./to-settle.js").ToSettle}
     */
    function entryOf({ post, count, reports: newest }) {
        const hide = async () => {
            await hidePost(community, post);
            notices.show(say("reports.hidden"), { label: say("reports.showAgain"), press: showAgain });
        };
        const leave = async () => {
            await dismissReports(community, post);
            notices.show(say("reports.left"));
        };

        async function showAgain() {
            try {
                await showPost(community, post);
                notices.show(say("reports.shown"));
            } catch (failure) {
                notices.show(failureText(failure));
            }
        }

        const reasons = newest.map((report) => reason(report, page.now()));
        const older = make("li", { class: "quiet" }, say("reports.count", { count }));
        return {
            post,
            below: make("ul", { class: "reasons" }, ...(count > newest.length ? [older] : []), ...reasons),
            actions: [
                ...(post.is_hidden ? [] : [{ icon: "eye-off", name: say("reports.hide"), act: hide }]),
                { icon: "check", name: say("reports.leave"), act: leave },
            ],
        };
    }

    return toSettle(page, me, {
        name: say("operator.reports"),
        empty: say("reports.empty"),
        ask: (before, signal) => readReports(community, before, signal),
        entryOf,
    });
}

/**
 * @param {Report} report
 * @param {number} now
 */
function reason({ reporter, reason: text, created }, now) {
    return make(
        "li",
        {},
        make("strong", { dir: "auto" }, reporter),
        make("time", { class: "quiet", datetime: created }, agoText(new Date(created).getTime(), now)),
        make("p", { dir: "auto" }, text),
    );
}
