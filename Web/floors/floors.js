// The levels of buildings: which building is looked into, which of its levels is shown, and on which level I am.
import { at } from "../address/root.js";
import { IndoorMap } from "../map/indoor-map.js";
import { wantedStyle } from "../map/layers-menu.js";
import { SATELLITE } from "../map/style.js";
import { make } from "../shell/make.js";
import { Buildings } from "./buildings.js";
import { levelOfRoom, shownLevels } from "./levels.js";
import { LevelSwitch } from "./level-switch.js";
import { mayBeOn, rememberLevel, rememberedLevel } from "./my-level.js";
import { openRoom } from "./tapped-room.js";

/**
 * The levels of a page's buildings, made when they are first needed.
 *
 * @param {Page} page
 * @returns {Floors}
 */
export function floorsOf(page) {
    page.floors ??= new Floors(page);
    return page.floors;
}

/**
 * Fires `change` when another building is looked into, when its levels are known, and when another level is shown;
 * `mine` when I say on which level I am.
 */
export class Floors extends EventTarget {
    /**
     * The building that is looked into.
     *
     * @type {string | null}
     */
    current = null;
    /**
     * The error of the building that is looked into.
     *
     * @type {unknown}
     */
    failure = null;
    /** @type {IndoorMap | null} */
    #map = null;
    /** @type {Map<string, number>} */
    #chosen = new Map();
    /** @type {Map<string, Set<number>>} */
    #seen = new Map();
    /**
     * The building of the chosen place, and the id of the room that was chosen.
     *
     * @type {{building: string, room: string | null} | null}
     */
    #selected = null;
    /**
     * The level to show once the map has come to a position.
     *
     * @type {{position: Position, level: number} | null}
     */
    #wanted = null;
    #buildings;

