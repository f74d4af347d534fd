import CPNG

/// Decodes PNG with libpng.
enum PNGDecoder {
    static func decode(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        guard unsafe png_image_begin_read_from_memory(&image, file, file.count) != 0 else { throw .damaged }
        unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        try PictureLimits.check(width, height, pixels: PictureLimits.wholePixels)
        return unsafe try Bitmap(width: width, height: height) { (pixels) throws(PictureFault) in
            guard unsafe png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0 else { throw .damaged }
        }
    }
}
