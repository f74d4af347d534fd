// How important places are for the view through the camera: by how much nearer they count than they are.

/** A place of the guide, and one of the kind that the visitor looks for. */
const OF_GUIDE = 8;
const WANTED = 16;
const USUAL = 1;

/** Places that people know and find their way by. From 4 on, the program keeps a place in sight from far off. */
const LANDMARKS =
    "aerodrome attraction bus_station castle ferry_terminal fort hospital lighthouse marketplace museum stadium " +
    "station theatre theme_park tower townhall university zoo";
const NOTABLE =
    "archaeological_site arts_centre cinema college department_store gallery library mall marina monument " +
    "park place_of_worship ruins viewpoint water_park windmill";
/** Things that stand at every corner. */
const MINOR =
    "artwork atm bench bicycle_parking bicycle_rental drinking_water information parking post_box recycling " +
    "shelter surveillance telephone vending_machine waste_basket";

/** @type {Map<string, number>} */
const BY_KIND = new Map(
    /** @type {[string, number][]} */ ([
        [LANDMARKS, 6],
        [NOTABLE, 3],
        [MINOR, 0.5],
    ]).flatMap(([kinds, importance]) => kinds.split(" ").map((kind) => [kind, importance])),
);

/** A building as high as this is seen over the roofs, in metres. */
const HIGH = 40;

/**
 * @param {{kind?: string, height?: number, isOfGuide?: boolean}} place
 * @param {string | undefined} wanted the kind that the visitor looks for.
 */
export function importanceOf({ kind = "", height = 0, isOfGuide = false }, wanted) {
    if (wanted && kind === wanted) return WANTED;
    const own = isOfGuide ? OF_GUIDE : (BY_KIND.get(kind) ?? USUAL);
    return height >= HIGH && own > USUAL ? 2 * own : own;
}
