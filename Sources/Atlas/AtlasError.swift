/// The reason that bytes are not a valid atlas. Offsets are in bytes from the beginning of the file.
package enum AtlasError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file ends before its header or directory does.
    case truncated(neededBytes: Int64, haveBytes: Int64)
    /// The file has bytes behind the end that its header or directory states.
    case overlong(statedBytes: Int64, haveBytes: Int64)
    case notAnAtlas
    case unsupportedVersion(UInt32)
    case wrongByteOrder
    /// A number in the header is invalid.
    case damagedHeader
    /// The directory's checksum is not the stored one.
    case damagedDirectory
    /// A directory entry points outside the file, is misaligned, overlaps another or is out of order.
    case badEntry(SectionID, offset: UInt64, length: UInt64)
    /// Two sections have the same name.
    case duplicateSection(SectionID)
    case missingSection(SectionID)
    /// A section's elements have another width than this program reads.
    case wrongElementWidth(SectionID, found: UInt32, expected: UInt32)
    /// A padding byte between sections is not zero.
    case dirtyPadding(offset: Int64)
    /// A section is intact but its content breaks a rule; `index` is the element at fault.
    case invalid(SectionID, index: Int64, rule: String)

    package var description: String {
        switch self {
        case .truncated(let needed, let have):
            "the atlas needs at least \(needed) bytes but the file ends after \(have); copy it again or re-run import"
        case .overlong(let stated, let have):
            "the atlas describes \(stated) bytes but the file has \(have); copy it again or re-run import"
        case .notAnAtlas: "this is not an atlas: the first bytes are wrong; make one with `hereabouts import`"
        case .unsupportedVersion(let version):
            "the atlas has format version \(version), this program reads \(AtlasFormat.version); re-run import"
        case .wrongByteOrder: "the atlas is not little endian; re-run import on this machine"
        case .damagedHeader: "the atlas's header is damaged; copy it again or re-run import"
        case .damagedDirectory: "the atlas's directory is damaged (checksum differs); copy it again or re-run import"
        case .badEntry(let section, let offset, let length):
            "atlas section '\(section)' claims \(length) bytes at offset \(offset), which the file does not hold; re-run import"
        case .duplicateSection(let section): "the atlas has two sections '\(section)'; re-run import"
        case .missingSection(let section): "the atlas has no section '\(section)'; re-run import"
        case .wrongElementWidth(let section, let found, let expected):
            "atlas section '\(section)' has elements of \(found) bytes, expected \(expected); re-run import"
        case .dirtyPadding(let offset):
            "the atlas has padding at byte \(offset) that is not zero; copy it again or re-run import"
        case .invalid(let section, let index, let rule):
            "atlas section '\(section)' breaks a rule at element \(index): \(rule); re-run import"
        }
    }
}
