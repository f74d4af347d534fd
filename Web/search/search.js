// The search field above the map: suggestions, and before typing the kinds nearby and the places chosen last.
import { bearingBetween, metresBetween } from "../core/geodesy.js";
import { make } from "../shell/make.js";
import { say, sayIfKnown } from "../text/catalogue.js";
import { isPoint, pointID, recent, saved } from "../data/kept-places.js";
import { KindChips } from "./kind-chips.js";
import "./place-field.js";
import { placeRow } from "./place-row.js";

/** @typedef {import('../data/kept-places.js').KeptPlaces} KeptPlaces */

const SUGGESTIONS = 8;
/** Of the saved places, before a letter is typed. */
const MOST_SAVED = 5;

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
     * The bands on the map beneath the search: its results show them.
     *
     * @type {ReachView | null}
     */
    let reach = null;
    const look = (/** @type {string} */ text) =>
        views.replace(reach ? { ...reach, kind: text } : { screen: "results", text });
    field.find = finder(page, SUGGESTIONS, true);
    field.offers = () => offers(page, field, look);
    field.addEventListener("open", () => {
        if (views.current.screen === "search") return;
        reach = views.current.screen === "reach" ? views.current : null;
        views.open({ screen: "search" });
    });
    let hasShut = false;
    field.addEventListener("shut", () => {
        hasShut = true;
        if (views.current.screen === "search") views.close();
    });
    field.addEventListener("clear", () => views.current.screen === "results" && views.open({ screen: "search" }));
    field.addEventListener("choose", (event) => choosePlace(page, /** @type {CustomEvent<Found>} */ (event).detail));
    field.addEventListener("topic", (event) => chooseTopic(page, /** @type {CustomEvent<Topic>} */ (event).detail));
    field.addEventListener("search", (event) => look(/** @type {CustomEvent<string>} */ (event).detail));
    back.addEventListener("click", () => field.shut());
    const follow = () => {
        const { current } = views;
        field.settle(current.screen === "results" ? resultsTitle(current.text) : "");
        if (current.screen === "search" && !field.isOpen) field.edit();
        if (current.screen !== "search") field.shut();
        // The focus can go to the screen below once that has heard that the search is gone.
        if (hasShut) queueMicrotask(() => field.giveBack());
        hasShut = false;
    };
    views.addEventListener("view", follow);
    follow();
}

/**
 * Returns the title of a search. A search for a kind uses one word in every language.
 *
 * @param {string} text
 */
export function resultsTitle(text) {
    return sayIfKnown(`kinds.${text}`) ?? text;
}

/**
 * Returns the point from which distances count: me, if I am here, else the middle of the map.
 *
 * @param {Page} page
 */
export function near({ position, camera }) {
    const { fix } = position;
    return fix && camera.isHere(fix.position) ? fix.position : camera.middle;
}

/**
 * Returns the search of a field. Its distances count from my exact position, which the server does not get.
 *
 * @param {Page} page
 * @param {number} limit
 * @param {boolean} [guide] whether to look in the guide too.
 */
export function finder(page, limit, guide) {
    return async (/** @type {string} */ text, /** @type {AbortSignal} */ signal) => {
        const from = near(page);
        const answer = await page.data.suggest({ text, near: from, limit, guide }, signal);
        return { ...answer, results: answer.results.map((found) => seenFrom(from, numbered(found, text))) };
    };
}

/**
 * A street that has not the house number asked for is called with it, for it is that number's place that is shown.
 *
 * @param {Found} found
 * @param {string} text that was asked for.
 * @returns {Found}
 */
export function numbered(found, text) {
    const asked = found.estimated ? text.match(/\p{Nd}+\p{L}?(?=[\s,]|$)/gu) : null;
    const number = asked?.find((each) => !found.name.includes(each));
    return number ? { ...found, name: `${found.name} ${number}` } : found;
}

/**
 * A place with its distance and direction from a point.
 *
 * @template {Found} Place
 * @param {Position} from
 * @param {Place} place
 * @returns {Place}
 */
export function seenFrom(from, place) {
    return { ...place, distance: metresBetween(from, place), bearing: bearingBetween(from, place) };
}

/**
 * Shows a chosen place, together with me.
 *
 * @param {Page} page
 * @param {Found} found
 */
export function choosePlace(page, found) {
    recent.add(isPoint(found) ? { ...found, id: pointID(found) } : found);
    const view = viewOf(found);
    if (page.views.current.screen === "search") page.views.replace(view);
    else page.views.open(view);
}

/**
 * Opens a page of the guide.
 *
 * @param {Page} page
 * @param {Topic} topic
 */
export function chooseTopic({ views }, { id, type, venue }) {
    const view = type === "work" ? { screen: type, id, venue: venue?.id ?? "" } : { screen: type, id };
    if (views.current.screen === "search") views.replace(/** @type {View} */ (view));
    else views.open(/** @type {View} */ (view));
}

/**
 * @param {Found} found
 * @returns {View}
 */
function viewOf(found) {
    const { id, name, lat, lon, estimated } = found;
    if (!isPoint(found)) return { screen: "place", id };
    const pin = { screen: /** @type {const} */ ("pin"), position: { lat, lon }, name };
    return estimated ? { ...pin, estimated } : pin;
}

/**
 * Returns the offers before a letter is typed: kinds to look for, saved places, and the places chosen last.
 *
 * @param {Page} page
 * @param {import('./place-field.js').PlaceField} field
 * @param {(text: string) => void} look searches for a text.
 * @returns {import('./place-field.js').Offers}
 */
function offers(page, field, look) {
    const kept = keptGroups(page, field, (found) => choosePlace(page, found));
    const manage = () => page.views.replace({ screen: "saved" });
    const isEmpty = kept.every((group) => group.offers.length === 0);
    return {
        head: new KindChips("", look).element,
        groups: kept,
        note: isEmpty ? say("search.empty") : "",
        foot: isEmpty ? null : make("button", { type: "button", on: { click: manage } }, say("saved.manage")),
    };
}

/**
 * Saved places, and those chosen last, as groups to choose from.
 *
 * @param {Page} page
 * @param {import('./place-field.js').PlaceField} field
 * @param {(found: Found) => void} choose
 * @returns {import('./found-list.js').Group[]}
 */
export function keptGroups(page, field, choose) {
    const from = near(page);
    const group = (/** @type {string} */ title, /** @type {KeptPlaces} */ kept, /** @type {Found[]} */ places) => ({
        title,
        offers: places.map((place) => ({
            row: placeRow(seenFrom(from, place)),
            choose: () => choose(place),
            remove() {
                kept.remove(place.id);
                field.offerAgain(say("saved.removed", { name: place.name }));
            },
        })),
    });
    // Of many saved ones the newest: all are on a screen of their own.
    const shown = saved.all.slice(0, MOST_SAVED);
    const others = recent.all.filter(({ id }) => !shown.some((place) => place.id === id));
    return [group(say("saved.title"), saved, shown), group(say("saved.recent"), recent, others)];
}
