// The form that changes or makes an entry of the guide. What was typed outlives a refusal, another's change and leaving the page's screen.
import { Refused } from "../data/failures.js";
import { field, withhold } from "../shell/form.js";
import { fill, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { localTime, sentTime, withUnchanged } from "./values.js";

/** @typedef {import("../shell/form.js").Field} Field */

/**
 * What a form knows of the kind of entry that it is about.
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
 *   say; `shown` is told when they were filled.
 */

/**
 * @template {{revision: number, picture?: Picture}} Entry
 * @param {Page} page
 * @param {Entry | null} entry null for a new one.
 * @param {Kind<Entry>} kind
 */
export function editForm({ guide, notices }, entry, kind) {
    const { key, fields, layout, picture, values, check, read, typed, send, done, cancel, shown } = kind;
    let base = shownValues(entry);
    /** What `base` shows. */
    let source = entry;
    let revision = entry?.revision ?? 0;
    /** How often another picture, or other words for it, were chosen. */
    let choices = 0;
    const problem = make("div", { class: "form-problem" });
    const save = make("button", { class: "main", type: "submit" }, say("post.save"));
    const undo = make("button", { type: "button", on: { click: giveUp } }, say("action.cancel"));
    const form = make(
        "form",
        { class: "short-form edit-form", novalidate: true },
        ...layout,
        problem,
        make("div", { class: "buttons" }, undo, save),
    );

    const texts = () => Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value]));
    const isFieldChanged = (/** @type {string} */ name) => fields[name].input.value !== base[name];
    const isChanged = () => Object.keys(fields).some(isFieldChanged) || picture?.isChanged() === true;

    /**
     * What the fields make of an entry: they leave line breaks out, or write them their way.
     *
     * @param {Entry | null} of
     */
    function shownValues(of) {
        return Object.fromEntries(
            Object.entries(values(of)).map(([name, text]) => [name, asShown(fields[name], text)]),
        );
    }

    /** @param {Record<string, string>} wanted */
    function put(wanted) {
        for (const [name, { input }] of Object.entries(fields)) {
            input.value = wanted[name] ?? "";
            input.dispatchEvent(new Event("put"));
        }
        shown?.();
    }

    function follow() {
        // A form for something new is in use from the start; another may be filled anew until somebody writes in it.
        form.classList.toggle("open", entry === null || isChanged());
        if (isChanged()) guide.typed.set(key, { texts: texts(), base, source, revision });
        else guide.typed.delete(key);
        undo.hidden = !cancel && !isChanged();
    }

    function giveUp() {
        guide.typed.delete(key);
        if (cancel) return cancel();
        put(base);
        picture?.reset();
        fill(problem);
        follow();
        return save.focus();
    }

    async function submit() {
        fill(problem);
        if (!check()) return;
        const giveBack = withhold(save);
        try {
            const sent = JSON.stringify([texts(), choices]);
            const said = await typed();
            const answer = await send(source ? withUnchanged(said, source, isFieldChanged) : said, revision);
            guide.typed.delete(key);
            notices.tell(say("guide.saved"));
            const writesOn = source !== null && JSON.stringify([texts(), choices]) !== sent;
            // Who goes on writing, now or before the screen is filled anew, writes over what was saved.
            if (source)
                ({ source, base, revision } = { source: answer, base: shownValues(answer), revision: answer.revision });
            if (writesOn) follow();
            else {
                form.classList.remove("open");
                done(answer);
            }
        } catch (failure) {
            told(failure);
        }
        giveBack();
    }

    /** @param {unknown} failure */
    function told(failure) {
        if (failure instanceof Refused && failure.code === "changed_meanwhile" && read) return tellChanged();
        const name = failure instanceof Refused ? failure.field?.replace(/^fields\./, "") : undefined;
        const at = name === undefined ? undefined : (fields[name] ?? fields[AT[name] ?? ""]);
        if (at) return at.complain(say("form.refused"));
        return fill(problem, make("p", { class: "problem", role: "alert" }, failureText(failure)));
    }

    function tellChanged() {
        const again = make("button", { type: "button", on: { click: readAgain } }, say("guide.readAgain"));
        fill(
            problem,
            make("div", { class: "trouble", role: "alert" }, make("p", {}, say("guide.changedMeanwhile")), again),
        );
        again.focus();
    }

    /** Takes over what somebody else changed, but for what was typed here; there it is said beside. */
    async function readAgain() {
        try {
            const newest = await /** @type {() => Promise<Entry>} */ (read)();
            const now = shownValues(newest);
            let differs = 0;
            for (const [name, each] of Object.entries(fields)) {
                if (each.input.value === base[name]) {
                    each.input.value = now[name] ?? "";
                    each.input.dispatchEvent(new Event("put"));
                } else if (now[name] !== base[name] && now[name] !== each.input.value) {
                    differs += 1;
                    tellOther(each, now[name]);
                }
            }
            base = now;
            source = newest;
            revision = newest.revision;
            picture?.renew(newest.picture);
            shown?.();
            follow();
            fill(problem, make("p", { class: "quiet", role: "status" }, say("guide.readNow", { count: differs })));
            save.focus();
        } catch (failure) {
            told(failure);
        }
    }

    /**
     * @param {Field} at
     * @param {string} text
     */
    function tellOther(at, text) {
        at.element.querySelector(".other")?.remove();
        at.element.append(make("p", { class: "other quiet", dir: "auto" }, say("guide.other", { text: text || "–" })));
    }

    form.addEventListener("submit", (event) => {
        event.preventDefault();
        submit();
    });
    for (const event of ["input", "change"]) {
        picture?.element.addEventListener(event, () => (choices += 1));
        form.addEventListener(event, follow);
    }
    const kept = guide.typed.get(key);
    // What was typed was typed over what the entry was then: if it is another by now, saving says so.
    if (kept) ({ base, revision, source } = /** @type {typeof kept & {source: Entry | null}} */ (kept));
    put(kept?.texts ?? base);
    follow();
    return form;
}

/**
 * What a field says once it holds a text.
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

/** Fields by what the server calls them, where that is another name. */
const AT = /** @type {Record<string, string>} */ ({
    location: "lat",
    "location.lat": "lat",
    "location.lon": "lon",
    publish_at: "from",
});

/**
 * Fields for whether and from when all see an entry.
 *
 * @param {string} id that begins the fields' ids.
 */
export function publicationFields(id) {
    const option = (/** @type {string} */ value) => make("option", { value }, say(`guide.state.${value}`));
    const state = field(say("guide.state"), { id: `${id}-state` }, "select", option("draft"), option("published"));
    const from = field(say("guide.embargo"), { id: `${id}-from`, type: "datetime-local" });
    return { state, from };
}

/** @param {Publication | null} entry */
export function publicationValues(entry) {
    return { state: entry?.state ?? "draft", from: localTime(entry?.publish_at) };
}

/**
 * @param {{state: Field, from: Field}} fields
 * @returns {Publication}
 */
export function publicationOf({ state, from }) {
    const isPublic = state.input.value === "published";
    return { state: isPublic ? "published" : "draft", publish_at: sentTime(from.input.value) };
}

/**
 * What a field says, or nothing.
 *
 * @param {Field} field
 */
export function textOf({ input }) {
    return input.value.trim() || undefined;
}

/**
 * Complains beside the first field that is wrong.
 *
 * @param {[Field, boolean, string][]} rules each with whether it is kept and what is said when not.
 */
export function keep(rules) {
    const broken = rules.find(([, isKept]) => !isKept);
    if (!broken) return true;
    broken[0].complain(say(broken[2]));
    return false;
}
