// The account: for guests, logging in and registering; for members, their role and everything that belongs to the
// account.
import { logOut } from "../data/accounts.js";
import { isAtPlaceName } from "../data/place-name.js";
import { fillScreen, screenHead } from "../sheet/screen.js";
import { meScreen } from "../sheet/me-screen.js";
import { iconButton, make } from "../shell/make.js";
import { skeleton, trouble } from "../shell/trouble.js";
import { linkRow } from "../shell/link-row.js";
import { say } from "../text/catalogue.js";
import { dateText } from "../text/quantities.js";
import { signingOut } from "./access.js";
import { atNode } from "./at-node.js";
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
 * @param {{code?: string, invite?: string}} view `code` is a set-up code that an address brought, `invite` that of an
 *   invitation.
 * @returns {SheetScreen}
 */
export function accountPage(page, view) {
    return new AccountPage(page, view).screen;
}

/** The screen of an account, or of logging in. */
class AccountPage {
    #element = make("article", { class: "screen account" });
    /** @type {ReturnType<typeof sessionList> | null} */
    #sessions = null;
    /** @type {ReturnType<typeof hiddenPosts> | null} */
    #hidden = null;
    /** @type {ReturnType<typeof passkeyList> | null} */
    #passkeys = null;

    /**
     * @param {Page} page
     * @param {{code?: string, invite?: string}} view `code` is a set-up code that an address brought, `invite` that of
     *   an invitation.
     */
    constructor(page, { code, invite }) {
        this.page = page;
        this.code = code;
        this.invite = invite;
        const { views } = page;
        // A code must not stay in an address that is shared or kept.
        if (code || invite) views.note({ screen: "account", code, invite });
        this.screen = meScreen(this.page, this.#element, this.#show, this.#leaveParts);
    }

    #head(/** @type {import('../shell/make.js').Child} */ fact) {
        return screenHead(say("account.title"), fact, () => this.page.views.close());
    }

    #leaveParts = () => {
        this.#sessions?.leave();
        this.#hidden?.leave();
        this.#passkeys?.leave();
    };

    #show = async () => {
        this.#leaveParts();
        fillScreen(this.#element, this.#head(null), skeleton());
        try {
            const me = await this.page.community.me();
            if (me.account) {
                const settingUp = this.code ? [setUp(this.page, this.code)] : [];
                const invited = this.invite ? [make("p", { class: "remark" }, say("account.inviteOther"))] : [];
                fillScreen(
                    this.#element,
                    this.#head(who(me.account)),
                    ...settingUp,
                    ...invited,
                    ...this.#known(me, me.account),
                );
            } else if (isAtPlaceName(this.page.about))
                fillScreen(this.#element, this.#head(null), ...atNode(this.page));
            else if (this.code)
                fillScreen(this.#element, this.#head(null), setUp(this.page, this.code), entry(this.page, me));
            else fillScreen(this.#element, this.#head(null), entry(this.page, me, this.invite), setUp(this.page));
        } catch (failure) {
            fillScreen(this.#element, this.#head(null), trouble(failure, this.#show));
        }
    };

    /**
     * @param {Me} me
     * @param {Account} account
     */
    #known(me, account) {
        this.#sessions = sessionList(this.page);
        this.#passkeys = passkeyList(this.page, me);
        // Operators have a screen for all.
        this.#hidden = account.role === "operator" ? null : hiddenPosts(this.page, me);
        const leave = async () => {
            try {
                await logOut(this.page.community);
                this.page.notices.show(say("account.left"));
            } catch (failure) {
                fillScreen(this.#element, this.#head(null), trouble(failure, leave));
            }
        };
        return [
            make("p", {}, say(`account.role.${account.role}`)),
            make("p", { class: "quiet" }, say("account.since", { date: dateText(account.created) })),
            make("div", { class: "actions" }, iconButton("log-out", say("account.leave"), leave)),
            account.role === "operator" && operatorRows(this.page),
            this.#hidden?.element ?? null,
            this.#sessions.element,
            this.#passkeys.element,
            newToken(this.page, { made: this.#sessions.load }),
            accountHistory(this.page),
            changingPassword(this.page, account, { changed: this.#sessions.load }),
            signingOut(this.page),
            removal(this.page),
        ];
    }
}

/** @param {Account} account */
function who({ name, role }) {
    return make("span", {}, make("bdi", {}, name), " · ", say(`role.${role}`));
}

/** @param {Page} page */
function operatorRows({ views }) {
    return make(
        "ul",
        { class: "rows link-rows" },
        linkRow("flag", say("operator.reports"), () => views.open({ screen: "operator", part: "reports" })),
        linkRow("eye-off", say("operator.hidden"), () => views.open({ screen: "operator", part: "hidden" })),
        linkRow("users", say("operator.accounts"), () => views.open({ screen: "operator", part: "accounts" })),
        linkRow("pencil", say("operator.settings"), () => views.open({ screen: "operator", part: "settings" })),
    );
}
