// What the modules of the page pass to each other. Only for the type checker; the browser never loads it.

// Newer than the type checker's own list of what browsers have.
interface Array<T> {
    toReversed(): T[];
    toSpliced(start: number, removed: number, ...added: T[]): T[];
    with(index: number, value: T): T[];
}
interface HTMLElement {
    inert: boolean;
}
interface Path2D {
    roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}

/** WGS 84 degrees. */
interface Position {
    lat: number;
    lon: number;
}

/** A place that answers a search. What is not known is left out. */
interface Found {
    /** OpenStreetMap's, or a `geo:` address for what is no object of its own. */
    id: string;
    type: "place" | "address" | "street" | "area" | "position";
    kind?: string;
    /** What the kind is called in the language asked for. */
    kind_name?: string;
    /** The same by language, of a place that this device keeps. */
    kind_names?: Record<string, string>;
    category?: string;
    name: string;
    label?: string;
    street?: string;
    cross_street?: string;
    housenumber?: string;
    neighbourhood?: string;
    suburb?: string;
    city?: string;
    /** Left out where that is not known. */
    open?: boolean;
    lat: number;
    lon: number;
    /** Whether some word of the text has no counterpart here. */
    partial?: boolean;
    /** Whether it is a street that has not the house number asked for, at the point where that would be. */
    estimated?: boolean;
    /** Metres from where the question was asked. */
    distance?: number;
    /** Degrees clockwise from true north. */
    bearing?: number;
    /** UTF-16 ranges of `name` that the text matched. */
    match?: [number, number][];
}

interface Suggestions {
    query: string;
    results: Found[];
    /** What the guide has, where that was asked for; each with how many of `results` go before it. */
    guide?: Topic[];
    /** The kind that the text names and that the map has none of. */
    absent_kind?: { kind: string; name: string };
}

/** A page of the guide that a search found. */
interface Topic {
    id: string;
    type: "venue" | "work" | "tour";
    name: string;
    match?: [number, number][];
    artist?: string;
    /** Where a work is shown. */
    venue?: { id: string; name: string };
    lat?: number;
    lon?: number;
    position: number;
}

interface PlaceAddress {
    label?: string;
    street?: string;
    cross_street?: string;
    housenumber?: string;
    neighbourhood?: string;
    suburb?: string;
    city?: string;
    postcode?: string;
}

interface Place {
    id: string;
    type: string;
    kind?: string;
    category?: string;
    /** What the kind is called, by language. */
    kind_names?: Record<string, string>;
    name?: string;
    /** Names by language. */
    names: Record<string, string>;
    label?: string;
    address: PlaceAddress;
    lat: number;
    lon: number;
    /** West, south, east, north. */
    bounds: [number, number, number, number];
    /** Left out where that is not known. */
    open?: boolean;
    /** When it closes, within a week: ISO 8601 without a zone. */
    open_until?: string;
    /** When it opens, likewise. */
    opens_at?: string;
    /** Left out where it is none, or that is not known. */
    public_holiday?: boolean;
    phone?: string;
    /** With a scheme. */
    website?: string;
    wheelchair?: "yes" | "limited" | "no" | "designated";
    /** Facts under their OpenStreetMap keys. */
    details: Record<string, string>;
}

/** What is at a point. An address without a house number is the street and the town. */
interface AddressAnswer {
    lat: number;
    lon: number;
    address: (PlaceAddress & { label: string; distance?: number }) | null;
    street: { name?: string; distance: number; cross_street?: string } | null;
    place: { id: string; name: string; distance: number } | null;
    /** The Open Location Code, and its last digits with the town where that says as much. */
    plus_code?: { code: string; short?: string };
}

interface Maneuver {
    type: string;
    modifier?: string;
    bearing_before?: number;
    bearing_after?: number;
    /** Which stop on the way is reached, from 1; only of an arrival that the route goes on from. */
    stop?: number;
    location: [number, number];
}

interface Step {
    instruction: string;
    maneuver: Maneuver;
    name: string;
    distance: number;
    duration: number;
    geometry_index: number;
}

/** A way of travel. */
type Profile = "foot" | "wheelchair" | "bicycle" | "car";

