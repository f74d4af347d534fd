/// The formats of input files, recognised by their first bytes: names can be wrong.
enum InputFormat: Equatable {
    case pbf
    case xml(Packing)

    /// The compression of XML.
    enum Packing { case none, gzip, bzip2 }

    /// Recognises a file by its first bytes; `nil` if this program cannot read it.
    @unsafe
    init?(_ bytes: UnsafeRawBufferPointer) {
        // A PBF file begins with the header block's length (four bytes), then field 1, nine bytes long: its type.
        if unsafe bytes.dropFirst(4).starts(with: "\n\u{9}OSMHeader".utf8) {
            self = .pbf
        } else if unsafe bytes.starts(with: [0x1f, 0x8b]) {
            self = .xml(.gzip)
        } else if unsafe bytes.starts(with: "BZh".utf8) {
            self = .xml(.bzip2)
        } else if unsafe Self.isXML(bytes) {
            self = .xml(.none)
        } else {
            return nil
        }
    }

    /// Whether uncompressed bytes begin like XML: an optional byte order mark and white space, then a tag.
    @unsafe
    static func isXML(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let isUTF16 = unsafe bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
        let start = unsafe bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = unsafe bytes.dropFirst(start).first { ![0x09, 0x0a, 0x0d, 0x20].contains($0) }
        return isUTF16 || first == UInt8(ascii: "<")
    }
}
