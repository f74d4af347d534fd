// Whom one lets know where one is until a time: the members of groups, and whoever has a link.
import { Refused } from "./failures.js";
import { read, readAs } from "./remote.js";

export class Circles {
    /** @param {import("./people.js").People} people */
    constructor(people) {
        this.people = people;
    }

    /**
     * @param {AbortSignal} [signal]
     * @returns {Promise<{groups: Group[], links: PersonLink[]}>}
     */
    async all(signal) {
        const [{ groups }, { links }] = await Promise.all([
            this.people.member(read("/api/v1/me/groups", {}, signal)),
            this.people.member(read("/api/v1/me/links", {}, signal)),
        ]);
        return { groups, links };
    }

    /**
     * What opens a group or a link. It is for whoever showed whose account it is: the password is asked for first.
     *
     * @param {string} id
     * @returns {Promise<Opener>}
     */
    async opener(id) {
        await this.people.confirmed();
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
        return this.people.write("POST", "/api/v1/me/groups", group);
    }

    /**
     * Joins a group, or changes how exactly one is told in it.
     *
     * @param {string} invitation
     * @param {Precision} precision
     * @returns {Promise<Group>}
     */
    join(invitation, precision) {
        return this.people.write("POST", "/api/v1/me/groups/joining", { invitation, precision });
    }

    /** @param {{id: string}} group */
    leave({ id }) {
        return this.people.write("DELETE", `/api/v1/me/groups/${encodeURIComponent(id)}`);
    }

    /**
     * @param {{ends: string, precision: Precision}} link
     * @returns {Promise<PersonLink>}
     */
    addLink(link) {
        return this.people.write("POST", "/api/v1/me/links", link);
    }

    /** @param {{id: string}} link */
    endLink({ id }) {
        return this.people.write("DELETE", `/api/v1/me/links/${encodeURIComponent(id)}`);
    }
}

/**
 * What a link shows.
 *
 * @param {string} token
 * @param {AbortSignal} [signal]
 * @returns {Promise<SharedPlace>}
 */
export function sharedPlace(token, signal) {
    return readAs(token, "/api/v1/shared", signal);
}
