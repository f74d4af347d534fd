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
 * @param {Found[]} places
 * @param {"city" | "suburb" | "neighbourhood"} part
 */
function differ(places, part) {
    return new Set(places.map((place) => place[part])).size > 1;
}
