// The mesh for operators: a frame that loads the mesh's program, which has the screen and its words.
import { loadBundle } from "../data/bundle.js";
import { Unreachable } from "../data/failures.js";
import { listen } from "../data/live.js";
import { read } from "../data/http.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** @param {Page} page */
export function mesh({ community, notices, now }) {
    const element = make("section", { class: "settle mesh-operating", "aria-label": say("operator.mesh") });
    /** @type {{leave: () => void} | null} */
    let shown = null;
    let isLeft = false;

    async function open() {
        fill(element, skeleton());
        try {
            const { openOperating } = await loadBundle("mesh");
            const opened = await openOperating(element, {
                read: (/** @type {string} */ path, /** @type {AbortSignal | undefined} */ signal) =>
                    community.member(read(path, {}, signal)),
                write: community.write.bind(community),
                notify: (/** @type {string} */ text) => notices.show(text),
                listen,
                now,
                failureText,
                trouble,
                skeleton,
            });
            if (isLeft) opened.leave();
            else shown = opened;
        } catch (failure) {
            if (isLeft) return;
            console.info("the mesh's program did not come:", failure);
            fill(element, trouble(new Unreachable(String(failure)), open));
        }
    }

    open();
    return {
        element,
        leave() {
            isLeft = true;
            shown?.leave();
        },
    };
}
