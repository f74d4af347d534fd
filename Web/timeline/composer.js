// The form to write a post. It grows while people write, and keeps the text until the server has the post.
import { keepDraft, readDraft } from "../data/draft.js";
import { addPost } from "../data/posts.js";
import { pictureField } from "../pictures/picture-field.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { MESSAGE_LENGTH } from "./post-card.js";
import { PostLocation } from "./post-location.js";

const NAME = "hereabouts.guest";
const NAME_LENGTH = 64;

/**
 * Makes the form.
 *
 * @param {Page} page
 * @param {Me} me
 * @param {{posted: (post: Post, isDone: boolean) => void}} options the form calls `posted` with each post, and with
 *   whether nothing else is being written.
 */
export function composer(page, me, { posted }) {
    return new Composer(page, me, posted).form;
}

/** The form, its draft, and the key under which it sends a post. */
class Composer {
    #problem = make("div", {});
    #field = make("textarea", {
        "aria-label": say("composer.message"),
        placeholder: say("composer.message"),
        maxlength: MESSAGE_LENGTH,
        rows: 1,
        dir: "auto",
    });
    #locate = iconButton("map-pin", say("composer.locate"), () => this.#toggle(), {
        "aria-pressed": "false",
        class: "toggle",
    });
    #send = make("button", { class: "main", type: "submit" }, icon("send"), make("span", {}, say("composer.send")));

    /**
     * @param {Page} page
     * @param {Me} me
     * @param {(post: Post, isDone: boolean) => void} posted
     */
    constructor(page, me, posted) {
        this.page = page;
        this.me = me;
        this.posted = posted;
        const kept = readDraft(me);
        /** The same for as long as the post is: sending it again after a lost answer adds nothing. */
        this.key = kept.key ?? randomKey();
        /**
         * The content that was sent with the key. It may have arrived without our knowing; other content is another
         * post.
         */
        this.tried = kept.tried;
        this.location = new PostLocation(page, me);
        this.picture = pictureField(page.community);
        this.name = me.account ? null : nameField();
        this.#field.value = kept.message ?? "";
        this.#field.addEventListener("input", () => this.#keep());
        this.form = make(
            "form",
            { class: this.#field.value ? "composer open" : "composer" },
            this.#field,
            this.name,
            this.picture.preview,
            this.location.element,
            this.#problem,
            make(
                "div",
                { class: "buttons" },
                make("div", { class: "with" }, this.#locate, this.picture.button),
                this.#send,
            ),
        );
        // The form asks for a name only when the guest begins to write.
        this.#field.addEventListener("focus", () => this.form.classList.add("open"));
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit();
        });
    }

    #keep() {
        keepDraft(this.me, { message: this.#field.value, key: this.key, tried: this.tried });
    }

    #toggle = async () => {
        fill(this.#problem);
        try {
            await this.location.toggle();
        } catch (failure) {
            fill(this.#problem, trouble(failure, this.#toggle));
        }
        this.#showLocated();
    };

    #showLocated() {
        this.#locate.setAttribute("aria-pressed", String(this.location.isWanted));
        this.location.show();
    }

    async #submit() {
        if (!this.#field.value.trim() && !this.picture.has()) {
            fill(this.#problem, make("p", { class: "problem", role: "alert" }, say("composer.empty")));
            return this.#field.focus();
        }
        if (this.name) localStorage.setItem(NAME, this.name.value.trim());
        const giveBack = withhold(this.#send);
        fill(this.#problem);
        try {
            const { post, message, picture } = await this.#add();
            // Text and pictures that came meanwhile are the next post.
            if (this.#field.value === message) this.#field.value = "";
            if (picture) this.picture.clear(picture.id);
            this.key = randomKey();
            this.tried = undefined;
            this.#keep();
            giveBack();
            const isDone = !this.#field.value && !this.picture.has();
            this.#close();
            if (!isDone) this.form.classList.add("open");
            this.page.notices.show(say("composer.sent"));
            this.posted(post, isDone);
        } catch (failure) {
            giveBack();
            fill(
                this.#problem,
                trouble(failure, () => this.form.requestSubmit()),
            );
        }
        return undefined;
    }

    /** Sends the post, with the same key as before unless something else was sent with it. */
    async #add() {
        const name = this.name?.value.trim() || undefined;
        const message = this.#field.value;
        const [location, picture] = await Promise.all([this.location.taken(), this.picture.taken()]);
        const words = JSON.stringify([message, name, picture]);
        if (this.tried !== undefined && this.tried !== words) this.key = randomKey();
        this.tried = words;
        this.#keep();
        const post = await addPost(this.page.community, { message, name, location, picture, key: this.key });
        return { post, message, picture };
    }

    /** Makes the form ready for the next post. */
    #close() {
        this.location.stop();
        this.#showLocated();
        this.form.classList.remove("open");
    }
}

/** Returns the field for the name of a guest. */
function nameField() {
    return make("input", {
        "aria-label": say("composer.name"),
        placeholder: say("composer.name"),
        maxlength: NAME_LENGTH,
        autocomplete: "nickname",
        value: localStorage.getItem(NAME) ?? "",
        dir: "auto",
    });
}

/** Returns 128 random bits, in hexadecimal digits; `crypto.randomUUID` is there on secure pages only. */
function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
