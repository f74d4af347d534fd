// The values that the modules of the page pass to each other. Only for the type checker; the browser never loads it.
//
// A type with the tag `@schema` mirrors that schema of /openapi.json, which describes its members. `scripts/check_types.py` compares
// them, and says what `@own`, `@offline` and `@narrow` mean.

// Members of browsers that are newer than the type checker's list.
interface Array<T> {
    toReversed(): T[];
    toSpliced(start: number, removed: number, ...added: T[]): T[];
    with(index: number, value: T): T[];
}
interface HTMLElement {
    inert: boolean;
}
declare class DecompressionStream implements GenericTransformStream {
    constructor(format: "gzip" | "deflate" | "deflate-raw");
    readable: ReadableStream;
    writable: WritableStream;
}
interface Path2D {
    roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}

/**
 * WGS 84 degrees.
 * @schema Position
 */
interface Position {
    lat: number;
    lon: number;
}

type PlaceType = "place" | "address" | "street" | "area" | "position";

/**
 * A place that a search found.
 * @schema SearchResult
 */
interface Found {
    id: string;
    type: PlaceType;
    kind?: string;
    kind_name?: string;
    /**
     * The same by language, of a place that this device keeps.
     * @own
     */
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
    open?: boolean;
    lat: number;
    lon: number;
    partial?: boolean;
    estimated?: boolean;
    distance?: number;
    bearing?: number;
    match?: [number, number][];
    building?: { id: string; name?: string };
    levels?: Level[];
}

/**
 * A level of a building. `name` is the word on its signs; `level` an order number, which may be a half one.
 */
interface Level {
    level: number;
    name?: string;
}

/**
 * The inside of a building: its levels from the lowest to the highest, and its spaces. `start` is the level to show first.
 */
interface IndoorBuilding {
    id: string;
    name?: string;
    start: number;
    levels: Level[];
    spaces: IndoorSpace[];
}

/** A room, corridor or area; `use` is what it is for. */
interface IndoorSpace {
    id: string;
    name?: string;
    ref?: string;
    class: string;
    use?: string;
    levels: number[];
    lat: number;
    lon: number;
}

/** A level of one building. */
interface LevelOf {
    building: string;
    level: number;
}

/** @schema SearchResults */
interface Suggestions {
    query: string;
    results: Found[];
    guide?: Topic[];
    absent_kind?: { kind: string; name: string };
}

/**
 * A page of the guide that a search found.
 * @schema GuideResult
 */
interface Topic {
    id: string;
    type: "venue" | "work" | "tour";
    name: string;
    match?: [number, number][];
    artist?: string;
    venue?: { id: string; name: string };
    lat?: number;
    lon?: number;
    position: number;
}

/** @schema PostalAddress */
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

/** @schema Place */
interface Place {
    id: string;
    type: PlaceType;
    kind?: string;
    category?: string;
    kind_names: Record<string, string>;
    name: string;
    names: Record<string, string>;
    label?: string;
    address: PlaceAddress;
    lat: number;
    lon: number;
    bounds: [number, number, number, number];
    open?: boolean;
    open_until?: string;
    opens_at?: string;
    public_holiday?: boolean;
    phone?: string;
    website?: string;
    /** @narrow */
    wheelchair?: "yes" | "limited" | "no" | "designated";
    details: Record<string, string>;
    building?: { id: string; name?: string };
    /** Whether the levels and rooms of this building are known. */
    inside?: boolean;
    levels?: Level[];
}

/**
 * The address, street and place at a point. An address without a house number is the street and the town.
 * @schema AddressAnswer
 */
interface AddressAnswer {
    lat: number;
    lon: number;
    address?: (PlaceAddress & { distance?: number }) | null;
    street?: { name: string; distance: number; cross_street?: string } | null;
    place?: { id: string; name: string; distance: number } | null;
    plus_code: { code: string; short?: string };
}

