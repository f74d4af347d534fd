// The form that changes or makes an entry of the guide. Typed text survives a refusal, a change by another curator, and
// leaving the screen.
import { Refused } from "../data/failures.js";
import { withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { withUnchanged } from "./values.js";

/** @typedef {import("../shell/form.js").Field} Field */
/**
 * The differences between the kinds of entries.
 *
 * @template Entry
 * @typedef {{
 *   key: string,
 *   fields: Record<string, Field>,
 *   layout: Node[],
 *   picture?: import("./picture-choice.js").PictureChoice,
 *   values: (entry: Entry | null) => Record<string, string>,
 *   check: () => boolean,
 *   read?: () => Promise<Entry>,
 *   typed: () => Promise<Record<string, any>>,
 *   send: (fields: any, revision: number) => Promise<any>,
 *   done: (answer: any) => void,
 *   cancel?: () => void,
 *   shown?: () => void,
 * }} Kind `check` complains beside the first field that cannot be sent as it is, and says whether all can; `typed` is what the fields
 *   say; the form calls `shown` when it has filled them.
 */
/**
 * @template {{revision: number, picture?: Picture}} Entry
 * @param {Page} page
 * @param {Entry | null} entry null for a new one.
 * @param {Kind<Entry>} kind
 */
export function editForm(page, entry, kind) {
    return new EditForm(page, entry, kind).form;
}

/**
 * A form over one entry of the guide. Keeps the typed text, and the entry that it changes.
 *
 * @template {{revision: number, picture?: Picture}} Entry
 */
class EditForm {
    /** How often another picture, or other words for it, were chosen. */
    #choices = 0;
    #problem = make("div", { class: "form-problem" });
    #save = make("button", { class: "main", type: "submit" }, say("post.save"));

    /**
     * @param {Page} page
     * @param {Entry | null} entry null for a new one.
     * @param {Kind<Entry>} kind
     */
    constructor({ guide, notices }, entry, kind) {
        this.guide = guide;
        this.notices = notices;
        this.entry = entry;
        this.kind = kind;
        const { key, layout, picture } = kind;
        this.base = this.#shownValues(entry);
        /** The entry that `base` shows. */
        this.source = entry;
        this.revision = entry?.revision ?? 0;
        this.undo = make("button", { type: "button", on: { click: this.#giveUp } }, say("action.cancel"));
        this.form = make(
            "form",
            { class: "short-form edit-form", novalidate: true },
            ...layout,
            this.#problem,
            make("div", { class: "buttons" }, this.undo, this.#save),
        );
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#submit();
        });
        for (const event of ["input", "change"]) {
            picture?.element.addEventListener(event, () => (this.#choices += 1));
            this.form.addEventListener(event, this.#follow);
        }
        const kept = guide.typed.get(key);
        // The text was typed over an older entry. If another curator has changed it since, saving says so.
        if (kept) {
            this.base = kept.base;
            this.revision = kept.revision;
            this.source = /** @type {Entry | null} */ (kept.source);
        }
        this.#put(kept?.texts ?? this.base);
        this.#follow();
    }

    #texts() {
        return Object.fromEntries(Object.entries(this.kind.fields).map(([name, { input }]) => [name, input.value]));
    }

    #isFieldChanged = (/** @type {string} */ name) => this.kind.fields[name].input.value !== this.base[name];

    #isChanged() {
        return Object.keys(this.kind.fields).some(this.#isFieldChanged) || this.kind.picture?.isChanged() === true;
    }

    /**
     * Returns an entry as the fields show it: they leave line breaks out, or write them their way.
     *
     * @param {Entry | null} of
     */
    #shownValues(of) {
        return Object.fromEntries(
            Object.entries(this.kind.values(of)).map(([name, text]) => [name, asShown(this.kind.fields[name], text)]),
        );
    }

    /** @param {Record<string, string>} wanted */
    #put(wanted) {
        for (const [name, { input }] of Object.entries(this.kind.fields)) {
            input.value = wanted[name] ?? "";
            input.dispatchEvent(new Event("put"));
        }
        this.kind.shown?.();
    }

    #follow = () => {
        // A form for a new entry is in use from the start; another form may be filled again until the curator types.
        this.form.classList.toggle("open", this.entry === null || this.#isChanged());
        if (this.#isChanged())
            this.guide.typed.set(this.kind.key, {
                texts: this.#texts(),
                base: this.base,
                source: this.source,
                revision: this.revision,
            });
        else this.guide.typed.delete(this.kind.key);
        this.undo.hidden = !this.kind.cancel && !this.#isChanged();
    };

    #giveUp = () => {
        this.guide.typed.delete(this.kind.key);
        if (this.kind.cancel) return this.kind.cancel();
        this.#put(this.base);
        this.kind.picture?.reset();
        fill(this.#problem);
        this.#follow();
        return this.#save.focus();
    };

    async #submit() {
        fill(this.#problem);
        if (!this.kind.check()) return;
        const giveBack = withhold(this.#save);
        try {
            const sent = JSON.stringify([this.#texts(), this.#choices]);
            const said = await this.kind.typed();
            const answer = await this.kind.send(
                this.source ? withUnchanged(said, this.source, this.#isFieldChanged) : said,
                this.revision,
            );
            this.guide.typed.delete(this.kind.key);
            this.notices.show(say("guide.saved"));
            const writesOn = this.source !== null && JSON.stringify([this.#texts(), this.#choices]) !== sent;
            // Text that is typed from now on changes the saved entry.
            if (this.source) this.#startFrom(answer);
            if (writesOn) this.#follow();
            else {
                this.form.classList.remove("open");
                this.kind.done(answer);
            }
        } catch (failure) {
            this.#showFailure(failure);
        }
        giveBack();
    }

    /**
     * Takes an entry as the one that the form changes from now on.
     *
     * @param {Entry} entry as the server has it.
     */
    #startFrom(entry) {
        this.base = this.#shownValues(entry);
        this.source = entry;
        this.revision = entry.revision;
    }

    /** @param {unknown} failure */
    #showFailure(failure) {
        if (failure instanceof Refused && failure.code === "changed_meanwhile" && this.kind.read)
            return this.#showChangedMeanwhile();
        const name = failure instanceof Refused ? failure.field?.replace(/^fields\./, "") : undefined;
        const at =
            name === undefined
                ? undefined
                : (this.kind.fields[name] ?? this.kind.fields[AT[name] ?? name.split(".")[0]]);
        if (at) return at.complain(say("form.refused"));
        return fill(this.#problem, make("p", { class: "problem", role: "alert" }, failureText(failure)));
    }

    #showChangedMeanwhile() {
        const again = make("button", { type: "button", on: { click: this.#readAgain } }, say("guide.readAgain"));
        fill(
            this.#problem,
            make("div", { class: "trouble", role: "alert" }, make("p", {}, say("guide.changedMeanwhile")), again),
        );
        again.focus();
    }

    /** Takes over the changes of another curator. Fields with typed text keep it, and show the other text beside it. */
    #readAgain = async () => {
        try {
            const newest = await /** @type {() => Promise<Entry>} */ (this.kind.read)();
            const now = this.#shownValues(newest);
            let differs = 0;
            for (const [name, each] of Object.entries(this.kind.fields)) {
                if (each.input.value === this.base[name]) {
                    each.input.value = now[name] ?? "";
                    each.input.dispatchEvent(new Event("put"));
                } else if (now[name] !== this.base[name] && now[name] !== each.input.value) {
                    differs += 1;
                    showOther(each, each.summary ?? now[name]);
                }
            }
            this.#startFrom(newest);
            this.kind.picture?.renew(newest.picture);
            this.kind.shown?.();
            this.#follow();
            fill(
                this.#problem,
                make("p", { class: "quiet", role: "status" }, say("guide.readNow", { count: differs })),
            );
            this.#save.focus();
        } catch (failure) {
            this.#showFailure(failure);
        }
    };
}

/**
 * @param {Field} at
 * @param {string} text
 */
function showOther(at, text) {
    at.element.querySelector(".other")?.remove();
    at.element.append(make("p", { class: "other quiet", dir: "auto" }, say("guide.other", { text: text || "–" })));
}

/**
 * Returns a text as a field shows it.
 *
 * @param {Field} field
 * @param {string} text
 */
function asShown({ input }, text) {
    const before = input.value;
    input.value = text;
    const shown = input.value;
    input.value = before;
    return shown;
}

/** Fields by the server's names, where they differ. */
const AT = /** @type {Record<string, string>} */ ({
    location: "lat",
    "location.lat": "lat",
    "location.lon": "lon",
    publish_at: "from",
});
