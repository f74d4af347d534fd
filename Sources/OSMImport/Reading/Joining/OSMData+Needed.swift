extension OSMData {
    /// Logs ways and relations with missing members, and ways with fewer than two known nodes.
    ///
    /// Each way or relation counts once for each kind of problem.
    func reportGaps(to issues: inout IssueLog) {
        let logs =
            Parallel.mapRanges(of: ways.count) { reportGaps(ofWays: $0) }
            + Parallel.mapRanges(of: relations.count) { range in
                var log = IssueLog()
                for relation in range where relations.members(of: relation).contains(where: { !holds($0) }) {
                    log.add(ImportIssue(.relationMemberMissing, .relation, relations.ids[relation]))
                }
                return log
            }
        for log in logs { issues.add(log) }
    }

    private func reportGaps(ofWays range: Range<Int>) -> IssueLog {
        var log = IssueLog()
        for way in range {
            let start = Int(ways.starts[way]), end = Int(ways.starts[way + 1])
            var missing = 0
            // Without slices: there may be tens of millions of ways, and each slice counts a reference.
            for position in start..<end where ways.refs[position] == Self.missing { missing += 1 }
            if missing > 0 { log.add(ImportIssue(.wayNodeMissing, .way, ways.ids[way])) }
            if end - start - missing < 2 { log.add(ImportIssue(.wayTooShort, .way, ways.ids[way])) }
        }
        return log
    }

    private func holds(_ member: Member) -> Bool {
        switch member.kind {
        case .node: nodes.index(of: member.id) != nil
        case .way: ways.index(of: member.id) != nil
        case .relation: relations.index(of: member.id) != nil
        }
    }

    /// Drops the nodes without tags that no way or relation needs.
    mutating func dropUnneededNodes() {
        var needed = NodeSet(capacity: nodes.count)
        for ref in ways.refs where ref != Self.missing { needed.insert(ref) }
        for node in nodes.tagged { needed.insert(node) }
        for member in relations.members where member.kind == .node {
            if let node = nodes.index(of: member.id) { needed.insert(node) }
        }
        needed.countRanks()
        guard needed.count < nodes.count else { return }
        for node in nodes.ids.indices where needed.contains(UInt32(node)) {
            let kept = Int(needed.rank(of: UInt32(node)))
            nodes.ids[kept] = nodes.ids[node]
            nodes.points[kept] = nodes.points[node]
        }
        nodes.points.removeLast(nodes.count - needed.count)
        nodes.ids.removeLast(nodes.count - needed.count)
        for index in nodes.tagged.indices { nodes.tagged[index] = needed.rank(of: nodes.tagged[index]) }
        for index in ways.refs.indices where ways.refs[index] != Self.missing {
            ways.refs[index] = needed.rank(of: ways.refs[index])
        }
    }
}

/// A set of node indices, one bit each, with the rank of each element.
private struct NodeSet {
    private var words: [UInt64]
    /// The number of elements before each word.
    private var ranks: [UInt32] = []
    private(set) var count = 0

    init(capacity: Int) { words = [UInt64](repeating: 0, count: capacity / 64 + 1) }

    mutating func insert(_ node: UInt32) { words[Int(node >> 6)] |= 1 << UInt64(node & 63) }

    func contains(_ node: UInt32) -> Bool { words[Int(node >> 6)] >> UInt64(node & 63) & 1 == 1 }

    /// Prepares `count` and `rank(of:)`; call it once all elements are in.
    mutating func countRanks() {
        ranks.reserveCapacity(words.count)
        for word in words {
            ranks.append(UInt32(count))
            count += word.nonzeroBitCount
        }
    }

    /// Returns the number of elements smaller than `node`.
    func rank(of node: UInt32) -> UInt32 {
        let below = words[Int(node >> 6)] & (1 << UInt64(node & 63) - 1)
        return ranks[Int(node >> 6)] + UInt32(below.nonzeroBitCount)
    }
}
