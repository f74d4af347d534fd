// A shared game on the screen. Throws come from this screen or from the server, and this device plays them all.
import { fill, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { Aim } from "./aim.js";
import { Countdown } from "./countdown.js";
import { CourtView } from "./court-view.js";
import { earlyEnding } from "./early-ending.js";
import { playAgain } from "./ending-card.js";
import { Ledger } from "./ledger.js";
import { Match } from "./match.js";
import { refusalOf, textOfFailure } from "./refusal.js";
import { readSeat } from "./seats.js";
import { personElsewhere, personOfDevice } from "./shared-players.js";
import { Table } from "./table.js";
import { teamName, teamNumber } from "./words.js";

/** From here on the seconds are shown. */
const HURRY_SECONDS = 30;

/**
 * A game of a server, or one of the mesh.
 *
 * @typedef {import('./followed-game.js').FollowedGame | import('./followed-mesh-game.js').FollowedMeshGame} FollowedGame
 * @typedef {SharedBocceGame | KnownMeshGame} PlayedGame
 */
/** @typedef {import('./shared-screens.js').Setting} Setting */

export class SharedMatch {
    element = make("div", { class: "bocce-shared" });
    /** Whether this device, which only watches, got another result than the server. */
    #isWrong = false;
    #clock = new Countdown(
        () => this.#showTime(),
        () => this.followed.ask(),
    );
    #hasHurried = false;
    #hasDisagreed = false;
    #listening = new AbortController();
    /** @type {Ledger | null} */
    #ledger = null;

    /**
     * @param {Setting} setting
     * @param {FollowedGame} followed
     * @param {PlayedGame} game
     * @param {number | null} you the team of this device; null for one that watches.
     */
    constructor(setting, followed, game, you) {
        this.setting = setting;
        this.followed = followed;
        this.game = game;
        this.you = you;
        this.outbox = followed.outbox;
        this.#listen();
        this.#set();
    }

    #listen() {
        const { signal } = this.#listening;
        const sent = (/** @type {any} */ { detail: game }) => this.followed.receive(game);
        this.outbox.addEventListener("sent", sent, { signal });
        this.outbox.addEventListener("refused", () => this.followed.ask(), { signal });
        this.outbox.addEventListener("stuck", () => this.#showState(), { signal });
    }

    /** Sets up the match as the server has it, with the throws that it does not have yet. */
    #set() {
        const { program, sound, change } = this.setting;
        const { court, first } = this.game.game;
        this.#end();
        const ledger = new Ledger(program, this.game.game);
        this.#ledger = ledger;
        const comparison = ledger.follow(this.game.game, 0);
        if (this.game.state !== "playing") this.outbox.clear();
        for (const { number, throw: thrown } of this.outbox.unsent)
            if (number === ledger.throws.length) ledger.add(thrown);
        const aim = new Aim();
        const person = personOfDevice(ledger, aim, (number, thrown) => this.#threw(number, thrown));
        const elsewhere = personElsewhere(ledger);
        const players = [0, 1].map((team) => (team === this.you ? person : elsewhere));
        this.match = new Match(new Table(program, teamNumber(first), court), players);
        this.match.you = this.you;
        this.match.repeat(ledger.throws);
        this.view = new CourtView(this.match, aim, sound, { offer: null, change });
        const watching = this.you === null && make("p", { class: "bocce-watching quiet" }, say("watch"));
        fill(this.element, this.followed.remark, watching, this.view.element);
        this.#compared(comparison);
    }

    /**
     * Begins to show it, once it is in the page.
     *
     * @param {boolean} takesFocus
     */
    begin(takesFocus) {
        this.view?.begin(takesFocus);
        this.match?.play();
        this.#showState();
        this.#showTime();
        this.outbox.flush();
    }

    /** @param {PlayedGame} game that is as new as the last one, or newer. */
    receive(game) {
        this.game = game;
        const { length } = game.game.throws;
        const isUnsent = (/** @type {{number: number}} */ { number }) => game.state === "playing" && number >= length;
        const unsent = this.outbox.unsent.filter(isUnsent).length;
        const comparison = this.#ledger?.follow(game.game, unsent) ?? "same";
        if (comparison === "other") this.#anew();
        else this.#compared(comparison);
        this.#showState();
    }

    /** @param {import('./ledger.js').Comparison} comparison */
    #compared(comparison) {
        const isDifferent = comparison === "different";
        const isJudged = this.you !== null && this.followed.isJudged;
        this.#isWrong = isDifferent && !isJudged;
        const ending = earlyEnding(this.game, this.you, isDifferent && (isJudged || this.you === null));
        if (ending && !this.match?.ending) this.match?.stop(ending);
        if (isDifferent && isJudged && !this.#hasDisagreed && this.game.state === "playing") {
            this.#hasDisagreed = true;
            this.followed.disagree();
        }
        this.#clock.start("seconds_left" in this.game ? this.game.seconds_left : undefined);
    }

    /** Shows the server's game in place of this one. */
    #anew() {
        const hadFocus = this.element.contains(document.activeElement);
        this.#set();
        this.begin(hadFocus);
    }

    /**
     * @param {number} number
     * @param {import('./table.js').Throw} thrown
     */
    #threw(number, thrown) {
        const hash = this.#ledger?.add(thrown);
        if (!hash) return;
        this.outbox.add({ number, throw: thrown, hash });
        this.#showTime();
        this.#showState();
    }

    /** Shows whether there is a connection, and whether the server shows the game. */
    showConnection() {
        if (this.followed.isConnected) this.outbox.flush();
        this.#showState();
    }

    /** Whether it is over on this device; the server may not know yet. */
    get isOver() {
        return this.match?.isOver ?? false;
    }

    #showState() {
        this.view?.hold(this.#state);
        this.view?.offer(this.#offer);
    }

    /**
     * What the end offers: another game with the same players, once the server has the last throw.
     *
     * @returns {import('./ending-card.js').Offer | null}
     */
    get #offer() {
        const { id, state, ending } = this.game;
        const next = "next" in this.game ? this.game.next : undefined;
        const { make: makeGame, again, watch } = this.setting;
        if (this.you === null) {
            const press = () => watch(next ?? "");
            return next ? { text: say("over.next"), button: { icon: "eye", label: say("over.watch"), press } } : null;
        }
        if (state === "playing") return { text: say("net.sending") };
        if (!this.followed.isJudged) return null;
        // Who left has given up their seat, also in the game that would follow.
        if (ending === "left") return playAgain(makeGame);
        // Another tab of this device may have pressed the button.
        if (!next || readSeat(next)) return playAgain(() => again(id));
        const text = say("over.invites", { team: teamName(1 - this.you) });
        return { text, button: { icon: "users", label: say("join.now"), press: () => again(id) } };
    }

    /** What stands over the court; empty if all is well. */
    get #state() {
        const { failure, unsent } = this.outbox;
        const { isConnected, refusal } = this.followed;
        const isOffline = !isConnected || (failure !== null && !refusalOf(failure));
        // A connection mends no wrong game. Players have one only in the mesh, where no server judges.
        if (this.#isWrong) return say("watch.wrong");
        if (isOffline && unsent.length > 0) return say("net.unsent");
        if (isOffline && this.game.state === "playing") return say("net.lost");
        if (failure && unsent.length > 0) return textOfFailure(failure, this.setting.surroundings);
        return refusal ? textOfFailure(refusal, this.setting.surroundings) : "";
    }

    #showTime() {
        const { seconds } = this.#clock;
        // The time of a throw that is on its way is not running out.
        const isFew = seconds !== null && seconds <= HURRY_SECONDS && this.outbox.unsent.length === 0;
        this.view?.countDown(isFew && !this.match?.isOver ? seconds : null);
        if (!isFew) this.#hasHurried = false;
        else if (!this.#hasHurried && this.match?.isHere && !this.match.isRolling) {
            this.#hasHurried = true;
            this.view?.say(say("turn.hurry", { count: seconds }));
        }
    }

    #end() {
        this.view?.leave();
        this.match?.end();
        this.#ledger?.free();
        this.#ledger = null;
    }

    leave() {
        this.#listening.abort();
        this.#clock.stop();
        this.#end();
    }
}