    /** @param {Page} page */
    constructor(page) {
        super();
        this.page = page;
        const { map, data, about, views } = page;
        this.#buildings = new Buildings(data);
        document.head.append(make("link", { rel: "stylesheet", href: at("/built/floors.css") }));
        const opened = views.openedLevel;
        if (opened) this.#chosen.set(opened.building, opened.level);
        views.addEventListener("level", (event) => {
            const { building, level } = /** @type {CustomEvent<LevelOf>} */ (event).detail;
            this.choose(building, level);
        });
        const element = new LevelSwitch(this, page).element;
        document.getElementById("map-region")?.append(element);
        map.whenThere((there) => {
            const isDark = () => ["dark", SATELLITE].includes(wantedStyle(about, data.connection));
            this.#map = new IndoorMap(there, data, isDark);
            for (const event of ["moveend", "idle"]) there.on(event, () => this.#look());
            this.#look();
        }, this);
        data.addEventListener("connection", () => {
            if (data.connection === "unreachable") return;
            this.#map?.askAgain();
            if (this.failure) this.retry();
        });
    }

    /** The building that is looked into, once its levels are known. */
    get building() {
        return this.current === null ? undefined : this.#buildings.get(this.current);
    }

    /** The shown level of the building that is looked into. */
    get level() {
        return this.#chosen.get(this.current ?? "") ?? this.building?.start;
    }

    /**
     * Whether a level of the building was chosen, and not only the one to begin with is shown.
     *
     * @param {string} building
     */
    isChosen(building) {
        return this.#chosen.has(building);
    }

    /**
     * Shows a level of a building. An address may name a level that there is not: it is ignored.
     *
     * @param {string} building
     * @param {number} level
     */
    choose(building, level) {
        this.#wanted = null;
        if (this.#chosen.get(building) === level || this.#buildings.lacks(building, level)) return;
        this.#chosen.set(building, level);
        this.#changed();
    }

    /**
     * The level that I said I am on, in this session of the browser.
     *
     * @returns {LevelOf | null}
     */
    get mine() {
        return rememberedLevel();
    }

    set mine(level) {
        rememberLevel(level);
        for (const event of ["change", "mine"]) this.dispatchEvent(new Event(event));
    }

    /**
     * The level that I said I am on, if I can still be there.
     *
     * @param {Position} position where I am.
     * @returns {Promise<number | undefined>}
     */
    async myLevelAt(position) {
        const { mine } = this;
        const building = mine && (await this.ask(mine.building).catch(() => null));
        return building && mayBeOn(building.spaces, mine.level, position) ? mine.level : undefined;
    }

    /**
     * Looks into the building of a chosen place.
     *
     * @param {string} building
     * @param {{id: string, levels: number[]} | null} room the chosen room, to be marked.
     */
    select(building, room) {
        this.#selected = { building, room: room?.id ?? null };
        if (room) {
            this.#chosen.set(building, levelOfRoom(room.levels, this.#chosen.get(building)));
            // The map knows the room by its name in the building's answer. Its mark shows it meanwhile.
            this.ask(building)
                .then(() => this.#draw())
                .catch(() => {});
        }
        this.#changed();
        this.#look();
    }

    /** Ends the choice of a place; its building stays while it is in the middle of the map. */
    deselect() {
        this.#selected = null;
        this.#look();
        this.#changed();
    }

    /**
     * The levels and spaces of a building, requested once.
     *
     * @param {string} id
     */
    ask(id) {
        return this.#buildings.ask(id);
    }

    /** Asks again for the levels of the building that is looked into. */
    retry() {
        this.failure = null;
        if (this.current !== null) this.#learn(this.current);
    }

    /**
     * The building that the map shows at a position.
     *
     * @param {Position} position
     */
    buildingAt(position) {
        return this.#map?.buildingOf(position);
    }

    /**
     * Shows a level of the building at a position, once the map shows that building.
     *
     * @param {Position} position
     * @param {number | undefined} level none for a position outside: the levels stay as they are.
     */
    showLevel(position, level) {
        this.#wanted = level === undefined ? null : { position, level };
        this.#look();
    }

    async #showWanted() {
        const wanted = this.#wanted;
        const building = wanted && this.buildingAt(wanted.position);
        if (!building) return;
        this.#wanted = null;
        // The switch says why levels do not come.
        const answer = await this.ask(building).catch(() => null);
        const level = answer?.levels.find((each) => each.level === wanted.level);
        if (level) this.choose(building, level.level);
    }

    /**
     * Opens the card of the room at a point of the screen.
     *
     * @param {ScreenPoint} point
     * @returns {boolean} false when there is none.
     */
    press(point) {
        const room = this.#map?.roomAt(point);
        if (room) openRoom(this.page, room, (building) => this.ask(building));
        return Boolean(room);
    }

    /**
     * Whether there is a room at a point of the screen.
     *
     * @param {ScreenPoint} point
     */
    isRoom(point) {
        return Boolean(this.#map?.roomAt(point));
    }

    /** Finds the building that is looked into: the chosen one while it is on the screen, else the one in the middle. */
    #look() {
        const map = this.#map;
        if (!map) return;
        if (map.isNear) this.#seen = map.levelsInTiles();
        const { x, y } = map.map.project([this.page.camera.middle.lon, this.page.camera.middle.lat]);
        const inMiddle = map.isNear ? map.buildingsAt({ x, y }) : [];
        const selected = this.#selected?.building;
        const isShown = map.isNear && selected !== undefined && this.#seen.has(selected);
        const kept = this.current !== null && inMiddle.includes(this.current) ? this.current : (inMiddle[0] ?? null);
        this.#become(isShown ? selected : kept);
        this.#draw();
        this.#showWanted();
    }

    /** @param {string | null} building */
    #become(building) {
        if (building === this.current || (building !== null && this.#buildings.isAbsent(building))) return;
        this.current = building;
        this.failure = null;
        this.#changed();
        if (building !== null && !this.#buildings.get(building)) this.#learn(building);
    }

    /** @param {string} id */
    async #learn(id) {
        const asked = this.ask(id);
        this.dispatchEvent(new Event("change"));
        try {
            const { start } = await asked;
            const level = this.#chosen.get(id);
            if (level !== undefined && this.#buildings.lacks(id, level)) this.#chosen.set(id, start);
        } catch (failure) {
            if (this.current !== id) return;
            if (this.#buildings.isAbsent(id)) this.current = null;
            else this.failure = failure;
        }
        this.#changed();
    }

    #changed() {
        this.#draw();
        const { current } = this;
        const level = current === null ? undefined : this.#chosen.get(current);
        this.page.views.followLevel(current === null || level === undefined ? null : { building: current, level });
        this.dispatchEvent(new Event("change"));
    }

    #draw() {
        const shown = shownLevels(
            this.#seen,
            (building) => this.#chosen.get(building),
            (building) => this.#buildings.get(building)?.start,
        );
        for (const [building, level] of this.#chosen) shown.set(building, level);
        const { building = "", room = null } = this.#selected ?? {};
        const space = this.#buildings.get(building)?.spaces.find(({ id }) => id === room);
        this.#map?.show(shown, space ? { building, ref: space.ref, name: space.name } : null, this.current !== null);
    }
}
