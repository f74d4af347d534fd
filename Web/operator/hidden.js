// The hidden posts, the newest first, each with the button to show it again; `toSettle` adds the one to delete it.
import { readHiddenPosts, showPost } from "../data/posts.js";
import { say } from "../text/catalogue.js";
import { toSettle } from "./to-settle.js";

/**
 * @param {Page} page
 * @param {Me} me
 */
export function hidden(page, me) {
    const { community, notices } = page;
    return toSettle(page, me, {
        name: say("operator.hidden"),
        empty: say("hidden.empty"),
        ask: (before, signal) => readHiddenPosts(community, before, signal),
        entryOf: (/** @type {Post} */ post) => {
            const show = async () => {
                await showPost(community, post);
                notices.show(say("reports.shown"));
            };
            return { post, actions: [{ icon: "undo-2", name: say("reports.showAgain"), act: show }] };
        },
    });
}
