// How the screen of the device is turned, as the browser states it.
import { platform } from "./platform.js";

/**
 * @typedef {{angle: number, isWide: boolean, hasUprightAxes: boolean}} DeviceScreen as `DeviceScreen` of the program:
 *   degrees from the natural orientation, NaN for unknown; whether the screen is wider than high; and whether the axes
 *   of
 *   the motion sensors are those of the upright device.
 */

/** @returns {DeviceScreen} */
export function screenNow() {
    const { orientation } = screen;
    return {
        angle: orientation?.angle ?? Number.NaN,
        // Only a browser without the type leaves the shape of the window, which may be beside another one.
        isWide: orientation?.type?.startsWith("landscape") ?? innerWidth > innerHeight,
        hasUprightAxes: platform() === "ios",
    };
}
