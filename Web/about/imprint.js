// The imprint: the operators of the map introduce themselves. Without an imprint, visitors see nothing, and operators
// see a button to write one.
import { readImprint } from "../data/imprint.js";
import { Latest } from "../data/latest.js";
import { listen } from "../data/live.js";
import { pictureButton } from "../pictures/picture.js";
import { withLinks } from "../shell/links.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";

/**
 * @param {Page} page
 * @returns {{element: HTMLElement, leave: () => void}}
 */
export function imprintSection(page) {
    const { community } = page;
    const element = make("section", { class: "imprint", "aria-label": say("imprint.heading") });
    const latest = new Latest();
    /** The answer that is on screen, as JSON: the same answer changes nothing. */
    let before = "";

    async function ask() {
        if (!before) fill(element, skeleton());
        try {
            const found = await latest.ask(undefined, async (_, signal) =>
                Promise.all([readImprint(_, signal), community.me().catch(() => null)]),
            );
            if (!found) return;
            const [stored, me] = found.answer;
            const isOperator = me?.account?.role === "operator";
            const now = JSON.stringify([stored, isOperator]);
            if (now !== before) fill(element, ...shown(page, stored, isOperator));
            before = now;
        } catch (failure) {
            if (!before) fill(element, trouble(failure, ask));
        }
    }

    const silence = listen({ imprint: ask, reload: ask });
    community.addEventListener("me", ask);
    ask();
    return {
        element,
        leave() {
            silence();
            community.removeEventListener("me", ask);
            latest.drop();
        },
    };
}

/**
 * @param {Page} page
 * @param {import("../data/guide.js").Dated<Imprint>} stored
 * @param {boolean} isOperator
 */
function shown({ views, now }, { answer, keptAt }, isOperator) {
    const { title, text, contact, pictures } = answer;
    const isFilled = title || text || contact || pictures.length > 0;
    const open = () => views.open({ screen: "operator", part: "settings" });
    const edit =
        isOperator && keptAt === null
            ? iconButton("pencil", say(isFilled ? "post.edit" : "imprint.add"), open, { class: "button edit" })
            : null;
    if (!isFilled) return edit ? [make("p", { class: "quiet" }, say("imprint.empty")), edit] : [];
    const paragraphs = (text ?? "").split(/\n\s*\n/).filter((each) => each.trim());
    return [
        make("h3", { dir: "auto" }, title ?? say("imprint.heading")),
        keptAt && make("p", { class: "remark" }, icon("wifi-off"), make("span", {}, kept(keptAt, now()))),
        ...paragraphs.map((each) => make("p", { class: "prose", dir: "auto" }, ...withLinks(each.trim()))),
        pictures.length > 0 &&
            make(
                "ul",
                { class: `pictures${pictures.length === 1 ? " single" : ""}` },
                ...pictures.map((each) =>
                    make("li", {}, pictureButton(each, { sizes: "(min-width: 900px) 200px, 46vw" })),
                ),
            ),
        contact && make("p", { class: "prose contact", dir: "auto" }, ...withLinks(contact)),
        edit,
    ];
}

/**
 * @param {number} keptAt
 * @param {number} now
 */
function kept(keptAt, now) {
    return say("imprint.kept", { ago: agoText(keptAt, now) });
}
