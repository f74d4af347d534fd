// The games of the mesh to choose from: the own ones, those that wait for somebody, and those to watch.
import { iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { otherOf, playerName, standingOf } from "./mesh-words.js";
import { refusalOf } from "./refusal.js";

/**
 * @param {PlayableMeshGames} games
 * @param {{offer: () => void, open: (id: string) => void, change: () => void}} actions
 */
export function meshList(games, { offer, open, change }) {
    const all = games.all.filter(isShown);
    const isOwn = (/** @type {KnownMeshGame} */ { you, hasAsked, state }) =>
        you !== null || (hasAsked && state === "waiting");
    const own = all.filter(isOwn);
    // One offer at a time is enough.
    const mayOffer = games.canPlay && !own.some(({ you, state }) => you && state === "waiting");
    const others = all.filter((game) => !isOwn(game));
    const row = (/** @type {KnownMeshGame} */ game) => gameButton(games, game, open);
    return make(
        "div",
        { class: "bocce-choice bocce-mesh" },
        make("p", { class: "quiet" }, say("mesh.lead")),
        games.failure !== null && make("p", { class: "quiet", role: "status" }, whyOld(games.failure)),
        !games.canPlay && make("p", { class: "quiet" }, say("mesh.cannot")),
        mayOffer &&
            iconButton("plus", say("mesh.offer"), offer, { class: "bocce-choose resume", "data-focus": "offer" }),
        all.length === 0 && make("p", { class: "quiet", role: "status" }, say("mesh.empty")),
        ...part(say("mesh.own"), own.map(row)),
        ...part(say("mesh.open"), others.filter(({ state }) => state === "waiting").map(row)),
        ...part(say("mesh.others"), others.filter(({ state }) => state !== "waiting").map(row)),
        make(
            "button",
            { type: "button", class: "bocce-choose", "data-focus": "back", on: { click: change } },
            say("over.change"),
        ),
    );
}

/**
 * An offer that was taken back is no game.
 *
 * @param {KnownMeshGame} game
 */
const isShown = ({ state, orange }) => state !== "ended" || orange !== undefined;

/** @param {string} title @param {HTMLElement[]} rows */
const part = (title, rows) => (rows.length === 0 ? [] : [make("h3", {}, title), ...rows]);

/** @param {PlayableMeshGames} games @param {KnownMeshGame} game @param {(id: string) => void} open */
function gameButton(games, game, open) {
    const { id } = game;
    return make(
        "button",
        { type: "button", class: "bocce-choose", "data-focus": id, on: { click: () => open(id) } },
        make(
            "span",
            { class: "bocce-mesh-row" },
            make("span", {}, titleOf(games, game)),
            make("span", { class: "quiet" }, standingOf(games, game)),
        ),
    );
}

/** @param {unknown} failure of the last question about games. */
const whyOld = (failure) => say(refusalOf(failure) === "not_logged_in" ? "mesh.logIn" : "mesh.offline");

/**
 * The other player of an own game, the author of an offer, or both players.
 *
 * @param {PlayableMeshGames} games
 * @param {KnownMeshGame} game
 */
function titleOf(games, game) {
    const { you, blue, orange } = game;
    if (you && !orange) return say("mesh.ownOffer");
    if (you || !orange) return playerName(games, otherOf(game));
    return say("mesh.versus", { one: playerName(games, blue), other: playerName(games, orange) });
}
