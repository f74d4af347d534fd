// Changes by curators to the guide. Nothing of this works without a network.
import { read } from "./http.js";

/** @typedef {"venues" | "works" | "tours"} EntryKind as the paths of the server name them. */

export class GuideChanges extends EventTarget {
    /** @param {import("./community.js").Community} community */
    constructor(community) {
        super();
        this.community = community;
    }

    /**
     * @param {VenueFields} fields
     * @returns {Promise<Venue>}
     */
    addVenue(fields) {
        return this.community.write("POST", "/api/v1/guide/venues", fields);
    }

    /**
     * @param {string} venue
     * @param {WorkFields} fields
     * @returns {Promise<Work>}
     */
    addWork(venue, fields) {
        return this.community.write("POST", `/api/v1/guide/venues/${venue}/works`, fields);
    }

    /**
     * @param {TourFields} fields
     * @returns {Promise<Tour>}
     */
    addTour(fields) {
        return this.community.write("POST", "/api/v1/guide/tours", fields);
    }

    /**
     * @param {EntryKind} kind
     * @param {string} id
     * @param {number} revision that the fields were made from.
     * @param {VenueFields | WorkFields | TourFields} fields
     */
    change(kind, id, revision, fields) {
        return this.community.write("PUT", `/api/v1/guide/${kind}/${id}`, { revision, fields });
    }

    /**
     * @param {EntryKind} kind
     * @param {string} id
     */
    remove(kind, id) {
        return this.community.write("DELETE", `/api/v1/guide/${kind}/${id}`);
    }

    /**
     * Puts all venues, all tours or all works of one venue into another order.
     *
     * @param {string[]} ids
     */
    order(ids) {
        return this.community.write("PUT", "/api/v1/guide/order", { ids });
    }

    /**
     * Returns the changes to the guide, newest first.
     *
     * @param {string} [before] where the last page ended.
     * @param {AbortSignal} [signal]
     * @returns {Promise<{changes: Change[], next?: string}>}
     */
    history(before, signal) {
        return this.community.member(read("/api/v1/guide/history", before ? { before } : {}, signal));
    }

    /** @param {Change} change the last one of its entry. */
    undo({ entity, revision }) {
        return this.community.write("POST", `/api/v1/guide/history/${encodeURIComponent(entity)}/${revision}/undo`);
    }

    /**
     * Takes a picture out of the guide and its history for good.
     *
     * @param {string} picture
     * @returns {Promise<{entries: number, versions: number}>}
     */
    purge(picture) {
        return this.community.write("DELETE", `/api/v1/guide/pictures/${encodeURIComponent(picture)}`);
    }

    /**
     * Adds the contents of an exported file.
     *
     * @param {Blob} file
     * @returns {Promise<{venues: number, works: number, tours: number, pictures: number, repeated?: true,
     *   refused_count?: number, refused?: {place: string, reason: string}[]}>}
     */
    import(file) {
        return this.community.write("POST", "/api/v1/guide/import", file);
    }
}
