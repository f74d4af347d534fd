/// A picture in one size: WebP without any metadata.
package struct Rendition: Sendable, Equatable {
    package let size: PictureSize
    /// In pixels, as it is looked at: turned upright.
    package let width: Int
    package let height: Int
    /// A WebP file.
    package let bytes: [UInt8]

    package init(size: PictureSize, width: Int, height: Int, bytes: [UInt8]) {
        self.size = size
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// The sizes that pictures are kept in.
package enum PictureSize: String, Sendable, CaseIterable {
    case small, medium, large

    /// The most pixels of the longer side: a row of a list, a phone's width, a screen to look closely.
    package var longestSide: Int {
        switch self {
        case .small: 480
        case .medium: 1080
        case .large: 2048
        }
    }
}
