// The picture of an entry while it is edited: the one there is with its words, another one, or none.
import { pictureField } from "../pictures/picture-field.js";
import { pictureImage } from "../pictures/picture.js";
import { fill, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";

/**
 * `taken` sends a newly chosen picture first; it is what the entry then shows.
 *
 * @typedef {{element: HTMLElement, taken: () => Promise<{id: string, text?: string} | undefined>, isChanged: () => boolean,
 *   reset: () => void, renew: (picture: Picture | undefined) => void}} PictureChoice
 */
/**
 * @param {Page} page
 * @param {Picture | undefined} given
 * @returns {PictureChoice}
 */
export function pictureChoice(page, given) {
    return new ChosenPicture(page, given);
}

/** The picture of an entry in its form. */
class ChosenPicture {
    #isRemoved = false;
    #text = make("input", {
        "aria-label": say("picture.text"),
        placeholder: say("picture.text"),
        maxlength: 500,
        dir: "auto",
    });
    #present = make("div", { class: "picture-preview" });

    /**
     * @param {Page} page
     * @param {Picture | undefined} given
     */
    constructor({ community }, given) {
        this.kept = given;
        this.other = pictureField(community);
        this.element = make("div", { class: "picture-choice" }, this.#present, this.other.preview, this.other.button);
        // A picture that was chosen takes the place of the one there is.
        new MutationObserver(() => {
            this.#present.hidden = this.other.has();
            this.#nameButton();
            this.#changed();
        }).observe(this.other.preview, { childList: true });
        this.#show();
    }

    #changed() {
        return this.element.dispatchEvent(new Event("change", { bubbles: true }));
    }

    #nameButton() {
        const label = say(this.other.has() || (this.kept && !this.#isRemoved) ? "picture.replace" : "picture.add");
        this.other.button.querySelector("span")?.replaceChildren(label);
    }

    #show() {
        this.#text.value = this.kept?.text ?? "";
        this.#nameButton();
        if (!this.kept || this.#isRemoved) return fill(this.#present);
        const remove = iconButton("x", say("picture.remove"), () => {
            this.#isRemoved = true;
            this.#show();
            this.#changed();
            this.other.button.focus();
        });
        return fill(this.#present, pictureImage(this.kept, { sizes: "96px" }), make("div", {}, this.#text, remove));
    }

    async taken() {
        const taken = await this.other.taken();
        if (taken) return taken;
        return this.kept && !this.#isRemoved
            ? { id: this.kept.id, text: this.#text.value.trim() || undefined }
            : undefined;
    }

    isChanged() {
        return (
            this.other.has() ||
            this.#isRemoved ||
            (this.kept !== undefined && this.#text.value !== (this.kept.text ?? ""))
        );
    }

    reset() {
        this.other.clear();
        this.#isRemoved = false;
        this.#show();
    }

    /** @param {Picture | undefined} picture */
    renew(picture) {
        const words = this.#text.value;
        const isEdited = words !== (this.kept?.text ?? "");
        this.kept = picture;
        this.#show();
        if (isEdited) this.#text.value = words;
    }
}
