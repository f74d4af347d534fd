// Reads what `hereabouts parity` wrote; Sources/hereabouts/Questions/ParityTranscript.swift says how.

/**
 * The questions and the native engines' answers, one after the other.
 *
 * @param {Buffer} transcript
 */
export function* entries(transcript) {
  let at = 0;
  const take = (/** @type {number} */ count) => transcript.subarray(at, (at += count));
  while (at < transcript.length) {
    /** @type {any[]} */
    const question = JSON.parse(take(take(4).readUInt32LE()).toString());
    const length = take(4).readInt32LE();
    yield { question, answer: take(Math.abs(length)), isRefusal: length < 0 };
  }
}