/** Asks for the quickest way through points: the start, points to pass, the end. */
interface RouteQuestion {
    points: Position[];
    profile: Profile;
    /** How many other ways are wanted, at most three; there are some between two points only. */
    alternatives?: number;
    /** Of several ways, the one that a file is made of; the quickest is 0. */
    only?: number;
    /** Whether a way is wanted that leaves out what is crowded: one way, for walkers, with a network. */
    isQuieter?: boolean;
}

/** Asks where one can be within some times. */
interface ReachQuestion {
    from: Position;
    minutes: number[];
    profile: Profile;
}

/** Asks how long it takes to each of several points. */
interface TimesQuestion {
    from: Position;
    to: Position[];
    profile: Profile;
}

/** Asks for round walks. `kind` is none when empty. */
interface LoopQuestion {
    from: Position;
    length: import("./data/loop-length.js").Length;
    kind: string;
    profile: Profile;
    alternatives: number;
}

/** A round walk, and the place that it passes, if one was asked for. */
interface Loop extends Route {
    place?: (Position & { id: string; name: string }) | null;
}

interface ReachAnswer {
    profile: Profile;
    /** In the order of the question. */
    reaches: { minutes: number; outline: { type: "MultiPolygon"; coordinates: [number, number][][][] } }[];
}

interface Route {
    profile: Profile;
    distance: number;
    duration: number;
    geometry: { type: "LineString"; coordinates: [number, number][] };
    /** `summary` names the streets that a leg mostly follows. */
    legs: { distance: number; duration: number; summary?: string; steps: Step[] }[];
    edge_of_map?: boolean;
    notice?: string | null;
    /** For wheelchairs: lines that tell what the way avoids, what is in it, and what nobody has mapped. */
    wheelchair?: { text: string[] } | null;
    /** Other ways, quickest first, where they were asked for. */
    alternatives?: Route[];
    /** How many seconds longer it takes than the quickest way; only where a quieter one was asked for. */
    extra_duration?: number;
    /** What tells it from the others that are offered with it. */
    label?: string;
}

interface About {
    name: string;
    /** West, south, east, north. */
    bounds: [number, number, number, number];
    center: Position;
    attribution: string;
    atlas: { bytes: number; identity: string };
    /** What tile addresses carry as `v`; missing in answers from the device. */
    tile_version?: string;
    /** What the server can do; missing in answers from the device. */
    features?: string[];
    data_timestamp?: string | null;
    version?: string;
    /** Whose clock says what is open, such as `Europe/Helsinki`; missing where the server does not know its name. */
    time_zone?: string | null;
}

/** Who is asking, and what they may do. */
interface Me {
    account?: Account;
    may_look: boolean;
    may_post: boolean;
    registration: "open" | "invited" | "closed";
    passkeys_unavailable?: string;
}

/** What lets its holder register once. */
interface RegistrationLink {
    id: string;
    note: string;
    created: string;
    expires: string;
}

/** What somebody may do; each may do what the ones before it may. */
type Role = "user" | "curator" | "operator";

/** Somebody who is registered. */
interface Account {
    id: string;
    name: string;
    role: Role;
    created: string;
}

/** A browser or a program that acts for an account. */
interface Session {
    id: string;
    kind: "page" | "program";
    label: string;
    created: string;
    expires: string;
    /** When it was last used, up to an hour too early. */
    used?: string;
    /** Whether it is the one that asks. */
    is_current: boolean;
}

/** Everything that has access to an account, or shows others where its owner is. */
interface AccountAccess {
    sessions: Session[];
    passkeys: Passkey[];
    devices: Device[];
    links: ShownTo[];
    groups: ShownTo[];
    registration_links: RegistrationLink[];
    has_set_up_code: boolean;
}

/** With which somebody logs in instead of the password. */
interface Passkey {
    id: string;
    label: string;
    created: string;
    used?: string;
    is_synced: boolean;
}

/** A link or a group by which others see where somebody is. */
interface ShownTo {
    id: string;
    name: string;
    created: string;
    ends: string;
    precision: "fuzzy" | "exact";
    is_own: boolean;
}

/** What goes on when all else ends, by ids. */
type KeptAccess = Record<"sessions" | "passkeys" | "devices" | "links" | "groups" | "registration_links", string[]>;

/** Something that happened to an account, so many times on one day. */
interface AccountEvent {
    kind: string;
    text: string;
    time: string;
    count: number;
    /** Whether it only counts what else of its kind was on that day. */
    is_rest?: boolean;
}