/** @schema RouteManeuver */
interface Maneuver {
    type: string;
    modifier?: string;
    bearing_before: number;
    bearing_after: number;
    stop?: number;
    location: [number, number];
}

/** @schema RouteStep */
interface Step {
    instruction: string;
    maneuver: Maneuver;
    name: string;
    distance: number;
    duration: number;
    geometry_index: number;
    /** The level of the building that the step leads along, or to. */
    level?: number;
    /** The word for it on signs. */
    level_name?: string;
}

/** How somebody travels. */
type Profile = "foot" | "wheelchair" | "bicycle" | "car";

/** The levels of the buildings where a route starts and ends, where they are known. */
interface EndLevels {
    fromLevel?: number;
    toLevel?: number;
}

/** Asks for the quickest route through points: the start, points to pass, the end. */
interface RouteQuestion extends EndLevels {
    points: Position[];
    profile: Profile;
    /** How many other routes to return, at most three; only between two points. */
    alternatives?: number;
    /** The one of several routes that becomes a file; the quickest is 0. */
    only?: number;
    /** The levels of the buildings where it starts and ends. */
    fromLevel?: number;
    toLevel?: number;
    /** Whether to return one route that avoids what is crowded; for walkers, with a network. */
    isQuieter?: boolean;
}

/** Asks for the area within reach in some times. */
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

/**
 * A round walk, and the place that it passes, if requested.
 * @schema RouteWithLoopAnswerRound
 */
interface Loop extends Omit<Route, "alternatives"> {
    place?: (Position & { id: string; name: string }) | null;
}

/** @schema StreetReach */
interface ReachAnswer {
    profile: Profile;
    reaches: { minutes: number; outline: MultiPolygon }[];
}

/**
 * A line as GeoJSON: longitude before latitude.
 * @schema LineString
 */
interface LineString {
    /** @narrow */
    type: "LineString";
    coordinates: [number, number][];
}

/**
 * Areas as GeoJSON.
 * @schema MultiPolygon
 */
interface MultiPolygon {
    /** @narrow */
    type: "MultiPolygon";
    coordinates: [number, number][][][];
}

/**
 * A route, with others if requested.
 * @schema RouteAnswer
 */
interface Route {
    profile: Profile;
    distance: number;
    duration: number;
    geometry: LineString;
    legs: { distance: number; duration: number; summary: string; steps: Step[] }[];
    edge_of_map: boolean;
    notice?: string | null;
    wheelchair?: { text: string[] } | null;
    alternatives?: Route[];
    extra_duration?: number;
    label?: string;
}

/** @schema About */
interface About {
    name: string;
    bounds: [number, number, number, number];
    center: Position;
    attribution: string;
    atlas: { bytes: number; identity: string };
    /** @offline */
    tile_version?: string;
    /** @offline */
    features?: string[];
    data_timestamp?: string | null;
    /** @offline */
    version?: string;
    time_zone?: string | null;
    /** @offline */
    place_host?: string;
}

/**
 * The objects that make up the atlas of this device.
 * @schema Pack
 */
interface Pack {
    identity: string;
    content: "all" | "walking";
    bytes: number;
    packed_bytes: number;
    objects: { hash: string; offset: number; bytes: number; packed_bytes: number }[];
}

/**
 * The account that asks, and what it may do.
 * @schema Me
 */
interface Me {
    account?: Account;
    may_look: boolean;
    may_post: boolean;
    registration: "open" | "invited" | "closed";
    passkeys_unavailable?: "ip-address" | "insecure" | "invalid-host" | "place-name";
}

/**
 * A link that lets one person register.
 * @schema RegistrationLink
 */
interface RegistrationLink {
    id: string;
    note: string;
    created: string;
    expires: string;
}

/** What an account may do. Each role also allows what the ones before it allow. */
type Role = "user" | "curator" | "operator";

/**
 * An account.
 * @schema Account
 */
