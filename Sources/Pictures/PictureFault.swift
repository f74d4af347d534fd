/// Why bytes that somebody sent do not become a picture.
package enum PictureFault: UInt8, Error, Sendable {
    /// Neither JPEG, PNG nor WebP, whatever the sender calls it.
    case unknownFormat = 1
    case damaged = 2
    /// More than `PictureLimits.pixels`, or a side that no picture needs.
    case tooLarge = 3
    /// Too many others wait, or the system has no memory or file to spare.
    case busy = 4
    /// Decoding computed for longer than any picture needs.
    case tooSlow = 5
    /// No answer came in time though decoding did not compute for that long: the machine has too much to do.
    case unanswered = 6
    /// The process that decoded it broke down: it did what it may not, or wanted more memory than any picture needs.
    case broken = 7
    /// The system does not confine the process that would decode it.
    case unconfined = 8
}

/// What is taken of a picture that somebody sends.
package enum PictureLimits {
    /// The most bytes of a picture as it is sent.
    package static let bytes = 16 << 20
    /// The most pixels: the largest phones take 50 million.
    package static let pixels = 64_000_000
    /// The most pixels of PNG and WebP, which must be unpacked whole.
    package static let wholePixels = 32_000_000
    /// The longest side.
    package static let side = 16_384
    /// The most bytes of memory that decoding may take, the program itself included.
    package static let memory = 1 << 30
    /// The most seconds of computing.
    package static let seconds = 15

    static func check(_ width: Int, _ height: Int, pixels: Int) throws(PictureFault) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= side, height <= side, width * height <= pixels else { throw .tooLarge }
    }
}
