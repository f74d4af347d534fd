// The screen of the game: a frame that loads it when it is first opened, for hardly anybody needs it at once.
import { BocceGames } from "../data/bocce-games.js";
import { loadBundle } from "../data/bundle.js";
import { Unreachable } from "../data/failures.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { meshGames } from "./mesh.js";

/** @typedef {typeof import("../bocce/play.js")} Program */

/**
 * @param {Page} page
 * @param {Extract<View, {screen: "play"}>} view
 * @returns {SheetScreen}
 */
export function playPage(page, view) {
    const tools = make("div", { class: "play-tools" });
    const body = make("div", { class: "play-body" });
    const head = screenHead(say("play.title"), null, () => page.views.close());
    head.lastElementChild?.before(tools);
    const element = make("article", { class: "screen play" }, head, body);
    const games = new BocceGames(page.community);
    const surroundings = { page, games, meshGames: () => meshGames(page), failureText };
    /** The code of the shared game that the address names. */
    let code = view.game ?? null;
    /** @type {import("../bocce/game.js").BocceGame | null} */
    let game = null;
    let isLeft = false;

    let isOpening = false;

    async function open() {
        if (isOpening || game) return;
        isOpening = true;
        fill(body, skeleton());
        try {
            const { openGame } = await load();
            const asked = code;
            const opened = await openGame(body, tools, surroundings, asked);
            if (isLeft) opened.leave();
            else {
                game = opened;
                // The address changed meanwhile.
                if (code !== asked) opened.turnTo(code);
            }
        } catch (failure) {
            console.info("the game did not come:", failure);
            fill(body, trouble(new Unreachable(String(failure)), open));
        }
        isOpening = false;
    }

    open();
    const turnTo = (/** @type {View} */ next) => {
        code = next.screen === "play" ? (next.game ?? null) : null;
        game?.turnTo(code);
    };
    const leave = () => {
        isLeft = true;
        game?.leave();
    };
    return { element, stop: "full", turnTo, retry: open, leave };
}

/** @returns {Promise<Program>} */
const load = () => loadBundle("bocce");
