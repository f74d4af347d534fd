/// A decompressor of one format, with input and output in chunks.
protocol PackedStream: ~Copyable {
    /// Returns `nil` if there is not enough memory.
    init?()

    /// Consumes some of `input` and fills some of `output`; returns `nil` if the data are damaged.
    @unsafe
    mutating func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep?

    /// Prepares for another stream right after the one that ended; returns whether that was possible.
    mutating func restart() -> Bool
}

/// The progress of a decompressor in one step.
struct UnpackingStep {
    let consumed: Int
    let produced: Int
    /// Whether the stream's end was reached, with the right checksum.
    let isAtEnd: Bool
}
