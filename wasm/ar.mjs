// Projects places with the browser's program, and measures its frames.
//
//     node wasm/ar.mjs Web/ar.wasm < questions   answers each line of JSON, a pose or a place and year, by a line
//     node wasm/ar.mjs Web/ar.wasm --speed       prints the times of frames with 500 places, spread and in a dense town
//
// scripts/check_ar.py writes the questions and judges the answers.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { FACT, FRAME, LABEL, PLACE, POINT, View } from "../Web/ar/program.js";

const program = /** @type {any} */ ((await WebAssembly.instantiate(readFileSync(process.argv[2]))).instance.exports);
const coordinates = { accuracy: 5, speed: null, heading: null };

/**
 * Where a place appears, by the same calls that the page makes.
 *
 * @param {any} pose
 */
function project({ alpha, beta, gamma, here, place, date, width, height, picture, fieldOfView, screen }) {
    const view = new View(program);
    view.turned({ alpha, beta, gamma, type: "deviceorientation" }, 1);
    view.turned({ alpha, beta, gamma, type: "deviceorientationabsolute" }, 1);
    view.stood(date * 1000, { ...coordinates, latitude: here[0], longitude: here[1] }, 1);
    view.parts.places.set([7, place[0], place[1], place[2], 80]);
    view.changed("places", 1);
    const { frame, facts, labels } = view.parts;
    const { angle, isWide, hasUprightAxes } = screen;
    frame.set([1, width, height, ...picture, fieldOfView, angle, 44, 8, 32, isWide ? 1 : 0, hasUprightAxes ? 1 : 0]);
    view.show();
    // Labels fade in, so the first frame has none to draw yet.
    frame[FRAME.time] = 1.9;
    view.show();
    const answer = {
        pin: labels[LABEL.opacity] > 0 ? [labels[LABEL.pinX], labels[LABEL.pinY]] : null,
        turn: facts[FACT.screenTurn],
        declination: facts[FACT.declination],
        focalLength: facts[FACT.focalLength],
        bearing: labels[LABEL.bearing],
        distance: labels[LABEL.distance],
    };
    view.free();
    return answer;
}

/** @param {Float64Array} times */
function quantiles(times) {
    const sorted = times.toSorted();
    const at = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(3);
    return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, greatest ${at(1)} ms`;
}

/**
 * A minute at 60 frames a second: a walker turns round and round among 500 places along a route of 400 points.
 *
 * @param {boolean} isDense whether most places are in the next street, and some are well known.
 */
function measureSpeed(isDense) {
    const view = new View(program);
    const { places, route } = view.parts;
    let seed = 1;
    const random = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647 - 0.5;
    };
    const stride = view.stride("places");
    for (let index = 0; index < 500; index += 1) {
        const spread = isDense && index % 10 !== 0 ? 0.1 : 1;
        places[index * stride + PLACE.id] = index;
        places[index * stride + PLACE.latitude] = 60.17 + random() * 0.009 * spread;
        places[index * stride + PLACE.longitude] = 24.94 + random() * 0.018 * spread;
        places[index * stride + PLACE.importance] = isDense && index % 25 === 0 ? 6 : 1;
        places[index * stride + PLACE.height] = Number.NaN;
        places[index * stride + PLACE.width] = 100 + random() * 80;
    }
    view.changed("places", 500);
    for (let index = 0; index < 400; index += 1) {
        route[index * 2 + POINT.latitude] = 60.169 + index * 5e-6;
        route[index * 2 + POINT.longitude] = 24.94 + Math.sin(index / 20) * 1e-4;
    }
    view.changed("route", 400);
    const { frame } = view.parts;
    frame.set([0, 412, 839, 1280, 720, 65, 0, 44, 8, 32]);
    const times = new Float64Array(3_600);
    const memory = program.memory.buffer.byteLength;
    let labels = 0;
    for (let index = 0; index < times.length; index += 1) {
        const time = index / 60;
        const angles = { alpha: (index * 0.4) % 360, beta: 80 + random() * 2, gamma: random() * 2 };
        const start = performance.now();
        view.turned({ ...angles, type: "deviceorientation" }, time);
        if (index % 3 === 0) view.turned({ ...angles, type: "deviceorientationabsolute" }, time);
        if (index % 60 === 0) {
            const fix = { ...coordinates, speed: 1.3, latitude: 60.169 + index * 2e-7, longitude: 24.94 };
            view.stood(1_795_000_000_000, fix, time);
        }
        frame[FRAME.time] = time;
        labels += view.show();
        times[index] = performance.now() - start;
    }
    if (labels < times.length) throw new Error("the frames show no labels");
    if (program.memory.buffer.byteLength !== memory) throw new Error("the memory grew");
    const where = isDense ? "in a dense town" : "all around";
    console.log(`a frame with 500 places ${where}, ${(labels / times.length).toFixed(1)} labels: ${quantiles(times)}`);
    view.free();
}

if (process.argv[3] === "--speed") {
    for (const isDense of [false, true]) measureSpeed(isDense);
} else {
    for await (const line of createInterface({ input: process.stdin })) {
        const asked = JSON.parse(line);
        const answer = "year" in asked ? program.declination(...asked.place, asked.height, asked.year) : project(asked);
        console.log(JSON.stringify(answer));
    }
}
