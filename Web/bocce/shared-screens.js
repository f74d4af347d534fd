// The screens of a shared game from its beginning to its end: it is made or joined, waits for its players, is played or
// watched. Each game has an object of its own.
import { say } from "../text/catalogue.js";
import { readCode } from "./code.js";
import { againGame, enterGame, joinGame, makeGame } from "./entering.js";
import { FollowedGame } from "./followed-game.js";
import { awaiting, invitation } from "./invitation.js";
import { failed, joining, loading } from "./joining.js";
import { confirmLeaving, endGame } from "./leaving.js";
import { isFinal, pause, refusalOf, textOfFailure, waits } from "./refusal.js";
import { paintSample } from "./sample.js";
import { changeSeat, dropSeat, makeSecret, readSeat } from "./seats.js";
import { SharedMatch } from "./shared-match.js";
import { Stage } from "./stage.js";
import { toolButtons } from "./tools.js";

/** The screens that wait for a person. */
const WAITING = ["waiting", "joining"];

/**
 * @typedef {{
 *   program: import('./table.js').Program,
 *   body: HTMLElement,
 *   tools: HTMLElement,
 *   sound: import('./sound.js').Sound,
 *   surroundings: import('./play.js').Surroundings,
 *   make: () => void,
 *   again: (code: string) => void,
 *   watch: (code: string) => void,
 *   change: () => void,
 * }} Setting `make` makes another game, `again` plays once more after the game with this code, `watch` shows a game that
 *   this device cannot join, and `change` goes back to the choice of games.
 */

export class SharedScreens {
    code = "";
    /** @type {FollowedGame | null} */
    #followed = null;
    /** @type {SharedMatch | null} */
    #match = null;
    /** @type {((mayJoin: boolean, reason: string) => void) | null} */
    #allow = null;
    #left = new AbortController();
    /** Ends the tries to enter a game. */
    #entering = new AbortController();
    /** What the screen shows. */
    #shown = "";
    #watches = false;
    /**
     * The code of the game of this device after which this game keeps a seat for it.
     *
     * @type {string | null}
     */
    #before = null;

    /** @param {Setting} setting */
    constructor(setting) {
        this.setting = setting;
        this.games = setting.surroundings.games;
        this.page = setting.surroundings.page;
        this.stage = new Stage(setting.body, setting.tools);
        const { signal } = this.#left;
        this.page.community.addEventListener("me", () => this.#allowJoining(), { signal });
    }

    /** Makes a game. */
    make() {
        const secret = makeSecret();
        this.#enter(() => makeGame(this.games, secret));
    }

    /**
     * Plays once more with the other player of a game.
     *
     * @param {string} code
     */
    again(code) {
        this.#enter(() => againGame(this.games, code));
    }

    /**
     * Shows a game whose seats are those of two others.
     *
     * @param {string} code
     */
    watch(code) {
        this.#watches = true;
        this.open(code);
    }

    /**
     * Opens a game by its code.
     *
     * @param {string} typed
     */
    open(typed) {
        const code = readCode(typed);
        this.code = code ?? typed;
        if (code) this.#enter(() => enterGame(this.games, code));
        else this.#fail(say("shared.gone"));
    }

    /**
     * Enters a game. Tries again by itself while no answer comes, and offers to after a refusal.
     *
     * @param {() => Promise<import('./entering.js').Entered>} ask
     */
    async #enter(ask) {
        this.#entering.abort();
        this.#entering = new AbortController();
        const { signal } = this.#entering;
        this.#show("loading", loading());
        for (const wait of waits()) {
            try {
                const { game, refusal, before = null } = await ask();
                if (signal.aborted) return;
                if (refusal) this.page.notices.show(this.#textOf(refusal));
                if (refusalOf(refusal) === "game_full") this.#watches = true;
                this.#before = before;
                this.#follow(game);
                return;
            } catch (failure) {
                if (signal.aborted) return;
                this.#notEntered(failure, () => this.#enter(ask));
                if (refusalOf(failure) !== null) return;
            }
            await pause(wait, signal);
            if (signal.aborted) return;
        }
    }

    /**
     * @param {unknown} failure
     * @param {() => void} retry
     */
    #notEntered(failure, retry) {
        if (refusalOf(failure) === "not_found") this.#fail(say("shared.gone"));
        else if (isFinal(failure)) this.#fail(this.#textOf(failure));
        else if (refusalOf(failure) !== null) this.#fail(this.#textOf(failure), retry);
        else if (this.#shown !== "failed") this.#fail(`${this.#textOf(failure)} ${say("net.retrying")}`, retry);
    }

    /** @param {unknown} failure */
    #textOf(failure) {
        return textOfFailure(failure, this.setting.surroundings);
    }

