/// The container: a header, a directory of sections, the sections, each aligned to 64 bytes. Little endian throughout.
///
/// ```
/// 0   8  magic "HRBTATLS"          24  8  length of the file in bytes
/// 8   4  format version            32  8  checksum of the directory
/// 12  4  byte order 0x01020304     40  8  identity: checksum over all directory entries' checksums
/// 16  4  number of sections        48 16  zero
/// 20  4  zero
/// 64     directory entries of 48 bytes, in file order:
///        0 16 name   16 8 offset   24 8 length in bytes   32 8 checksum   40 4 element width   44 4 zero
/// ```
/// Checksums are XXH64 with seed 0. `docs/atlas-format.md` lists the sections.
enum AtlasFormat {
    static let magic: UInt64 = 0x534c_5441_5442_5248
    static let version: UInt32 = 1
    static let byteOrder: UInt32 = 0x0102_0304
    static let headerLength = 64
    static let entryLength = 48
    static let alignment = 64
    /// More sections than any version has; a larger count in a header is an absurd one.
    static let maximumSections = 1024

    static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}