/** A post and what people found wrong with it. */
interface ReportedPost {
    post: Post;
    /** How many there are; `reports` has the newest of them. */
    count: number;
    reports: Report[];
}

/** What somebody found wrong with a post. */
interface Report {
    id: string;
    /** The name of who reported it. */
    reporter: string;
    reason: string;
    created: string;
}

/** Something somebody said, here and now. */
interface Post {
    id: string;
    author: { id?: string; name: string };
    message: string;
    created: string;
    revision: number;
    location?: PostLocation;
    picture?: Picture;
    /** Whether a visitor wrote it who does not exist. */
    is_simulated?: boolean;
    is_hidden: boolean;
}

/** A picture that somebody sent. */
interface Picture {
    id: string;
    /** Pixels. */
    width: number;
    height: number;
    /** What is to be seen. */
    text?: string;
}

interface PostLocation extends Position {
    /** Metres. */
    accuracy?: number;
    place: string;
    /** One of eight names in English, or `unknown`. */
    facing: string;
    /** In English. */
    speed: string;
}

interface PostPage {
    posts: Post[];
    next?: string;
    /** Of the first page: up to where on the live stream it is. */
    changed?: string;
}

/** A post as it is sent. */
interface Draft {
    message: string;
    name?: string;
    location?: Position & { accuracy?: number; place?: string; heading?: number; speed?: number };
    picture?: { id: string; text?: string };
    key: string;
}

/** Whether all see an entry of the guide, and from when on; before, curators do. */
interface Publication {
    state: "draft" | "published";
    /** ISO 8601, UTC. */
    publish_at?: string;
}

/** What curators say of a venue. */
interface VenueFields extends Publication {
    name: string;
    address?: string;
    location?: Position;
    description?: string;
    /** As OpenStreetMap writes opening hours. */
    hours?: string;
    link?: string;
    picture?: { id: string; text?: string };
}

/** An entry of the guide. */
interface Venue extends VenueFields {
    id: string;
    revision: number;
    picture?: Picture;
    /** How many works who asks may see. */
    works: number;
}

/** What curators say of a work. */
interface WorkFields extends Publication {
    title: string;
    artist?: string;
    description?: string;
    medium?: string;
    width?: number;
    height?: number;
    /** Centimetres when it is not told. */
    unit?: "cm" | "in";
    year?: number;
    picture?: { id: string; text?: string };
}

/** What a venue shows. */
interface Work extends WorkFields {
    id: string;
    venue: string;
    revision: number;
    picture?: Picture;
    votes: number;
    my_vote?: true;
}

/** What curators say of a tour: which venues it visits, in order. */
interface TourFields extends Publication {
    name: string;
    description?: string;
    venues: string[];
}

interface Tour extends TourFields {
    id: string;
    revision: number;
}

/** All venues and tours that who asks may see, in the curators' order. */
interface GuideIndex {
    venues: Venue[];
    tours: Tour[];
}

interface VenueAnswer {
    venue: Venue;
    works: Work[];
}

/** What somebody did to the guide. */
interface Change {
    id: string;
    kind: "venue" | "work" | "tour";
    entity: string;
    name: string;
    action: "added" | "changed" | "deleted";
    revision: number;
    /** The picture that it showed from then on. */
    picture?: string;
    editor: string;
    time: string;
}

/** What operators tell of themselves. */
interface ImprintFields {
    title?: string;
    text?: string;
    contact?: string;
    pictures: { id: string; text?: string }[];
}

/** Who runs the place; all but the revision is missing until an operator tells it. */
interface Imprint extends ImprintFields {
    revision: number;
    pictures: Picture[];
}

/** Something that operators drew on the map, or a program told. */
interface OverlayFeature {
    kind:
        | "stage"
        | "stall"
        | "toilets"
        | "first_aid"
        | "meeting_point"
        | "entrance"
        | "fence"
        | "one_way"
        | "closed"
        | "slow";
    name?: string;
    note?: string;
    /** One for what is somewhere, more for a line or the corners of an area. */
    points?: Position[];
    area?: boolean;
    ways?: number[];
    profiles?: string[];
    factor?: number;
    /** ISO 8601. */
    from?: string;
    until?: string;
}

/** The overlay as operators work on it. */
interface OverlayDraft {
    revision: number;
    /** The one that everybody sees. */
    published_revision: number;
    features: OverlayFeature[];
    /** What each feature that concerns streets does; missing when the server is busy. */
    effects?: OverlayEffect[];
}

