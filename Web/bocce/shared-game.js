// A shared game from its beginning to its end: it is made or joined, waits for its players, is played or watched.
import { say, sayIfKnown } from "../text/catalogue.js";
import { readCode } from "./code.js";
import { enterGame, firstOfNext, joinGame, makeGame } from "./entering.js";
import { GameStream } from "./game-stream.js";
import { invitation } from "./invitation.js";
import { failed, joining, loading } from "./joining.js";
import { confirmLeaving, endGame } from "./leaving.js";
import { refusalOf } from "./refusal.js";
import { paintSample } from "./sample.js";
import { changeSeat, dropSeat, makeSecret, readSeat } from "./seats.js";
import { SharedMatch } from "./shared-match.js";
import { Stage } from "./stage.js";
import { toolButtons } from "./tools.js";

/** The order in which the states of a game follow each other. */
const ORDER = { waiting: 0, playing: 1, over: 2, ended: 2 };

/**
 * @typedef {{
 *   program: import('./table.js').Program,
 *   body: HTMLElement,
 *   tools: HTMLElement,
 *   sound: import('./sound.js').Sound,
 *   surroundings: import('./play.js').Surroundings,
 *   change: () => void,
 * }} Setting `change` goes back to the choice of games.
 */

export class SharedGame {
    code = "";
    /** @type {SharedBocceGame | null} */
    #game = null;
    /** @type {GameStream | null} */
    #stream = null;
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
        const seat = makeSecret();
        this.#enter(() => makeGame(this.games, seat, first));
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
            if (refusal) this.page.notices.show(this.#textOf(refusal));
            this.#follow(game);
        } catch (failure) {
            if (this.#hasLeft) return;
            if (refusalOf(failure) === "not_found") this.#fail(say("shared.gone"));
            else this.#fail(this.#textOf(failure), () => this.#enter(ask));
        }
    }

    /** @param {unknown} failure */
    #textOf(failure) {
        return sayIfKnown(`error.${refusalOf(failure)}`) ?? this.setting.surroundings.failureText(failure);
    }

    /**
     * @param {string} text
     * @param {(() => void) | null} [retry]
     */
    #fail(text, retry = null) {
        this.#stopListening();
        if (!retry) changeSeat(this.code, { isOver: true });
        this.#show("failed", failed(text, retry, this.setting.change));
    }

    /** @param {SharedBocceGame} game */
    #follow(game) {
        this.code = game.id;
        const { views } = this.page;
        if (views.current.screen === "play") views.note({ screen: "play", game: game.id });
        this.#receive(game);
        if (ORDER[game.state] === ORDER.over) return;
        this.#stream ??= new GameStream(game.id, {
            game: (each) => this.#receive(each),
            connected: (isConnected) => this.#match?.connected(isConnected),
            closed: () => this.#ask(),
        });
    }

    /** Asks for the game: it changes without an event when a player is late. */
    #ask = async () => {
        try {
            this.#receive(await this.games.read(this.code));
        } catch (failure) {
            if (!this.#hasLeft && refusalOf(failure) === "not_found") this.#fail(say("shared.gone"));
        }
    };

    /** @param {SharedBocceGame} game */
    #receive = (game) => {
        const seat = readSeat(this.code);
        // The event overtakes the answer that says which team this device has.
        const isTaking = seat !== null && seat.team === null;
        if (this.#hasLeft || isTaking || this.#isOlder(game)) return;
        this.#game = game;
        if (ORDER[game.state] === ORDER.over) {
            changeSeat(this.code, { isOver: true });
            this.#stopListening();
        }
        if (game.state === "waiting" && seat) this.#wait();
        else if (game.state === "waiting") this.#offer();
        else if (this.#match) this.#match.receive(game);
        else this.#play(game, seat?.team ?? null);
    };

    /**
     * Answers and events overtake each other.
     *
     * @param {SharedBocceGame} game
     */
    #isOlder({ state, game: { throws } }) {
        const last = this.#game;
        return last !== null && (ORDER[state] < ORDER[last.state] || throws.length < last.game.throws.length);
    }

    #wait() {
        if (this.#shown === "waiting") return;
        const cancel = () => this.#leaveGame();
        this.#show("waiting", invitation(this.page, this.code, cancel));
    }

    async #offer() {
        if (this.#shown === "joining") return;
        const join = () => this.#enter(() => joinGame(this.games, this.code));
        const show = (/** @type {string} */ reason) => {
            this.#show("joining", joining(this.code, { join, change: this.setting.change }, reason));
            paintSample(this.setting.body);
        };
        show("");
        const me = await this.page.community.me().catch(() => null);
        if (me?.may_post === false && this.#shown === "joining" && !this.#hasLeft) show(say("choice.logIn"));
    }

    /**
     * @param {SharedBocceGame} game
     * @param {number | null} you
     */
    #play(game, you) {
        const { program, sound, surroundings, change } = this.setting;
        const parts = {
            program,
            sound,
            surroundings,
            again: () => this.#again(),
            change,
            received: this.#receive,
            ask: this.#ask,
            disagree: () => endGame(this.games, this.code, "different_result"),
        };
        const match = new SharedMatch(parts, game, you);
        this.#match = match;
        this.#shown = "match";
        const { takesFocus } = this.stage;
        const explain = () => match.view?.explain();
        const leave = () => this.#leaveGame();
        this.stage.showCourt(match.element, toolButtons({ sound, explain, change: leave, isShared: true }));
        match.begin(takesFocus);
    }

    #again() {
        const first = firstOfNext(/** @type {SharedBocceGame} */ (this.#game));
        this.#game = null;
        this.make(first);
    }

    /** Leaves the game; asks first if another person waits for the throws of this device. */
    async #leaveGame() {
        const isIn = (/** @type {string} */ state) => readSeat(this.code) !== null && this.#game?.state === state;
        if (isIn("playing") && !(await confirmLeaving(this.page.notices))) return;
        if (this.#hasLeft) return;
        if (isIn("playing") || isIn("waiting")) {
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

    #stopListening() {
        this.#stream?.leave();
        this.#stream = null;
    }

    leave() {
        this.#hasLeft = true;
        this.#stopListening();
        this.#match?.leave();
    }
}
