extension Orientation {
    /// Reads the orientation of a JPEG file from its Exif segment (Exif 2.32 §4.5, §4.7.2); upright if it is missing or
    /// invalid.
    init(ofJPEG file: [UInt8]) { self = Self.exifSegment(of: file).flatMap { Self.read($0) } ?? .upright }

    /// Returns the TIFF structure of the first Exif segment before the pixels.
    private static func exifSegment(of file: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 2
        while position + 4 <= file.count, file[position] == 0xff {
            let marker = file[position + 1]
            let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
            let end = position + 2 + length
            // The start of the scan: pixels follow.
            guard marker != 0xda, length >= 2, end <= file.count else { return nil }
            let content = file[position + 4..<end]
            if marker == 0xe1, content.starts(with: Array("Exif\0\0".utf8)) { return content.dropFirst(6) }
            position = end
        }
        return nil
    }

    private static func read(_ tiff: ArraySlice<UInt8>) -> Orientation? {
        let isLittle = tiff.starts(with: Array("II".utf8))
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard offset >= 0, offset + length <= tiff.count else { return nil }
            let bytes = tiff[tiff.startIndex + offset..<tiff.startIndex + offset + length]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard isLittle || tiff.starts(with: Array("MM".utf8)), number(2, 2) == 42, let directory = number(4, 4),
            let count = number(directory, 2)
        else { return nil }
        for entry in 0..<count {
            let offset = directory + 2 + 12 * entry
            guard let tag = number(offset, 2) else { return nil }
            if tag == 0x0112, number(offset + 2, 2) == 3, let value = number(offset + 8, 2) {
                return Orientation(rawValue: UInt16(value))
            }
        }
        return nil
    }
}
