// Posts that arrived since the list was shown. They wait for a press, so that the list does not move under a reader.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

export class ArrivedPosts {
    /** @type {Set<string>} */
    #ids = new Set();
    /** It also shows errors above the posts. */
    element = make("div", { class: "news", role: "status" });

    /** @param {() => void} show shows the posts. */
    constructor(show) {
        this.show = show;
    }

    get ids() {
        return [...this.#ids];
    }

    /** @param {string} id */
    add(id) {
        this.#ids.add(id);
        this.announce();
    }

    /** @param {string[]} ids of posts that are shown or gone. */
    remove(ids) {
        for (const id of ids) this.#ids.delete(id);
        this.announce();
    }

    /** Offers to show the posts, or says nothing where none has arrived. */
    announce() {
        const count = this.#ids.size;
        const press = () => this.show();
        fill(
            this.element,
            count > 0 && make("button", { type: "button", on: { click: press } }, say("timeline.new", { count })),
        );
    }
}
