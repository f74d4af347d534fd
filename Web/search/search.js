// The search field above the map: suggestions, and before typing the kinds nearby and the places chosen last.
import { kindIcon } from "../place/kinds.js";
import { icon, make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import "./place-field.js";
import { placeRow } from "./place-row.js";
import { recentPlaces, rememberPlace } from "./recent.js";

const SUGGESTIONS = 8;

/** The kinds offered before typing, by the word that is searched for. */
export const KINDS = ["restaurant", "cafe", "supermarket", "pharmacy", "museum", "hotel", "toilets", "park"];

/**
 * Connects the field of the page's top with the page.
 *
 * @param {import('./place-field.js').PlaceField} field
 * @param {HTMLButtonElement} back
 * @param {Page} page
 */
export function connectSearch(field, back, page) {
    const { views } = page;
    /**
     * The bands that are drawn beneath the search: what is found is shown with them.
     *
     * @type {ReachView | null}
     */
    let reach = null;
    const look = (/** @type {string} */ text) =>
        views.replace(reach ? { ...reach, kind: text } : { screen: "results", text });
    field.find = (text, signal) => page.data.suggest({ text, near: near(page), limit: SUGGESTIONS }, signal);
    field.offers = () => offers(page, look);
    field.addEventListener("open", () => {
        if (views.current.screen === "search") return;
        reach = views.current.screen === "reach" ? views.current : null;
        views.open({ screen: "search" });
    });
    field.addEventListener("shut", () => views.current.screen === "search" && views.close());
    field.addEventListener("clear", () => views.current.screen === "results" && views.open({ screen: "search" }));
    field.addEventListener("choose", (event) => choosePlace(page, /** @type {CustomEvent<Found>} */ (event).detail));
    field.addEventListener("search", (event) => look(/** @type {CustomEvent<string>} */ (event).detail));
    back.addEventListener("click", () => field.shut());
    const follow = () => {
        const { current } = views;
        field.settle(current.screen === "results" ? resultsTitle(current.text) : "");
        if (current.screen === "search" && !field.isOpen) field.edit();
        if (current.screen !== "search") field.shut();
    };
    views.addEventListener("view", follow);
    follow();
}

/**
 * What a search is called: kinds are searched for by one word in every language.
 *
 * @param {string} text
 */
export function resultsTitle(text) {
    return sayIfKnown(`kinds.${text}`) ?? text;
}

/**
 * Where distances are told from: me, if I am here, else the middle of what is seen.
 *
 * @param {Page} page
 */
export function near({ position, camera }) {
    const { fix } = position;
    return fix && camera.isHere(fix.position) ? fix.position : camera.middle;
}

/**
 * Shows a chosen place, together with me (N3).
 *
 * @param {Page} page
 * @param {Found} found
 */
export function choosePlace(page, found) {
    rememberPlace(found);
    const view = viewOf(found);
    if (page.views.current.screen === "search") page.views.replace(view);
    else page.views.open(view);
}

/**
 * @param {Found} found
 * @returns {View}
 */
function viewOf({ id, type, name, lat, lon }) {
    return type === "position" ? { screen: "pin", position: { lat, lon }, name } : { screen: "place", id };
}

/**
 * @param {Page} page
 * @param {(text: string) => void} look searches for a text.
 * @returns {import('./place-field.js').Offer[]}
 */
function offers(page, look) {
    const kinds = KINDS.map((kind) => ({
        row: make(
            "span",
            { class: "place-row" },
            make("span", { class: "kind" }, icon(kindIcon({ kind }))),
            make("span", { class: "words" }, say(`kinds.${kind}`)),
        ),
        choose: () => look(kind),
    }));
    const recent = recentPlaces().map((found) => ({ row: placeRow(found), choose: () => choosePlace(page, found) }));
    return [...recent, ...kinds];
}
