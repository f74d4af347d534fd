import CWebP

/// Makes the stored sizes of an uploaded picture.
package protocol PictureMaker: Sendable {
    /// Returns at least the smallest size, and no size larger than the picture; throws `PictureFault`.
    func renditions(of file: [UInt8]) async throws -> [Rendition]
    /// Returns the picture in the smallest size, with at most `bytes` bytes: as well as these allow, and smaller still
    /// where it must be. Throws `PictureFault`, `tooLarge` also where nothing is that small.
    func edition(of file: [UInt8], within bytes: Int) async throws -> Rendition
}

/// Makes the sizes in this process. Only for a process that does nothing else: the decoders process strangers' bytes.
package struct DirectPictureMaker: PictureMaker {
    package init() {}

    package func renditions(of file: [UInt8]) throws(PictureFault) -> [Rendition] {
        let bitmap = try bitmap(of: file)
        let longest = max(bitmap.width, bitmap.height)
        var renditions: [Rendition] = []
        for size in PictureSize.allCases {
            renditions.append(try Self.rendition(of: bitmap, size, side: size.longestSide, quality: Self.quality))
            if longest <= size.longestSide { break }
        }
        return renditions
    }

    package func edition(of file: [UInt8], within bytes: Int) throws(PictureFault) -> Rendition {
        let bitmap = try bitmap(of: file)
        for (side, quality) in Self.editions {
            let edition = try Self.rendition(of: bitmap, .small, side: side, quality: quality)
            if edition.bytes.count <= bytes { return edition }
        }
        throw .tooLarge
    }

    /// The quality, of 100; typical for photographs on phones.
    private static let quality: Float = 80
    /// The longer side in pixels and the quality of editions, the best first. Even noise takes fewer than 4000 bytes in
    /// the last one.
    private static let editions: [(side: Int, quality: Float)] = [
        (480, quality), (480, 60), (400, 50), (320, 40), (240, 30), (120, 20), (48, 20),
    ]

    private func bitmap(of file: [UInt8]) throws(PictureFault) -> Bitmap {
        guard file.count <= PictureLimits.bytes else { throw .tooLarge }
        guard let format = PictureFormat(file) else { throw .unknownFormat }
        return try format.decode(file)
    }

    /// Encodes a picture whose longer side has at most `side` pixels.
    private static func rendition(
        of bitmap: borrowing Bitmap, _ size: PictureSize, side: Int, quality: Float
    ) throws(PictureFault) -> Rendition {
        let longest = max(bitmap.width, bitmap.height), side = min(longest, side)
        // At least one pixel, for very long and thin pictures.
        let width = max(1, bitmap.width * side / longest), height = max(1, bitmap.height * side / longest)
        let bytes = try WebPEncoder.encode(bitmap, width: width, height: height, quality: quality)
        return Rendition(size: size, width: width, height: height, bytes: bytes)
    }
}

/// Writes WebP with libwebp, without metadata.
private enum WebPEncoder {
    static func encode(
        _ bitmap: borrowing Bitmap, width: Int, height: Int, quality: Float
    ) throws(PictureFault) -> [UInt8] {
        var configuration = WebPConfig(), picture = unsafe WebPPicture(), writer = unsafe WebPMemoryWriter()
        guard unsafe WebPConfigPreset(&configuration, WEBP_PRESET_PHOTO, quality) != 0,
            unsafe WebPPictureInit(&picture) != 0
        else { throw .broken }
        defer { unsafe WebPPictureFree(&picture) }
        unsafe WebPMemoryWriterInit(&writer)
        defer { unsafe WebPMemoryWriterClear(&writer) }
        unsafe picture.use_argb = 1
        unsafe picture.width = Int32(bitmap.width)
        unsafe picture.height = Int32(bitmap.height)
        guard unsafe WebPPictureImportRGBA(&picture, bitmap.bytes, Int32(4 * bitmap.width)) != 0 else { throw .broken }
        if width != bitmap.width || height != bitmap.height {
            guard unsafe WebPPictureRescale(&picture, Int32(width), Int32(height)) != 0 else { throw .broken }
        }
        unsafe picture.writer = WebPMemoryWrite
        let isWritten = unsafe withUnsafeMutablePointer(to: &writer) { writer in
            unsafe picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return unsafe WebPEncode(&configuration, &picture) != 0
        }
        guard isWritten else { throw .broken }
        return unsafe [UInt8](UnsafeBufferPointer(start: writer.mem, count: writer.size))
    }
}
