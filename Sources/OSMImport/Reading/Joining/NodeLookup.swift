/// Finds node indices by OSM id: buckets by the id's leading bits, then binary search in the bucket.
///
/// Neighbours on a way often have consecutive ids, so the node after the last result is tried first.
struct NodeLookup: Sendable {
    private let ids: [Int64]
    private let first: Int64
    private let shift: UInt64
    /// Bucket i has the ids `starts[i]..<starts[i + 1]`.
    private let starts: [UInt32]

    /// `ids` must ascend strictly.
    init(_ ids: [Int64]) {
        self.ids = ids
        first = ids.first ?? 0
        // Differences wrap into 64 bits unsigned, which can represent any of them.
        let span = UInt64(bitPattern: (ids.last ?? 0) &- first)
        let wanted = UInt64(max(1, ids.count / 4))
        var shift: UInt64 = 0
        while span >> shift >= wanted { shift += 1 }
        self.shift = shift
        var starts = [UInt32](repeating: 0, count: Int(span >> shift) + 2)
        for id in ids { starts[Int(UInt64(bitPattern: id &- first) >> shift) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        self.starts = starts
    }

    /// Writes the index of each of `refs`, or `OSMData.missing`, to `output`, which has as many elements.
    func resolve(_ refs: [Int64], into output: UnsafeMutableBufferPointer<UInt32>) {
        var next = 0
        for (position, ref) in refs.enumerated() {
            if next >= ids.count || ids[next] != ref { next = index(of: ref) ?? ids.count }
            unsafe output[position] = next < ids.count ? UInt32(next) : OSMData.missing
            next = min(next + 1, ids.count)
        }
    }

    private func index(of id: Int64) -> Int? {
        guard let last = ids.last, id >= first, id <= last else { return nil }
        let bucket = Int(UInt64(bitPattern: id &- first) >> shift)
        return ids.ascendingIndex(of: id, in: Int(starts[bucket])..<Int(starts[bucket + 1]))
    }
}