/** What a feature of the overlay does to streets. */
interface OverlayEffect {
    /** Its position among the features. */
    feature: number;
    /** 0 when it does nothing, and is only shown. */
    streets: number;
    /** In metres. */
    distance: number;
    names: string[];
    lines?: Position[][];
}

/** What things drawn would do. */
interface OverlayPreview {
    effects: OverlayEffect[];
    /** Whether the effects have all their lines. */
    draws_all: boolean;
}

/** A piece of street that something drawn would change. */
interface ChangedStreet {
    kind: "blocked" | "slowed";
    points: Position[];
}

/** What was settled when the server was started. */
interface StartSettings {
    guests: "none" | "look" | "post";
    simulated_visitors: boolean;
    /** How backups go, where they are wanted. */
    backups?: { last?: string; problem?: string };
}

/** A text to search for, where from, and how many answers are wanted. */
interface SearchQuestion {
    text: string;
    near: Position | null;
    limit: number;
    /** Whether to look in the guide too. */
    guide?: boolean;
}

/** What the page asks of a place, wherever the answers come from. */
interface PlaceSource {
    about(signal?: AbortSignal): Promise<About>;
    /** Places that begin like the text. */
    suggest(question: SearchQuestion, signal?: AbortSignal): Promise<Suggestions>;
    /** Places by a whole text, such as a kind of place. */
    search(question: SearchQuestion, signal?: AbortSignal): Promise<Suggestions>;
    place(id: string, signal?: AbortSignal): Promise<Place>;
    address(position: Position, signal?: AbortSignal): Promise<AddressAnswer>;
    route(question: RouteQuestion, signal?: AbortSignal): Promise<Route>;
    routeGPX(question: RouteQuestion, signal?: AbortSignal): Promise<string>;
    reach(question: ReachQuestion, signal?: AbortSignal): Promise<ReachAnswer>;
    /** Best first. */
    loop(question: LoopQuestion, signal?: AbortSignal): Promise<{ routes: Loop[] }>;
    /** Seconds to each point, in their order; null where there is no way. */
    travelTimes(question: TimesQuestion, signal?: AbortSignal): Promise<(number | null)[]>;
    /** An empty array is a tile with nothing on it. */
    tile(tile: { z: number; x: number; y: number }, signal?: AbortSignal): Promise<ArrayBuffer>;
}

/** An end of a route: my own position, a point of the map, or a place by its id. */
type End = { me: true } | { position: Position; name?: string } | { place: string; name?: string };

/** What is on screen; all of it is in the address bar. */
type View =
    | { screen: "home" }
    | { screen: "search" }
    | ResultsView
    | { screen: "place"; id: string }
    | PinView
    | { screen: "me" }
    | { screen: "overlay"; key: string }
    | DirectionsView
    | ReachView
    | LoopView
    | { screen: "list" }
    | { screen: "timeline" }
    | { screen: "posts" }
    | { screen: "post"; id: string }
    | { screen: "guide" }
    | { screen: "guide-history" }
    | { screen: "venue"; id: string }
    | { screen: "works"; venue: string }
    | { screen: "work"; venue: string; id: string }
    | { screen: "tour"; id: string }
    | { screen: "more" }
    | { screen: "now" }
    | { screen: "person"; id: string }
    | { screen: "privacy" }
    | { screen: "devices" }
    | { screen: "here"; position: Position }
    | { screen: "groups" }
    | { screen: "join" | "shared"; token: string }
    | { screen: "account"; code?: string; invite?: string }
    | { screen: "operator"; part: OperatorPart }
    | { screen: "saved" }
    | { screen: "offline" }
    | { screen: "about" };

/** `near` is the middle of the part of the map that is searched, where that is not from me. */
interface ResultsView {
    screen: "results";
    text: string;
    near?: Position;
}

/** `estimated` when it is where a house number would be that nobody has. */
interface PinView {
    screen: "pin";
    position: Position;
    name?: string;
    estimated?: boolean;
}

/** `via` are passed in order; `by` is missing in addresses that leave it to who opens them. */
interface DirectionsView {
    screen: "directions";
    from: End | null;
    to: End | null;
    via?: End[];
    by?: Profile;
    /** Which of several ways, the quickest being 0. */
    way?: number;
    /** Whether what is crowded is left out. */
    isQuieter?: boolean;
}

