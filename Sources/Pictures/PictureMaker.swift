import CWebP

/// Makes the stored sizes of an uploaded picture.
package protocol PictureMaker: Sendable {
    /// Returns at least the smallest size, and no size larger than the picture; throws `PictureFault`.
    func renditions(of file: [UInt8]) async throws -> [Rendition]
}

/// Makes the sizes in this process. Only for a process that does nothing else: the decoders process strangers' bytes.
package struct DirectPictureMaker: PictureMaker {
    package init() {}

    package func renditions(of file: [UInt8]) throws(PictureFault) -> [Rendition] {
        guard file.count <= PictureLimits.bytes else { throw .tooLarge }
        guard let format = PictureFormat(file) else { throw .unknownFormat }
        let bitmap = try format.decode(file)
        let longest = max(bitmap.width, bitmap.height)
        var renditions: [Rendition] = []
        for size in PictureSize.allCases {
            let side = min(longest, size.longestSide)
            // At least one pixel, for very long and thin pictures.
            let width = max(1, bitmap.width * side / longest), height = max(1, bitmap.height * side / longest)
            let bytes = try WebPEncoder.encode(bitmap, width: width, height: height)
            renditions.append(Rendition(size: size, width: width, height: height, bytes: bytes))
            if longest <= size.longestSide { break }
        }
        return renditions
    }
}

/// Writes WebP with libwebp, without metadata.
private enum WebPEncoder {
    /// The quality, of 100; typical for photographs on phones.
    private static let quality: Float = 80

    static func encode(_ bitmap: borrowing Bitmap, width: Int, height: Int) throws(PictureFault) -> [UInt8] {
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
