package import GeoCore

/// Rows for the labels of places around the user, without overlaps from whatever side the camera looks.
///
/// A label is an interval of bearings. Labels of a row that are apart on this circle are apart on every picture: on
/// screen, the horizon is a straight line with x = f · tan(angle) / cos(elevation), which only spreads. So the attitude
/// plays no part here, and turning the device moves no label to another row. Labels are in rows because people find
/// them fastest there (Bobák, Čmolík and Čadík, Computers & Graphics 80, 2019), and keep their rows because moving ones
/// are hard to read (Azuma and Furmanski, ISMAR 2003).
package struct LabelLayout: Sendable {
    /// A label in a row. Row 0 is the lowest one.
    package struct Label: Equatable, Sendable {
        /// The position of the place among those given, and the number that identifies it when they change.
        package var place = 0
        package var id = 0.0
        /// In radians clockwise from true north, −π ... π.
        package var bearing = 0.0
        /// In metres.
        package var distance = 0.0
        /// Its rank among the chosen places, from 0.
        package var rank = 0
        /// Half of the label's width with its gap, as an angle in radians.
        package var half = 0.0
        /// −1 while it has none.
        package var row = -1
        package var fade = Fade()
    }

    package static let rows = 5
    /// A label enters as one of the first so many chosen places, and stays while it is one of `capacity`.
    package static let entering = 24
    package static let capacity = LabelChoice.most
    /// The room that a new label needs, as a multiple of what a label in its old row needs.
    private static let elbowRoom = 1.1

    /// The labels in rows, the nearest place first: `count` of `labels`.
    package private(set) var labels: [Label]
    package private(set) var count = 0
    /// The places that have no label.
    package private(set) var hidden = 0
    private var candidates: [Label]
    private var candidateCount = 0
    private var choice = LabelChoice(capacity: ARView.placeCapacity)

    package init() {
        labels = Array(repeating: Label(), count: Self.capacity)
        candidates = labels
    }

    /// Gives the labels rows anew.
    ///
    /// - Parameters:
    ///   - here: where the user stands.
    ///   - nearest: places within this distance in metres get no label.
    ///   - focalLength: in CSS pixels.
    ///   - gap: the room between two labels, in CSS pixels.
    /// - Complexity: O(places · labels), no allocation.
    package mutating func layOut(
        _ places: borrowing ARPlaces, from here: PlanePoint, nearest: Double, focalLength: Double, gap: Double
    ) {
        gather(places, from: here, nearest: nearest)
        for index in 0..<candidateCount {
            let place = candidates[index].place
            candidates[index].half = (places[place].width + gap) / (2 * focalLength)
            let known = labels[..<count].firstIndex { $0.id == candidates[index].id }
            candidates[index].row = -1
            if let known {
                candidates[index].fade = labels[known].fade
                candidates[index].row = labels[known].row
            } else if candidates[index].rank >= Self.entering {
                // Not good enough to enter: out of the running.
                candidates[index].place = -1
            }
        }
        keepRows()
        placeTheRest()
        count = 0
        for candidate in candidates[..<candidateCount] where candidate.place >= 0 && candidate.row >= 0 {
            labels[count] = candidate
            count += 1
        }
        hidden -= count
    }

    /// Moves the opacity of a label on, as `Fade.advance`.
    package mutating func fade(_ index: Int, error: Double, by time: Double) {
        labels[index].fade.advance(error: error, by: time)
    }

    /// Takes over the chosen places, the nearest first.
    private mutating func gather(_ places: borrowing ARPlaces, from here: PlanePoint, nearest: Double) {
        let before = labels[..<count]
        choice.choose(places, from: here, nearest: nearest) { id in before.contains { $0.id == id } }
        hidden = choice.total
        candidateCount = choice.count
        for rank in 0..<choice.count {
            let chosen = choice.chosen[rank]
            var index = rank
            while index > 0, candidates[index - 1].distance > chosen.distance {
                candidates[index] = candidates[index - 1]
                index -= 1
            }
            candidates[index] = Label(place: chosen.place, id: places[chosen.place].id, distance: chosen.distance)
            candidates[index].rank = rank
            candidates[index].bearing = Elementary.arcTangent(y: chosen.east, x: chosen.north)
        }
    }

    /// Leaves each label in its row where nothing nearer stands there.
    private mutating func keepRows() {
        for index in 0..<candidateCount where candidates[index].place >= 0 && candidates[index].row >= 0 {
            let row = candidates[index].row
            candidates[index].row = -1
            if isFree(row, for: index, among: index, room: 1) { candidates[index].row = row }
        }
    }

    /// Puts each label without a row into the lowest one with room for it.
    private mutating func placeTheRest() {
        for index in 0..<candidateCount where candidates[index].place >= 0 && candidates[index].row < 0 {
            for row in 0..<Self.rows where isFree(row, for: index, among: candidateCount, room: Self.elbowRoom) {
                candidates[index].row = row
                break
            }
        }
    }

    /// Whether a candidate fits into a row beside those of the first `count` candidates that stand there.
    private func isFree(_ row: Int, for index: Int, among count: Int, room: Double) -> Bool {
        let own = candidates[index]
        for other in 0..<count where other != index && candidates[other].row == row && candidates[other].place >= 0 {
            let turn = Self.turn(own.bearing, candidates[other].bearing)
            if turn < room * (own.half + candidates[other].half) { return false }
        }
        return true
    }

    /// The angle between two bearings, 0 ... π.
    private static func turn(_ one: Double, _ other: Double) -> Double {
        let difference = (one - other).magnitude
        return min(difference, 2 * .pi - difference)
    }
}
