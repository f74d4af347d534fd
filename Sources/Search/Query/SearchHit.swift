package import Atlas
package import GeoCore

/// One thing that a query found.
package struct SearchHit: Equatable, Sendable {
    package enum Subject: Equatable, Sendable {
        case place(PlaceID)
        /// A house number of a place, which may be more than an address.
        case address(PlaceID)
        /// Where two streets cross or meet.
        case corner(PlaceID, PlaceID)
        /// A position: the text of the query is one.
        case position
    }

    package let subject: Subject
    /// Where it is; for a street its point nearest to the user, in the town that the query names.
    package internal(set) var point: PointE7
    /// Larger is better. A word of the query that it lacks, or that stands for another word, costs.
    package internal(set) var score: Int
    /// Whether some word of the query has no counterpart in this answer.
    package let isPartial: Bool
    /// The locality that the hit is in, for a street that passes through several; `nil` for that of its place.
    package internal(set) var locality: Int?
    /// Whether the point is an estimate of where a house number of the query would be that the street lacks.
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

    /// The hit of a query that is itself a position.
    init(position: PointE7) { self.init(subject: .position, point: position, score: 0, isPartial: false) }

    /// The same answer to a query with more words, which it lacks.
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