interface Account {
    id: string;
    name: string;
    role: Role;
    created: string;
}

/**
 * A browser or a program that acts for an account.
 * @schema SessionListSession
 */
interface Session {
    id: string;
    kind: "page" | "program";
    label: string;
    created: string;
    expires: string;
    used?: string;
    is_current: boolean;
}

/**
 * Everything that has access to an account, or shows others where its owner is.
 * @schema AccountAccess
 */
interface AccountAccess {
    sessions: Session[];
    passkeys: Passkey[];
    devices: Device[];
    links: ShownTo[];
    groups: ShownTo[];
    registration_links: RegistrationLink[];
    has_set_up_code: boolean;
}

/**
 * A passkey of the account.
 * @schema PasskeyListPasskey
 */
interface Passkey {
    id: string;
    label: string;
    created: string;
    used?: string;
    is_synced: boolean;
}

/**
 * A link or a group by which others see where the account's owner is.
 * @schema AccountAccessShown
 */
interface ShownTo {
    id: string;
    name: string;
    created: string;
    ends: string;
    precision: "fuzzy" | "exact";
    is_own: boolean;
}

/**
 * The access to keep when all other access ends, by ids.
 * @schema KeptAccess
 */
type KeptAccess = Record<"sessions" | "passkeys" | "devices" | "links" | "groups" | "registration_links", string[]>;

/**
 * An event of an account, with how often it happened on one day.
 * @schema AccountEvent
 */
interface AccountEvent {
    kind:
        | "registered"
        | "log_in"
        | "failed_log_in"
        | "password_changed"
        | "password_set"
        | "program_added"
        | "session_ended"
        | "signed_out"
        | "device_added"
        | "device_removed"
        | "link_added"
        | "link_ended"
        | "group_joined"
        | "friend_added"
        | "exported"
        | "role_changed"
        | "invitation_added"
        | "passkey_added"
        | "passkey_removed"
        | "passkey_log_in"
        | "passkey_copied"
        | "group_left"
        | "friend_removed"
        | "sharing_changed"
        | "positions_deleted"
        | "role_given";
    text: string;
    time: string;
    count: number;
    is_rest: boolean;
}

/**
 * A post and its reports.
 * @schema ReportPagePost
 */
interface ReportedPost {
    post: Post;
    count: number;
    reports: Report[];
}

/**
 * A report of a post.
 * @schema ReportPageReport
 */
interface Report {
    id: string;
    reporter: string;
    reason: string;
    created: string;
}

/**
 * A post.
 * @schema Post
 */
interface Post {
    id: string;
    author: { id?: string; name: string };
    message: string;
    created: string;
    written_at?: string;
    revision: number;
    location?: PostLocation;
    picture?: Picture;
    is_simulated?: boolean;
    is_hidden: boolean;
}

/**
 * A picture.
 * @schema Picture
 */
interface Picture {
    id: string;
    width: number;
    height: number;
    text?: string;
}

/** @schema PostLocation */
interface PostLocation extends Position {
    accuracy?: number;
    place: string;
    facing: string;
    speed: string;
}

/** @schema PostPage */
interface PostPage {
    posts: Post[];
    next?: string;
    changed?: string;
}

/**
 * A post as it is sent.
 * @schema NewPost
 */
interface Draft {
    message: string;
    name?: string;
    location?: Position & { accuracy?: number; place?: string; heading?: number; speed?: number };
    picture?: { id: string; text?: string };
    key: string;
    written_at?: string;
}

/**
 * Something that waits in the outbox until the server has it.
 * @own
 */
