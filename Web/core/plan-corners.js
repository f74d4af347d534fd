// Floor plans on the ground: where a picture lies by its middle, its width and its turn. On a plane around the middle:
// within a building, that is exact to a millimetre.
import { METRES_PER_DEGREE, bearingBetween, metresBetween } from "./geodesy.js";

/**
 * `center` is the place of the picture's middle, `width` the length of its upper edge in metres, and `rotation` how far
 * it is turned clockwise, in degrees.
 *
 * @typedef {{center: Position, width: number, rotation: number}} Placement
 */
/**
 * The size of the picture, in any unit.
 *
 * @typedef {{width: number, height: number}} Shape
 */

/** The possible widths of a plan, in metres; a test compares them with the server's. */
export const PLAN_WIDTHS = /** @type {const} */ ([1, 5_000]);

/**
 * The corners of a plan, clockwise from the picture's top left.
 *
 * @param {Placement} placement
 * @param {Shape} shape
 * @returns {Position[]}
 */
export function planCorners(placement, shape) {
    const across = placement.width / 2;
    const along = across * ratio(shape);
    const corners = [
        [-across, along],
        [across, along],
        [across, -along],
        [-across, -along],
    ];
    return corners.map(([x, y]) => onGround(placement, Number(x), Number(y)));
}

/**
 * The middle of the picture's upper edge.
 *
 * @param {Placement} placement
 * @param {Shape} shape
 */
export function planTop(placement, shape) {
    return onGround(placement, 0, (placement.width / 2) * ratio(shape));
}

/**
 * A position some metres away.
 *
 * @param {Position} from
 * @param {number} east in metres.
 * @param {number} north in metres.
 * @returns {Position}
 */
export function moved({ lat, lon }, east, north) {
    const cosine = Math.cos((lat * Math.PI) / 180);
    const turned = lon + east / METRES_PER_DEGREE / cosine;
    return { lat: lat + north / METRES_PER_DEGREE, lon: turned };
}

/**
 * The rotation with which the upper edge of a plan lies towards a position, in whole tenths of a degree.
 *
 * @param {Placement} placement
 * @param {Position} towards
 */
export function rotationTowards({ center }, towards) {
    return tidyRotation(bearingBetween(center, towards));
}

/**
 * The width with which a corner of a plan is as far from its middle as a position, in whole tenths of a metre.
 *
 * @param {Placement} placement
 * @param {Shape} shape
 * @param {Position} corner
 */
export function widthTowards({ center }, shape, corner) {
    return tidyWidth((2 * metresBetween(center, corner)) / Math.hypot(1, ratio(shape)));
}

/**
 * A rotation from 0 to below 360 degrees, in whole tenths.
 *
 * @param {number} degrees
 */
export function tidyRotation(degrees) {
    return (((Math.round(degrees * 10) % 3600) + 3600) % 3600) / 10;
}

/**
 * A possible width, in whole tenths of a metre.
 *
 * @param {number} metres
 */
export function tidyWidth(metres) {
    const [least, most] = PLAN_WIDTHS;
    return Math.min(Math.max(Math.round(metres * 10) / 10, least), most);
}

/** @param {Shape} shape */
function ratio({ width, height }) {
    return height / width;
}

/**
 * The position of a point of the picture.
 *
 * @param {Placement} placement
 * @param {number} right of the middle, in metres.
 * @param {number} up from the middle, in metres.
 */
function onGround({ center, rotation }, right, up) {
    const angle = (rotation * Math.PI) / 180;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return moved(center, right * cosine + up * sine, up * cosine - right * sine);
}
