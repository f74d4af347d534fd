// Plays the games of `hereabouts bocce sample` in the browser's program and compares the hash after every throw.
//
//     hereabouts bocce sample --games 1000 | node wasm/bocce.mjs Web/bocce.wasm
//
// Ends with status 1 at the first difference.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const program = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const game = /** @type {any} */ (program.instance.exports);

/** @param {number} table @param {number} index */
function hash(table, index) {
    const half = (/** @type {number} */ which) => (game.hash(table, index, which) >>> 0).toString(16).padStart(8, "0");
    return half(1) + half(0);
}

let games = 0;
let throws = 0;
for await (const line of createInterface({ input: process.stdin })) {
    const { court, first, throws: thrown, hashes } = JSON.parse(line);
    const table = game.makeTable(
        court.width,
        court.length,
        court.resistance,
        court.angular_damping,
        first === "blue" ? 0 : 1,
    );
    for (const [index, { start, across, along }] of thrown.entries()) {
        const refusal = game.begin(table, start, across, along, game.fact(table, 0));
        if (refusal === 0) while (game.step(table, 1000) !== 0);
        if (refusal !== 0 || hash(table, index) !== hashes[index]) {
            console.error(
                `bocce: throw ${index + 1} of game ${games + 1} ends otherwise (refusal ${refusal}): ${line}`,
            );
            process.exit(1);
        }
        throws++;
    }
    game.freeTable(table);
    games++;
}
if (games === 0) {
    console.error("bocce: there are no games to compare");
    process.exit(1);
}
console.log(`${throws} throws of ${games} games end with the same hash natively and in the browser's program`);
