import GeoCore
import Gossip

/// The fields of an entry of the guide that travel between nodes, each a register of its own. Messages and databases
/// have the raw values; they never change. Pictures and floor plans do not travel.
package enum GuideField: UInt8, CaseIterable, Sendable {
    /// The kind (1), and for a work the venue (16); empty for an entry that visitors do not see, or no longer.
    case presence = 1
    /// Texts, in UTF-8.
    case name = 2
    case text = 3
    case address = 4
    /// Latitude (4), longitude (4).
    case point = 5
    case hours = 6
    case link = 7
    /// For each: what it has (1): 1 name, 2 whether it has no step, 4 that it has none, 8 level; the point (8); length (2)
    /// and name; the level in hundredths (4).
    case entrances = 8
    /// Bits of the features that are known (1), in their order, and 128 for a note; those that are there (1); the note.
    case access = 9
    case artist = 10
    case medium = 11
    /// What it has (1): 1 width, 2 height, 4 in inches; IEEE 754 binary64 (8) each.
    case size = 12
    /// With a sign (4).
    case year = 13
    /// The ids of a tour's venues (16 each).
    case venues = 14
    /// Of a list and not of an entry: the ids of its entries in their order (16 each).
    case order = 100
}

/// A list of entries: all venues, all tours, or the works of a venue.
package enum GuideList: Hashable, Sendable {
    case venues, tours
    case works(GuideID)

    /// What a message about its order is about. The ids of entries do not begin with zeros.
    package var subject: GuideID {
        switch self {
        case .venues: GuideID(SubjectID(high: 0, low: 1))
        case .tours: GuideID(SubjectID(high: 0, low: 2))
        case .works(let venue): venue
        }
    }

    /// The list with a subject.
    package init(of subject: GuideID) {
        self = [.venues, .tours].first { $0.subject == subject } ?? .works(subject)
    }

    package init(_ entry: GuideEntry) {
        switch entry.content.kind {
        case .venue: self = .venues
        case .tour: self = .tours
        case .work: self = .works(entry.venue ?? entry.id)
        }
    }

    package var kind: GuideKind {
        switch self {
        case .venues: .venue
        case .tours: .tour
        case .works: .work
        }
    }

    package var venue: GuideID? { if case .works(let venue) = self { venue } else { nil } }
}

/// The values of the fields of one entry, as bytes.
package typealias GuideValues = [GuideField: [UInt8]]

extension GuideEntry {
    /// The values of an entry that visitors see.
    package var values: GuideValues {
        var values: GuideValues = [.presence: [content.kind.rawValue] + (venue?.bytes ?? [])]
        func set(_ field: GuideField, _ text: String?) { values[field] = text.map { Array($0.utf8) } }
        set(.name, content.name)
        switch content {
        case .venue(let venue):
            set(.text, venue.description)
            set(.address, venue.address)
            set(.hours, venue.hours)
            set(.link, venue.link)
            values[.point] = venue.point.map(GuideBytes.bytes)
            values[.entrances] = GuideBytes.bytes(venue.detail.entrances)
            values[.access] = GuideBytes.bytes(venue.detail.access)
        case .work(let work):
            set(.text, work.description)
            set(.artist, work.artist)
            set(.medium, work.medium)
            values[.size] = GuideBytes.size(of: work)
            values[.year] = work.year.flatMap { Int32(exactly: $0) }.map { GuideBytes.bytes(UInt32(bitPattern: $0)) }
        case .tour(let tour):
            set(.text, tour.description)
            values[.venues] = tour.venues.flatMap(\.bytes)
        }
        return values
    }
}

extension GuideContent {
    /// Makes the content that values say; `nil` if they lack a name or break a rule of the guide. A value that means nothing
    /// counts as empty.
    package init?(_ values: GuideValues, _ kind: GuideKind) {
        func text(_ field: GuideField) -> String? {
            values[field].flatMap { String(validating: $0, as: UTF8.self) }
        }
        guard let name = text(.name) else { return nil }
        switch kind {
        case .venue:
            var venue = Venue(
                name: name, address: text(.address), description: text(.text), hours: text(.hours), link: text(.link))
            venue.point = GuideBytes.point(values[.point])
            venue.detail.entrances = GuideBytes.entrances(values[.entrances])
            venue.detail.access = GuideBytes.access(values[.access])
            self = .venue(venue)
        case .work:
            var work = Work(title: name, artist: text(.artist), description: text(.text), medium: text(.medium))
            GuideBytes.setSize(values[.size], of: &work)
            work.year = GuideBytes.year(values[.year])
            self = .work(work)
        case .tour:
            self = .tour(
                Tour(name: name, description: text(.text), venues: GuideBytes.ids(values[.venues] ?? []) ?? []))
        }
        guard (try? Guide.check(self)) != nil else { return nil }
    }

    /// Returns this content with the pictures and floor plans of another.
    package func withPictures(of other: GuideContent?) -> GuideContent {
        switch (self, other) {
        case (.venue(var venue), .venue(let other)):
            venue.picture = other.picture
            venue.detail.pictures = other.detail.pictures
            venue.detail.plans = other.detail.plans
            return .venue(venue)
        case (.work(var work), .work(let other)):
            work.picture = other.picture
            return .work(work)
        default: return self
        }
    }
}
