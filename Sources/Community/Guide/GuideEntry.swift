package import GeoCore

/// One entry of the guide: a venue, a work that a venue shows, or a tour of venues.
package struct GuideEntry: Sendable, Equatable {
    package let id: GuideID
    /// The venue that shows a work; `nil` for other kinds.
    package let venue: GuideID?
    package var draft: GuideDraft
    package var isDeleted: Bool
    /// Its position among the venues, the works of its venue, or the tours.
    package var rank: Int
    /// 1 for a new entry; each change adds 1.
    package var revision: Int
    package let created: HybridTime
    package var changed: HybridTime

    package init(
        id: GuideID, venue: GuideID?, draft: GuideDraft, isDeleted: Bool, rank: Int, revision: Int,
        created: HybridTime, changed: HybridTime
    ) {
        self.id = id
        self.venue = venue
        self.draft = draft
        self.isDeleted = isDeleted
        self.rank = rank
        self.revision = revision
        self.created = created
        self.changed = changed
    }

    package var content: GuideContent { draft.content }
}

package typealias GuideID = ID<GuideEntry>

/// The part of an entry that curators edit.
package struct GuideDraft: Sendable, Hashable {
    package var content: GuideContent
    package var isPublished: Bool
    /// Until this time, only curators see it, published or not.
    package var embargo: Timestamp?

    package init(content: GuideContent, isPublished: Bool, embargo: Timestamp? = nil) {
        self.content = content
        self.isPublished = isPublished
        self.embargo = embargo
    }

    /// Whether all visitors see it at `time`.
    package func isPublic(at time: Timestamp) -> Bool { isPublished && (embargo ?? time) <= time }
}

package enum GuideContent: Sendable, Hashable {
    case venue(Venue)
    case work(Work)
    case tour(Tour)

    package var kind: GuideKind {
        switch self {
        case .venue: .venue
        case .work: .work
        case .tour: .tour
        }
    }

    /// The name or title.
    package var name: String {
        switch self {
        case .venue(let venue): venue.name
        case .work(let work): work.title
        case .tour(let tour): tour.name
        }
    }

    /// The picture that stands for the entry.
    package var picture: ShownPicture? {
        switch self {
        case .venue(let venue): venue.picture
        case .work(let work): work.picture
        case .tour: nil
        }
    }

    /// All pictures of the entry, also its floor plans.
    package var pictures: [ShownPicture] {
        guard case .venue(let venue) = self else { return picture.map { [$0] } ?? [] }
        return (venue.picture.map { [$0] } ?? []) + venue.detail.pictures.map(\.picture)
            + venue.detail.plans.map(\.picture)
    }

    /// Returns the content with other pictures, where `change` returns `nil` without them. A floor plan goes with its
    /// picture.
    package func mapPictures(_ change: (ShownPicture) throws -> ShownPicture?) rethrows -> GuideContent {
        switch self {
        case .venue(var venue):
            venue.picture = try venue.picture.flatMap(change)
            venue.detail = try venue.detail.mapPictures(change)
            return .venue(venue)
        case .work(var work):
            work.picture = try work.picture.flatMap(change)
            return .work(work)
        case .tour: return self
        }
    }

    /// Returns the content without one of its pictures.
    package func without(_ picture: PictureID) -> GuideContent { mapPictures { $0.id == picture ? nil : $0 } }

    /// Whether it shows a picture.
    package func shows(_ picture: PictureID) -> Bool { pictures.contains { $0.id == picture } }

    /// Whether it is a tour that includes a venue.
    package func leads(to venue: GuideID) -> Bool {
        if case .tour(let tour) = self { tour.venues.contains(venue) } else { false }
    }

    package struct Venue: Sendable, Hashable {
        package var name: String
        package var address: String?
        /// The position; a venue without one is in lists, but not on the map.
        package var point: PointE7?
        package var description: String?
        /// Opening hours in OpenStreetMap's format (wiki.openstreetmap.org/wiki/Key:opening_hours).
        package var hours: String?
        /// A web address.
        package var link: String?
        package var picture: ShownPicture?
        package var detail: VenueDetail

        package init(
            name: String, address: String? = nil, point: PointE7? = nil, description: String? = nil,
            hours: String? = nil, link: String? = nil, picture: ShownPicture? = nil,
            detail: VenueDetail = VenueDetail()
        ) {
            self.name = name
            self.address = address
            self.point = point
            self.description = description
            self.hours = hours
            self.link = link
            self.picture = picture
            self.detail = detail
        }
    }

    package struct Work: Sendable, Hashable {
        package var title: String
        package var artist: String?
        package var description: String?
        package var medium: String?
        /// The width in `unit`s.
        package var width: Double?
        package var height: Double?
        package var unit: LengthUnit
        /// A year of the common era; negative before it.
        package var year: Int?
        package var picture: ShownPicture?

        package init(
            title: String, artist: String? = nil, description: String? = nil, medium: String? = nil,
            width: Double? = nil, height: Double? = nil, unit: LengthUnit = .centimetres, year: Int? = nil,
            picture: ShownPicture? = nil
        ) {
            self.title = title
            self.artist = artist
            self.description = description
            self.medium = medium
            self.width = width
            self.height = height
            self.unit = unit
            self.year = year
            self.picture = picture
        }
    }

    package struct Tour: Sendable, Hashable {
        package var name: String
        package var description: String?
        /// The venues in walking order.
        package var venues: [GuideID]

        package init(name: String, description: String? = nil, venues: [GuideID]) {
            self.name = name
            self.description = description
            self.venues = venues
        }
    }

    /// The unit of a work's size.
    package enum LengthUnit: String, Sendable {
        case centimetres = "cm"
        case inches = "in"
    }
}

package enum GuideKind: UInt8, Sendable, CaseIterable {
    case venue, work, tour
}

/// A change of an entry, and the entry after it.
package struct GuideVersion: Sendable, Equatable {
    package let entry: GuideID
    package let revision: Int
    package let draft: GuideDraft
    package let isDeleted: Bool
    /// The name of its author; empty if the account no longer exists.
    package let editor: String
    package let time: HybridTime

    package init(
        entry: GuideID, revision: Int, draft: GuideDraft, isDeleted: Bool, editor: String, time: HybridTime
    ) {
        self.entry = entry
        self.revision = revision
        self.draft = draft
        self.isDeleted = isDeleted
        self.editor = editor
        self.time = time
    }
}
