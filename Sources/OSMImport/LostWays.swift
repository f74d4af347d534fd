/// The ways with too few known nodes to draw or route: fewer than two.
struct LostWays: Sendable {
    private let lost: Int
    private let all: Int

    /// A larger share of lost ways means that the extract is not what its maker wanted. Far fewer ways end at the edge
    /// of a usual extract.
    static let tolerableShare = 0.05

    static let remedy = "make the extract again with the nodes of its ways, as `osmium extract` does"

    init(_ data: OSMData) {
        all = data.ways.count
        lost = Parallel.mapRanges(of: all) { range in
            range.count { way in
                let refs = Int(data.ways.starts[way])..<Int(data.ways.starts[way + 1])
                // Two nodes are enough, so most ways need no more than two look-ups.
                var known = 0
                for position in refs where data.ways.refs[position] != OSMData.missing {
                    known += 1
                    if known == 2 { return false }
                }
                return true
            }
        }.reduce(0, +)
    }

    var areTooMany: Bool { Double(lost) > Double(all) * Self.tolerableShare }

    /// The problem in numbers.
    var problem: String { "\(lost) of \(all) ways are lost, since fewer than two of their nodes are there" }
}
