// The screens of the chat: a frame that loads the program when one of them is first opened. A device that has opened it
// before carries messages from then on, so there it also loads after the map.
import { ownName } from "../address/root.js";
import { loadBundle } from "../data/bundle.js";
import { Unreachable } from "../data/failures.js";
import { HelpPins } from "../data/help-pins.js";
import { useTokens } from "../data/http.js";
import { listen } from "../data/live.js";
import { isAtPlaceName } from "../data/place-name.js";
import { HelpMarks } from "../map/help-marks.js";
import { screenHead } from "../sheet/screen.js";
import { fill, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/**
 * @typedef {typeof import("../mesh/open.js")} Program
 * @typedef {import("../mesh/open.js").Surroundings} Surroundings
 * @typedef {import("../mesh/open.js").MeshView} MeshView
 */

const OPENED = ownName("hereabouts.chat.opened");

/**
 * @param {Page} page
 * @param {MeshView} view
 * @returns {SheetScreen}
 */
export function meshPage(page, view) {
    const body = make("div", { class: "chat-body" });
    const head = screenHead(say("chat.title"), page.about.name, () => page.views.close());
    const element = make("article", { class: "screen chat" }, head, body);
    const heading = /** @type {HTMLElement} */ (head.querySelector("h2"));
    const titled = (/** @type {string} */ name) => {
        fill(heading, name || say("chat.title"));
        page.titled(name);
    };
    /** @type {{turnTo: (view: MeshView) => void, leave: () => void} | null} */
    let shown = null;
    let wanted = view;
    let isLeft = false;

    async function open() {
        if (shown) return;
        fill(body, skeleton());
        try {
            const { openScreen } = await load();
            localStorage.setItem(OPENED, "yes");
            const asked = wanted;
            const opened = await openScreen(body, surroundingsOf(page, titled), asked);
            if (isLeft) opened.leave();
            else {
                shown = opened;
                // The address changed meanwhile.
                if (wanted !== asked) opened.turnTo(wanted);
            }
        } catch (failure) {
            if (isLeft) return;
            console.info("the chat did not come:", failure);
            fill(body, trouble(new Unreachable(String(failure)), open));
        }
    }

    open();
    const turnTo = (/** @type {View} */ next) => {
        wanted = /** @type {MeshView} */ (next);
        shown?.turnTo(wanted);
        heading.focus({ preventScroll: true });
    };
    const leave = () => {
        isLeft = true;
        shown?.leave();
    };
    // What is about a point of the map leaves that in sight.
    const stop = view.screen === "help" && (view.pin || view.at) ? "half" : "full";
    return { element, stop, turnTo, retry: open, leave };
}

/** The screens with help pins on the map. */
const HELP_SCREENS = ["home", "help", "chat", "now", "pin", "place", "results"];
/** @type {HelpPins | null} */
let helpPins = null;

/** The help pins of this page. */
function allHelpPins() {
    helpPins ??= new HelpPins();
    return helpPins;
}

/**
 * Draws the help pins from now on.
 *
 * @param {Page} page
 */
export function showHelpPins(page) {
    const { map, views } = page;
    const pins = allHelpPins();
    const marks = map.drawer((there) => new HelpMarks(there));
    const draw = () =>
        marks.show(HELP_SCREENS.includes(views.current.screen) ? pins.all : [], (pin) =>
            views.open({ screen: "help", pin }),
        );
    pins.addEventListener("change", draw);
    views.addEventListener("view", draw);
    pins.start();
}

/**
 * Returns the games with people of the mesh. This device carries messages from then on.
 *
 * @param {Page} page
 * @returns {Promise<import("../mesh/games/mesh-games.js").MeshGames>}
 */
export async function meshGames(page) {
    const { openGames } = await load();
    localStorage.setItem(OPENED, "yes");
    return openGames(surroundingsOf(page, () => {}));
}

/**
 * Lets a device that has opened the chat before carry messages while the page is open.
 *
 * @param {Page} page
 */
export function carryMessages(page) {
    if (localStorage.getItem(OPENED) === null) return;
    load()
        .then(({ carry }) => carry(surroundingsOf(page, () => {})))
        .catch((failure) => console.info("this device carries no messages now:", failure));
}

/**
 * The tokens of the nodes at which somebody has logged in here; null where nobody can have done that.
 *
 * @param {Page} page
 */
export async function nodeTokens(page) {
    if (localStorage.getItem(OPENED) === null) return null;
    const { carry } = await load();
    const { carrier } = await carry(surroundingsOf(page, () => {}));
    return carrier?.tokens ?? null;
}

/**
 * Shows the form to log in at the node that answers.
 *
 * @param {Page} page
 * @param {HTMLElement} element
 */
export async function logInAtNode(page, element) {
    const { openLogIn } = await load();
    localStorage.setItem(OPENED, "yes");
    await openLogIn(
        element,
        surroundingsOf(page, () => {}),
    );
}

/**
 * @param {Page} page
 * @param {(name: string) => void} titled
 * @returns {Surroundings}
 */
function surroundingsOf(page, titled) {
    const { about, views, community, notices, now, marks, camera, position, map } = page;
    const isOperator = () =>
        community.me().then(
            ({ account }) => account?.role === "operator",
            () => false,
        );
    const hide = (/** @type {string} */ id) => community.write("PUT", `/api/v1/mesh/hidden/message/${id}`);
    return {
        placeName: about.name,
        open: (view) => views.open(view),
        replace: (view) => views.replace(view),
        close: () => views.close(),
        directions: (to, name) => views.open({ screen: "directions", from: { me: true }, to: { position: to, name } }),
        helpPins: allHelpPins(),
        locate: (found, explain, signal) => locate(position, found, explain, signal),
        middle: () => {
            const middle = map.now?.getCenter();
            return middle ? { lat: middle.lat, lon: middle.lng } : about.center;
        },
        look: (point) => camera.visit(point),
        point: (point) => {
            marks.select(point, "pin");
            if (point) camera.visit(point);
        },
        place: (point, moved) => {
            marks.place(point, moved);
            // A tap moves it, too.
            page.picker.take = point && moved ? moved : null;
        },
        titled,
        accountName: () =>
            community.me().then(
                ({ account }) => account?.name ?? null,
                () => null,
            ),
        isOperator,
        hiding: async () => ((await isOperator()) ? hide : null),
        notify: (text) => notices.show(text),
        useTokens: (tokens) => {
            // Elsewhere there are cookies.
            if (!isAtPlaceName(about)) return;
            useTokens(tokens);
            tokens.addEventListener("change", () => community.became(null));
        },
        listen,
        now,
        failureText,
        trouble,
        skeleton,
    };
}

/** @returns {Promise<Program>} */
const load = () => loadBundle("mesh");

/** These have a text of their own (text/en.json). */
const EXPLAINED = ["searching", "lost", "denied", "off", "impossible"];

/**
 * Finds out where this device is; the browser may ask the user.
 *
 * @param {Page["position"]} device
 * @param {(position: Position) => void} found is called once.
 * @param {(text: string) => void} explain gets the reason why that is not known, and what to do; "" once it is.
 * @param {AbortSignal} signal ends it.
 */
function locate(device, found, explain, signal) {
    const changed = () => {
        const { state, fix } = device;
        if (state !== "found" || !fix) return explain(EXPLAINED.includes(state) ? say(`locate.${state}`) : "");
        device.removeEventListener("change", changed);
        explain("");
        found(fix.position);
    };
    device.addEventListener("change", changed, { signal });
    device.start();
    changed();
}
