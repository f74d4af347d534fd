// What others can see of one: the choices, what comes of them, and what is kept.
import { at } from "../address/root.js";
import { Refused } from "../data/failures.js";
import { Latest } from "../data/latest.js";
import { fillScreen, screenHead } from "../sheet/bottom-sheet.js";
import { meScreen } from "../sheet/me-screen.js";
import { withhold } from "../shell/form.js";
import { fill, icon, iconButton, make } from "../shell/make.js";
import { failureText, skeleton, trouble } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";
import { exposurePart } from "./exposure.js";
import { friendsPart } from "./friends.js";
import { homesPart } from "./homes.js";
import { visitsPart } from "./visits.js";

const MOST_DAYS = 30;
const DAYS = [0, 1, 7, MOST_DAYS];

/**
 * @param {Page} page
 * @returns {SheetScreen}
 */
export function privacyPage(page) {
    const { views, people, presence, peopleMap } = page;
    const element = make("article", { class: "screen privacy" });
    const head = () => screenHead(say("privacy.title"), say("privacy.fact"), () => views.close());
    const latest = new Latest();
    let leaveParts = () => {};

    async function show() {
        leaveParts();
        fillScreen(element, head(), skeleton());
        try {
            const found = await latest.ask(undefined, async (_, signal) => {
                const me = await people.me();
                return { me, sharing: me.account ? await presence.sharing(signal) : null };
            });
            if (found) fillScreen(element, head(), ...parts(found.answer));
        } catch (failure) {
            fillScreen(element, head(), trouble(failure, show));
        }
    }

    /** @param {{me: Me, sharing: SharingState | null}} answer */
    function parts({ sharing }) {
        const promise = make("p", { class: "lead" }, say("privacy.lead"));
        if (!sharing) {
            const open = () => views.open({ screen: "account" });
            const enter = make("button", { type: "button", on: { click: open } }, say("account.enter"));
            return [promise, make("div", { class: "hint" }, make("p", {}, say("privacy.logIn")), enter)];
        }
        const exposure = exposurePart(page);
        const choices = choicesPart(page, sharing, exposure.load);
        const friends = friendsPart(page);
        const visits = visitsPart(page);
        leaveParts = () => {
            choices.leave();
            visits.leave();
        };
        const load = () => {
            exposure.load();
            visits.load();
        };
        load();
        friends.load();
        return [promise, choices.element, exposure.element, friends.element, visits.element, keptPart(page, load)];
    }

    return meScreen(page, element, show, () => {
        latest.drop();
        leaveParts();
        peopleMap.showAreas([]);
    });
}

/**
 * The choices. Each is sent when it is made, and shown as it was when that fails.
 *
 * @param {Page} page
 * @param {SharingState} sharing
 * @param {() => void} changed
 */
