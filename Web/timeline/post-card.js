// One post: author, time, text and place; and the buttons for it.
import { Refused } from "../data/failures.js";
import { editPost, readPost, removePost, reportPost } from "../data/posts.js";
import { pictureButton } from "../pictures/picture.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { simulatedBadge } from "../shell/simulated-choice.js";
import { trouble } from "../shell/trouble.js";
import { say, sayAround } from "../text/catalogue.js";
import { agoText, timeText } from "../text/quantities.js";

/** The longest message that the server takes, in characters. */
export const MESSAGE_LENGTH = 4000;
const REASON_LENGTH = 500;
/** The name that the server gives to guests without a name. */
const NAMELESS = "Guest";

/**
 * `changed` gets the post as it is now, or null when it is gone; a short card shows two lines of the message; a card to
 * read has no buttons that change anything.
 *
 * @typedef {{changed: (post: Post | null) => void, isOnMap?: boolean, isShort?: boolean, isToRead?: boolean}}
 *   CardOptions
 */

/**
 * @param {Page} page
 * @param {Post} post
 * @param {Me} me
 * @param {CardOptions} options
 */
export function postCard(page, post, me, options) {
    return new PostCard(page, post, me, options).element;
}

class PostCard {
    /** Where forms and error messages unfold. */
    #below = make("div", {});

    /**
     * @param {Page} page
     * @param {Post} post
     * @param {Me} me
     * @param {CardOptions} options
     */
    constructor(page, post, me, { changed, isOnMap = false, isShort = false, isToRead = false }) {
        this.page = page;
        this.post = post;
        this.changed = changed;
        this.account = isToRead ? undefined : me.account;
        this.isOwn = this.account !== undefined && this.account.id === post.author.id;
        const buttons = this.#buttons(isOnMap);
        this.element = make(
            "article",
            { class: "post", tabindex: -1 },
            head(post, page.now()),
            post.message && make("p", { class: isShort ? "message short" : "message", dir: "auto" }, post.message),
            post.picture && pictureButton(post.picture, { sizes: "(min-width: 900px) 380px, 100vw" }),
            post.location && sentence(post.location),
            post.is_hidden && make("p", { class: "quiet" }, say(this.isOwn ? "post.hidden" : "post.hiddenOther")),
            buttons.length > 0 && make("div", { class: "post-actions" }, ...buttons),
            this.#below,
        );
    }

    /** @param {boolean} isOnMap */
    #buttons(isOnMap) {
        const { page, post, account, isOwn } = this;
        const button = (
            /** @type {string} */ drawing,
            /** @type {string} */ label,
            /** @type {(event: Event) => void} */ press,
        ) => iconButton(drawing, label, press, { "data-focus": drawing });
        const buttons = [];
        if (post.location && !isOnMap)
            buttons.push(button("map-pin", say("post.map"), () => page.views.open({ screen: "post", id: post.id })));
        if (isOwn) buttons.push(button("pencil", say("post.edit"), (event) => this.#askText(event)));
        if (isOwn || account?.role === "operator")
            buttons.push(button("trash-2", say("post.delete"), () => this.#remove()));
        if (account && !isOwn) {
            const flag = button("flag", say("post.report"), (event) => this.#askReason(event));
            if (page.community.reported.has(post.id)) markReported(flag);
            buttons.push(flag);
        }
        return buttons;
    }

    /** @param {Event} event */
    #askText({ currentTarget }) {
        this.#ask(/** @type {HTMLElement} */ (currentTarget), {
            label: say("post.edit"),
            text: this.post.message,
            done: say("post.save"),
            maximum: MESSAGE_LENGTH,
            act: async (text) => {
                const post = await editPost(this.page.community, this.post, text);
                return () => this.changed(post);
            },
            newest: async () => {
                this.post = await readPost(this.post.id);
                return this.post.message;
            },
            take: () => this.changed(this.post),
        });
    }

    /** @param {Event} event */
    #askReason({ currentTarget }) {
        const flag = /** @type {HTMLElement} */ (currentTarget);
        if (this.page.community.reported.has(this.post.id)) return;
        this.#ask(flag, {
            label: say("post.reason"),
            text: "",
            done: say("post.report"),
            maximum: REASON_LENGTH,
            act: async (reason) => {
                await reportPost(this.page.community, this.post, reason);
                return () => {
                    markReported(flag);
                    this.page.notices.show(say("post.reported"));
                };
            },
        });
    }

    /**
     * Unfolds a form. When it closes, the focus goes back to the button that opened it.
     *
     * @param {HTMLElement} opener
     * @param {Question} question
     */
    #ask(opener, question) {
        const form = textForm(question, () => {
            fill(this.#below);
            opener.focus({ preventScroll: true });
        });
        fill(this.#below, form);
        form.querySelector("textarea")?.focus();
    }

    async #remove() {
        const question = { title: say("post.delete"), text: say("post.deleteText"), yes: say("post.delete") };
        if (!(await this.page.notices.ask(question))) return;
        try {
            await removePost(this.page.community, this.post);
        } catch (failure) {
            fill(
                this.#below,
                trouble(failure, () => this.#remove()),
            );
            return;
        }
        this.changed(null);
    }
}

