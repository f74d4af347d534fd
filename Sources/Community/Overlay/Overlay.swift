package import GeoCore

/// What is different at the place for a while, as its operators drew it on the map: what is closed, where one walks one
/// way, where the stages and the toilets are.
package struct Overlay: Sendable, Equatable {
    /// What operators work on.
    package var draft: [Feature]
    /// What everybody sees, and routes heed: the draft as it was last published.
    package var published: [Feature]
    /// 0 before anything was drawn, one more with each change.
    package var revision: Int
    /// The revision that was published last, 0 before.
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

    /// What there is before anybody drew anything.
    package static let empty = Overlay(
        draft: [], published: [], revision: 0, publishedRevision: 0, changed: HybridTime(rawValue: 0))

    /// The overlay with another draft, which is published too when wanted.
    package func changing(to draft: [Feature], publishes: Bool, at time: HybridTime) -> Overlay {
        Overlay(
            draft: draft, published: publishes ? draft : published, revision: revision + 1,
            publishedRevision: publishes ? revision + 1 : publishedRevision, changed: time)
    }

    /// What a feature is. Words are kept in databases, and never change.
    package enum Kind: String, Sendable, CaseIterable {
        case stage, stall, toilets
        case firstAid = "first_aid"
        case meetingPoint = "meeting_point"
        /// The way into what is fenced: fences are open within some metres of it.
        case entrance
        /// Nobody crosses it.
        case fence
        /// One walks and drives in the direction in which it is drawn.
        case oneWay = "one_way"
        case closed
        /// It takes longer, by a factor.
        case slow

        /// Whether it says where something is, and routes need not know.
        package var isFacility: Bool {
            switch self {
            case .stage, .stall, .toilets, .firstAid, .meetingPoint: true
            case .entrance, .fence, .oneWay, .closed, .slow: false
            }
        }
    }

    /// Who is concerned. Words are kept in databases, and never change.
    package enum Traveller: String, Sendable, CaseIterable {
        case foot, wheelchair, bicycle, car
    }

    package enum Place: Sendable, Equatable {
        case point(PointE7)
        case line([PointE7])
        /// Its corners in order.
        case area([PointE7])
        /// OSM ways by their ids.
        case ways([Int64])
    }

    package struct Feature: Sendable, Equatable {
        package var kind: Kind
        package var name: String?
        package var note: String?
        package var place: Place
        /// In the order of `Traveller.allCases`.
        package var travellers: [Traveller]
        /// What a time is multiplied by where it is slow.
        package var factor: Double?
        /// It holds from one time up to the other, in milliseconds since 1970; without end, or always, where they are
        /// `nil`.
        package var from: Int64?
        package var until: Int64?

        package init(
            kind: Kind, name: String? = nil, note: String? = nil, place: Place,
            travellers: [Traveller] = Traveller.allCases, factor: Double? = nil, from: Int64? = nil, until: Int64? = nil
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

        /// Whether it holds at a time.
        package func holds(at milliseconds: Int64) -> Bool {
            (from.map { $0 <= milliseconds } ?? true) && (until.map { milliseconds < $0 } ?? true)
        }
    }
}

/// Keeps the overlay. What a call has written is on the disk when it returns.
package protocol OverlayStore: Sendable {
    /// The overlay, or `empty`.
    func overlay() async throws -> Overlay
    /// Makes the draft, which is at `revision`, another, publishes it when wanted, and returns the overlay; throws
    /// `changedMeanwhile`.
    func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, at milliseconds: Int64
    ) async throws -> Overlay
}
