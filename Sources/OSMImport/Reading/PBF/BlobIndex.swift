/// One blob of a PBF file: the position and compression of its data.
struct Blob: Sendable {
    enum Content: Sendable { case header, objects }
    enum Packing: Sendable { case raw, zlib }

    let content: Content
    let packing: Packing
    /// The start of the blob in the file, for messages.
    let offset: Int
    /// The range of the compressed data in the file.
    let data: Range<Int>
    /// The size of the inflated data.
    let rawSize: Int

    /// The limits of the format (wiki.openstreetmap.org/wiki/PBF_Format, "File format").
    static let maximumHeaderSize = 64 << 10
    static let maximumRawSize = 32 << 20
    /// No deflate stream grows more than this (zlib.net/zlib_tech.html): a larger claim is false, and would waste
    /// memory.
    static let maximumRatio = 1032
}

/// Visits a PBF file blob by blob, without inflating any.
@safe
struct BlobIndex {
    private let bytes: UnsafeRawBufferPointer
    private let file: String

    /// `bytes` are the whole file's; they must stay in place while the index is in use.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer, file: String) {
        unsafe self.bytes = bytes
        self.file = file
    }

    /// Returns the file's header and data blobs in file order; skips blobs of other kinds, as the format requires.
    func blobs() throws(ReadError) -> [Blob] {
        var blobs: [Blob] = [], offset = 0
        while unsafe offset < bytes.count {
            let header = try header(at: offset)
            let end = header.end + header.dataSize
            if let content = header.content {
                blobs.append(try blob(content, in: header.end..<end, at: offset))
            }
            offset = end
        }
        guard let first = blobs.first else { throw error(0, "it holds no data", ReadError.fetchAgain) }
        guard first.content == .header else {
            throw error(first.offset, "data come before the header", ReadError.fetchAgain)
        }
        return blobs
    }

    /// Reads a `BlobHeader` and the four bytes with its length.
    private func header(at offset: Int) throws(ReadError) -> (content: Blob.Content?, dataSize: Int, end: Int) {
        guard unsafe bytes.count - offset >= 4 else {
            throw error(offset, "the file ends inside a block", ReadError.fetchAgain)
        }
        // Inside: the guard above.
        let length = unsafe Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        let start = offset + 4
        guard length <= Blob.maximumHeaderSize else {
            throw error(
                offset, "a block header claims \(length) bytes, more than the 65536 allowed", ReadError.fetchAgain)
        }
        guard unsafe length <= bytes.count - start else {
            throw error(offset, "the file ends inside a block header", ReadError.fetchAgain)
        }
        var isHeader = false, isData = false, size: UInt64?
        try parse(start..<start + length, at: offset) { (reader, field) throws(WireError) in
            switch field.number {
            case 1:
                let type = unsafe try reader.message(field).bytes
                isHeader = unsafe type.elementsEqual("OSMHeader".utf8)
                isData = unsafe type.elementsEqual("OSMData".utf8)
            case 3: size = try reader.number(field)
            default: try reader.skip(field)
            }
        }
        guard let size else { throw error(offset, "a block header states no size", ReadError.fetchAgain) }
        let end = start + length
        guard unsafe size <= UInt64(bytes.count - end) else {
            throw error(
                offset, "a block claims \(size) bytes, but \(unsafe bytes.count - end) are left", ReadError.fetchAgain)
        }
        return (isHeader ? .header : isData ? .objects : nil, Int(size), end)
    }

    /// Reads a `Blob` message.
    private func blob(_ content: Blob.Content, in range: Range<Int>, at offset: Int) throws(ReadError) -> Blob {
        var packing = Blob.Packing.raw, data = range.upperBound..<range.upperBound, rawSize: UInt64?, other: String?
        try parse(range, at: offset) { (reader, field) throws(WireError) in
            switch field.number {
            case 1, 3:
                packing = field.number == 1 ? .raw : .zlib
                let message = try reader.message(field)
                let end = range.upperBound - reader.remaining
                data = end - message.remaining..<end
            case 2: rawSize = try reader.number(field)
            case 4...7:
                other = ["lzma", "bzip2", "lz4", "zstd"][Int(field.number) - 4]
                try reader.skip(field)
            default: try reader.skip(field)
            }
        }
        if let other {
            throw error(offset, "the block is packed with \(other)", "convert it with `osmium cat IN -o OUT.osm.pbf`")
        }
        let size = rawSize ?? (packing == .raw ? UInt64(data.count) : nil)
        guard let size else { throw error(offset, "a packed block does not state its size", ReadError.fetchAgain) }
        guard size <= UInt64(Blob.maximumRawSize) else {
            throw error(
                offset, "a block claims \(size) bytes inflated, more than the 33554432 allowed", ReadError.fetchAgain)
        }
        let possible = packing == .raw ? data.count : data.count * Blob.maximumRatio
        guard Int(size) <= possible, packing == .zlib || Int(size) == data.count else {
            throw error(offset, "a block claims \(size) bytes but has data for \(possible)", ReadError.fetchAgain)
        }
        return Blob(content: content, packing: packing, offset: offset, data: data, rawSize: Int(size))
    }

    /// Passes each field of the message in `range` to `body`.
    private func parse(
        _ range: Range<Int>, at offset: Int,
        _ body: (inout WireReader, WireReader.Field) throws(WireError) -> Void
    ) throws(ReadError) {
        var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: bytes[range]))
        do throws(WireError) {
            while let field = try reader.field() { try body(&reader, field) }
        } catch {
            throw self.error(offset, error.cause.text, ReadError.fetchAgain)
        }
    }

    private func error(_ offset: Int, _ problem: String, _ remedy: String) -> ReadError {
        ReadError(file: file, place: .byte(offset), problem: problem, remedy: remedy)
    }
}
