import CPNG
import CTurboJPEG
import CWebP
import CZlib

/// Picture files made by the libraries' own encoders.
enum Made {
    /// Red above, blue below, and a green column at the left: each way to turn it looks different.
    static func pixels(_ width: Int, _ height: Int) -> [UInt8] {
        (0..<width * height).flatMap { index -> [UInt8] in
            let (x, y) = (index % width, index / width)
            if x < width / 4 { return [0, 255, 0, 255] }
            return y < height / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
        }
    }

    static func jpeg(_ width: Int, _ height: Int, exif orientation: UInt8? = nil) -> [UInt8] {
        let encoder = tjInitCompress()
        defer { tjDestroy(encoder) }
        var file: UnsafeMutablePointer<UInt8>?, length: UInt = 0
        _ = tjCompress2(
            encoder, pixels(width, height), Int32(width), 0, Int32(height), Int32(TJPF_RGBA.rawValue), &file, &length,
            Int32(TJSAMP_444.rawValue), 95, 0)
        defer { tjFree(file) }
        let plain = [UInt8](UnsafeBufferPointer(start: file, count: Int(length)))
        guard let orientation else { return plain }
        // One entry: orientation, a short, once (Exif 2.32 §4.6.4).
        let tiff: [UInt8] =
            Array("MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
            ]
        let content = Array("Exif\0\0".utf8) + tiff + Array("taken at 60.1699, 24.9384".utf8)
        return plain[..<2] + [0xff, 0xe1, 0, UInt8(content.count + 2)] + content + plain[2...]
    }

    /// `isClear` makes it more or less transparent, pixel by pixel.
    static func png(_ width: Int, _ height: Int, isClear: Bool = false) -> [UInt8] {
        var source = pixels(width, height)
        if isClear { for index in stride(from: 3, to: source.count, by: 4) { source[index] = UInt8(index / 4 % 256) } }
        return png(width, height, of: source)
    }

    /// A square of random pixels, also in how clear they are: nothing takes more bytes.
    static func noise(_ side: Int) -> [UInt8] {
        var state: UInt64 = 1
        let source = (0..<4 * side * side).map { _ in
            // Knuth's MMIX generator (The Art of Computer Programming, volume 2, §3.3.4).
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        return png(side, side, of: source)
    }

    private static func png(_ width: Int, _ height: Int, of source: [UInt8]) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var length = 0
        png_image_write_to_memory(&image, nil, &length, 0, source, 0, nil)
        var file = [UInt8](repeating: 0, count: length)
        png_image_write_to_memory(&image, &file, &length, 0, source, 0, nil)
        return file
    }

    /// A grey PNG of one bit a pixel, all black, whose every checksum is right: a few kilobytes however many pixels it
    /// claims.
    static func blackPNG(_ width: Int, _ height: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            return number(content.count) + body + number(Int(crc32(0, body, UInt32(body.count))))
        }
        let rows = [UInt8](repeating: 0, count: (1 + (width + 7) / 8) * height)
        var length = compressBound(UInt(rows.count)), packed = [UInt8](repeating: 0, count: Int(length))
        compress2(&packed, &length, rows, UInt(rows.count), 9)
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", number(width) + number(height) + [1, 0, 0, 0, 0])
            + chunk("IDAT", Array(packed[..<Int(length)]))
            + chunk("IEND", [])
    }

    static func webP(_ width: Int, _ height: Int) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        let length = WebPEncodeLosslessRGBA(pixels(width, height), Int32(width), Int32(height), Int32(4 * width), &file)
        defer { WebPFree(file) }
        return [UInt8](UnsafeBufferPointer(start: file, count: length))
    }

    /// Decodes a WebP file by the library.
    static func pixels(of file: [UInt8]) -> (width: Int, height: Int, pixels: [UInt8])? {
        var width: Int32 = 0, height: Int32 = 0
        guard let pixels = WebPDecodeRGBA(file, file.count, &width, &height) else { return nil }
        defer { WebPFree(pixels) }
        let count = Int(4 * width * height)
        return (Int(width), Int(height), [UInt8](UnsafeBufferPointer(start: pixels, count: count)))
    }
}
