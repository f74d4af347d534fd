// A game of the mesh before it begins: its author chooses among those who want to play, and others ask to.
import { icon, iconButton, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { playerName, timeText } from "./mesh-words.js";

/**
 * @param {PlayableMeshGames} games
 * @param {KnownMeshGame} game
 * @param {{ask: () => void, begin: (wish: string) => void, leave: () => void, back: () => void}} actions
 */
export function meshWaiting(games, game, { ask, begin, leave, back }) {
    const { you, hasAsked, wishes, isWaiting, refusal } = game;
    const takes = you !== null || hasAsked;
    const name = playerName(games, game.blue);
    const state = refusal ? say("mesh.notTaken") : isWaiting ? say("mesh.unsent") : "";
    return make(
        "div",
        { class: "bocce-wait" },
        make("p", {}, you ? say("mesh.yourOffer") : say(hasAsked ? "mesh.youAsked" : "mesh.theirOffer", { name })),
        takes && wishes.length === 0 && waiting(),
        ...(you && !game.hasBegun ? wishes.map((wish) => wishButton(games, wish, begin)) : []),
        !takes && games.canPlay && iconButton("users", say("mesh.ask"), ask, { class: "main", "data-focus": "ask" }),
        !games.canPlay && make("p", { class: "quiet" }, say("mesh.cannot")),
        make("p", { class: "quiet", role: "status" }, games.failure === null ? state : say("mesh.unsent")),
        takes && make("button", { type: "button", "data-focus": "leave", on: { click: leave } }, say("mesh.withdraw")),
        make("button", { type: "button", "data-focus": "back", on: { click: back } }, say("mesh.all")),
    );
}

const waiting = () => make("p", { class: "bocce-waiting" }, icon("clock"), say("wait.waiting"));

/** @param {PlayableMeshGames} games @param {MeshWish} wish @param {(wish: string) => void} begin */
function wishButton(games, { player, message, time }, begin) {
    const values = { name: playerName(games, player), time: timeText(time) };
    return iconButton("users", say("mesh.begin", values), () => begin(message), {
        class: "main",
        "data-focus": message,
    });
}
