// The rows of results, in step with the marks on the map: pointing at one lifts the other.
import { make } from "../shell/make.js";

/**
 * @param {Page} page
 * @param {Found} found
 * @param {HTMLElement} row
 * @param {() => void} choose
 */
export function resultRow({ marks }, { id }, row, choose) {
    const point = () => marks.pointResult(id);
    const leave = () => marks.pointResult(null);
    const enter = (/** @type {PointerEvent} */ { pointerType }) => pointerType === "mouse" && point();
    const on = { click: choose, pointerenter: enter, pointerleave: leave, focus: point, blur: leave };
    return make("button", { type: "button", "data-result": id, on }, row);
}

/**
 * Shows in the rows which mark is pointed at.
 *
 * @param {Element} list
 * @param {Found | null} found
 */
export function pointRow(list, found) {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-result]"))) {
        const isPointed = row.dataset.result === found?.id;
        row.classList.toggle("pointed", isPointed);
        if (isPointed) row.scrollIntoView({ block: "nearest" });
    }
}
