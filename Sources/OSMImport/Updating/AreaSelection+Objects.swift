/// Selection from the stream of objects of a changed extract, sorted by kind and id.
extension AreaSelection {
    /// Adds an object in the first pass, if it belongs to the region.
    mutating func add(_ object: VersionedObject) {
        var findings = Findings()
        switch object.key.kind {
        case .node: if let point = object.point { find(node: object.key.id, at: point, &findings) }
        case .way:
            find(
                way: object.key.id, refs: object.refs,
                isCoast: findsCoasts && object.value(of: "natural")?.elementsEqual("coastline".utf8) ?? false,
                &findings)
        case .relation:
            find(
                relation: object.key.id, members: object.members.map(\.key), type: object.value(of: "type"), &findings)
        }
        add(findings)
    }

    /// Adds the nodes of a way in the second pass.
    mutating func addNodes(of object: VersionedObject) {
        guard object.key.kind == .way else { return }
        var findings = Findings()
        findNodes(ofWay: object.key.id, refs: object.refs, &findings)
        add(findings)
    }
}

extension VersionedObject {
    /// Returns the value of a tag; of several tags with one key, the first counts.
    fileprivate func value(of key: String) -> [UInt8]? { tags.first { $0.key.elementsEqual(key.utf8) }?.value }
}