interface OutboxItem {
    /** The key under which the server counts it once. */
    key: string;
    /** Sorts the items. */
    number: number;
    kind: "post" | "vote" | "queue";
    /** The id of the account that wrote it; null for a guest. */
    owner: string | null;
    /** What is sent, without key, time and picture. */
    body: Record<string, any>;
    /** The chosen picture, with a key of its own, and its id once the server has it. */
    picture?: { file: Blob; key: string; text?: string; id?: string };
    /** The name of the place or the work that it is about. */
    about?: string;
    /** Milliseconds since 1970. */
    writtenAt: number;
    /** How often it was sent. */
    tries: number;
    state: "waiting" | "sending" | "refused";
    /** Why the server refused it. */
    reason?: { code: string; message: string; status?: number; field?: string };
    /** Whether its location may be at home, which this device could not know when it was written. */
    isUnchecked?: boolean;
}

/**
 * Whether all see an entry of the guide, and from when on; before, curators do. Each entry has these members itself.
 * @own
 */
interface Publication {
    state: "draft" | "published";
    /** ISO 8601, UTC. */
    publish_at?: string;
}

/**
 * A venue as curators send it.
 * @schema VenueFields
 */
interface VenueFields extends Publication {
    name: string;
    address?: string;
    location?: Position;
    description?: string;
    hours?: string;
    link?: string;
    picture?: { id: string; text?: string };
    detail?: VenueDetailFields;
}

/**
 * The building of a venue as curators send it.
 * @schema VenueDetailFields
 */
interface VenueDetailFields {
    pictures?: VenuePictureFields[];
    plans?: FloorPlanFields[];
    entrances?: Entrance[];
    access?: VenueAccess;
}

/** @schema VenuePictureFields */
interface VenuePictureFields {
    kind: "exterior" | "interior";
    picture: { id: string; text?: string };
}

/** @schema FloorPlanFields */
interface FloorPlanFields {
    picture: { id: string; text?: string };
    level: number;
    label?: string;
    center: Position;
    width: number;
    rotation?: number;
    opacity?: number;
}

type AccessAnswer = "yes" | "no" | "unknown";

/** @schema Entrance */
interface Entrance {
    location: Position;
    name?: string;
    step_free?: AccessAnswer;
    level?: number;
}

/** @schema VenueAccess */
interface VenueAccess {
    step_free_entrance?: AccessAnswer;
    automatic_door?: AccessAnswer;
    lift?: AccessAnswer;
    accessible_toilet?: AccessAnswer;
    accessible_parking?: AccessAnswer;
    hearing_loop?: AccessAnswer;
    tactile_paving?: AccessAnswer;
    note?: string;
}

/**
 * The building of a venue.
 * @schema VenueDetail
 */
interface VenueDetail {
    pictures: VenuePicture[];
    plans: FloorPlan[];
    entrances: Entrance[];
    access?: VenueAccess;
}

/** @schema VenuePicture */
interface VenuePicture {
    kind: "exterior" | "interior";
    picture: Picture;
}

/** @schema FloorPlan */
interface FloorPlan {
    picture: Picture;
    level: number;
    label?: string;
    center: Position;
    width: number;
    rotation: number;
    opacity: number;
}

/**
 * An entry of the guide.
 * @schema Venue
 */
interface Venue extends VenueFields {
    id: string;
    revision: number;
    picture?: Picture;
    detail?: VenueDetail;
    works: number;
}

/**
 * A work as curators send it.
 * @schema WorkFields
 */
interface WorkFields extends Publication {
    title: string;
    artist?: string;
    description?: string;
    medium?: string;
    width?: number;
    height?: number;
    unit?: "cm" | "in";
    year?: number;
    picture?: { id: string; text?: string };
}

/**
 * A work that a venue shows.
 * @schema Work
 */
interface Work extends WorkFields {
    id: string;
    venue: string;
    unit: "cm" | "in";
    revision: number;
    picture?: Picture;
    votes: number;
    my_vote?: true;
}

/**
 * A tour as curators send it: the venues that it visits, in order.
 * @schema TourFields
 */
interface TourFields extends Publication {
    name: string;
    description?: string;
    venues: string[];
}

/** @schema Tour */
interface Tour extends TourFields {
    id: string;
    revision: number;
}

