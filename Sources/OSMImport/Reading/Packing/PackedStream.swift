/// A decompressor of one kind, fed and emptied piece by piece.
protocol PackedStream: ~Copyable {
    /// `nil` when there is no memory for one.
    init?()

    /// Takes some of `input` and fills some of `output`; `nil` when the data are damaged.
    @unsafe
    mutating func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep?

    /// Makes ready for another stream right behind the one that ended; whether that was possible.
    mutating func restart() -> Bool
}

/// How far a decompressor came in one step.
struct UnpackingStep {
    let consumed: Int
    let produced: Int
    /// Whether the stream's end was met, with its checksum right.
    let isAtEnd: Bool
}
