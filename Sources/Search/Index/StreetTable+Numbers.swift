import Atlas
import GeoCore

extension StreetTable {
    /// Returns the positions of the houses among `range` that are listed under a number.
    func positions(in range: Range<Int>, of number: UInt32) -> Range<Int> {
        let first = position(in: range, from: number)
        return first..<position(in: first..<range.upperBound, from: number + 1)
    }

    /// Returns the position of the first house among `range` that is listed under `number` or a larger number.
    private func position(in range: Range<Int>, from number: UInt32) -> Int {
        var first = range.lowerBound, last = range.upperBound
        while first < last {
            let middle = (first + last) / 2
            if self.number(at: middle) < number { first = middle + 1 } else { last = middle }
        }
        return first
    }

    /// The maximum difference from a house's number at which a number beyond it still has an estimated position.
    private static var farthestNumber: UInt { 20 }

    /// Returns the estimated position of number `wanted` on a street; `nil` if no numbered house is near enough.
    ///
    /// The nearest lower and higher numbers that `isNear` accepts give the estimate: first on the number's side of the
    /// street, even or odd, then on both.
    func point(
        ofNumber wanted: UInt32, on street: PlaceID, _ places: PlaceTable, where isNear: (PlaceID) -> Bool
    ) -> PointE7? {
        let range = houseRange(street)
        guard !range.isEmpty else { return nil }
        let first = position(in: range, from: wanted)
        for side in [2, 1] as [UInt32] {
            func isBeside(_ position: Int) -> Bool {
                let number = number(at: position)
                return number > 0 && number % side == wanted % side && isNear(house(at: position))
            }
            let lower = range.prefix(upTo: first).last(where: isBeside)
            let higher = range.suffix(from: first).first(where: isBeside)
            if let lower, let higher { return point(of: wanted, between: lower, higher, places) }
            let only = lower ?? higher
            if let only, number(at: only).distance(to: wanted).magnitude <= Self.farthestNumber {
                return places.point(house(at: only))
            }
        }
        return nil
    }

    /// Returns a number's share of the distance between two houses, by the numbers of these.
    private func point(of wanted: UInt32, between lower: Int, _ higher: Int, _ places: PlaceTable) -> PointE7 {
        let from = places.point(house(at: lower)), to = places.point(house(at: higher))
        let first = number(at: lower), last = number(at: higher)
        return PointE7(from: from, to: to, share: Double(wanted - first) / Double(last - first))
    }

    /// Returns a point of a street in one of its localities: the nearest to the origin of `plane`, or else a point on
    /// its longest way there.
    func point(of street: PlaceID, in locality: Int, nearest plane: LocalPlane?) -> PointE7? {
        var points: [PointE7] = []
        for position in stretchRange(street) {
            let stretch = stretch(at: position)
            if stretch.locality == locality { points.append(stretch.point) }
        }
        guard let plane else { return points.first }
        return points.min { plane.distance(to: $0) < plane.distance(to: $1) }
    }

    /// Returns the locality that contains `point`, of those that a street passes through, by its nearest stretch; `nil`
    /// if the street lies in one locality.
    func localityIndex(of street: PlaceID, at point: PointE7) -> Int? {
        let plane = LocalPlane(around: point)
        return stretchRange(street).lazy.filter { !isSaid(stretch: $0) }
            .min { plane.distance(to: stretch(at: $0).point) < plane.distance(to: stretch(at: $1).point) }
            .map { stretch(at: $0).locality }
    }
}
