/// Joins ways with the same appearance that meet end to end: longer lines mean fewer features, and names get more
/// space.
struct FeatureJoining {
    /// The maximum number of nodes of a line: most tiles would read a longer line for one end only.
    private static let maximumNodes = 1_000

    /// The properties that two lines must share.
    private struct JoinKey: Hashable {
        let layer: MapLayer
        let minimumZoom: Int8
        let level: Int8
        let order: Double
        let set: UInt32

        init(_ feature: MapFeature) {
            layer = feature.layer
            minimumZoom = feature.minimumZoom
            level = feature.level
            order = feature.order
            set = feature.set
        }
    }

    /// The features with lines joined, each at the position of its first part.
    private(set) var features: [MapFeature] = []
    /// The nodes of each joined line.
    private(set) var lines: [[UInt32]] = []

    private let data: OSMData
    /// The result for each input feature: unchanged, the beginning of a line, or part of another's line.
    private var fates: [Fate]

    private enum Fate {
        case alone
        case begins(UInt32)
        case joined
    }

    /// Joins those of `features` in one of `layers`, wherever exactly two equal ends meet.
    init(_ features: [MapFeature], in layers: Set<MapLayer>, of data: OSMData) {
        self.data = data
        fates = Array(repeating: .alone, count: features.count)
        var groups: [[(feature: Int, way: Int)]] = [], numbers: [JoinKey: Int] = [:]
        for (index, feature) in features.enumerated() where layers.contains(feature.layer) {
            guard case .way(let way) = feature.shape, isOpenAndWhole(Int(way)) else { continue }
            let key = JoinKey(feature), number = numbers[key] ?? groups.count
            if number == groups.count {
                groups.append([])
                numbers[key] = number
            }
            groups[number].append((index, Int(way)))
        }
        for group in groups where group.count > 1 { join(group) }
        for (index, var feature) in features.enumerated() {
            switch fates[index] {
            case .alone: break
            case .begins(let line): feature.shape = .joined(line)
            case .joined: continue
            }
            self.features.append(feature)
        }
    }

    private func isOpenAndWhole(_ way: Int) -> Bool {
        let refs = data.ways.refs(of: way)
        return refs.count >= 2 && refs.first != refs.last && !refs.contains(OSMData.missing)
    }

    private mutating func join(_ group: [(feature: Int, way: Int)]) {
        let partners = partners(in: group)
        var isDone = [Bool](repeating: false, count: group.count)
        for first in group.indices where !isDone[first] {
            // An end is a line's number × 2, plus 1 at the way's last node. This goes back to the beginning of the
            // chain, or once around.
            var entry = 2 * first
            while let partner = partners[entry], partner / 2 != first { entry = partner ^ 1 }
            var end: Int? = entry
            while let begin = end, !isDone[begin / 2] { end = follow(from: begin, group, partners, &isDone) }
        }
    }

    /// Returns for each end the only other end at its node, if there is exactly one and it belongs to another line.
    private func partners(in group: [(feature: Int, way: Int)]) -> [Int?] {
        var ends: [UInt64] = []
        for (line, member) in group.enumerated() {
            let refs = data.ways.refs(of: member.way)
            ends.append(UInt64(refs[refs.startIndex]) << 32 | UInt64(2 * line))
            ends.append(UInt64(refs[refs.endIndex - 1]) << 32 | UInt64(2 * line + 1))
        }
        ends.sort()
        var partners = [Int?](repeating: nil, count: ends.count), start = 0
        while start < ends.count {
            var end = start + 1
            while end < ends.count, ends[end] >> 32 == ends[start] >> 32 { end += 1 }
            if end - start == 2 {
                let a = Int(ends[start] & 0xffff_ffff), b = Int(ends[start + 1] & 0xffff_ffff)
                partners[a] = b
                partners[b] = a
            }
            start = end
        }
        return partners
    }

    /// Joins lines from the end `begin` on until there is no next line or the limit is reached, and returns the end to
    /// continue from.
    private mutating func follow(
        from begin: Int, _ group: [(feature: Int, way: Int)], _ partners: [Int?], _ isDone: inout [Bool]
    ) -> Int? {
        var nodes: [UInt32] = [], members: [Int] = [], entry: Int? = begin
        while let end = entry, !isDone[end / 2], nodes.count < Self.maximumNodes {
            isDone[end / 2] = true
            members.append(group[end / 2].feature)
            let refs = data.ways.refs(of: group[end / 2].way)
            if !nodes.isEmpty { nodes.removeLast() }
            nodes += end % 2 == 0 ? Array(refs) : refs.reversed()
            entry = partners[end ^ 1]
        }
        guard members.count > 1, let first = members.min() else { return entry }
        for member in members { fates[member] = .joined }
        fates[first] = .begins(UInt32(lines.count))
        lines.append(nodes)
        return entry
    }
}