/** `kind` is what is looked for within reach. */
interface ReachView {
    screen: "reach";
    from: End;
    by?: Profile;
    kind?: string;
}

/** `kind` is what the walk is to pass. */
interface LoopView {
    screen: "loop";
    from: End;
    by?: Profile;
    length: import("./data/loop-length.js").Length;
    kind?: string;
}

type OperatorPart = "overlay" | "reports" | "hidden" | "accounts" | "settings" | "developer";

interface Camera {
    zoom: number;
    lat: number;
    lon: number;
    bearing: number;
    pitch: number;
}

/** What fills the sheet. */
interface SheetScreen {
    element: HTMLElement;
    stop: import("./sheet/bottom-sheet.js").Stop;
    /** Shows another view of the same screen, or nothing new; without it the screen is made anew. */
    turnTo?(view: View): void;
    /** Asks again what could not be told; without it the screen is made anew. */
    retry?(): void;
    /** What gets the focus when the screen is shown again, because it was left from there. */
    returnTo?(): HTMLElement | null;
    /** Takes back what the screen put on the map and forgets what it waits for. */
    leave?(): void;
}

/** What screens are given: everything real, made once in main.js. */
/** Somebody who lets one know where they are. */
interface SeenPerson {
    id: string;
    name: string;
    is_friend: boolean;
    /** Whether the place is where they are; else it is somewhere around. */
    is_exact: boolean;
    lat?: number;
    lon?: number;
    /** Metres around the place within which they were, in 19 of 20 cases, where it is no exact one. */
    radius?: number;
    /** At home, where they have named an area. */
    area?: Area;
    is_at_home: boolean;
    /** As ISO 8601; at home to the hour. */
    since: string;
    last: string;
    /** The group that lets one see them, if they are no friend. */
    group?: string;
    /** Who does not exist. */
    is_simulated?: boolean;
}

/** How exactly one is told. */
type Precision = "fuzzy" | "exact";

/** What opens a link or a group, for whoever has it. */
interface Opener {
    token: string;
    url: string;
    /** `url` as an SVG document to scan. */
    code?: string;
}

/** People who tell each other where they are until a time. */
interface Group {
    id: string;
    name: string;
    /** As ISO 8601. */
    ends: string;
    is_own: boolean;
    precision: Precision;
    members: string[];
    /** Not there for a group that nobody can join any more, and for a session that is not confirmed. */
    invitation?: Opener;
}

/** What shows where one is to whoever has it, until a time. */
interface PersonLink {
    id: string;
    ends: string;
    precision: Precision;
    /** Not there for a session that is not confirmed. */
    opener?: Opener;
}

/** What a link shows. */
interface SharedPlace {
    name: string;
    ends: string;
    precision: Precision;
    /** Not there while nothing is shown. */
    person?: SeenPerson;
    /** By when an area is shown of who stays in one place; not there later, and for an exact link. */
    expected?: string;
}

/** What those see of one at this moment who are let know in one way, or when they see the first. */
interface Shown {
    person?: SeenPerson;
    due?: string;
}

interface ShownState {
    friends?: Shown;
    everybody?: Shown;
    circles: { id: string; shown: Shown }[];
}

/** In metres. */
interface Circle {
    lat: number;
    lon: number;
    radius: number;
}

interface Area {
    south: number;
    west: number;
    north: number;
    east: number;
}

interface HomeCell {
    zoom: number;
    x: number;
    y: number;
    quarters: number;
}

/** What one lets others know of where one is. */
interface Sharing {
    friends: "nothing" | "fuzzy" | "exact";
    pseudonym?: string | null;
    statistics: boolean;
    homes: HomeCell[];
    at_home: boolean;
    retention_days: number;
    keeps_visits?: boolean;
}

/** A stay at a place, for whoever was there. */
interface PlaceVisit {
    id: string;
    name: string;
    lat: number;
    lon: number;
    arrival: string;
    departure: string;
}

interface SimulatedCrowd {
    people: number;
    hour?: number;
    speed: number;
}

interface SharingState {
    revision: number;
    fields: Sharing;
    /** Where the homes are: who is `around` one tells its `middle` instead. */
    areas: { area: Area; around: Area; middle: Position }[];
}

