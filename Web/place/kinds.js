// The names and icons of the kinds of places.
import { currentLanguage, say, sayIfKnown } from "../text/catalogue.js";

/** Icons by kind, else by category, else by type. */
const ICONS = {
    restaurant: "utensils",
    fast_food: "pizza",
    food_court: "utensils",
    cafe: "coffee",
    bar: "martini",
    pub: "beer",
    biergarten: "beer",
    ice_cream: "ice-cream-cone",
    nightclub: "music",
    pharmacy: "pill",
    hospital: "hospital",
    clinic: "hospital",
    doctors: "stethoscope",
    dentist: "smile",
    school: "school",
    kindergarten: "school",
    university: "graduation-cap",
    college: "graduation-cap",
    library: "library",
    bank: "banknote",
    atm: "banknote",
    post_office: "mail",
    post_box: "mail",
    police: "shield",
    place_of_worship: "church",
    theatre: "drama",
    cinema: "clapperboard",
    arts_centre: "palette",
    toilets: "toilet",
    drinking_water: "droplet",
    fountain: "droplet",
    parking: "square-parking",
    bicycle_parking: "bike",
    bicycle_rental: "bike",
    fuel: "fuel",
    charging_station: "ev-charger",
    townhall: "landmark",
    embassy: "flag",
    supermarket: "shopping-cart",
    convenience: "shopping-cart",
    bakery: "shopping-basket",
    clothes: "shirt",
    shoes: "shirt",
    hairdresser: "scissors",
    books: "book-open",
    gift: "gift",
    florist: "flower",
    optician: "glasses",
    museum: "landmark",
    gallery: "palette",
    artwork: "palette",
    attraction: "star",
    viewpoint: "binoculars",
    information: "info",
    hotel: "bed-double",
    hostel: "bed-double",
    guest_house: "bed-double",
    park: "trees",
    garden: "trees",
    playground: "toy-brick",
    dog_park: "dog",
    sports_centre: "dumbbell",
    fitness_centre: "dumbbell",
    swimming_pool: "waves-horizontal",
    stadium: "trophy",
    pitch: "trophy",
    station: "train-front",
    halt: "train-front",
    tram_stop: "tram-front",
    bus_stop: "bus",
    bus_station: "bus",
    ferry_terminal: "ship",
    marina: "ship",
    aerodrome: "plane",
    memorial: "milestone",
    monument: "landmark",
    recycling: "recycle",
    island: "map",
    shop: "shopping-bag",
    food: "utensils",
    transport: "bus",
    transit: "bus",
    tourism: "star",
    leisure: "trees",
    culture: "landmark",
    health: "hospital",
    lodging: "bed-double",
    nature: "trees",
    civic: "landmark",
    service: "briefcase-business",
    office: "briefcase-business",
    historic: "landmark",
    railway: "train-front",
    public_transport: "bus",
    natural: "trees",
    place: "map",
    sport: "trophy",
    healthcare: "stethoscope",
    building: "building-2",
    address: "house",
    street: "signpost",
    area: "map",
    position: "locate",
};

/**
 * Whether a found position is the corner of two streets: it is called after both, as in "Mikonkatu / Vilhonkatu".
 *
 * @param {string} type
 * @param {string} name
 */
function isCorner(type, name) {
    return type === "position" && name.includes(" / ");
}

/**
 * The icon of a place.
 *
 * @param {{type?: string, kind?: string, category?: string, name?: string}} place
 */
export function kindIcon({ type = "", kind = "", category = "", name = "" }) {
    const icons = /** @type {Record<string, string>} */ (ICONS);
    if (isCorner(type, name)) return "signpost";
    return icons[kind] ?? icons[category] ?? icons[type] ?? "map-pin";
}

/**
 * Returns the name of the kind of a place: from the answer, else from the catalogue.
 *
 * @param {{type?: string, kind?: string, name?: string, kind_name?: string, kind_names?: Record<string, string>}} place
 */
export function kindText({ type = "", kind = "", name = "", kind_name: said, kind_names: names = {} }) {
    if (isCorner(type, name)) return say("kind.corner");
    const named = said ?? names[currentLanguage()] ?? sayIfKnown(`kind.${kind}`) ?? names.en;
    if (named) return named;
    const plain = kind.replaceAll("_", " ");
    return sayIfKnown(`kind.${type}`) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
