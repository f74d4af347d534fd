// A route as the view through the camera takes it: its line, and the next maneuver on it.
import { maneuverIcon } from "../directions/maneuvers.js";
import { isOnRoute } from "../directions/off-route.js";
import { Progress } from "../directions/progress.js";
import { aheadText } from "../directions/walk.js";
import { distanceText } from "../text/quantities.js";

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
            const text = step === last ? null : aheadText(progress.steps[step], distanceText(far));
            return { step, far, passed, text, drawing: maneuverIcon(progress.steps[step].maneuver) };
        },
    };
}
