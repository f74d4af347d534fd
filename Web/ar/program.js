// The view through the camera, as ar.wasm computes it: hands sensor events, fixes and lists in, and reads each frame's
// numbers. docs/ar.md describes the buffers. Times are in seconds on one clock, angles in degrees, lengths on screen in
// CSS pixels. Unknown numbers are NaN.
import { at } from "../address/root.js";

/**
 * What `ar.wasm` exports. A view is an address.
 *
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   makeView(): number,
 *   freeView(view: number): void,
 *   buffer(view: number, part: number): number,
 *   shape(part: number, which: number): number,
 *   forget(view: number): void,
 *   turned(view: number, time: number, alpha: number, beta: number, gamma: number, isAbsolute: number,
 *     heading: number, accuracy: number): void,
 *   stood(view: number, time: number, date: number, latitude: number, longitude: number, accuracy: number,
 *     speed: number, course: number): void,
 *   placesChanged(view: number, count: number): void,
 *   routeChanged(view: number, count: number): void,
 *   markersChanged(view: number, count: number): void,
 *   drag(view: number, time: number, fromX: number, fromY: number, toX: number, toY: number): number,
 *   aim(view: number, time: number, bearing: number): number,
 *   show(view: number): number,
 *   facing(view: number, time: number, angle: number, isWide: number, hasUprightAxes: number): number,
 *   declination(latitude: number, longitude: number, height: number, year: number): number,
 * }} Program
 */

/** The parts of a view's memory, in the order of `Buffers.Part` in ARProgram. */
const PARTS = /** @type {const} */ (["frame", "places", "route", "markers", "facts", "labels", "ribbon", "marks"]);
/** @typedef {typeof PARTS[number]} Part */

/** The numbers of the parts, by name: their indices in a record. */
export const FRAME = {
    time: 0,
    width: 1,
    height: 2,
    videoWidth: 3,
    videoHeight: 4,
    fieldOfView: 5,
    screenAngle: 6,
    rowHeight: 7,
    gap: 8,
    margin: 9,
    isScreenWide: 10,
    hasUprightAxes: 11,
};
export const PLACE = { id: 0, latitude: 1, longitude: 2, height: 3, width: 4, importance: 5 };
export const POINT = { latitude: 0, longitude: 1 };
export const MARKER = { latitude: 0, longitude: 1, height: 2 };
export const FACT = {
    state: 0,
    heading: 1,
    elevation: 2,
    horizon: 3,
    headingError: 4,
    accuracy: 5,
    widthInDegrees: 6,
    focalLength: 7,
    screenTurn: 8,
    isPrecise: 9,
    labels: 10,
    hidden: 11,
    placeHere: 12,
    guide: 13,
    ribbon: 14,
    guideTurn: 15,
    guideX: 16,
    guideY: 17,
    northSource: 18,
    declination: 19,
    isCompassWeak: 20,
    magneticFacing: 21,
    trueFacing: 22,
    facingError: 23,
};
export const LABEL = {
    place: 0,
    id: 1,
    boxX: 2,
    boxY: 3,
    pinX: 4,
    pinY: 5,
    row: 6,
    opacity: 7,
    distance: 8,
    bearing: 9,
    turn: 10,
    error: 11,
};
/** The corners follow `corners`, five times x and y. */
export const PIECE = { count: 0, distance: 1, corners: 2 };
export const MARK = { state: 0, x: 1, y: 2, distance: 3, turn: 4 };

/** The values of `FACT.state`, `FACT.guide` and `MARK.state`. */
export const STATE = { noSensors: 0, northUnknown: 1, positionUnknown: 2, ready: 3 };
export const GUIDE = { none: 0, ribbon: 1, wideArrow: 2, edgeArrow: 3 };
export const MARK_STATE = { unknown: 0, inSight: 1, onEdge: 2, here: 3 };

/** From this speed on, the program learns the direction from a walk. In metres a second. */
const WALKING_SPEED = 1;

