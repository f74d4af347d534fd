/// The marks on one lane before a junction; the raw values have OSRM's order.
package struct LaneMarks: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let none = LaneMarks(rawValue: 1 << 0)
    package static let straight = LaneMarks(rawValue: 1 << 1)
    package static let sharpLeft = LaneMarks(rawValue: 1 << 2)
    package static let left = LaneMarks(rawValue: 1 << 3)
    package static let slightLeft = LaneMarks(rawValue: 1 << 4)
    package static let slightRight = LaneMarks(rawValue: 1 << 5)
    package static let right = LaneMarks(rawValue: 1 << 6)
    package static let sharpRight = LaneMarks(rawValue: 1 << 7)
    package static let uturn = LaneMarks(rawValue: 1 << 8)
    package static let mergeToLeft = LaneMarks(rawValue: 1 << 9)
    package static let mergeToRight = LaneMarks(rawValue: 1 << 10)

    /// Each mark with OpenStreetMap's value (wiki.openstreetmap.org/wiki/Key:turn) and OSRM's
    /// (github.com/Project-OSRM/osrm-backend, include/extractor/turn_lane_types.hpp).
    static let words: [(mark: LaneMarks, tag: StaticString, name: String)] = [
        (.none, "none", "none"), (.straight, "through", "straight"), (.sharpLeft, "sharp_left", "sharp left"),
        (.left, "left", "left"), (.slightLeft, "slight_left", "slight left"),
        (.slightRight, "slight_right", "slight right"), (.right, "right", "right"),
        (.sharpRight, "sharp_right", "sharp right"), (.uturn, "reverse", "uturn"),
        (.mergeToLeft, "merge_to_left", "merge to left"), (.mergeToRight, "merge_to_right", "merge to right"),
    ]
}

/// The lanes of a street before a junction, from left to right in driving direction.
package struct Lanes: Equatable, Sendable {
    package private(set) var marks: [LaneMarks] = []

    /// The maximum number of lanes; no street has more.
    private static let most = 24

    /// Parses a value of `turn:lanes`, with `|` between lanes and `;` between marks; `nil` if it has an unknown mark.
    package init?(_ text: some StringProtocol) {
        var lane: LaneMarks = [], word: [UInt8] = []
        for byte in Array(text.utf8) + [UInt8(ascii: "|")] {
            guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ";") else {
                if byte != UInt8(ascii: " ") { word.append(byte) }
                continue
            }
            guard let mark = Self.mark(word) else { return nil }
            lane.insert(mark)
            word.removeAll()
            if byte == UInt8(ascii: "|") {
                guard marks.count < Self.most else { return nil }
                // A lane with another mark is not unmarked.
                marks.append(lane == .none ? lane : lane.subtracting(.none))
                lane = []
            }
        }
    }

    /// Parses a mark; an empty text is no mark.
    private static func mark(_ word: [UInt8]) -> LaneMarks? {
        if word.isEmpty { return LaneMarks.none }
        for known in LaneMarks.words where known.tag.utf8CodeUnitCount == word.count {
            let isSame = known.tag.withUTF8Buffer { unsafe $0.elementsEqual(word) }
            if isSame { return known.mark }
        }
        return nil
    }

    /// Returns the lanes without those that are closed to the traveller; all lanes if the two counts differ.
    package func leavingOut(_ isClosed: [Bool]) -> Lanes {
        guard isClosed.count == marks.count else { return self }
        var open = self
        open.marks = zip(marks, isClosed).compactMap { $1 ? nil : $0 }
        return open
    }

    /// Whether no lane has a mark.
    package var areBlank: Bool { marks.allSatisfy { $0 == .none } }

    /// The text that `init` parses.
    package var text: String {
        var bytes: [UInt8] = []
        for (place, lane) in marks.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: "|")) }
            var isFirst = true
            for known in LaneMarks.words where lane.contains(known.mark) {
                if !isFirst { bytes.append(UInt8(ascii: ";")) }
                known.tag.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
                isFirst = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
