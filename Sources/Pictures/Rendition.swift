/// A picture in one size: WebP without any metadata.
package struct Rendition: Sendable, Equatable {
    package let size: PictureSize
    /// The width of the upright picture, in pixels.
    package let width: Int
    package let height: Int
    /// The WebP file.
    package let bytes: [UInt8]

    package init(size: PictureSize, width: Int, height: Int, bytes: [UInt8]) {
        self.size = size
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// The stored sizes of pictures.
package enum PictureSize: String, Sendable, CaseIterable {
    case small, medium, large

    /// The maximum length of the longer side, in pixels: for a list row, a phone's width, a full screen.
    package var longestSide: Int {
        switch self {
        case .small: 480
        case .medium: 1080
        case .large: 2048
        }
    }
}
