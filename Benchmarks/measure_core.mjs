// Measures the browser's core with the questions of `hereabouts bench`, which `hereabouts parity` writes down.
//
//     node Benchmarks/measure_core.mjs Web/core.wasm FOLDER      FOLDER holds `transcript` and its atlas
//
// Same rules: a question counts with its fastest time of several rounds, after one round to warm up.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../Web/core/core.js';
import { entries } from '../wasm/transcript.mjs';

const ROUNDS = 7;

/** @param {any[]} question @param {Uint8Array} answer @param {boolean} isRefusal */
function group([method, zoom], answer, isRefusal) {
  if (method === 'tile') return answer.length > 0 ? `tile z${zoom}` : null;
  if (method === 'route') return isRefusal ? 'route, refused' : 'route';
  return method === 'about' || isRefusal ? null : method;
}

/** @param {any} atlas @param {any[]} question */
function microseconds(atlas, [method, ...values]) {
  const begin = performance.now();
  try {
    atlas[method](...values);
  } catch {
    // A refusal, as in the transcript: wasm/parity.mjs compares them.
  }
  return (performance.now() - begin) * 1000;
}

const [program, folder] = process.argv.slice(2);
const name = readdirSync(folder).find((name) => name.endsWith('.atlas')) ?? '';
const core = await load(readFileSync(program));
const bytes = new Uint8Array(readFileSync(join(folder, name)));
const opening = Array.from({ length: ROUNDS }, () => {
  const begin = performance.now();
  core.openAtlas(bytes);
  return performance.now() - begin;
}).sort((a, b) => a - b);
console.log(`open and verify ${bytes.length} bytes: ${opening[0].toFixed(1)} ms, median ${opening[ROUNDS >> 1].toFixed(1)} ms`);

const atlas = core.openAtlas(bytes);
/** @type {Map<string, any[][]>} */
const groups = new Map();
for (const { question, answer, isRefusal } of entries(readFileSync(join(folder, 'transcript')))) {
  const name = group(question, answer, isRefusal);
  if (name) groups.set(name, [...(groups.get(name) ?? []), question]);
}
console.log(`${'microseconds'.padEnd(16)}${['questions', 'minimum', 'median', 'p99'].map((word) => word.padStart(11)).join('')}`);
for (const [name, questions] of groups) {
  for (const question of questions) microseconds(atlas, question);
  const best = questions.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    questions.forEach((question, index) => (best[index] = Math.min(best[index], microseconds(atlas, question))));
  }
  best.sort((a, b) => a - b);
  const figures = [best[0], best[best.length >> 1], best[Math.floor((best.length * 99) / 100)]];
  const cells = [String(questions.length), ...figures.map((figure) => figure.toFixed(1))];
  console.log(`${name.padEnd(16)}${cells.map((cell) => cell.padStart(11)).join('')}`);
}
