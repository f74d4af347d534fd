// Groups and links: a member shares the location with the members of a group, or with everybody who has a link, until a
// set time.
import { confirmed } from "./accounts.js";
import { Refused } from "./failures.js";
import { read, readAs } from "./http.js";

export class Circles {
    /** @param {import("./community.js").Community} community */
    constructor(community) {
        this.community = community;
    }

    /**
     * @param {AbortSignal} [signal]
     * @returns {Promise<{groups: Group[], links: PersonLink[]}>}
     */
    async all(signal) {
        const [{ groups }, { links }] = await Promise.all([
            this.community.member(read("/api/v1/me/groups", {}, signal)),
            this.community.member(read("/api/v1/me/links", {}, signal)),
        ]);
        return { groups, links };
    }

    /**
     * Returns the secret that opens a group or a link. The server gives it only to confirmed sessions, so this asks for
     * the password.
     *
     * @param {string} id
     * @returns {Promise<Opener>}
     */
    async opener(id) {
        await confirmed(this.community);
        const { groups, links } = await this.all();
        const opener = groups.find((one) => one.id === id)?.invitation ?? links.find((one) => one.id === id)?.opener;
        if (!opener) throw new Refused("not_found", "it has ended, or nobody can join any more");
        return opener;
    }

    /**
     * @param {{name: string, ends: string, precision: Precision}} group
     * @returns {Promise<Group>}
     */
    addGroup(group) {
        return this.community.write("POST", "/api/v1/me/groups", group);
    }

    /**
     * Joins a group, or changes how exactly its members see the position.
     *
     * @param {string} invitation
     * @param {Precision} precision
     * @returns {Promise<Group>}
     */
    join(invitation, precision) {
        return this.community.write("POST", "/api/v1/me/groups/joining", { invitation, precision });
    }

    /** @param {{id: string}} group */
    leave({ id }) {
        return this.community.write("DELETE", `/api/v1/me/groups/${encodeURIComponent(id)}`);
    }

    /**
     * @param {{ends: string, precision: Precision}} link
     * @returns {Promise<PersonLink>}
     */
    addLink(link) {
        return this.community.write("POST", "/api/v1/me/links", link);
    }

    /** @param {{id: string}} link */
    endLink({ id }) {
        return this.community.write("DELETE", `/api/v1/me/links/${encodeURIComponent(id)}`);
    }
}

/**
 * Returns the answer behind a link.
 *
 * @param {string} token
 * @param {AbortSignal} [signal]
 * @returns {Promise<SharedPlace>}
 */
export function sharedPlace(token, signal) {
    return readAs(token, "/api/v1/shared", signal);
}
