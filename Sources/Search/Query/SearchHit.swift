package import Atlas
package import GeoCore

/// One answer.
package struct SearchHit: Equatable, Sendable {
    package enum Subject: Equatable, Sendable {
        case place(PlaceID)
        /// A house number, borne by a place that may be more than an address.
        case address(PlaceID)
        /// Where two streets cross or meet.
        case corner(PlaceID, PlaceID)
        /// A position that was typed.
        case position
    }

    package let subject: Subject
    /// Where it is; for a street its point nearest to the user, in the town that the query names; for a position that
    /// was typed itself.
    package internal(set) var point: PointE7
    /// Larger is better. A word of the query that was dropped, or read as another word, costs.
    package internal(set) var score: Int
    /// Whether some word of the query has no counterpart in this answer.
    package let isPartial: Bool
    /// For a street that passes through several localities, which of them the answer is in; `nil` for where its place
    /// is.
    package internal(set) var locality: Int?
    /// Whether the point is where a house number of the query would be that the street has not.
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

    /// The same answer to a query of which words were left out.
    var leavingWordsOut: SearchHit {
        SearchHit(
            subject: subject, point: point, score: score, isPartial: true, isEstimated: isEstimated, locality: locality)
    }

    /// The place behind the answer; one of the streets of a corner, `nil` for a position.
    package var place: PlaceID? {
        switch subject {
        case .place(let place), .address(let place), .corner(let place, _): place
        case .position: nil
        }
    }

    /// Better answers first; equal ones in order of importance.
    func precedes(_ other: SearchHit) -> Bool {
        if score != other.score { return score > other.score }
        return (place?.rawValue ?? 0) < (other.place?.rawValue ?? 0)
    }
}
