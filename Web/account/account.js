// The account: logging in and registering for guests; for who is logged in, what they are here and what belongs to them.
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { meScreen } from "../sheet/me-screen.js";
import { iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { way } from "../shell/ways.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";
import { signingOut } from "./access.js";
import { entry } from "./entry.js";
import { hiddenPosts } from "./hidden-posts.js";
import { accountHistory } from "./history.js";
import { passkeyList } from "./passkeys.js";
import { changingPassword } from "./password.js";
import { removal } from "./removal.js";
import { sessionList } from "./sessions.js";
import { setUp } from "./set-up.js";
import { newToken } from "./token.js";

/**
 * @param {Page} page
 * @param {{code?: string, invite?: string}} view `code` is a set-up code that an address brought, `invite` that of an invitation.
 * @returns {SheetScreen}
 */
export function accountPage(page, { code, invite }) {
    const { views, people } = page;
    const element = make("article", { class: "screen account" });
    const head = (/** @type {import('../shell/make.js').Child} */ fact) =>
        screenHead(say("account.title"), fact, () => views.close());
    /** @type {ReturnType<typeof sessionList> | null} */
    let sessions = null;
    /** @type {ReturnType<typeof hiddenPosts> | null} */
    let hidden = null;
    /** @type {ReturnType<typeof passkeyList> | null} */
    let passkeys = null;
    const leaveParts = () => {
        sessions?.leave();
        hidden?.leave();
        passkeys?.leave();
    };

    // A code must not stay in an address that is shared or kept.
    if (code || invite) views.note({ screen: "account", code, invite });

    async function show() {
        leaveParts();
        fillScreen(element, head(null), skeleton());
        try {
            const me = await people.me();
            if (me.account) {
                const settingUp = code ? [setUp(page, code)] : [];
                const invited = invite ? [make("p", { class: "remark" }, say("account.inviteOther"))] : [];
                fillScreen(element, head(who(me.account)), ...settingUp, ...invited, ...known(me, me.account));
            } else if (code) fillScreen(element, head(null), setUp(page, code), entry(page, me));
            else fillScreen(element, head(null), entry(page, me, invite), setUp(page));
        } catch (failure) {
            fillScreen(element, head(null), trouble(failure, show));
        }
    }

    /**
     * @param {Me} me
     * @param {Account} account
     */
    function known(me, account) {
        sessions = sessionList(page);
        passkeys = passkeyList(page, me);
        // Operators have a screen for all.
        hidden = account.role === "operator" ? null : hiddenPosts(page, me);
        const leave = async () => {
            try {
                await people.logOut();
                page.notices.tell(say("account.left"));
            } catch (failure) {
                fillScreen(element, head(null), trouble(failure, leave));
            }
        };
        return [
            make("p", {}, say(`account.role.${account.role}`)),
            make("p", { class: "quiet" }, say("account.since", { date: dateText(account.created) })),
            make("div", { class: "actions" }, iconButton("log-out", say("account.leave"), leave)),
            account.role === "operator" && operatorsWays(page),
            hidden?.element ?? null,
            sessions.element,
            passkeys.element,
            newToken(page, { made: sessions.load }),
            accountHistory(page),
            changingPassword(page, account, { changed: sessions.load }),
            signingOut(page),
            removal(page),
        ];
    }

    return meScreen(page, element, show, leaveParts);
}

/** @param {Account} account */
function who({ name, role }) {
    return make("span", {}, make("bdi", {}, name), " · ", say(`role.${role}`));
}

/** @param {Page} page */
function operatorsWays({ views }) {
    return make(
        "ul",
        { class: "rows ways" },
        way("flag", say("operator.reports"), () => views.open({ screen: "operator", part: "reports" })),
        way("eye-off", say("operator.hidden"), () => views.open({ screen: "operator", part: "hidden" })),
        way("users", say("operator.people"), () => views.open({ screen: "operator", part: "people" })),
        way("pencil", say("operator.settings"), () => views.open({ screen: "operator", part: "settings" })),
    );
}
