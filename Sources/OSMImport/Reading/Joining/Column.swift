/// Joins the columns of batches into one; each core copies whole batches.
enum Column {
    /// Returns the columns of all batches, one after the other.
    static func joined<Element: BitwiseCopyable & Sendable>(
        _ batches: [ObjectBatch], _ column: @Sendable (ObjectBatch) -> [Element]
    ) -> [Element] {
        unsafe joined(batches.map { column($0).count }) { batch, output in
            _ = unsafe output.initialize(fromContentsOf: column(batches[batch]))
        }
    }

    /// Returns an array whose part i, `counts[i]` elements long, `fill` writes completely.
    static func joined<Element: BitwiseCopyable & Sendable>(
        _ counts: [Int], fill: @Sendable (Int, UnsafeMutableBufferPointer<Element>) -> Void
    ) -> [Element] {
        var starts: [Int] = [], total = 0
        for count in counts {
            starts.append(total)
            total += count
        }
        return unsafe [Element](unsafeUninitializedCapacity: total) { buffer, initialized in
            // Each part is written by one core, and parts do not overlap.
            nonisolated(unsafe) let whole = unsafe buffer
            let offsets = starts
            Parallel.forEach(counts.count) { part in
                let range = offsets[part]..<offsets[part] + counts[part]
                unsafe fill(part, UnsafeMutableBufferPointer(rebasing: whole[range]))
            }
            initialized = total
        }
    }

    /// Returns one list of starts from the ends within each batch; it has one more element than objects.
    static func starts(_ batches: [ObjectBatch], _ ends: (ObjectBatch) -> [UInt32]) -> [UInt32] {
        var starts: [UInt32] = [0], base: UInt32 = 0
        starts.reserveCapacity(1 + batches.reduce(0) { $0 + ends($1).count })
        for batch in batches {
            for end in ends(batch) { starts.append(base + end) }
            base = starts[starts.count - 1]
        }
        return starts
    }
}
