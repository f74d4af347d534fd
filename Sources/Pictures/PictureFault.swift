/// The reason that uploaded bytes do not become a picture.
package enum PictureFault: UInt8, Error, Sendable {
    /// Neither JPEG, PNG nor WebP; the sender may claim another type.
    case unknownFormat = 1
    case damaged = 2
    /// More than `PictureLimits.pixels`, or a side longer than any picture needs.
    case tooLarge = 3
    /// Too many requests wait, or the system has no memory or file to spare.
    case busy = 4
    /// Decoding used more computing time than any picture needs.
    case tooSlow = 5
    /// No answer came in time, although decoding did not use that much computing time: the machine is overloaded.
    case unanswered = 6
    /// The decoding process failed: it made a forbidden call, or needed more memory than any picture does.
    case broken = 7
    /// The system cannot confine the decoding process.
    case unconfined = 8
}

/// The limits for an uploaded picture.
package enum PictureLimits {
    /// The maximum number of bytes of the upload.
    package static let bytes = 16 << 20
    /// The maximum number of pixels: the largest phones take 50 million.
    package static let pixels = 64_000_000
    /// The maximum number of pixels of PNG and WebP, which must be decoded whole.
    package static let wholePixels = 32_000_000
    /// The maximum length of a side, in pixels.
    package static let side = 16_384
    /// The maximum memory of decoding in bytes, including the program.
    package static let memory = 1 << 30
    /// The maximum computing time in seconds.
    package static let seconds = 15

    static func check(_ width: Int, _ height: Int, pixels: Int) throws(PictureFault) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= side, height <= side, width * height <= pixels else { throw .tooLarge }
    }
}
