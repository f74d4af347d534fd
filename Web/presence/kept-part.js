// The kept positions of a member.
import { at } from "../address/root.js";
import { confirmed } from "../data/accounts.js";
import { Refused } from "../data/failures.js";
import { fill, iconButton, make } from "../shell/make.js";
import { failureText } from "../shell/trouble.js";
import { say } from "../text/catalogue.js";

/** As many days as the server keeps positions at most. */
export const MOST_DAYS = 30;

/** The files that the server reads: of some a phone's chooser knows the type, of others only the name's end. */
const TRACK_FILES =
    ".gpx,.geojson,.json,.kml,.kmz,.zip,.tcx,.fit,.nmea,.nma,.log,.txt,application/gpx+xml,application/geo+json," +
    "application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz,application/zip," +
    "application/vnd.garmin.tcx+xml,application/vnd.ant.fit";
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

/** The stored positions of a member: to download, to add to, to delete. */
export class KeptPart {
    #problem = make("div", { class: "problem", role: "alert" });
    // All that may be kept.
    #from = new Date(Date.now() - (MOST_DAYS + 0.9) * 86_400_000).toISOString();
    #status = make("p", { class: "quiet", role: "status" });
    #choose = make("input", { type: "file", accept: TRACK_FILES, hidden: true });

    /**
     * @param {Page} page
     * @param {() => void} changed
     */
    constructor({ presence, community, notices, views }, changed) {
        this.presence = presence;
        this.community = community;
        this.notices = notices;
        this.views = views;
        this.changed = changed;
        this.upload = iconButton("upload", say("privacy.addTrack"), () => this.#choose.click());
        this.#choose.addEventListener("change", async () => {
            const [chosen] = this.#choose.files ?? [];
            this.#choose.value = ""; // The same file, mended, may be chosen again.
            if (chosen) await this.#add(chosen);
        });
        this.element = make(
            "section",
            {},
            make("h3", {}, say("privacy.mine")),
            make("p", { class: "quiet" }, say("privacy.mineText")),
            make(
                "div",
                { class: "actions" },
                this.#file("gpx", say("privacy.gpx")),
                this.#file("geojson", say("privacy.geojson")),
                this.upload,
                this.#choose,
                iconButton("smartphone", say("devices.title"), () => this.views.open({ screen: "devices" })),
                iconButton("trash-2", say("privacy.delete"), this.#forget),
            ),
            this.#status,
            this.#problem,
        );
    }

    #file(/** @type {string} */ form, /** @type {string} */ text) {
        let isConfirmed = false;
        const link = make(
            "a",
            {
                class: "button",
                href: at(`/api/v1/me/positions?form=${form}&from=${this.#from}`),
                download: `positions.${form}`,
                on: { click: (/** @type {Event} */ event) => take(event) },
            },
            text,
        );
        // The browser would save a refusal as the file.
        const take = async (/** @type {Event} */ event) => {
            if (isConfirmed) return;
            event.preventDefault();
            fill(this.#problem);
            try {
                await confirmed(this.community);
                isConfirmed = true;
                link.click();
            } catch (failure) {
                fill(this.#problem, failureText(failure));
            }
            isConfirmed = false;
        };
        return link;
    }

    /** @param {File} chosen */
    async #add(chosen) {
        this.upload.disabled = true;
        fill(this.#problem);
        fill(this.#status, say("privacy.adding"));
        try {
            const { added, repeated, refused_count, refused } = await this.presence.addTrack(chosen);
            fill(this.#status, say("privacy.added", { added, repeated }));
            fill(this.#problem, ...refusals(refused_count, refused));
            this.changed();
        } catch (failure) {
            fill(this.#status);
            // The server names the fault of the file.
            const isFault = failure instanceof Refused && failure.code === "invalid_body";
            fill(this.#problem, isFault ? say("import.fault", { reason: failure.message }) : failureText(failure));
        }
        this.upload.disabled = false;
    }

    #forget = async () => {
        const question = { title: say("privacy.delete"), text: say("privacy.deleteText"), yes: say("privacy.delete") };
        if (!(await this.notices.ask(question))) return;
        fill(this.#problem);
        try {
            await this.presence.forget();
            this.notices.show(say("privacy.deleted"));
            this.changed();
        } catch (failure) {
            fill(this.#problem, failureText(failure));
        }
    };
}