/** @returns {Promise<Program>} */
export async function loadProgram() {
    const response = await fetch(at("/ar.wasm"));
    if (!response.ok) throw new Error(`no program: ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
    return /** @type {any} */ (instance.exports);
}

/** A view and its memory. A call for each frame allocates nothing. */
export class View {
    /** @type {Record<Part, Float64Array>} */
    #parts;
    #buffer;
    /** Whether nothing says where north is, and the page assumed it. A correction ends that, and so does a compass. */
    isNorthAssumed = false;

    /** @param {Program} program */
    constructor(program) {
        this.program = program;
        this.address = program.makeView();
        this.#buffer = program.memory.buffer;
        this.#parts = this.#read();
    }

    free() {
        this.program.freeView(this.address);
    }

    #read() {
        const { program, address } = this;
        const part = (/** @type {number} */ index) =>
            new Float64Array(
                program.memory.buffer,
                program.buffer(address, index),
                program.shape(index, 0) * program.shape(index, 1),
            );
        return /** @type {Record<Part, Float64Array>} */ (
            Object.fromEntries(PARTS.map((name, index) => [name, part(index)]))
        );
    }

    /** The numbers that the page shares with the program; never kept over a call. */
    get parts() {
        // The memory is another one after it grew, which only another view makes it do.
        if (this.#buffer !== this.program.memory.buffer) {
            this.#buffer = this.program.memory.buffer;
            this.#parts = this.#read();
        }
        return this.#parts;
    }

    /**
     * The numbers of each record of a part.
     *
     * @param {Part} part
     */
    stride(part) {
        return this.program.shape(PARTS.indexOf(part), 0);
    }

    /**
     * The records that a part has room for.
     *
     * @param {Part} part
     */
    capacity(part) {
        return this.program.shape(PARTS.indexOf(part), 1);
    }

    /** Forgets what sensors said: call it when the page is hidden and when it comes back. */
    forget() {
        this.isNorthAssumed = false;
        this.program.forget(this.address);
    }

    /**
     * Takes an event `deviceorientation` or `deviceorientationabsolute`. Returns whether it has angles.
     *
     * @param {{alpha: number | null, beta: number | null, gamma: number | null, absolute?: boolean, type?: string,
     *   webkitCompassHeading?: number | null, webkitCompassAccuracy?: number | null}} event
     * @param {number} time
     */
    turned(event, time) {
        const { alpha, beta, gamma } = event;
        if (alpha === null || beta === null || gamma === null) return false;
        const heading = event.webkitCompassHeading ?? Number.NaN;
        const accuracy = event.webkitCompassAccuracy ?? -1;
        // An iPhone's angles count from where it pointed at the start, whatever they say.
        const isAbsolute =
            event.webkitCompassHeading === undefined &&
            (event.absolute === true || event.type === "deviceorientationabsolute");
        if (this.isNorthAssumed && (isAbsolute || accuracy >= 0)) this.forget();
        this.program.turned(this.address, time, alpha, beta, gamma, isAbsolute ? 1 : 0, heading, accuracy);
        return true;
    }

    /**
     * @param {number} date in milliseconds since 1970, as a fix has it.
     * @param {{latitude: number, longitude: number, accuracy: number, speed: number | null, heading: number | null}}
     *   fix as a browser's `GeolocationCoordinates`.
     * @param {number} time
     */
    stood(date, { latitude, longitude, accuracy, speed, heading }, time) {
        const [metres, course] = [speed ?? Number.NaN, heading ?? Number.NaN];
        // A walk shows the direction, but does not replace one that was set.
        if (this.isNorthAssumed && metres > WALKING_SPEED) this.forget();
        this.program.stood(this.address, time, date / 1000, latitude, longitude, accuracy, metres, course);
    }

    /**
     * Says that the first `count` records of a part were written.
     *
     * @param {'places' | 'route' | 'markers'} part
     * @param {number} count
     */
    changed(part, count) {
        const { program, address } = this;
        if (part === "places") program.placesChanged(address, count);
        else if (part === "route") program.routeChanged(address, count);
        else program.markersChanged(address, count);
    }

    /**
     * Turns the world by a drag on the picture. Returns whether it could.
     *
     * @param {number} time
     * @param {number} fromX
     * @param {number} fromY
     * @param {number} toX
     * @param {number} toY
     */
    drag(time, fromX, fromY, toX, toY) {
        return this.#corrected(this.program.drag(this.address, time, fromX, fromY, toX, toY));
    }

    /**
     * Turns the world so that the middle of the picture shows a bearing from true north. Returns whether it could.
     *
     * @param {number} time
     * @param {number} bearing
     */
    aim(time, bearing) {
        return this.#corrected(this.program.aim(this.address, time, bearing));
    }

    /**
     * Assumes that the middle of the picture shows a bearing from true north. Returns whether it could.
     *
     * @param {number} time
     * @param {number} bearing
     */
    assume(time, bearing) {
        const isDone = this.program.aim(this.address, time, bearing) === 1;
        this.isNorthAssumed ||= isDone;
        return isDone;
    }

    /** @param {number} answer */
    #corrected(answer) {
        const isDone = answer === 1;
        if (isDone) this.isNorthAssumed = false;
        return isDone;
    }

    /** Computes a frame from `parts.frame`. Returns the number of labels. */
    show() {
        return this.program.show(this.address);
    }

    /**
     * Writes where the device points into the last three facts. Returns whether it is known.
     *
     * @param {number} time
     * @param {import("./screen.js").DeviceScreen} screen
     */
    facing(time, { angle, isWide, hasUprightAxes }) {
        return this.program.facing(this.address, time, angle, isWide ? 1 : 0, hasUprightAxes ? 1 : 0) === 1;
    }
}
