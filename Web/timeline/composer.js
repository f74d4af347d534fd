// The form to write a post. It grows while people write, and keeps the text until the outbox has the post.
import { keepDraft, readDraft } from "../data/draft.js";
import { randomKey } from "../data/outbox-items.js";
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
 * @param {{posted: (post: Post | undefined, isDone: boolean) => void}} options the form calls `posted` with each post, and with
 *   whether nothing else is being written.
 */
export function composer(page, me, { posted }) {
    return new Composer(page, me, posted);
}

/** The form and its draft. */
export class Composer {
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
     * @param {(post: Post | undefined, isDone: boolean) => void} posted
     */
    constructor(page, me, posted) {
        this.page = page;
        this.me = me;
        this.posted = posted;
        this.location = new PostLocation(page, me);
        this.picture = pictureField(page.community);
        this.name = me.account ? null : nameField();
        this.#field.value = readDraft(me).message ?? "";
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
        keepDraft(this.me, { message: this.#field.value });
    }

    /** Whether nothing is being written. */
    get #isEmpty() {
        return !this.#field.value && !this.picture.has();
    }

    /**
     * Puts a post that was not sent back into the form, unless another one is being written.
     *
     * @param {OutboxItem} item
     */
    async edit({ key }) {
        if (!this.#isEmpty) return this.page.notices.show(say("outbox.busy"));
        const item = await this.page.outbox.take(key);
        return item && this.#take(item);
    }

    /** @param {OutboxItem} item */
    #take({ body, picture }) {
        this.#field.value = body.message;
        if (picture) this.picture.choose(picture.file, picture.text);
        this.#keep();
        this.form.classList.add("open");
        this.#field.focus();
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
            const { outcome, message, source } = await this.#add();
            if (outcome.state === "refused") throw outcome.failure;
            // Text and pictures that came meanwhile are the next post.
            if (this.#field.value === message) this.#field.value = "";
            if (source) this.picture.clear(source);
            this.#keep();
            giveBack();
            const isDone = this.#isEmpty;
            this.#close();
            if (!isDone) this.form.classList.add("open");
            this.page.notices.show(say(outcome.state === "sent" ? "composer.sent" : "composer.waiting"));
            if (outcome.state === "sent") this.posted(outcome.answer, isDone);
        } catch (failure) {
            this.#keep();
            giveBack();
            fill(
                this.#problem,
                trouble(failure, () => this.form.requestSubmit()),
            );
        }
        return undefined;
    }

    /** Gives the post to the outbox, which sends it. */
    async #add() {
        const name = this.name?.value.trim() || undefined;
        const message = this.#field.value;
        const [{ location, isUnchecked }, chosen] = await Promise.all([this.location.taken(), this.picture.chosen()]);
        const picture = chosen && { file: chosen.file, text: chosen.text, key: randomKey() };
        const owner = this.me.account?.id ?? null;
        const post = { kind: /** @type {const} */ ("post"), owner, body: { message, name, location } };
        // From then on the outbox has it: after a reload it must not be in the form, too.
        const kept = () => keepDraft(this.me, { message: "" });
        const outcome = await this.page.outbox.add({ ...post, picture, isUnchecked }, kept);
        return { outcome, message, source: chosen?.source };
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