function choicesPart(page, sharing, changed) {
    const { presence } = page;
    let state = sharing;
    let last = Promise.resolve();
    const problem = make("p", { class: "problem", role: "alert" });

    /**
     * @param {Partial<Sharing>} fields
     * @param {(failure: unknown) => boolean} [isTold] whether a failure was told beside the field it is about.
     */
    function change(fields, isTold = () => false) {
        // One after the other: each is made from what the one before has left.
        last = last.then(() => send(fields, isTold));
        return last;
    }

    /**
     * @param {Partial<Sharing>} fields
     * @param {(failure: unknown) => boolean} isTold
     */
    async function send(fields, isTold) {
        fill(problem);
        try {
            state = await presence.share(state, fields);
            changed();
        } catch (failure) {
            // Somebody, or another of one's browsers, was first: what they chose holds.
            const isOther = failure instanceof Refused && failure.code === "changed_meanwhile";
            if (isOther) state = await presence.sharing().catch(() => state);
            if (!isTold(failure)) fill(problem, isOther ? say("privacy.changed") : failureText(failure));
        }
        update();
    }

    const friends = make(
        "select",
        { id: "share-friends", on: { change: () => change({ friends: /** @type {any} */ (friends.value) }) } },
        ...["nothing", "fuzzy", "exact"].map((each) => make("option", { value: each }, say(`privacy.friends.${each}`))),
    );
    const statistics = box("share-statistics", () => change({ statistics: statistics.checked }));
    // Where somebody sleeps would count, too, if a place that others go to is beside it.
    const homeless = make(
        "p",
        { class: "remark", role: "status" },
        icon("house"),
        make("span", {}, say("privacy.statisticsHome")),
    );
    const visits = box("share-visits", () => change({ keeps_visits: visits.checked }));
    const atHome = box("share-at-home", () => change({ at_home: atHome.checked }));
    const pseudonym = pseudonymPart(change);
    const homes = homesPart(page, change);
    const days = make(
        "select",
        { id: "share-days", on: { change: () => change({ retention_days: Number(days.value) }) } },
        ...DAYS.map((count) => make("option", { value: count }, daysText(count))),
    );

    function update() {
        const { fields } = state;
        friends.value = fields.friends;
        statistics.checked = fields.statistics;
        homeless.hidden = !fields.statistics || fields.homes.length > 0;
        atHome.checked = fields.at_home;
        visits.checked = fields.keeps_visits ?? false;
        if (!DAYS.includes(fields.retention_days) && !days.querySelector(`[value="${fields.retention_days}"]`))
            days.append(
                make("option", { value: fields.retention_days }, say("privacy.days", { count: fields.retention_days })),
            );
        days.value = String(fields.retention_days);
        pseudonym.update(fields.pseudonym ?? null);
        homes.update(state);
    }

    update();
    const element = make(
        "section",
        { class: "shares", "aria-label": say("privacy.choices") },
        make("label", { class: "switch" }, make("span", {}, say("privacy.atHome")), atHome),
        make("p", { class: "quiet" }, say("privacy.atHomeText")),
        make("label", { class: "choice-row" }, make("span", {}, say("privacy.friends")), friends),
        make("p", { class: "quiet" }, say("privacy.exactText")),
        pseudonym.element,
        make("label", { class: "switch" }, make("span", {}, say("privacy.statistics")), statistics),
        make("p", { class: "quiet" }, say("privacy.statisticsText")),
        homeless,
        homes.element,
        make("label", { class: "choice-row" }, make("span", {}, say("privacy.kept")), days),
        make("label", { class: "switch" }, make("span", {}, say("privacy.keepsVisits")), visits),
        make("p", { class: "quiet" }, say("privacy.keepsVisitsText")),
        problem,
    );
    return { element, leave: homes.leave };
}

/** @param {number} count */
function daysText(count) {
    return count === 0 ? say("privacy.today") : say("privacy.days", { count });
}

/**
 * @param {string} id
 * @param {() => void} press
 */
function box(id, press) {
    return make("input", { type: "checkbox", role: "switch", id, on: { change: press } });
}

/**
 * The name under which everybody is told somewhere around; without one nobody is.
 *
 * @param {(fields: Partial<Sharing>, isTold: (failure: unknown) => boolean) => Promise<void>} change
 */
function pseudonymPart(change) {
    const problem = make("p", { class: "problem", id: "pseudonym-problem", role: "alert" });
    const name = make("input", {
        id: "share-pseudonym",
        maxlength: 32,
        autocomplete: "off",
        dir: "auto",
        "aria-describedby": problem.id,
    });
    const send = make("button", { type: "submit", class: "button" }, say("privacy.show"));
    const end = make("button", { type: "button", class: "button", on: { click: () => finish() } }, say("privacy.hide"));
    const form = make(
        "form",
        { class: "pseudonym" },
        make("label", { for: "share-pseudonym" }, say("privacy.pseudonym")),
        make("div", { class: "with-button" }, name, send, end),
        problem,
        make("p", { class: "quiet" }, say("privacy.pseudonymText")),
    );
    /** @type {string | null} */
    let shared = null;

    const isTold = (/** @type {unknown} */ failure) => {
        const text =
            failure instanceof Refused &&
            { name_taken: say("privacy.nameTaken"), invalid_body: say("account.badName") }[failure.code];
        if (!text) return false;
        fill(problem, text);
        name.setAttribute("aria-invalid", "true");
        name.focus();
        return true;
    };

    async function finish() {
        const giveBack = withhold(end);
        await change({ pseudonym: null }, isTold);
        giveBack();
        name.focus();
    }

    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        fill(problem);
        name.removeAttribute("aria-invalid");
        const wanted = name.value.trim();
        if (!wanted) return fill(problem, say("form.empty"));
        const giveBack = withhold(send);
        await change({ pseudonym: wanted }, isTold);
        return giveBack();
    });

    return {
        element: form,
        update(/** @type {string | null} */ pseudonym) {
            // What is being typed stays.
            if (pseudonym !== shared || !name.value) name.value = pseudonym ?? "";
            shared = pseudonym;
            end.hidden = pseudonym === null;
        },
    };
}