    /**
     * @param {string} text
     * @param {(() => void) | null} [retry]
     */
    #fail(text, retry = null) {
        this.#followed?.leave();
        this.#followed = null;
        if (!retry) changeSeat(this.code, { isOver: true });
        this.#show("failed", failed(text, retry, this.setting.change));
    }

    /** @param {SharedBocceGame} game */
    #follow(game) {
        this.code = game.id;
        const { views } = this.page;
        if (views.current.screen === "play") views.note({ screen: "play", game: game.id });
        this.#followed ??= new FollowedGame(this.games, game.id, {
            changed: (each) => this.#changed(each),
            connection: () => this.#showConnection(),
        });
        this.#followed.receive(game);
        this.#followed?.follow();
    }

    /** @param {SharedBocceGame} game */
    #changed(game) {
        const seat = readSeat(this.code);
        const isFull = game.is_open === false && !this.#before;
        if (game.state === "waiting" && (seat || this.#watches || isFull)) this.#wait(seat);
        else if (game.state === "waiting") this.#offer();
        else if (this.#match) this.#match.receive(game);
        else this.#play(game, seat?.team ?? null);
    }

    /** Shows whether there is a connection, and whether the server shows the game. */
    #showConnection() {
        if (refusalOf(this.#followed?.refusal) === "not_found") this.#fail(say("shared.gone"));
        this.#match?.showConnection();
        this.stage.hold(this.#state);
        this.#allowJoining();
    }

    /** What stands above a screen that waits; empty if all is well. */
    get #state() {
        if (!WAITING.includes(this.#shown) || !this.#followed) return "";
        const { isConnected, refusal } = this.#followed;
        if (refusal) return this.#textOf(refusal);
        return isConnected ? "" : say(`net.lost.${this.#shown}`);
    }

    /** @param {import('./seats.js').Seat | null} seat */
    #wait(seat) {
        if (this.#shown === "waiting") return;
        const cancel = () => this.#leaveGame();
        if (!seat) this.#show("waiting", awaiting(say("wait.watch"), say("over.change"), cancel));
        else if (seat.isNext) this.#show("waiting", awaiting(say("wait.again"), say("wait.cancel"), cancel));
        else this.#show("waiting", invitation(this.page, this.code, cancel));
    }

    /** Asks whether to join. */
    #offer() {
        if (this.#shown === "joining") return;
        const { games, code } = this;
        const before = this.#before;
        const join = () => this.#enter(() => (before ? againGame(games, before) : joinGame(games, code)));
        const { element, allow } = joining(this.code, { join, change: this.setting.change });
        this.#show("joining", element);
        this.#allow = allow;
        this.#allowJoining();
        paintSample(this.setting.body);
    }

    /** Lets the viewer join where the server does and there is a connection. */
    async #allowJoining() {
        const allow = this.#allow;
        const me = allow && (await this.page.community.me().catch(() => null));
        const reason = me?.may_post === false ? say("choice.logIn") : "";
        if (this.#allow === allow) allow?.(reason === "" && this.#followed?.isConnected === true, reason);
    }

    /**
     * @param {SharedBocceGame} game
     * @param {number | null} you
     */
    #play(game, you) {
        const match = new SharedMatch(this.setting, /** @type {FollowedGame} */ (this.#followed), game, you);
        this.#match = match;
        this.#shown = "match";
        this.#allow = null;
        const { takesFocus } = this.stage;
        const acts = { explain: () => match.view?.explain(), change: () => this.#leaveGame() };
        this.stage.showCourt(match.element, toolButtons({ sound: this.setting.sound, ...acts, isShared: true }));
        match.begin(takesFocus);
    }

    /** Leaves the game; asks first if another person waits for the throws of this device. */
    async #leaveGame() {
        // What this device threw last is still sent.
        const isDone = () => !readSeat(this.code) || this.#match?.isOver || this.#followed?.isOver;
        if (!isDone() && this.#match && !(await confirmLeaving(this.page.notices))) return;
        if (this.#left.signal.aborted) return;
        if (!isDone()) {
            endGame(this.games, this.code, "left");
            dropSeat(this.code);
        }
        this.setting.change();
    }

    /**
     * @param {string} name
     * @param {HTMLElement} element
     */
    #show(name, element) {
        this.#match?.leave();
        this.#match = null;
        this.#allow = null;
        this.#shown = name;
        this.stage.hold(this.#state);
        this.stage.show(element);
    }

    leave() {
        this.#left.abort();
        this.#entering.abort();
        this.#followed?.leave();
        this.#match?.leave();
    }
}