/**
 * A form of one field. `act` sends the text, and returns a function to call after the form closes. If another person
 * may have changed the text meanwhile, `newest` reads the current text, `act` replaces it, and `take` keeps it.
 *
 * @typedef {{label: string, text: string, done: string, maximum: number, act: (text: string) => Promise<() => void>,
 *   newest?: () => Promise<string>, take?: () => void}} Question
 */

/**
 * Says on the button that the post was reported; once is enough.
 *
 * @param {HTMLElement} flag
 */
function markReported(flag) {
    flag.setAttribute("aria-disabled", "true");
    flag.querySelector("span")?.replaceChildren(say("post.wasReported"));
}

/**
 * @param {Question} question
 * @param {() => void} close
 */
function textForm({ label, text, done, maximum, act, newest, take }, close) {
    const field = make("textarea", {
        "aria-label": label,
        placeholder: label,
        maxlength: maximum,
        rows: 2,
        dir: "auto",
    });
    field.value = text;
    const send = make("button", { class: "main", type: "submit" }, done);
    const cancel = make("button", { type: "button", on: { click: close } }, say("action.cancel"));
    const problem = make("div", {});
    const form = make("form", { class: "post-form" }, field, problem, make("div", { class: "buttons" }, cancel, send));
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (!field.value.trim()) {
            fill(problem, make("p", { class: "problem", role: "alert" }, say("form.empty")));
            return field.focus();
        }
        const giveBack = withhold(send);
        try {
            const then = await act(field.value);
            close();
            then();
        } catch (failure) {
            giveBack();
            if (newest && failure instanceof Refused && failure.code === "changed_meanwhile") return showNewest(newest);
            showFailure(failure);
        }
    });

    function showFailure(/** @type {unknown} */ failure) {
        fill(
            problem,
            trouble(failure, () => form.requestSubmit()),
        );
    }

    async function showNewest(/** @type {() => Promise<string>} */ read) {
        try {
            const now = await read();
            const taken = make("button", { type: "button" }, say("post.takeNewer"));
            taken.addEventListener("click", () => {
                close();
                take?.();
            });
            const words = make("p", {}, say("post.changedMeanwhile"));
            const newer = make("blockquote", { dir: "auto" }, now);
            fill(problem, make("div", { class: "trouble", role: "alert" }, icon("circle-alert"), words, newer, taken));
            taken.focus();
        } catch (failure) {
            showFailure(failure);
        }
    }

    return form;
}

/**
 * Returns the author and how long ago the post was written, with the exact time on demand.
 *
 * @param {Post} post
 * @param {number} now
 */
function head({ author, created, written_at: written, revision, is_simulated: isSimulated }, now) {
    const isNameless = author.name === NAMELESS;
    const ago = agoText(new Date(written ?? created).getTime(), now);
    return make(
        "header",
        {},
        make("strong", { dir: "auto" }, isNameless ? say("post.nameless") : author.name),
        author.id || isNameless || isSimulated ? null : make("span", { class: "quiet" }, say("post.guest")),
        isSimulated ? simulatedBadge() : null,
        make(
            "time",
            { class: "quiet", datetime: written ?? created, title: timeText(written ?? created) },
            revision > 1 ? say("post.edited", { ago }) : ago,
        ),
        written && make("span", { class: "quiet", title: timeText(created) }, say("post.late")),
    );
}

/**
 * Returns the sentence about where an author was, faced and how fast they moved. Each value is emphasised.
 *
 * @param {PostLocation} location
 */
export function sentence({ place, facing, speed }) {
    const strong = (/** @type {string} */ text) => make("strong", { dir: "auto" }, text);
    return make(
        "p",
        { class: "sentence quiet" },
        ...sayAround(speed === "resting" ? "post.sentenceResting" : "post.sentence", {
            place: strong(place),
            facing: strong(say(`facing.${facing}`)),
            speed: strong(say(`speed.${speed.replaceAll(" ", "-")}`)),
        }),
    );
}
