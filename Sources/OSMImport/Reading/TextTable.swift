/// Distinct texts as bytes, numbered in order of first use; an open-addressing table over one arena.
///
/// Hashes come from `hash(_:)`, which has a new seed in each process: nobody can make a file whose texts all collide.
/// The numbering does not depend on them.
struct TextTable: Sendable {
    private(set) var bytes: [UInt8] = []
    /// `bytes[ends[i - 1]..<ends[i]]` is text i.
    private(set) var ends: [Int] = []
    private(set) var hashes: [Int] = []
    /// Text ids by hash, or `free`; the size is a power of two, and at most half is used.
    private var slots: [UInt32] = [UInt32](repeating: Self.free, count: 16)

    private static let free = UInt32.max

    var count: Int { ends.count }

    static func hash(_ text: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: text)
        return hasher.finalize()
    }

    func range(of id: Int) -> Range<Int> { (id == 0 ? 0 : ends[id - 1])..<ends[id] }

    /// Calls `body` with the bytes of text `id`.
    func withText<Result>(_ id: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let range = range(of: id)
        return unsafe bytes.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Returns the number of `text`; a new text gets the next number.
    mutating func id(of text: UnsafeRawBufferPointer, hash: Int) -> UInt32 {
        var slot = hash & (slots.count - 1)
        while slots[slot] != Self.free {
            let id = Int(slots[slot])
            if hashes[id] == hash, unsafe isEqual(id, text) { return UInt32(id) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let id = unsafe append(text, hash: hash)
        slots[slot] = id
        if count * 2 > slots.count { grow() }
        return id
    }

    /// Returns all texts as strings. They must be UTF-8.
    func strings() -> [String] {
        Parallel.mapRanges(of: count) { range in
            range.map { id in unsafe withText(id) { unsafe String(decoding: $0, as: UTF8.self) } }
        }.flatMap { $0 }
    }

    private func isEqual(_ id: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        unsafe withText(id) { known in unsafe known.count == text.count && known.elementsEqual(text) }
    }

    private mutating func append(_ text: UnsafeRawBufferPointer, hash: Int) -> UInt32 {
        unsafe bytes.append(contentsOf: text)
        ends.append(bytes.count)
        hashes.append(hash)
        return UInt32(ends.count - 1)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: Self.free, count: slots.count * 4)
        for (id, hash) in hashes.enumerated() {
            var slot = hash & (slots.count - 1)
            while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(id)
        }
    }
}
