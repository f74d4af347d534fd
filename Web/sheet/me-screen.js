// What screens about who is logged in have in common.

/**
 * Makes a screen at full height that is shown anew whenever somebody logs in or out, in this tab or another.
 *
 * @param {Page} page
 * @param {HTMLElement} element
 * @param {() => unknown} show
 * @param {() => void} leave
 * @returns {SheetScreen}
 */
export function meScreen({ community }, element, show, leave) {
    community.addEventListener("me", show);
    show();
    return {
        element,
        stop: "full",
        leave() {
            community.removeEventListener("me", show);
            leave();
        },
    };
}
