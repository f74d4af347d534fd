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
export function meScreen({ people }, element, show, leave) {
    people.addEventListener("me", show);
    show();
    return {
        element,
        stop: "full",
        leave() {
            people.removeEventListener("me", show);
            leave();
        },
    };
}
