package import GeoCore
import Mesh

/// The bytes that were sent on links, the lengths before frames included, lost frames included.
package struct Traffic: Equatable, Sendable {
    /// Whole messages, notices, and what asks for and declines them.
    package var spreading = 0
    /// How far messages have got.
    package var acknowledging = 0
    /// Comparing sets, and what that brings.
    package var reconciling = 0
    package var frames = 0

    package init() {}

    mutating func count(_ frame: [UInt8]) {
        frames += 1
        let bytes = frame.count + Frame.prefixLength
        switch frame.first {
        case 2, 3, 4, 5, 13: spreading += bytes
        case 12: acknowledging += bytes
        default: reconciling += bytes
        }
    }
}

/// What comparing two sets costs: the greatest number of rounds and of bytes that a class of one comparison took. The
/// bytes are Negentropy's in both directions, without the 18 bytes before each.
package struct ComparisonProbe: Equatable, Sendable {
    private struct Comparison: Equatable {
        var messageClass: UInt8
        var rounds = 0
        var bytes = 0
    }

    package private(set) var mostRounds = 0
    package private(set) var mostBytes = 0
    package private(set) var comparisons = 0
    private var current: [LinkID: Comparison] = [:]

    package init() {}

    mutating func count(_ frame: [UInt8], on link: LinkID) {
        guard let kind = frame.first, kind == 10 || kind == 11, frame.count >= 14 else { return }
        var comparison = current[link] ?? Comparison(messageClass: 0)
        if kind == 10, comparison.messageClass != frame[1] { comparison = Comparison(messageClass: frame[1]) }
        comparison.rounds += kind == 10 ? 1 : 0
        comparison.bytes += frame.count - 14
        comparisons += kind == 10 ? 1 : 0
        current[link] = comparison
        // A probe that begins inside a comparison sees an answer alone: no class is 0.
        guard comparison.messageClass > 0 else { return }
        mostRounds = max(mostRounds, comparison.rounds)
        mostBytes = max(mostBytes, comparison.bytes)
    }
}

/// Counts how long things took, in tenths of a second up to ten minutes.
package struct DelayCounts: Sendable {
    private var counts = [Int](repeating: 0, count: 6001)
    package private(set) var count = 0

    package init() {}

    mutating func count(_ delay: Milliseconds) {
        counts[min(counts.count - 1, Int(max(0, delay) / 100))] += 1
        count += 1
    }

    /// The time within which a share of them were done.
    package func time(of share: Double) -> Milliseconds {
        var sum = 0
        for (tenth, number) in counts.enumerated() {
            sum += number
            if Double(sum) >= share * Double(count) { return Milliseconds(tenth + 1) * 100 }
        }
        return Milliseconds(counts.count) * 100
    }
}