/**
 * All venues and tours that the account may see, in the curators' order.
 * @schema GuideAnswer
 */
interface GuideIndex {
    venues: Venue[];
    tours: Tour[];
}

/** @schema VenueAnswer */
interface VenueAnswer {
    venue: Venue;
    works: Work[];
}

/**
 * A change of the guide.
 * @schema GuideHistoryChange
 */
interface Change {
    id: string;
    kind: "venue" | "work" | "tour";
    entity: string;
    name: string;
    action: "added" | "changed" | "deleted";
    revision: number;
    picture?: string;
    editor: string;
    time: string;
}

/**
 * The imprint as operators send it.
 * @schema ImprintFields
 */
interface ImprintFields {
    title?: string;
    text?: string;
    contact?: string;
    pictures: { id: string; text?: string }[];
}

/**
 * The imprint. All but the revision is missing until an operator writes it.
 * @schema Imprint
 */
interface Imprint extends ImprintFields {
    revision: number;
    pictures: Picture[];
}

/**
 * A feature that an operator drew on the map, or a program sent.
 * @schema OverlayFeature
 */
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
    points?: Position[];
    area?: boolean;
    ways?: number[];
    profiles?: Profile[];
    factor?: number;
    from?: string;
    until?: string;
}

/**
 * The overlay as operators work on it.
 * @schema OverlayDraft
 */
interface OverlayDraft {
    revision: number;
    published_revision: number;
    features: OverlayFeature[];
    effects?: OverlayEffect[];
}

/**
 * The effect of a feature on streets.
 * @schema OverlayEffect
 */
interface OverlayEffect {
    feature: number;
    streets: number;
    distance: number;
    names: string[];
    lines?: Position[][];
}

/**
 * The effects that features would have.
 * @schema OverlayPreview
 */
interface OverlayPreview {
    effects: OverlayEffect[];
    draws_all: boolean;
}

/** A piece of street that something drawn would change. */
interface ChangedStreet {
    kind: "blocked" | "slowed";
    points: Position[];
}

/**
 * The settings with which the server was started.
 * @schema StartSettings
 */
interface StartSettings {
    guests: "none" | "look" | "post";
    simulated_visitors: boolean;
    backups?: { last?: string; problem?: string };
}

/** A text to search for, where from, and how many results to return. */
interface SearchQuestion {
    text: string;
    near: Position | null;
    limit: number;
    /** Whether to look in the guide too. */
    guide?: boolean;
}

/** The questions of the page about a place, wherever the answers come from. */
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
    /** Seconds to each point, in their order; null where there is no route. */
    travelTimes(question: TimesQuestion, signal?: AbortSignal): Promise<(number | null)[]>;
    /** An empty array is a tile with nothing on it. */
    tile(tile: { z: number; x: number; y: number }, signal?: AbortSignal): Promise<ArrayBuffer>;
    /** The inside of buildings, zooms 17 to 19. */
    indoorTile(tile: { z: number; x: number; y: number }, signal?: AbortSignal): Promise<ArrayBuffer>;
    building(id: string, signal?: AbortSignal): Promise<IndoorBuilding>;
}

/** An end of a route: my own position, a point of the map, or a place by its id. */
type End = { me: true } | { position: Position; name?: string } | { place: string; name?: string };

/** The screen that is shown; the address bar has all of it. */
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
    | { screen: "play"; game?: string }
    | ARView
    | { screen: "chat"; room?: string }
    | { screen: "mail"; person?: string }
    | { screen: "nodes" }
    | HelpView
    | { screen: "phone" }
    | { screen: "saved" }
    | { screen: "offline" }
    | { screen: "about" };

/** The help pins, the card of one, or the form that asks for help at a point. */
interface HelpView {
    screen: "help";
    pin?: string;
    at?: Position;
}

