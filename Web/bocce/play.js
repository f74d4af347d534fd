// Opens the game of bocce in a part of the page. Everything that it needs comes with it: its words, its look, and the
// program that computes it.
import { at } from "../address/root.js";
import { make } from "../shell/make.js";
import { BocceGame } from "./game.js";
import { loadProgram } from "./table.js";
import { loadWords } from "./words.js";

/**
 * What the page lends to the game.
 *
 * @typedef {{
 *   page: Page,
 *   games: import('../data/bocce-games.js').BocceGames,
 *   meshGames: () => Promise<PlayableMeshGames>,
 *   failureText: (failure: unknown) => string,
 * }} Surroundings
 */

/**
 * @param {HTMLElement} body what the game fills.
 * @param {HTMLElement} tools where its buttons stand.
 * @param {Surroundings} surroundings
 * @param {string | null} code of a shared game.
 */
export async function openGame(body, tools, surroundings, code) {
    const [program] = await Promise.all([loadProgram(), loadWords(), loadLook()]);
    return new BocceGame(program, body, tools, surroundings, code);
}

/** Adds the game's style sheet to the page, once. */
async function loadLook() {
    if (document.getElementById("bocce-look")) return;
    const link = make("link", { id: "bocce-look", rel: "stylesheet", href: at("/built/bocce.css") });
    await new Promise((resolve, reject) => {
        link.addEventListener("load", resolve, { once: true });
        link.addEventListener("error", () => reject(new Error("no style sheet")), { once: true });
        document.head.append(link);
    }).catch((failure) => {
        link.remove();
        throw failure;
    });
}
