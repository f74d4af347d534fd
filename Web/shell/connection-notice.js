// Shows a notice when the page works with the map kept on this device, or when no answer comes. Asks the server again
// every ten seconds until it answers.
import { keptNote } from "../data/pack-store.js";
import { say } from "../text/catalogue.js";
import { agoText } from "../text/quantities.js";

const LOOK_AGAIN_MS = 10_000;

/**
 * @param {Pick<Page, 'data' | 'notices' | 'now'>} page
 * @param {() => void} sourceChanged called when answers come from the server instead of the kept map, or the other way
 *   round.
 */
export function watchConnection({ data, notices, now }, sourceChanged) {
    let timer = 0;
    const look = () => {
        // The outcome arrives as a `connection` event.
        if (!document.hidden) data.probe();
    };
    const update = async () => {
        clearInterval(timer);
        const { connection } = data;
        document.documentElement.dataset.connection = connection;
        if (connection !== "online") timer = window.setInterval(look, LOOK_AGAIN_MS);
        const note = connection === "kept" ? await keptNote() : null;
        if (connection !== data.connection) return;
        if (connection === "online") notices.hold("connection", null);
        else if (note) notices.hold("connection", say("offline.now", { ago: agoText(note.keptAt, now()) }));
        else notices.hold("connection", say("error.unreachable"), { label: say("action.tryAgain"), press: look });
    };
    data.addEventListener("connection", () => {
        update();
        if (data.connection !== "unreachable") sourceChanged();
    });
    window.addEventListener("online", look);
    update();
}
