// One post and where it was written: its card, and the map turned to the place.
import { Latest } from "../data/latest.js";
import { readPost } from "../data/posts.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { postCard } from "./post-card.js";

/**
 * @param {Page} page
 * @param {{id: string}} view
 * @returns {SheetScreen}
 */
export function postOnMap(page, { id }) {
    const { views, community, marks, camera } = page;
    const element = make("article", { class: "screen timeline" });
    const latest = new Latest();
    const isHere = views.here();
    const changed = () => isHere() && views.close();
    const head = () => screenHead(say("post.title"), null, () => views.close());

    async function ask() {
        fillScreen(element, head(), skeleton());
        try {
            const found = await latest.ask(id, (asked, signal) =>
                Promise.all([readPost(asked, signal), community.me()]),
            );
            if (!found) return;
            const [post, me] = found.answer;
            fillScreen(element, head(), postCard(page, post, me, { changed, isOnMap: true }));
            if (!post.location) return;
            marks.select(post.location);
            camera.visit(post.location);
        } catch (failure) {
            fillScreen(element, head(), trouble(failure, ask));
        }
    }

    ask();
    return {
        element,
        stop: "half",
        leave() {
            latest.drop();
            marks.select(null);
        },
    };
}
