/// The work on one message: compares its ranges with the items of this side, and writes the answer.
///
/// It divides, joins and ends ranges as the reference implementations do, so that with `Division.reference` the bytes
/// are theirs.
struct NegentropyReply {
    private let settings: Negentropy
    private let items: ItemRuns
    private let isClient: Bool
    private var writer = NegentropyWriter()
    /// The end of the last range, and whether nothing was written about it yet.
    private var last = NegentropyBound(time: 0)
    private var isSkipping = false
    /// Ids that only this side has, and ids that only the other side has: a client's alone.
    private(set) var have: [MessageID] = []
    private(set) var need: [MessageID] = []

    var bytes: [UInt8] { writer.bytes }

    init(_ settings: Negentropy, isClient: Bool, items: ItemRuns) {
        (self.settings, self.isClient, self.items) = (settings, isClient, items)
    }

    /// Answers a message about the items from the position `start` on.
    mutating func answer(_ message: NegentropyMessage, from start: Int) {
        var lower = start
        for part in message.parts {
            var upper = items.position(of: part.upper, from: lower)
            // When the frame becomes full, the answer ends after `whole` bytes with a fingerprint from `rest` on.
            var whole = bytes.count, rest = upper
            switch part.content {
            case .skip: isSkipping = true
            case .fingerprint(let fingerprint):
                compare(fingerprint, with: lower..<upper, upTo: part.upper)
                if settings.division.coversUnanswered { rest = lower }
            case .list(let list) where isClient: learn(message.ids(in: list), with: lower..<upper)
            case .list:
                upper = list(lower..<upper, upTo: part.upper)
                (whole, rest) = (bytes.count, upper)
            }
            if settings.isFull(bytes.count) {
                writer.close(after: whole, with: items.fingerprint(of: rest..<items.count))
                return
            }
            (lower, last) = (upper, part.upper)
        }
    }

    private mutating func compare(_ other: Fingerprint, with range: Range<Int>, upTo upper: NegentropyBound) {
        if items.fingerprint(of: range) == other {
            isSkipping = true
        } else {
            writeSkip()
            divide(range, upTo: upper)
        }
    }

    /// Compares the other side's ids of a range with ours; both ascend.
    private mutating func learn(_ others: [MessageID], with range: Range<Int>) {
        isSkipping = true
        let ours = items.items(in: range).map { $0.id }.sorted()
        var next = 0
        for id in ours {
            while next < others.count, others[next] < id {
                need.append(others[next])
                next += 1
            }
            if next < others.count, others[next] == id { next += 1 } else { have.append(id) }
        }
        need += others[next...]
    }

    /// Lists a range, or as much of it as the frame holds; returns the position where the list ends.
    private mutating func list(_ range: Range<Int>, upTo upper: NegentropyBound) -> Int {
        let room = settings.frameLimit.map { max(0, $0 - 200 - bytes.count) / Bytes32.count + 1 } ?? .max
        writeSkip()
        let end = range.lowerBound + min(range.count, room)
        let listed = items.items(in: range.lowerBound..<end)
        writer.list(listed, to: end < range.upperBound ? NegentropyBound(before: items[end]) : upper)
        return end
    }

    private mutating func writeSkip() {
        if isSkipping { writer.skip(to: last) }
        isSkipping = false
    }

    /// Writes a range as fingerprints of its parts if it is long, and otherwise as a list or as its fingerprint.
    mutating func divide(_ range: Range<Int>, upTo upper: NegentropyBound) {
        let division = settings.division
        if range.count >= division.list {
            var cuts: [Int] = [], cut = range.lowerBound
            for length in division.lengths(of: range.count).dropLast() {
                cut += length
                cuts.append(cut)
            }
            self.cut(range, at: cuts, upTo: upper)
        } else if isClient, range.count >= division.clientList {
            cut(range, at: [], upTo: upper)
        } else {
            writer.list(items.items(in: range), to: upper)
        }
    }

    /// Writes the fingerprints of the parts between `cuts`, ascending positions inside `range`.
    mutating func cut(_ range: Range<Int>, at cuts: [Int], upTo upper: NegentropyBound) {
        var start = range.lowerBound
        for end in cuts {
            let bound = NegentropyBound(between: items[end - 1], and: items[end])
            writer.fingerprint(items.fingerprint(of: start..<end), to: bound)
            start = end
        }
        writer.fingerprint(items.fingerprint(of: start..<range.upperBound), to: upper)
    }
}