/** The view through the camera, with the place to find, or a route to it. Places of a `kind` come first. */
interface ARView {
    screen: "ar";
    kind?: string;
    to?: End;
    from?: End;
    via?: End[];
    by?: Profile;
    chosen?: number;
    isQuieter?: boolean;
}

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

/** The route passes `via` in order; `by` is missing in addresses that leave the choice to the person. */
interface DirectionsView {
    screen: "directions";
    from: End | null;
    to: End | null;
    via?: End[];
    by?: Profile;
    /** Which of several routes; the quickest is 0. */
    chosen?: number;
    /** Whether the route avoids what is crowded. */
    isQuieter?: boolean;
}

/** `kind` is the kind of place to find within reach. */
interface ReachView {
    screen: "reach";
    from: End;
    by?: Profile;
    kind?: string;
}

/** `kind` is the kind of place that the walk passes. */
interface LoopView {
    screen: "loop";
    from: End;
    by?: Profile;
    length: import("./data/loop-length.js").Length;
    kind?: string;
}

type OperatorPart = "overlay" | "reports" | "hidden" | "accounts" | "mesh" | "settings" | "developer";

interface Camera {
    zoom: number;
    lat: number;
    lon: number;
    bearing: number;
    pitch: number;
}

/** One of the two teams of a game of bocce. */
type BocceTeam = "blue" | "orange";

/**
 * A throw, in hundredths of a point of the court.
 * @schema BocceThrow
 */
interface BocceThrow {
    start: number;
    across: number;
    along: number;
}

/**
 * The settings of a court: points, and hundredths of 1/s.
 * @schema BocceCourt
 */
interface BocceCourt {
    width: number;
    length: number;
    resistance: number;
    angular_damping: number;
}

/**
 * A game of bocce as its settings and its throws.
 * @schema BocceGame
 */
interface BocceGame {
    court: BocceCourt;
    first: BocceTeam;
    throws: BocceThrow[];
    hashes?: string[];
}

/**
 * A game of bocce for two people, each on their own device.
 * @schema SharedBocceGame
 */
interface SharedBocceGame {
    id: string;
    game: BocceGame;
    state: "waiting" | "playing" | "over" | "ended";
    is_open?: boolean;
    team?: BocceTeam;
    winner?: BocceTeam;
    ending?: "left" | "late" | "different_result";
    ended_by?: BocceTeam;
    seconds_left?: number;
    next?: string;
}

/**
 * The game that follows another, for one of its players.
 * @schema NextBocceGame
 */
interface NextBocceGame {
    seat: string;
    game: SharedBocceGame;
}

/**
 * A game of bocce between people at any nodes.
 * @schema MeshBocceGame
 */
interface MeshBocceGame {
    id: string;
    game: BocceGame;
    state: "waiting" | "playing" | "over" | "ended";
    blue: MeshPlayer;
    orange?: MeshPlayer;
    wishes: MeshWish[];
    last?: string;
    turn?: BocceTeam;
    winner?: BocceTeam;
    ending?: "left" | "contradicted";
    ended_by?: BocceTeam;
    offered: number;
    changed: number;
}

/** @schema MeshPlayer */
interface MeshPlayer {
    key: string;
    name?: string;
    is_named: boolean;
}

/**
 * A person who wants to play.
 * @schema MeshBocceGameWish
 */
interface MeshWish {
    player: MeshPlayer;
    message: string;
    time: number;
}

/**
 * A game of the mesh as this phone knows it.
 * @schema MeshBocceGame
 */
interface KnownMeshGame extends MeshBocceGame {
    /**
     * The team of this phone.
     * @own
     */
    you: BocceTeam | null;
    /**
     * Whether this phone's owner wants to play.
     * @own
     */
    hasAsked: boolean;
    /**
     * Whether this phone has begun the game with somebody.
     * @own
     */
    hasBegun: boolean;
    /**
     * The own throws that the node does not count yet; `last` is the last one of them.
     * @own
     */
    unsent: BocceThrow[];
    /**
     * Whether an own message waits for a node.
     * @own
     */
    isWaiting: boolean;
    /**
     * Why a node does not take an own message.
     * @own
     */
    refusal: string | null;
}

