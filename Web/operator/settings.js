// The imprint, which operators write here, and the settings that the server was started with, to read.
import { changeImprint, readImprint, readStartSettings } from "../data/imprint.js";
import { Latest } from "../data/latest.js";
import { editForm } from "../guide/edit-form.js";
import { textOf } from "../guide/entry-fields.js";
import { field } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { timeText } from "../text/quantities.js";
import { picturesChoice } from "./pictures-choice.js";

/** @param {Page} page */
export function settings(page) {
    const { community } = page;
    const element = make("section", { class: "settle", "aria-label": say("operator.settings") });
    const latest = new Latest();

    /** @param {boolean} [wantsFocus] */
    async function load(wantsFocus = false) {
        fill(element, skeleton());
        try {
            const found = await latest.ask(undefined, (_, signal) =>
                Promise.all([readNow(signal), readStartSettings(community, signal)]),
            );
            if (!found) return;
            const [imprint, start] = found.answer;
            const heading = make("h3", { tabindex: -1 }, say("imprint.heading"));
            const help = make("p", { class: "quiet" }, say("imprint.help"));
            fill(
                element,
                heading,
                help,
                imprintForm(page, imprint, () => load(true)),
                ...started(start),
            );
            if (wantsFocus) heading.focus();
        } catch (failure) {
            fill(
                element,
                trouble(failure, () => load()),
            );
        }
    }

    load();
    return { element, leave: () => latest.drop() };
}

/**
 * The current imprint: the kept one may be older.
 *
 * @param {AbortSignal} [signal]
 */
async function readNow(signal) {
    const { answer, keptAt, failure } = await readImprint(undefined, signal);
    if (keptAt !== null) throw failure;
    return answer;
}

/**
 * @param {Page} page
 * @param {Imprint} imprint
 * @param {() => void} done
 */
function imprintForm(page, imprint, done) {
    const id = "imprint-form";
    const line = { maxlength: 200, dir: "auto", autocomplete: "off" };
    const fields = {
        title: field(say("imprint.title"), { id: `${id}-title`, placeholder: say("imprint.heading"), ...line }),
        text: field(say("imprint.text"), { id: `${id}-text`, maxlength: 20_000, rows: 6, dir: "auto" }, "textarea"),
        contact: field(say("imprint.contact"), { id: `${id}-contact`, ...line }),
    };
    const { title, text, contact } = fields;
    const choice = picturesChoice(page, imprint.pictures);
    let newest = imprint;
    return editForm(page, imprint, {
        key: "imprint",
        fields,
        layout: [title.element, text.element, contact.element, choice.element],
        picture: { ...choice, renew: () => choice.renew(newest.pictures) },
        values: (stored) => ({ title: stored?.title ?? "", text: stored?.text ?? "", contact: stored?.contact ?? "" }),
        check: () => true,
        async read() {
            newest = await readNow();
            return newest;
        },
        typed: async () => ({
            title: textOf(title),
            text: textOf(text),
            contact: textOf(contact),
            pictures: await choice.all(),
        }),
        send: (typed, revision) => changeImprint(page.community, revision, typed),
        done,
    });
}

/** @param {StartSettings} start */
function started({ guests, simulated_visitors: isSimulated, backups }) {
    const row = (/** @type {string} */ name, /** @type {string} */ value) => [
        make("dt", {}, name),
        make("dd", {}, value),
    ];
    return [
        make("h3", {}, say("settings.start")),
        make("p", { class: "quiet" }, say("settings.startText")),
        make(
            "dl",
            { class: "settings" },
            ...row(say("settings.guests"), say(`settings.guests.${guests}`)),
            ...row(say("settings.simulated"), say(`settings.simulated.${isSimulated ? "on" : "off"}`)),
            ...row(say("settings.backups"), backupText(backups)),
        ),
        backups?.problem ? make("p", { class: "problem", role: "alert" }, backups.problem) : null,
    ];
}

/** @param {StartSettings["backups"]} backups */
function backupText(backups) {
    if (!backups) return say("settings.backups.off");
    return backups.last ? say("settings.backups.last", { time: timeText(backups.last) }) : say("settings.backups.none");
}
