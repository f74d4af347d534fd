// The screens of a shared game from its beginning to its end: it is made or joined, waits for its players, is played or
// watched. Each game has an object of its own.
import { say } from "../text/catalogue.js";
import { readCode } from "./code.js";
import { enterGame, joinGame, makeGame } from "./entering.js";
import { FollowedGame } from "./followed-game.js";
import { invitation } from "./invitation.js";
import { failed, joining, loading } from "./joining.js";
import { confirmLeaving, endGame } from "./leaving.js";
import { refusalOf, textOfFailure } from "./refusal.js";
import { paintSample } from "./sample.js";
import { changeSeat, dropSeat, makeSecret, readSeat } from "./seats.js";
import { SharedMatch } from "./shared-match.js";
import { Stage } from "./stage.js";
import { toolButtons } from "./tools.js";

/** The statuses of refusals for those who may not look. */
const FORBIDDEN = [401, 403];

/**
 * @typedef {{
 *   program: import('./table.js').Program,
 *   body: HTMLElement,
 *   tools: HTMLElement,
 *   sound: import('./sound.js').Sound,
 *   surroundings: import('./play.js').Surroundings,
 *   again: (first: BocceTeam) => void,
 *   change: () => void,
 * }} Setting `again` makes another game, and `change` goes back to the choice of games.
 */

export class SharedScreens {
    code = "";
    /** @type {FollowedGame | null} */
    #followed = null;
    /** @type {SharedMatch | null} */
    #match = null;
    #hasLeft = false;
    /** What the screen shows. */
    #shown = "";

    /** @param {Setting} setting */
    constructor(setting) {
        this.setting = setting;
        this.games = setting.surroundings.games;
        this.page = setting.surroundings.page;
        this.stage = new Stage(setting.body, setting.tools);
    }

    /**
     * Makes a game.
     *
     * @param {BocceTeam} first the team that throws first; this device plays blue.
     */
    make(first) {
        const secret = makeSecret();
        this.#enter(() => makeGame(this.games, secret, first));
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
     * Enters a game, and offers to try again after a failure.
     *
     * @param {() => Promise<import('./entering.js').Entered>} ask
     */
    async #enter(ask) {
        this.#show("loading", loading());
        try {
            const { game, refusal } = await ask();
            if (this.#hasLeft) return;
            if (refusal) this.page.notices.show(textOfFailure(refusal, this.setting.surroundings));
            this.#follow(game);
        } catch (failure) {
            if (this.#hasLeft) return;
            if (refusalOf(failure) === "not_found") this.#fail(say("shared.gone"));
            else this.#fail(textOfFailure(failure, this.setting.surroundings), () => this.#enter(ask));
        }
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
            connected: (isConnected) => this.#match?.connected(isConnected),
            refused: (failure) => this.#refused(failure),
        });
        this.#followed.receive(game);
        this.#followed?.follow();
    }

    /** @param {SharedBocceGame} game */
    #changed(game) {
        const seat = readSeat(this.code);
        if (game.state === "waiting" && seat) this.#wait();
        else if (game.state === "waiting") this.#offer();
        else if (this.#match) this.#match.receive(game);
        else this.#play(game, seat?.team ?? null);
    }

    /**
     * The server does not show the game any more.
     *
     * @param {unknown} failure
     */
    #refused(failure) {
        const isForbidden = FORBIDDEN.includes(/** @type {{status?: number}} */ (failure).status ?? 0);
        const text = textOfFailure(failure, this.setting.surroundings);
        if (refusalOf(failure) === "not_found") this.#fail(say("shared.gone"));
        else if (this.#match) this.#match.hidden(text);
        else if (isForbidden) this.#fail(text, () => this.#enter(() => enterGame(this.games, this.code)));
    }

    #wait() {
        if (this.#shown === "waiting") return;
        const cancel = () => this.#leaveGame();
        this.#show("waiting", invitation(this.page, this.code, cancel));
    }

    /** Asks whether to join, once it is known whether this device may. */
    async #offer() {
        if (this.#shown === "joining") return;
        this.#shown = "joining";
        const me = await this.page.community.me().catch(() => null);
        if (this.#shown !== "joining" || this.#hasLeft) return;
        const join = () => this.#enter(() => joinGame(this.games, this.code));
        const reason = me?.may_post === false ? say("choice.logIn") : "";
        this.#show("joining", joining(this.code, { join, change: this.setting.change }, reason));
        paintSample(this.setting.body);
    }

    /**
     * @param {SharedBocceGame} game
     * @param {number | null} you
     */
    #play(game, you) {
        const match = new SharedMatch(this.setting, /** @type {FollowedGame} */ (this.#followed), game, you);
        this.#match = match;
        this.#shown = "match";
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
        if (this.#hasLeft) return;
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
        this.#shown = name;
        this.stage.show(element);
    }

    leave() {
        this.#hasLeft = true;
        this.#followed?.leave();
        this.#match?.leave();
    }
}
