// How places of one name differ in a list.

/**
 * Where each place is, in one word, if others of its name are elsewhere: in another town, or in another part of it
 * along the same street. Undefined where the name and the street are enough.
 *
 * @param {Found[]} found
 * @returns {(string | undefined)[]}
 */
export function localities(found) {
    return found.map((each) => {
        const same = found.filter(({ name, type }) => name === each.name && type === each.type);
        if (differ(same, "city")) return each.city;
        const along = same.filter(
            ({ street, cross_street: cross }) => street === each.street && cross === each.cross_street,
        );
        if (differ(along, "suburb")) return each.suburb;
        return differ(along, "neighbourhood") ? each.neighbourhood : undefined;
    });
}

/**
 * Returns the address of a place without its first part, if the row says that already: the name of the place, or of
 * the building around a room.
 *
 * @param {{name: string, label?: string, building?: {name?: string}}} found
 */
export function restOfAddress({ name, label = "", building }) {
    const said = [name, building?.name].find((text) => text && `${label}, `.startsWith(`${text}, `));
    return said ? label.slice(said.length + 2) : label;
}

/**
 * @param {Found[]} places
 * @param {"city" | "suburb" | "neighbourhood"} part
 */
function differ(places, part) {
    return new Set(places.map((place) => place[part])).size > 1;
}
