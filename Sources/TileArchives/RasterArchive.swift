package import GeoCore

/// A file of pictures by tile, such as aerial photographs.
package protocol RasterArchive: Sendable {
    var description: RasterDescription { get }
    /// Returns the picture of a tile; `nil` if the file has none. Throws when the file is damaged, or the picture has
    /// more than `RasterDescription.mostBytes`.
    func picture(of tile: TileID) throws -> [UInt8]?
}

/// The metadata of a file of pictures.
package struct RasterDescription: Sendable, Equatable {
    package var zooms: ClosedRange<Int>
    /// In degrees × 10⁷.
    package var bounds: IntBox
    /// The credit to show beside the pictures; empty if the file has none.
    package var credit: String

    package init(zooms: ClosedRange<Int>, bounds: IntBox, credit: String) {
        self.zooms = zooms
        self.bounds = bounds
        self.credit = credit
    }

    /// The most bytes of one picture: four times as many as a tile of 512 pixels takes as PNG without compression.
    package static let mostBytes = 4 << 20
    /// The most letters of a credit.
    static let longestCredit = 1000
}

/// The form of a picture, recognised by its first bytes: a file's metadata may be wrong.
package enum RasterFormat: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webP = "image/webp"
    case avif = "image/avif"

    /// Returns `nil` for bytes that are none of these.
    package init?(firstBytesOf bytes: [UInt8]) {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webP
        } else if has("ftypavif", at: 4) {
            self = .avif
        } else {
            return nil
        }
    }
}

extension PMTilesReader: RasterArchive {
    /// Throws when the archive has no pictures, or in a form that this program cannot pass on.
    package convenience init(ofPictures path: String) throws(TileArchiveError) {
        try self.init(path: path)
        guard [.png, .jpeg, .webP, .avif].contains(header.content) else {
            throw TileArchiveError("\(path) has no pictures; name an archive of PNG, JPEG, WebP or AVIF")
        }
        guard [.unknown, .none].contains(header.tileCompression) else {
            throw TileArchiveError("\(path) has compressed pictures; write them as they are")
        }
        guard header.zooms.upperBound <= TileID.maximumZoom else {
            throw TileArchiveError("\(path) has zooms above \(TileID.maximumZoom); leave those out")
        }
    }

    package var description: RasterDescription {
        let sides = header.bounds
        var box = IntBox(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
        // Some writers leave the bounds out.
        if box.minX == box.maxX || box.minY == box.maxY { box = .wholeWorld }
        let credit = (try? metadata()).flatMap { JSONText.member("attribution", of: $0) } ?? ""
        return RasterDescription(
            zooms: header.zooms, bounds: box, credit: String(credit.prefix(RasterDescription.longestCredit)))
    }

    package func picture(of tile: TileID) throws -> [UInt8]? {
        try content(of: tile, upTo: RasterDescription.mostBytes)
    }
}

extension IntBox {
    /// All that the square maps of the web show.
    package static var wholeWorld: IntBox {
        IntBox(minX: -1_800_000_000, minY: -850_511_287, maxX: 1_800_000_000, maxY: 850_511_287)
    }
}
