/// Puts the ranges of a message behind each other.
struct NegentropyWriter {
    private(set) var bytes: [UInt8] = [Negentropy.version]
    private var lastTime: UInt64 = 0

    mutating func skip(to upper: NegentropyBound) {
        append(upper)
        bytes.appendVarint(NegentropyMode.skip)
    }

    mutating func fingerprint(_ fingerprint: Fingerprint, to upper: NegentropyBound) {
        append(upper)
        bytes.appendVarint(NegentropyMode.fingerprint)
        bytes += fingerprint.bytes
    }

    mutating func list(_ items: [NegentropyItem], to upper: NegentropyBound) {
        append(upper)
        bytes.appendVarint(NegentropyMode.list)
        bytes.appendVarint(UInt64(items.count))
        for item in items { item.id.digest.append(to: &bytes) }
    }

    /// Ends the message with a fingerprint of all that follows its first `count` bytes.
    mutating func close(after count: Int, with fingerprint: Fingerprint) {
        bytes.removeSubrange(count...)
        self.fingerprint(fingerprint, to: .infinity)
    }

    private mutating func append(_ bound: NegentropyBound) {
        bytes.appendVarint(bound.time == .max ? 0 : bound.time - lastTime + 1)
        lastTime = bound.time
        bytes.appendVarint(UInt64(bound.prefixLength))
        bound.prefix.append(to: &bytes, first: bound.prefixLength)
    }
}
