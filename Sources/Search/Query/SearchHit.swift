package import Atlas
package import GeoCore

/// One result of a query.
package struct SearchHit: Equatable, Sendable {
    package enum Subject: Equatable, Sendable {
        case place(PlaceID)
        /// A house number of a place; the place may be more than an address.
        case address(PlaceID)
        /// The point where two streets cross or meet.
        case corner(PlaceID, PlaceID)
        /// A position that the query itself gives.
        case position
    }

    package let subject: Subject
    /// The position; for a street, its point nearest to the user, in the town that the query names.
    package internal(set) var point: PointE7
    /// The score; larger is better. Words of the query that do not match, or match another word, lower it.
    package internal(set) var score: Int
    /// Whether some word of the query has no match in this answer.
    package let isPartial: Bool
    /// The locality of the hit, for a street in several localities; `nil` for the locality of its place.
    package internal(set) var locality: Int?
    /// Whether the point is an estimate for a house number that the street lacks.
    package let isEstimated: Bool

    init(
        subject: Subject, point: PointE7, score: Int, isPartial: Bool, isEstimated: Bool = false, locality: Int? = nil
    ) {
        self.subject = subject
        self.point = point
        self.score = score
        self.isPartial = isPartial
        self.isEstimated = isEstimated
        self.locality = locality
    }

    /// Makes the hit of a query that is itself a position.
    init(position: PointE7) { self.init(subject: .position, point: position, score: 0, isPartial: false) }

    /// The same hit for a query with more words, which it does not match.
    var leavingWordsOut: SearchHit {
        SearchHit(
            subject: subject, point: point, score: score, isPartial: true, isEstimated: isEstimated, locality: locality)
    }

    /// The place of the hit; for a corner, one of its streets; `nil` for a position.
    package var place: PlaceID? {
        switch subject {
        case .place(let place), .address(let place), .corner(let place, _): place
        case .position: nil
        }
    }

    /// Whether this hit precedes another: by score, then by importance.
    func precedes(_ other: SearchHit) -> Bool {
        if score != other.score { return score > other.score }
        return (place?.rawValue ?? 0) < (other.place?.rawValue ?? 0)
    }
}
