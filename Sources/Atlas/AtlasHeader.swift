/// The first 64 bytes of an atlas, checked against the file's length. `AtlasFormat` has the layout.
struct AtlasHeader {
    let sectionCount: Int
    let directoryChecksum: UInt64
    let identity: UInt64

    /// The end of the directory, which begins behind the header.
    var directoryEnd: Int { AtlasFormat.headerLength + sectionCount * AtlasFormat.entryLength }

    /// Throws when the bytes are no atlas of this version, or have another length than the header states.
    @unsafe
    init(_ bytes: UnsafeRawBufferPointer) throws(AtlasError) {
        let length = Int64(bytes.count)
        guard bytes.count >= AtlasFormat.headerLength else {
            throw .truncated(neededBytes: Int64(AtlasFormat.headerLength), haveBytes: length)
        }
        // Inside: offsets below are within the header's 64 bytes.
        guard unsafe bytes.word(at: 0) == AtlasFormat.magic else { throw .notAnAtlas }
        let version = unsafe bytes.halfWord(at: 8), stated = unsafe Int64(clamping: bytes.word(at: 24))
        guard version == AtlasFormat.version else { throw .unsupportedVersion(version) }
        guard unsafe bytes.halfWord(at: 12) == AtlasFormat.byteOrder else { throw .wrongByteOrder }
        guard stated <= length else { throw .truncated(neededBytes: stated, haveBytes: length) }
        guard stated == length else { throw .overlong(statedBytes: stated, haveBytes: length) }
        sectionCount = unsafe Int(clamping: bytes.halfWord(at: 16))
        directoryChecksum = unsafe bytes.word(at: 32)
        identity = unsafe bytes.word(at: 40)
        // With a length that is a multiple of the alignment, no offset inside the file grows too large when aligned.
        guard bytes.count % AtlasFormat.alignment == 0, sectionCount <= AtlasFormat.maximumSections,
            unsafe bytes.halfWord(at: 20) == 0, unsafe bytes.word(at: 48) == 0, unsafe bytes.word(at: 56) == 0
        else { throw .damagedHeader }
        guard bytes.count >= directoryEnd else {
            throw .truncated(neededBytes: Int64(directoryEnd), haveBytes: length)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The little-endian 64-bit number at `offset`, which must lie eight bytes before the end.
    @unsafe
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The little-endian 32-bit number at `offset`, which must lie four bytes before the end.
    @unsafe
    func halfWord(at offset: Int) -> UInt32 {
        unsafe UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
