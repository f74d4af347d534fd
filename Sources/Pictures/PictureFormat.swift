/// An accepted file format, recognised by its first bytes: file names and types of uploads are only claims.
enum PictureFormat {
    case jpeg, png, webP

    init?(_ file: [UInt8]) {
        if file.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if file.starts(with: Array("RIFF".utf8)), file.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }

    func decode(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        switch self {
        case .jpeg: try JPEGDecoder.decode(file)
        case .png: try PNGDecoder.decode(file)
        case .webP: try WebPDecoder.decode(file)
        }
    }
}