/** The games with people of the mesh, as the screens of the game see them. Fires `change`. */
interface PlayableMeshGames extends EventTarget {
    readonly failure: unknown;
    readonly isAnswered: boolean;
    readonly isKnown: boolean;
    readonly canPlay: boolean;
    readonly key: string | null;
    readonly all: KnownMeshGame[];
    find(id: string): KnownMeshGame | null;
    nameOf(player: MeshPlayer): { name: string; isNamed: boolean; letters: string };
    refresh(): Promise<void>;
    /** Returns the game's id. */
    offer(): Promise<string>;
    ask(id: string): Promise<boolean>;
    begin(id: string, wish: string): Promise<boolean>;
    /** Returns whether that was this phone's to do. */
    throw(id: string, number: number, thrown: BocceThrow): Promise<boolean>;
    leave(id: string): Promise<boolean>;
}

/**
 * A throw and how it ended on the player's device.
 * @schema ThrowRequestNewThrow
 */
interface NewBocceThrow {
    seat: string;
    number: number;
    throw: BocceThrow;
    hash: string;
}

/** The content of the sheet. */
interface SheetScreen {
    element: HTMLElement;
    stop: import("./sheet/bottom-sheet.js").Stop;
    /** Shows another view of the same screen, or nothing new; without it the screen is made anew. */
    turnTo?(view: View): void;
    /** Asks again after an error; without it the screen is made anew. */
    retry?(): void;
    /** The element that gets the focus when the screen is shown again, because the person left it from there. */
    returnTo?(): HTMLElement | null;
    /** Removes the screen's marks from the map and cancels what it waits for. */
    leave?(): void;
}

/**
 * A person that the account may see.
 * @schema SeenPerson
 */
interface SeenPerson {
    id: string;
    name: string;
    is_friend: boolean;
    is_exact: boolean;
    lat?: number;
    lon?: number;
    radius?: number;
    area?: Area;
    is_at_home: boolean;
    since: string;
    last: string;
    group?: string;
    is_simulated?: boolean;
}

/** How exact a visible location is. */
type Precision = "fuzzy" | "exact";

/**
 * The address and token that open a link or a group.
 * @schema Opener
 */
interface Opener {
    token: string;
    url: string;
    code?: string;
}

/**
 * People who share their locations with each other until a time.
 * @schema PeopleGroup
 */
interface Group {
    id: string;
    name: string;
    ends: string;
    is_own: boolean;
    precision: Precision;
    members: string[];
    invitation?: Opener;
}

/**
 * A link by which others see the owner's location until a time.
 * @schema PersonLink
 */
interface PersonLink {
    id: string;
    ends: string;
    precision: Precision;
    opener?: Opener;
}

/**
 * The location that a link shows.
 * @schema SharedPlace
 */
interface SharedPlace {
    name: string;
    ends: string;
    precision: Precision;
    person?: SeenPerson;
    expected?: string;
}

/**
 * The view that an audience has of the account now, or when it first sees something.
 * @schema ShownStateShown
 */
interface Shown {
    person?: SeenPerson;
    due?: string;
}

/** @schema ShownState */
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

/** @schema SeenPersonArea */
interface Area {
    south: number;
    west: number;
    north: number;
    east: number;
}

/** @schema SharingFieldsHome */
interface HomeCell {
    zoom: number;
    x: number;
    y: number;
    quarters: number;
}

/**
 * The part of the owner's location that the account shares.
 * @schema SharingFields
 */
interface Sharing {
    friends: "nothing" | "fuzzy" | "exact";
    pseudonym?: string | null;
    statistics: boolean;
    homes: HomeCell[];
    at_home: boolean;
    retention_days: number;
    keeps_visits?: boolean;
}

/**
 * A stay of the account's owner at a place.
 * @schema PlaceVisit
 */
