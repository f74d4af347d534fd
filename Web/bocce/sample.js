// A picture above the choice: a few balls around the jack.
import { BallPictures } from "./balls.js";
import { readPalette } from "./palette.js";

const RADIUS = 17;
const JACK_RADIUS = 9;
/** Pixels from the middle, the team, and the direction of the mark of each ball. */
const PLACES = /** @type {const} */ ([
    [-104, 12, 1, 0.5, 0.5, 0.7],
    [-38, -14, 0, 0.6, 0.3, 0.74],
    [34, 20, 1, -0.3, -0.25, 0.92],
    [112, -10, 0, -0.3, 0.85, 0.43],
]);

/** @param {HTMLElement} body which has the choice in it. */
export function paintSample(body) {
    const canvas = body.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const pixels = devicePixelRatio;
    canvas.width = Math.round(canvas.clientWidth * pixels);
    canvas.height = Math.round(canvas.clientHeight * pixels);
    const [x, y] = [canvas.width / 2, canvas.height / 2];
    const radius = RADIUS * pixels;
    const jack = JACK_RADIUS * pixels;
    const balls = new BallPictures(readPalette(body), radius, jack);
    for (const [across, down, team, markX, markY, markZ] of PLACES) {
        const ball = { x: x + across * pixels, y: y + down * pixels, radius, markX, markY, markZ };
        balls.drawShadow(context, ball);
        balls.draw(context, team, ball);
    }
    const jackBall = { x: x + 2 * pixels, y: y - 8 * pixels, radius: jack };
    balls.drawShadow(context, jackBall);
    balls.drawJack(context, jackBall);
}
