/// A problem in the data: expected, counted, and traceable to its object.
package struct ImportIssue: Sendable, Equatable {
    /// The kind of problem; the raw values are stable and appear in reports.
    package enum Code: String, Sendable, CaseIterable {
        case wayNodeMissing = "way_node_missing"
        case wayTooShort = "way_too_short"
        case coordinateOutOfRange = "coordinate_out_of_range"
        case relationMemberMissing = "relation_member_missing"
        case ringNotClosed = "ring_not_closed"
        case areaWithoutOuterRing = "area_without_outer_ring"
        /// Relations repeat the extract's ways more often than real maps do.
        case areaTooLarge = "area_too_large"
        /// A surface whose rings cross so often that it has no valid polygon; tiles leave it out.
        case polygonNotValid = "polygon_not_valid"
        case coastlineNotClosed = "coastline_not_closed"
        case restrictionIncomplete = "restriction_incomplete"
        case restrictionNotConnected = "restriction_not_connected"
        /// A turn restriction of an unknown kind; it is ignored.
        case restrictionUnknown = "restriction_unknown"
        /// A junction with more streets than an atlas allows; the last of its ways are left out.
        case tooManyStreets = "too_many_streets"
        case textNotUTF8 = "text_not_utf8"
        case duplicateObject = "duplicate_object"
        /// An object with a negative id, which an editor made and has not uploaded. It is used like others.
        case notUploaded = "not_uploaded"
        /// An object whose id cannot name a place: 0 or beyond ±2⁵³. Or a node with the greatest possible id, if ways
        /// over the antimeridian need new nodes beyond it.
        case idUnusable = "id_unusable"
        /// A rule for certain times only; it is ignored.
        case conditionalIgnored = "conditional_ignored"
        /// A thing inside a building whose `level` or `repeat_on` is not understood.
        case levelNotUnderstood = "level_not_understood"
        /// A room, corridor or area without a level; it is on no floor.
        case levelMissing = "level_missing"
        /// A thing inside a building that is wider than 1°. It is left out.
        case indoorTooWide = "indoor_too_wide"
        /// A room, corridor, area, lift or stairs with more corners and levels than real maps have. Routes leave it
        /// out.
        case spaceTooLarge = "space_too_large"
        /// A room that no walk reaches: neither a door nor a path leads into it.
        case roomWithoutDoor = "room_without_door"
        /// A room that no walk reaches: its doors lead to nothing else.
        case roomDoorLeadsNowhere = "room_door_leads_nowhere"
        /// A room that no walk reaches: it or all its doors are private or locked.
        case roomPrivate = "room_private"
        /// A room that no walk reaches: its doors lead to others that the streets do not reach either.
        case roomCutOff = "room_cut_off"
    }

    package let code: Code
    package let kind: OSMData.ObjectKind
    package let id: Int64

    package init(_ code: Code, _ kind: OSMData.ObjectKind, _ id: Int64) {
        self.code = code
        self.kind = kind
        self.id = id
    }
}

/// Counts issues by code and keeps the first few ids of each, so that a report stays small for any file.
package struct IssueLog: Sendable {
    static let examplesPerCode = 10

    package private(set) var counts: [ImportIssue.Code: Int] = [:]
    package private(set) var examples: [ImportIssue.Code: [ImportIssue]] = [:]

    package init() {}

    package mutating func add(_ issue: ImportIssue) {
        counts[issue.code, default: 0] += 1
        if examples[issue.code, default: []].count < Self.examplesPerCode {
            examples[issue.code, default: []].append(issue)
        }
    }

    /// Appends another log, as if its issues had been added here one after the other.
    package mutating func add(_ other: IssueLog) {
        for code in ImportIssue.Code.allCases {
            guard let count = other.counts[code] else { continue }
            counts[code, default: 0] += count
            let room = Self.examplesPerCode - examples[code, default: []].count
            examples[code, default: []] += other.examples[code, default: []].prefix(room)
        }
    }
}
