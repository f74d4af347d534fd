/// How far along each edge one comes within a time, from either end: in 65535ths of its length.
///
/// Its memory is kept between questions; a question leaves it as it found it.
struct ReachCover {
    private var fromTail: [UInt16] = []
    private var fromHead: [UInt16] = []
    private var isTouched: [Bool] = []
    private var touched: [UInt32] = []

    static let whole = UInt16.max

    mutating func prepare(edgeCount: Int) {
        guard fromTail.count < edgeCount else { return }
        fromTail = [UInt16](repeating: 0, count: edgeCount)
        fromHead = fromTail
        isTouched = [Bool](repeating: false, count: edgeCount)
    }

    /// Notes that one comes so far along an arc, from its tail.
    mutating func cover(_ arc: ArcID, upTo share: UInt16) {
        let edge = Int(arc.edge.rawValue)
        if !isTouched[edge] {
            isTouched[edge] = true
            touched.append(arc.edge.rawValue)
        }
        if arc.isBackward {
            fromHead[edge] = max(fromHead[edge], share)
        } else {
            fromTail[edge] = max(fromTail[edge], share)
        }
    }

    /// Returns what was covered, by edge, and forgets it.
    mutating func collect() -> [ReachPiece] {
        touched.sort()
        var pieces: [ReachPiece] = []
        pieces.reserveCapacity(touched.count)
        for raw in touched {
            let edge = Int(raw), tail = fromTail[edge], head = Self.whole - fromHead[edge]
            if tail >= head {
                pieces.append(ReachPiece(edge: EdgeID(raw), from: 0, to: Self.whole))
            } else {
                if tail > 0 { pieces.append(ReachPiece(edge: EdgeID(raw), from: 0, to: tail)) }
                if head < Self.whole { pieces.append(ReachPiece(edge: EdgeID(raw), from: head, to: Self.whole)) }
            }
            fromTail[edge] = 0
            fromHead[edge] = 0
            isTouched[edge] = false
        }
        touched.removeAll(keepingCapacity: true)
        return pieces
    }
}

/// A piece of a street that can be reached: the part of an edge between two 65535ths of its length, counted from its tail.
package struct ReachPiece: Equatable, Sendable {
    package var edge: EdgeID
    package var from: UInt16
    package var to: UInt16
}
