// The draft of a post in this tab. It outlasts a reload, but not the tab.
import { ownName } from "../address/root.js";

const DRAFT = ownName("hereabouts.draft");

/**
 * Returns the draft of this tab. A guest who logs in continues it, and so does a member who comes back. Another member
 * does not get it.
 *
 * @param {Me} me
 * @returns {{message?: string}}
 */
export function readDraft({ account }) {
    const { writer, ...draft } = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
    if (writer === undefined || writer === account?.id) return draft;
    if (account) forgetDraft();
    return {};
}

/**
 * Keeps a draft.
 *
 * @param {Me} me
 * @param {{message: string}} draft
 */
export function keepDraft({ account }, draft) {
    sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, writer: account?.id }));
}

export function forgetDraft() {
    sessionStorage.removeItem(DRAFT);
}
