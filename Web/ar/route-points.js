// The points of the route, as the program has them: all, or a part around the user of a route that is too long for it.
import { POINT } from "./program.js";

export class RoutePoints {
    /** The index of the first point of the route that the program has. */
    #from = 0;

    /** @param {import("./program.js").View} view */
    constructor(view) {
        this.view = view;
    }

    /**
     * Writes the points from one on, if the route is longer than the program takes; else all.
     *
     * @param {import("./open.js").ARRoute} route
     * @param {number} from
     */
    write({ points }, from) {
        const { view } = this;
        this.#from = points.length > view.capacity("route") ? from : 0;
        const written = points.slice(this.#from, this.#from + view.capacity("route"));
        written.forEach(({ lat, lon }, index) => {
            view.parts.route[index * view.stride("route") + POINT.latitude] = lat;
            view.parts.route[index * view.stride("route") + POINT.longitude] = lon;
        });
        view.changed("route", written.length);
    }

    /**
     * Writes another part where the user has left the middle of the former one.
     *
     * @param {import("./open.js").ARRoute} route
     * @param {number} passed the index of the last maneuver behind the user.
     */
    follow(route, passed) {
        const half = this.#from + this.view.capacity("route") / 2;
        if (passed > half || passed < this.#from) this.write(route, passed);
    }
}
