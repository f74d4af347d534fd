package import Atlas

/// A stretch of the served atlas that becomes one object of a pack: elements of one section.
///
/// Sections are cut, so that a device that loses the network fetches little twice, and the server compresses a lost
/// object again in milliseconds. Smaller pieces compress worse: 1 MiB costs 0.3 %.
package struct PackPiece: Sendable, Equatable {
    /// Bytes of the file.
    package let range: Range<Int>
    /// The width of an element in bytes.
    package let width: Int

    /// The most bytes of a piece.
    package static let maximumLength = 1 << 20

    /// Returns the pieces of a section, in order; none for an empty section.
    package static func pieces(of section: AtlasView.Entry) -> [PackPiece] {
        let width = Int(section.elementWidth), length = maximumLength / width * width
        let end = section.offset + section.length
        return stride(from: section.offset, to: end, by: length).map { start in
            PackPiece(range: start..<min(start + length, end), width: width)
        }
    }
}