interface Exposure {
    friends?: SeenPerson;
    everybody?: SeenPerson;
    /** `group` is its name; a link has none. */
    circles: { group?: string; ends: string; person?: SeenPerson }[];
    guesses: { viewer: "friends" | "everybody" | "circles"; attack: "longest" | "average"; metres: number }[];
}

type DeviceKind = "page" | "owntracks" | "traccar" | "osmand" | "overland" | "gpsd" | "program" | "files";

interface Device {
    id: string;
    kind: DeviceKind;
    name: string;
    created: string;
    heard?: string;
    refusal?: string;
}

/** How much somebody has, or has done today, of what one person may. */
interface QuotaUse {
    of:
        | "positions_of_day"
        | "track_points_of_day"
        | "kept_positions"
        | "posts_of_day"
        | "picture_bytes"
        | "devices"
        | "friends"
        | "groups_and_links";
    used: number;
    limit: number;
    resets?: string;
    left_out?: number;
}

interface AddedDevice {
    device: Device;
    token: string;
    /** `code` is an SVG document. */
    set_up: { url: string; link?: string; code?: string };
}

interface Friend {
    id: string;
    name: string;
    state: "asked" | "wants" | "friend";
}

/** How busy a place was in the last full hour, 1 to 5, and beside how it usually is then. */
interface BusyState {
    level: number;
    compared: "quieter" | "usual" | "busier";
    /** On the clock there, as ISO 8601 without a zone. */
    hour: string;
}

interface BusyPlace {
    id: string;
    name: string;
    lat: number;
    lon: number;
    now: BusyState;
    /** Whether those who are counted do not exist. */
    is_simulated?: boolean;
}

interface PlaceBusyness {
    id: string;
    /** By day of the week, Monday first, and hour: 1 to 5, 0 where too few were there. */
    levels?: number[][];
    weeks: number;
    now?: BusyState;
    /** Whether people may say how long they waited there; missing in answers of servers before this was known. */
    has_queue?: boolean;
    /** What the clock there shows, as ISO 8601 without a zone. */
    clock: string;
    parameters: {
        epsilon: number;
        delta: number;
        noise_scale: number;
        place_hours_per_day: number;
        least_contributors: number;
        least_present: number;
        least_minutes: number;
    };
    is_simulated?: boolean;
}

interface QueueState {
    minutes: number;
    reports: number;
    last: string;
}

interface QueueAtPlace {
    id: string;
    name: string;
    lat: number;
    lon: number;
    now: QueueState;
    /** Whether those who wait do not exist. */
    is_simulated?: boolean;
}

interface PlaceQueue {
    id: string;
    now?: QueueState;
    /** What is usual at this hour. */
    usually?: { minutes: number; reports: number };
    /** By day of the week, Monday 0, and hour. */
    usual: { day: number; hour: number; minutes: number; reports: number }[];
    is_simulated?: boolean;
}

interface Page {
    busyMap: import("./map/busy-map.js").BusyMap;
    presence: import("./data/presence.js").Presence;
    reporting: import("./presence/reporting.js").Reporting;
    peopleMap: import("./map/people-map.js").PeopleMap;
    data: import("./data/place-data.js").PlaceData;
    community: import("./data/community.js").Community;
    guide: import("./data/guide.js").Guide;
    guideMap: import("./map/guide-map.js").GuideMap;
    overlay: import("./data/overlay.js").TodaysOverlay;
    overlayMap: import("./overlay/overlay-map.js").OverlayMap;
    /** Takes the points that are tapped on the map, in place of all that taps do otherwise. */
    picker: { take: ((position: Position) => void) | null };
    about: About;
    map: import("./map/late-map.js").LateMap;
    camera: import("./map/camera.js").MapCamera;
    marks: import("./map/marks.js").Marks;
    routeLine: import("./map/route-line.js").RouteLine;
    position: import("./position/position.js").MyPosition;
    facing: import("./position/facing.js").Facing;
    locating: import("./position/locating.js").Locating;
    simulation: import("./position/simulation.js").Simulation;
    views: import("./views/views.js").Views;
    notices: import("./shell/notices.js").Notices;
    search: import("./search/place-field.js").PlaceField;
    now(): number;
    /** Names the page after what is selected. */
    titled(name: string): void;
    /** Forgets what was opened of the kept copy, after it was replaced or removed. */
    copyChanged(): void;
    /** Opens a copy that does not count yet; throws when it cannot be used. */
    checkCopy(store: string): Promise<void>;
}
