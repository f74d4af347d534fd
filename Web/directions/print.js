// A route on paper: the map with its line, and its steps.
import { icon, make } from "../shell/make.js";
import { Paper } from "../shell/paper.js";
import { say } from "../text/catalogue.js";
import { distanceText, durationText } from "../text/quantities.js";
import { maneuverIcon } from "./maneuvers.js";
import { wheelsList } from "./result.js";
import { levelMark, newLevels } from "./steps.js";

const MARK_RADIUS = 9;

/** @typedef {import("./asking.js").Plan} Plan */

/**
 * Puts a route on paper whenever the browser prints.
 *
 * @param {Page} page
 */
export function routePrinting(page) {
    /** @type {{route: Route, plan: Plan} | null} */
    let printed = null;
    const paper = new Paper(() => printed && paperOf(page, printed.route, printed.plan));
    return {
        /**
         * @param {Route | null} route
         * @param {Plan | null} plan
         */
        of(route, plan) {
            printed = route && plan && { route, plan };
        },
        async now() {
            paper.lay();
            await paper.element?.querySelector("img")?.decode();
            window.print();
        },
        leave() {
            paper.leave();
        },
    };
}

/**
 * @param {Page} page
 * @param {Route} route
 * @param {Plan} plan
 */
function paperOf(page, route, { from, to, via }) {
    const facts = [say(`profile.${route.profile}`), durationText(route.duration), distanceText(route.distance)];
    const through = via.map(({ name }) => make("p", { dir: "auto" }, say("print.via", { place: name })));
    const steps = route.legs.flatMap((leg) => leg.steps);
    const levels = newLevels(steps);
    const head = make(
        "div",
        {},
        make("h2", { dir: "auto" }, say("directions.shareTitle", { place: to.name })),
        make("p", { dir: "auto" }, say("reach.from", { place: from.name })),
        ...through,
        make("p", { class: "digits" }, facts.join(" · ")),
    );
    const here = page.views.shareAddress;
    return make(
        "article",
        { class: "paper route" },
        make("header", {}, head),
        pictureOf(page, [from, ...via, to]),
        route.notice && make("p", {}, route.notice),
        wheelsList(route),
        make("ol", {}, ...steps.map((step, index) => stepLine(step, levels[index]))),
        make(
            "footer",
            {},
            `${page.about.name} · Hereabouts · ${page.about.attribution} · `,
            make("span", { dir: "ltr" }, here),
        ),
    );
}

/**
 * @param {Step} step
 * @param {Level | undefined} level
 */
function stepLine(step, level) {
    return make(
        "li",
        {},
        icon(maneuverIcon(step.maneuver)),
        make("span", { dir: "auto" }, step.instruction),
        levelMark(level),
        step.distance > 0 && make("span", { class: "digits far" }, distanceText(step.distance)),
    );
}

/**
 * The visible part of the map, with the ends of the route marked as on the screen.
 *
 * @param {Page} page
 * @param {{position: Position}[]} ends
 */
function pictureOf({ map, camera }, ends) {
    const shown = map.now;
    if (!shown) return null;
    // The drawing can be read only right after it was drawn.
    shown.redraw();
    const source = shown.getCanvas();
    const scale = source.width / source.clientWidth;
    const { left, right, top, bottom } = camera.covered();
    const width = (source.clientWidth - left - right) * scale;
    const height = (source.clientHeight - top - bottom) * scale;
    const canvas = make("canvas", { width: Math.round(width), height: Math.round(height) });
    const context = canvas.getContext("2d");
    if (!context || width < 1 || height < 1) return null;
    context.drawImage(source, -left * scale, -top * scale);
    context.scale(scale, scale);
    ends.forEach(({ position }, index) => {
        const { x, y } = shown.project([position.lon, position.lat]);
        const word = index === 0 ? "A" : index === ends.length - 1 ? "B" : String(index);
        mark(context, x - left, y - top, word);
    });
    return make("img", { src: canvas.toDataURL(), alt: say("map.label") });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {string} word
 */
function mark(context, x, y, word) {
    context.beginPath();
    context.arc(x, y, MARK_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = "#14171d";
    context.stroke();
    context.fillStyle = "#14171d";
    context.font = "600 11px Inter, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(word, x, y + 0.5);
}
