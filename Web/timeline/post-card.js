// One post: who, when, what, from where; and what can be done with it.
import { pictureButton } from "../pictures/picture.js";
import { fill, iconButton, make } from "../shell/make.js";
import { trouble } from "../shell/trouble.js";
import { currentLanguage, say, sayAround } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";

const REASON_LENGTH = 500;
const MESSAGE_LENGTH = 4000;
/** What the server calls guests who give no name. */
const NAMELESS = "Guest";

/**
 * @param {Page} page
 * @param {Post} post
 * @param {Me} me
 * @param {{changed: () => void, isOnMap?: boolean, isShort?: boolean, isToRead?: boolean}} options `changed` is told when
 *   the post is another or gone; a short card shows two lines of the message; a card to read has no buttons that change anything.
 */
export function postCard(page, post, me, { changed, isOnMap = false, isShort = false, isToRead = false }) {
    const message = make("p", { class: isShort ? "message short" : "message", dir: "auto" }, post.message);
    const below = make("div", {});
    const buttons = make("div", { class: "post-actions" });
    const account = isToRead ? undefined : me.account;
    const isOwn = account !== undefined && account.id === post.author.id;

    /**
     * @param {string} label
     * @param {string} value
     * @param {string} done
     * @param {number} maximum
     * @param {(text: string) => Promise<unknown>} act
     */
    function ask(label, value, done, maximum, act) {
        const field = make("textarea", {
            "aria-label": label,
            placeholder: label,
            maxlength: maximum,
            rows: 2,
            dir: "auto",
        });
        field.value = value;
        const send = make("button", { class: "main", type: "submit" }, done);
        const close = () => fill(below);
        const cancel = make("button", { type: "button", on: { click: close } }, say("action.cancel"));
        const problem = make("div", {});
        const form = make(
            "form",
            { class: "post-form" },
            field,
            problem,
            make("div", { class: "buttons" }, cancel, send),
        );
        form.addEventListener("submit", async (event) => {
            event.preventDefault();
            if (!field.value.trim()) return field.focus();
            send.disabled = true;
            try {
                await act(field.value);
                close();
            } catch (failure) {
                send.disabled = false;
                fill(
                    problem,
                    trouble(failure, () => form.requestSubmit()),
                );
            }
        });
        fill(below, form);
        field.focus();
    }

    async function edited(/** @type {string} */ text) {
        await page.people.edit(post, text);
        changed();
    }

    async function remove() {
        const question = { title: say("post.delete"), text: say("post.deleteText"), yes: say("post.delete") };
        if (!(await page.notices.ask(question))) return;
        try {
            await page.people.remove(post);
            changed();
        } catch (failure) {
            fill(below, trouble(failure, remove));
        }
    }

    async function report(/** @type {string} */ reason) {
        await page.people.report(post, reason);
        page.notices.tell(say("post.reported"));
    }

    if (post.location && !isOnMap)
        buttons.append(iconButton("map-pin", say("post.map"), () => page.views.open({ screen: "post", id: post.id })));
    if (isOwn)
        buttons.append(
            iconButton("pencil", say("post.edit"), () =>
                ask(say("post.edit"), post.message, say("post.save"), MESSAGE_LENGTH, edited),
            ),
        );
    if (isOwn || account?.role === "operator") buttons.append(iconButton("trash-2", say("post.delete"), remove));
    if (account && !isOwn)
        buttons.append(
            iconButton("flag", say("post.report"), () =>
                ask(say("post.reason"), "", say("post.report"), REASON_LENGTH, report),
            ),
        );
    return make(
        "article",
        { class: "post", tabindex: -1 },
        make(
            "header",
            {},
            make("strong", { dir: "auto" }, post.author.name === NAMELESS ? say("post.nameless") : post.author.name),
            post.author.id || post.author.name === NAMELESS || post.is_simulated
                ? null
                : make("span", { class: "quiet" }, say("post.guest")),
            post.is_simulated ? make("span", { class: "badge" }, say("post.simulated")) : null,
            time(post, page.now()),
        ),
        post.message && message,
        post.picture && pictureButton(post.picture, { sizes: "(min-width: 900px) 380px, 100vw" }),
        post.location && sentence(post.location),
        post.is_hidden && make("p", { class: "quiet" }, say("post.hidden")),
        buttons.childElementCount > 0 && buttons,
        below,
    );
}

/**
 * When it was written: how long ago; the exact time on demand.
 *
 * @param {Post} post
 * @param {number} now
 */
function time({ created, revision }, now) {
    const then = new Date(created);
    const exact = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "full", timeStyle: "medium" }).format(then);
    const ago = agoText(then.getTime(), now);
    return make(
        "time",
        { class: "quiet", datetime: created, title: exact },
        revision > 1 ? say("post.edited", { ago }) : ago,
    );
}

/**
 * Where, facing where and how fast (T5): each value is emphasised where it stands, whatever it says.
 *
 * @param {PostLocation} location
 */
export function sentence({ place, facing, speed }) {
    const strong = (/** @type {string} */ text) => make("strong", { dir: "auto" }, text);
    return make(
        "p",
        { class: "sentence quiet" },
        ...sayAround("post.sentence", {
            place: strong(place),
            facing: strong(say(`facing.${facing}`)),
            speed: strong(say(`speed.${speed.replaceAll(" ", "-")}`)),
        }),
    );
}
