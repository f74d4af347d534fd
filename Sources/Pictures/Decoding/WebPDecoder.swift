import CWebP

/// Decodes WebP with libwebp; an animated file is damaged to it.
enum WebPDecoder {
    static func decode(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        var width: Int32 = 0, height: Int32 = 0
        guard unsafe WebPGetInfo(file, file.count, &width, &height) != 0 else { throw .damaged }
        try PictureLimits.check(Int(width), Int(height), pixels: PictureLimits.wholePixels)
        return unsafe try Bitmap(width: Int(width), height: Int(height)) { (pixels) throws(PictureFault) in
            guard
                unsafe WebPDecodeRGBAInto(file, file.count, pixels.baseAddress, pixels.count, 4 * width) != nil
            else { throw .damaged }
        }
    }
}
