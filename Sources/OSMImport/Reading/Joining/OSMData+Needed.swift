extension OSMData {
    /// Logs ways and relations that point at objects which the extract does not hold, and ways that are left with less than two nodes.
    ///
    /// Each way or relation is counted once for each kind of trouble.
    func reportGaps(to issues: inout IssueLog) {
        let logs =
            Parallel.mapRanges(of: ways.count) { range in
                var log = IssueLog()
                for way in range {
                    let refs = refs(of: way), missing = refs.count { $0 == Self.missing }
                    if missing > 0 { log.add(ImportIssue(.wayNodeMissing, .way, ways.ids[way])) }
                    if refs.count - missing < 2 { log.add(ImportIssue(.wayTooShort, .way, ways.ids[way])) }
                }
                return log
            }
            + Parallel.mapRanges(of: relations.count) { range in
                var log = IssueLog()
                for relation in range where relations.members(of: relation).contains(where: { !holds($0) }) {
                    log.add(ImportIssue(.relationMemberMissing, .relation, relations.ids[relation]))
                }
                return log
            }
        for log in logs { issues.add(log) }
    }

    private func refs(of way: Int) -> ArraySlice<UInt32> { ways.refs(of: way) }

    private func holds(_ member: Member) -> Bool {
        switch member.kind {
        case .node: nodes.index(of: member.id) != nil
        case .way: ways.index(of: member.id) != nil
        case .relation: relations.index(of: member.id) != nil
        }
    }

    /// Drops the nodes that carry no tags and that no way or relation needs.
    mutating func dropUnneededNodes() {
        var isNeeded = [Bool](repeating: false, count: nodes.count)
        for ref in ways.refs where ref != Self.missing { isNeeded[Int(ref)] = true }
        for node in nodes.tagged { isNeeded[Int(node)] = true }
        for member in relations.members where member.kind == .node {
            if let node = nodes.index(of: member.id) { isNeeded[Int(node)] = true }
        }
        guard isNeeded.contains(false) else { return }
        var newIndex: [UInt32] = [], kept = 0
        newIndex.reserveCapacity(nodes.count)
        for node in isNeeded.indices {
            newIndex.append(UInt32(kept))
            guard isNeeded[node] else { continue }
            nodes.ids[kept] = nodes.ids[node]
            nodes.points[kept] = nodes.points[node]
            kept += 1
        }
        nodes.ids.removeLast(nodes.count - kept)
        nodes.points.removeLast(nodes.points.count - kept)
        for index in nodes.tagged.indices { nodes.tagged[index] = newIndex[Int(nodes.tagged[index])] }
        for index in ways.refs.indices where ways.refs[index] != Self.missing {
            ways.refs[index] = newIndex[Int(ways.refs[index])]
        }
    }
}
