// What is said of a help pin.
import { make } from "../../shell/make.js";
import { say, sayIfKnown } from "../../text/catalogue.js";

/** @typedef {import("../../data/help-pins.js").Pin} Pin */

/** @param {Pin} pin */
export function byWhom({ isOwn, isNamed, name }) {
    if (isOwn) return [say("author.me")];
    if (!name) return [say("author.none")];
    return [make("bdi", {}, isNamed ? name : `~${name}`)];
}

/** @param {Pin} pin */
export function stateOf({ state, reason }) {
    if (state === "waiting") return say("state.waiting");
    if (reason === "over_quota") return say("help.tooSoon");
    return sayIfKnown(`refused.${reason}`) ?? say("refused.other");
}
