import Atlas

extension OSMData {
    /// Logs objects that an editor has not uploaded, and objects whose ids cannot name a place.
    func reportIDs(to issues: inout IssueLog) {
        reportIDs(nodes.ids, .node, to: &issues)
        reportIDs(ways.ids, .way, to: &issues)
        reportIDs(relations.ids, .relation, to: &issues)
    }

    /// `ids` ascend, so the relevant ones are at their ends and around zero.
    private func reportIDs(_ ids: [Int64], _ kind: ObjectKind, to issues: inout IssueLog) {
        func note(_ id: Int64) {
            let isUsable = PlaceRef(.node, id) != nil
            if !isUsable { issues.add(ImportIssue(.idUnusable, kind, id)) }
            if isUsable, id < 0 { issues.add(ImportIssue(.notUploaded, kind, id)) }
        }
        let low = ids.prefix { $0 <= 0 }
        // From the greatest negative id on, as editors number new objects: -1, -2, …
        for id in low.reversed() { note(id) }
        for id in ids.dropFirst(low.count).reversed().prefix(while: { PlaceRef(.node, $0) == nil }) { note(id) }
    }
}
