/// The ways of which the extract holds too little to draw or route: fewer than two of their nodes.
struct LostWays: Sendable {
    private let lost: Int
    private let all: Int

    /// The share of lost ways above which an extract is not what its maker wanted. Ways that end at the edge of an
    /// extract are far fewer.
    static let tolerableShare = 0.05

    static let remedy = "make the extract again with the nodes of its ways, as `osmium extract` does"

    init(_ data: OSMData) {
        all = data.ways.count
        lost = Parallel.mapRanges(of: all) { range in
            range.count { way in
                let refs = Int(data.ways.starts[way])..<Int(data.ways.starts[way + 1])
                // Two nodes are enough, so most ways are left after two.
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

    /// What is wrong, in numbers.
    var problem: String { "\(lost) of \(all) ways are lost, since fewer than two of their nodes are there" }
}
