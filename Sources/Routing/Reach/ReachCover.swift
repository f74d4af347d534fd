/// The covered part of each edge, from either end, in 65535ths of its length.
///
/// Its memory is kept between requests; each request leaves it clear.
struct ReachCover {
    private struct Cover {
        var fromTail: UInt16 = 0
        var fromHead: UInt16 = 0
    }

    private var covers: [Cover] = []
    /// A bit for each partly covered edge; `marked` has the indices of words with such bits.
    private var marks: [UInt64] = []
    private var marked = 0..<0

    static let whole = UInt16.max

    mutating func prepare(edgeCount: Int) {
        guard covers.count < edgeCount else { return }
        covers = [Cover](repeating: Cover(), count: edgeCount)
        marks = [UInt64](repeating: 0, count: (edgeCount + 63) >> 6)
    }

    /// Records that an arc is covered from its tail up to `share`.
    mutating func cover(_ arc: ArcID, upTo share: UInt16) {
        let edge = Int(arc.edge.rawValue)
        var cover = covers[edge]
        if cover.fromTail == 0, cover.fromHead == 0 { mark(edge) }
        if arc.isBackward {
            cover.fromHead = max(cover.fromHead, share)
        } else {
            cover.fromTail = max(cover.fromTail, share)
        }
        covers[edge] = cover
    }

    private mutating func mark(_ edge: Int) {
        let word = edge >> 6
        marks[word] |= 1 << UInt64(edge & 63)
        marked = marked.isEmpty ? word..<word + 1 : min(marked.lowerBound, word)..<max(marked.upperBound, word + 1)
    }

    /// Returns the covered pieces, by edge, and clears them.
    mutating func collect() -> [ReachPiece] {
        var pieces: [ReachPiece] = []
        for word in marked {
            var bits = marks[word]
            marks[word] = 0
            while bits != 0 {
                let edge = word << 6 + bits.trailingZeroBitCount
                bits &= bits - 1
                let tail = covers[edge].fromTail, head = Self.whole - covers[edge].fromHead
                covers[edge] = Cover()
                func add(_ from: UInt16, _ to: UInt16) {
                    if from < to { pieces.append(ReachPiece(edge: EdgeID(UInt32(edge)), from: from, to: to)) }
                }
                if tail >= head {
                    add(0, Self.whole)
                } else {
                    add(0, tail)
                    add(head, Self.whole)
                }
            }
        }
        marked = 0..<0
        return pieces
    }
}

/// A reachable part of a street: between two 65535ths of an edge's length, counted from its tail.
package struct ReachPiece: Equatable, Sendable {
    package var edge: EdgeID
    package var from: UInt16
    package var to: UInt16
}
