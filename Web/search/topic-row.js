// A page of the guide as a row among the places that a search found.
import { icon, make } from "../shell/make.js";
import { say } from "../text/catalogue.js";
import { marked } from "./place-row.js";

const ICONS = { venue: "landmark", work: "palette", tour: "route" };

/**
 * @param {Topic} topic
 * @returns {HTMLElement}
 */
export function topicRow({ type, name, match = [], artist, venue }) {
    const parts = [say(`search.${type}`), artist, venue?.name].flatMap((part) => part || []);
    return make(
        "span",
        { class: "place-row topic" },
        make("span", { class: `kind ${type}` }, icon(ICONS[type])),
        make(
            "span",
            { class: "words" },
            make("span", { class: "name", dir: "auto" }, ...marked(name, match)),
            make(
                "span",
                { class: "where" },
                ...parts.flatMap((part, index) => [index ? " · " : "", make("bdi", {}, part)]),
            ),
        ),
    );
}

/**
 * Puts pages of the guide at their ranks among places.
 *
 * @template Item
 * @param {Item[]} items one for each place.
 * @param {Topic[]} topics
 * @param {(topic: Topic) => Item} made
 */
export function withTopics(items, topics, made) {
    const all = [...items];
    for (const [index, topic] of topics.entries()) all.splice(topic.position + index, 0, made(topic));
    return all;
}
