// The screens of games with people of the mesh: the list, and one game from its offer to its end.
import { say } from "../text/catalogue.js";
import { FollowedMeshGame } from "./followed-mesh-game.js";
import { failed, loading } from "./joining.js";
import { confirmLeaving } from "./leaving.js";
import { meshList } from "./mesh-list.js";
import { meshWaiting } from "./mesh-waiting.js";
import { codeOf, idOf, LIST, playerName, turnOf } from "./mesh-words.js";
import { refusalOf, textOfFailure } from "./refusal.js";
import { SharedMatch } from "./shared-match.js";
import { Stage } from "./stage.js";
import { toolButtons } from "./tools.js";
import { teamNumber } from "./words.js";

/**
 * @typedef {Omit<import('./shared-screens.js').Setting, "make" | "again" | "watch"> & {open: (code: string) => void}} Setting
 *   `open` opens the list or a game by its code.
 */

export class MeshScreens {
    /** @type {FollowedMeshGame | null} */
    #followed = null;
    /** @type {SharedMatch | null} */
    #match = null;
    #left = new AbortController();
    /** Two presses of a button are one act. */
    #isSigning = false;
    /** What the screen says, so that nothing is drawn again without a change. */
    #shown = "";

    /** @param {Setting} setting @param {string} code that of the list or of a game. */
    constructor(setting, code) {
        this.setting = setting;
        this.code = code;
        this.page = setting.surroundings.page;
        this.stage = new Stage(setting.body, setting.tools);
        const { views } = this.page;
        if (views.current.screen === "play") views.note({ screen: "play", game: code });
        this.#enter();
    }

    async #enter() {
        this.#show("loading", loading());
        const { signal } = this.#left;
        try {
            const games = await this.setting.surroundings.meshGames();
            if (signal.aborted) return;
            games.addEventListener("change", () => this.#changed(games), { signal });
            this.#changed(games);
            games.refresh();
        } catch (failure) {
            console.info("the games of the mesh did not come:", failure);
            if (!signal.aborted) this.#fail(failure, () => this.#enter());
        }
    }

    /** @param {PlayableMeshGames} games */
    #changed(games) {
        if (!games.isKnown) {
            if (games.failure !== null) this.#fail(games.failure, () => this.#again(games));
            return;
        }
        const id = idOf(this.code);
        if (!id) return this.#list(games);
        const game = games.find(id);
        if (game && (game.state !== "ended" || game.orange)) this.#follow(games, game);
        else if (game || games.isAnswered) this.#show("gone", failed(say("mesh.gone"), null, this.#back));
        else if (games.failure !== null) this.#fail(games.failure, () => this.#again(games));
    }

    /** @param {PlayableMeshGames} games */
    #again(games) {
        this.#show("loading", loading());
        games.refresh();
    }

    /** @param {unknown} failure @param {() => void} retry */
    #fail(failure, retry) {
        const isLoggedOut = refusalOf(failure) === "not_logged_in";
        const text = isLoggedOut ? say("mesh.logIn") : textOfFailure(failure, this.setting.surroundings);
        this.#show(`failed ${text}`, failed(text, retry, this.setting.change));
    }

    #back = () => this.setting.open(LIST);

    /** @param {PlayableMeshGames} games */
    #list(games) {
        const { open, change } = this.setting;
        const offer = () =>
            this.#do(async () => {
                const id = await games.offer();
                if (id && !this.#left.signal.aborted) open(codeOf(id));
            });
        this.#show("list", meshList(games, { offer, open: (id) => open(codeOf(id)), change }));
    }

    /** @param {PlayableMeshGames} games @param {KnownMeshGame} game */
    #follow(games, game) {
        if (game.state === "waiting") this.#wait(games, game);
        else if (this.#match) this.#match.receive(game);
        else this.#play(games, game);
        this.#remark(games, game);
        this.#match?.showConnection();
    }

    /** @param {PlayableMeshGames} games @param {KnownMeshGame} game */
    #wait(games, game) {
        const { id } = game;
        const actions = {
            ask: () => this.#do(() => games.ask(id)),
            begin: (/** @type {string} */ wish) => this.#do(() => games.begin(id, wish)),
            leave: () => this.#do(() => games.leave(id)).then(() => this.#left.signal.aborted || this.#back()),
            back: this.#back,
        };
        this.#show("waiting", meshWaiting(games, game, actions));
    }

    /** @param {PlayableMeshGames} games @param {KnownMeshGame} game */
    #play(games, game) {
        const { setting } = this;
        const nothing = () => {};
        this.#followed = new FollowedMeshGame(games, game.id);
        const you = game.you && teamNumber(game.you);
        const all = { ...setting, change: this.#back, make: nothing, again: nothing, watch: nothing };
        const match = new SharedMatch(all, this.#followed, game, you);
        this.#match = match;
        this.#shown = "match";
        const { takesFocus } = this.stage;
        const acts = { explain: () => match.view?.explain(), change: () => this.#leaveGame(games, game.id) };
        this.stage.showCourt(match.element, toolButtons({ sound: setting.sound, ...acts, isShared: true }));
        match.begin(takesFocus);
    }

    /**
     * Says above the court who plays, and who has to throw since when.
     *
     * @param {PlayableMeshGames} games
     * @param {KnownMeshGame} game
     */
    #remark(games, game) {
        const remark = this.#followed?.remark;
        if (!remark) return;
        const [one, other] = [game.blue, game.orange].map((player) => playerName(games, player));
        const who = game.you ? "" : say("mesh.versus", { one, other });
        const text = [who, turnOf(games, game)].filter(Boolean).join(" · ");
        if (remark.textContent !== text) remark.textContent = text;
    }

    /**
     * Leaves a game; asks first if another person waits for the throws of this phone.
     *
     * @param {PlayableMeshGames} games
     * @param {string} id
     */
    async #leaveGame(games, id) {
        const isPlaying = () => {
            const game = games.find(id);
            return game?.you && game.state === "playing" && !this.#match?.isOver;
        };
        if (isPlaying()) {
            if (!(await confirmLeaving(this.page.notices)) || this.#left.signal.aborted) return;
            if (isPlaying()) await this.#do(() => games.leave(id));
        }
        if (!this.#left.signal.aborted) this.#back();
    }

    /**
     * Signs something; says why if that fails.
     *
     * @param {() => Promise<unknown>} act
     */
    async #do(act) {
        if (this.#isSigning) return;
        this.#isSigning = true;
        try {
            await act();
        } catch (failure) {
            console.info("this phone did not sign:", failure);
            const isNowhere = /** @type {{name?: string}} */ (failure)?.name === "NoPlace";
            this.page.notices.show(isNowhere ? say("mesh.noPlace") : textOfFailure(failure, this.setting.surroundings));
        }
        this.#isSigning = false;
    }

    /**
     * Shows a screen unless it is there already; the focus stays where it was.
     *
     * @param {string} name
     * @param {HTMLElement} element
     */
    #show(name, element) {
        const shown = `${name} ${element.textContent}`;
        if (shown === this.#shown) return;
        const active = /** @type {HTMLElement | null} */ (document.activeElement);
        const had = this.setting.body.contains(active) ? active?.dataset.focus : undefined;
        this.#match?.leave();
        this.#match = null;
        this.#followed = null;
        this.#shown = shown;
        this.stage.show(element);
        if (had) /** @type {HTMLElement | null} */ (element.querySelector(`[data-focus="${had}"]`))?.focus();
    }

    leave() {
        this.#left.abort();
        this.#match?.leave();
    }
}
