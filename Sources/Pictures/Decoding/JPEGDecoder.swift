import CTurboJPEG

/// Decodes JPEG with libjpeg-turbo, upright, and no larger than necessary.
enum JPEGDecoder {
    static func decode(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        guard let decoder = unsafe tjInitDecompress() else { throw .broken }
        defer { unsafe tjDestroy(decoder) }
        var width: Int32 = 0, height: Int32 = 0, subsampling: Int32 = 0, colours: Int32 = 0
        let length = UInt(file.count)
        guard unsafe tjDecompressHeader3(decoder, file, length, &width, &height, &subsampling, &colours) == 0 else {
            throw .damaged
        }
        try PictureLimits.check(Int(width), Int(height), pixels: PictureLimits.pixels)
        // The decoder halves the size while decoding, as long as the largest stored size does not suffer.
        var divisor: Int32 = 1
        while divisor < 8, Int(max(width, height) / (divisor * 2)) >= PictureSize.large.longestSide { divisor *= 2 }
        let scaled = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        let bitmap = unsafe try Bitmap(width: Int(scaled.0), height: Int(scaled.1)) { (pixels) throws(PictureFault) in
            // A file of ten thousand scans would take minutes: the flag limits their number.
            let flags = TJFLAG_LIMITSCANS
            let result = unsafe tjDecompress2(
                decoder, file, length, pixels.baseAddress, scaled.0, 0, scaled.1, Int32(TJPF_RGBA.rawValue), flags)
            // Files that end early are common, and half a picture is worth showing. The decoder reports that as a
            // warning.
            let severity = unsafe tjGetErrorCode(decoder)
            guard result == 0 || severity == Int32(TJERR_WARNING.rawValue) else { throw .damaged }
        }
        return bitmap.upright(Orientation(ofJPEG: file))
    }
}
