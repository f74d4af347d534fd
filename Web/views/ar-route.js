// A route as the view through the camera takes it: its line, and the next maneuver on it.
import { maneuverIcon } from "../directions/maneuvers.js";
import { isOnRoute } from "../directions/off-route.js";
import { Progress } from "../directions/progress.js";
import { aheadText } from "../directions/walk.js";
import { distanceText } from "../text/quantities.js";

/** A turn this near is to be made now. In metres. */
const NOW_METRES = 5;

/**
 * @param {Route} route
 * @returns {import("../ar/open.js").ARRoute}
 */
export function cameraRoute(route) {
    const progress = new Progress(route);
    const last = progress.steps.length - 1;
    const points = route.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }));
    return {
        points,
        next({ position, accuracy }) {
            const place = progress.at(position);
            if (!place || !isOnRoute(place.off, accuracy)) return null;
            progress.reach(place);
            const step = Math.min(place.step + 1, last);
            const { far } = place;
            const passed = progress.steps[place.step].geometry_index;
            const { instruction, maneuver } = progress.steps[step];
            const isNow = far < NOW_METRES && maneuver.type !== "arrive";
            const text = isNow ? instruction : aheadText(progress.steps[step], distanceText(far));
            return { step, far, passed, text: step === last ? null : text, drawing: maneuverIcon(maneuver) };
        },
    };
}
