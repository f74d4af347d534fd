/// Something in the data that import could not use as it stands: expected, counted, and traceable to the object.
package struct ImportIssue: Sendable, Equatable {
    /// What is wrong; the raw values are stable and appear in reports.
    package enum Code: String, Sendable, CaseIterable {
        case wayNodeMissing = "way_node_missing"
        case wayTooShort = "way_too_short"
        case coordinateOutOfRange = "coordinate_out_of_range"
        case relationMemberMissing = "relation_member_missing"
        case ringNotClosed = "ring_not_closed"
        case areaWithoutOuterRing = "area_without_outer_ring"
        /// Relations name more of the extract's ways, again and again, than maps do.
        case areaTooLarge = "area_too_large"
        /// A surface whose rings cross so often that no valid polygon was made of them; tiles leave it out.
        case polygonNotValid = "polygon_not_valid"
        case coastlineNotClosed = "coastline_not_closed"
        case restrictionIncomplete = "restriction_incomplete"
        case restrictionNotConnected = "restriction_not_connected"
        /// A turn restriction of a kind that is not known: it is left out of account.
        case restrictionUnknown = "restriction_unknown"
        /// A junction of more streets than an atlas takes: the last of its ways are left out.
        case tooManyStreets = "too_many_streets"
        case textNotUTF8 = "text_not_utf8"
        case duplicateObject = "duplicate_object"
        /// An object with a negative id: an editor made it and has not uploaded it. It is used as others are.
        case notUploaded = "not_uploaded"
        /// An object that would be a place and cannot be named: its id is 0 or beyond ±2⁵³. Or a node of the greatest
        /// id there is, where ways over the antimeridian need new nodes beyond it.
        case idUnusable = "id_unusable"
        /// A rule that holds at certain times only was left out of account.
        case conditionalIgnored = "conditional_ignored"
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

/// Counts issues by code and keeps the first few ids of each, so that a report stays small whatever the file holds.
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
