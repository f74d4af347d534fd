package import GeoCore

/// Temporary changes at the place, as its operators drew them on the map: closures, one-way walks, stages, toilets.
package struct Overlay: Sendable, Equatable {
    /// The features that operators edit.
    package var draft: [Feature]
    /// The features that all visitors see and that routes respect: the draft as it was last published.
    package var published: [Feature]
    /// 0 before the first drawing; each change adds 1.
    package var revision: Int
    /// The revision that was published last; 0 before the first.
    package var publishedRevision: Int
    package var changed: HybridTime

    package init(
        draft: [Feature], published: [Feature], revision: Int, publishedRevision: Int, changed: HybridTime
    ) {
        self.draft = draft
        self.published = published
        self.revision = revision
        self.publishedRevision = publishedRevision
        self.changed = changed
    }

    /// The overlay before operators drew any.
    package static let empty = Overlay(
        draft: [], published: [], revision: 0, publishedRevision: 0, changed: HybridTime(rawValue: 0))

    /// Returns the overlay with another draft; with `publishes`, also published.
    package func changing(to draft: [Feature], publishes: Bool, at time: HybridTime) -> Overlay {
        Overlay(
            draft: draft, published: publishes ? draft : published, revision: revision + 1,
            publishedRevision: publishes ? revision + 1 : publishedRevision, changed: time)
    }

    /// The kind of a feature. Databases store the raw values; they never change.
    package enum Kind: String, Sendable, CaseIterable {
        case stage, stall, toilets
        case firstAid = "first_aid"
        case meetingPoint = "meeting_point"
        /// The way into a fenced area: fences are open within some metres of it.
        case entrance
        /// A line that nobody crosses.
        case fence
        /// A line that people walk and drive only in its direction.
        case oneWay = "one_way"
        case closed
        /// A line or area where travel takes longer, by a factor.
        case slow

        /// Whether it only marks where something is, and routes ignore it.
        package var isFacility: Bool {
            switch self {
            case .stage, .stall, .toilets, .firstAid, .meetingPoint: true
            case .entrance, .fence, .oneWay, .closed, .slow: false
            }
        }
    }

    /// The travellers that a feature concerns. Databases store the raw values; they never change.
    package enum Traveller: String, Sendable, CaseIterable {
        case foot, wheelchair, bicycle, car
    }

    package enum Place: Sendable, Equatable {
        case point(PointE7)
        case line([PointE7])
        /// An area, by its corners in order.
        case area([PointE7])
        /// OSM ways, by their ids.
        case ways([Int64])
    }

    package struct Feature: Sendable, Equatable {
        package var kind: Kind
        package var name: String?
        package var note: String?
        package var place: Place
        /// The travellers, in the order of `Traveller.allCases`.
        package var travellers: [Traveller]
        /// For `slow`: the factor for travel times.
        package var factor: Double?
        /// The times from which and until which it applies; `nil` for no limit.
        package var from: Timestamp?
        package var until: Timestamp?

        package init(
            kind: Kind, name: String? = nil, note: String? = nil, place: Place,
            travellers: [Traveller] = Traveller.allCases, factor: Double? = nil, from: Timestamp? = nil,
            until: Timestamp? = nil
        ) {
            self.kind = kind
            self.name = name
            self.note = note
            self.place = place
            self.travellers = travellers
            self.factor = factor
            self.from = from
            self.until = until
        }

        /// Whether it applies at a time.
        package func holds(at time: Timestamp) -> Bool {
            (from.map { $0 <= time } ?? true) && (until.map { time < $0 } ?? true)
        }
    }
}

/// Stores the overlay. A call returns when its changes are on disk.
package protocol OverlayStore: Sendable {
    /// Returns the overlay, or `empty`.
    func overlay() async throws -> Overlay
    /// Replaces the draft, which is at `revision`, publishes it on request, and returns the overlay; throws
    /// `changedMeanwhile`.
    func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, by editor: AccountID?, at time: Timestamp
    ) async throws -> Overlay
}