interface PlaceVisit {
    id: string;
    name: string;
    lat: number;
    lon: number;
    arrival: string;
    departure: string;
}

/** @schema SimulatedCrowd */
interface SimulatedCrowd {
    people: number;
    hour?: number;
    speed: number;
}

/** @schema SharingState */
interface SharingState {
    revision: number;
    fields: Sharing;
    areas: { area: Area; around: Area; middle: Position }[];
}

/** @schema ExposureState */
interface Exposure {
    friends?: SeenPerson;
    everybody?: SeenPerson;
    circles: { group?: string; ends: string; person?: SeenPerson }[];
    guesses: { viewer: "friends" | "everybody" | "circles"; attack: "longest" | "average"; metres: number }[];
}

type DeviceKind = "page" | "owntracks" | "traccar" | "osmand" | "overland" | "gpsd" | "program" | "files";

/** @schema Device */
interface Device {
    id: string;
    kind: DeviceKind;
    name: string;
    created: string;
    heard?: string;
    refusal?: string;
}

/**
 * How much of one thing an account has, or has used today.
 * @schema QuotaUse
 */
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

/** @schema AddedDevice */
interface AddedDevice {
    device: Device;
    token: string;
    set_up: { url: string; link?: string; code?: string };
}

/** @schema Friend */
interface Friend {
    id: string;
    name: string;
    state: "asked" | "wants" | "friend";
}

/**
 * How busy a place was in the last full hour, 1 to 5, compared with the usual in that hour.
 * @schema BusynessState
 */
interface BusyState {
    level: number;
    compared: "quieter" | "usual" | "busier";
    hour: string;
}

/** @schema BusyPlace */
interface BusyPlace {
    id: string;
    name: string;
    lat: number;
    lon: number;
    now: BusyState;
    is_simulated?: boolean;
}

/** @schema PlaceBusyness */
interface PlaceBusyness {
    id: string;
    levels?: number[][];
    weeks: number;
    now?: BusyState;
    has_queue: boolean;
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

/** @schema QueueState */
interface QueueState {
    minutes: number;
    reports: number;
    last: string;
}

/** @schema QueueAtPlace */
interface QueueAtPlace {
    id: string;
    name: string;
    lat: number;
    lon: number;
    now: QueueState;
    is_simulated?: boolean;
}

/** @schema PlaceQueue */
interface PlaceQueue {
    id: string;
    now?: QueueState;
    usually?: { minutes: number; reports: number };
    usual: { day: number; hour: number; minutes: number; reports: number }[];
    is_late?: boolean;
    is_simulated?: boolean;
}

/** Everything real that screens use, made once in main.js. */
interface Page {
    busyMap: import("./map/busy-map.js").BusyMap;
    presence: import("./data/presence.js").Presence;
    reporting: import("./presence/reporting.js").Reporting;
    peopleMap: import("./map/people-map.js").PeopleMap;
    data: import("./data/place-data.js").PlaceData;
    community: import("./data/community.js").Community;
    outbox: import("./data/outbox.js").Outbox;
    guide: import("./data/guide.js").Guide;
    guideMap: import("./map/guide-map.js").GuideMap;
    planMap: import("./map/plan-map.js").PlanMap;
    /** The levels of buildings; null until the first place or map with indoor data. */
    floors: import("./floors/floors.js").Floors | null;
    /** The download of the offline copy that runs. */
    download: import("./offline/download.js").Download | null;
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
    /** Shows the form to log in at the node that answers, where all nodes of a place share the address. */
    logInAtNode(element: HTMLElement): Promise<void>;
    /** Gives the page the title of the selection. */
    titled(name: string): void;
    /** Forgets the open parts of the kept copy, after it was replaced or removed. */
    copyChanged(): void;
    /** Opens the download that is complete and does not count yet; throws when it cannot be used. */
    checkCopy(): Promise<void>;
}