/** The files that the server reads: of some a phone's chooser knows the type, of others only the name's end. */
const TRACK_FILES =
    ".gpx,.geojson,.json,.kml,.kmz,.zip,.tcx,.fit,.nmea,.nma,.log,.txt,application/gpx+xml,application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz,application/zip,application/vnd.garmin.tcx+xml,application/vnd.ant.fit";
/** The most refused points that are listed. */
const MOST_REFUSALS = 5;

/**
 * Says how many points of a file were not added, and of the first of them why, in the server's words.
 *
 * @param {number} count of all of them; the server names the first.
 * @param {{index: number, reason: string}[]} refused
 */
function refusals(count, refused) {
    if (count === 0) return [];
    const points = refused
        .slice(0, MOST_REFUSALS)
        .map(({ index, reason }) => make("li", {}, say("privacy.refusedPoint", { point: index + 1, reason })));
    return [say("privacy.refused", { count }), make("ul", {}, ...points)];
}

/**
 * What is kept of where one was: to take along, and to delete.
 *
 * @param {Page} page
 * @param {() => void} changed
 */
function keptPart({ presence, people, notices, views }, changed) {
    const problem = make("div", { class: "problem", role: "alert" });
    // All that may be kept.
    const from = new Date(Date.now() - (MOST_DAYS + 0.9) * 86_400_000).toISOString();
    const file = (/** @type {string} */ form, /** @type {string} */ text) => {
        let isConfirmed = false;
        const link = make(
            "a",
            {
                class: "button",
                href: at(`/api/v1/me/positions?form=${form}&from=${from}`),
                download: `positions.${form}`,
                on: { click: take },
            },
            text,
        );
        // The browser would save a refusal as the file.
        async function take(/** @type {Event} */ event) {
            if (isConfirmed) return;
            event.preventDefault();
            fill(problem);
            try {
                await people.confirmed();
                isConfirmed = true;
                link.click();
            } catch (failure) {
                fill(problem, failureText(failure));
            }
            isConfirmed = false;
        }
        return link;
    };
    const told = make("p", { class: "quiet", role: "status" });
    const choose = make("input", { type: "file", accept: TRACK_FILES, hidden: true });
    const upload = iconButton("upload", say("privacy.addTrack"), () => choose.click());
    choose.addEventListener("change", async () => {
        const [chosen] = choose.files ?? [];
        choose.value = ""; // The same file, mended, may be chosen again.
        if (chosen) await add(chosen);
    });

    /** @param {File} chosen */
    async function add(chosen) {
        upload.disabled = true;
        fill(problem);
        fill(told, say("privacy.adding"));
        try {
            const { added, repeated, refused_count, refused } = await presence.addTrack(chosen);
            fill(told, say("privacy.added", { added, repeated }));
            fill(problem, ...refusals(refused_count, refused));
            changed();
        } catch (failure) {
            fill(told);
            // What is wrong with the file the server says.
            const isFault = failure instanceof Refused && failure.code === "invalid_body";
            fill(problem, isFault ? say("import.fault", { reason: failure.message }) : failureText(failure));
        }
        upload.disabled = false;
    }

    async function forget() {
        const question = { title: say("privacy.delete"), text: say("privacy.deleteText"), yes: say("privacy.delete") };
        if (!(await notices.ask(question))) return;
        fill(problem);
        try {
            await presence.forget();
            notices.tell(say("privacy.deleted"));
            changed();
        } catch (failure) {
            fill(problem, failureText(failure));
        }
    }
    return make(
        "section",
        {},
        make("h3", {}, say("privacy.mine")),
        make("p", { class: "quiet" }, say("privacy.mineText")),
        make(
            "div",
            { class: "actions" },
            file("gpx", say("privacy.gpx")),
            file("geojson", say("privacy.geojson")),
            upload,
            choose,
            iconButton("smartphone", say("devices.title"), () => views.open({ screen: "devices" })),
            iconButton("trash-2", say("privacy.delete"), forget),
        ),
        told,
        problem,
    );
}
