/// The maximum decompressed size of a file.
///
/// A file of kilobytes can be made to decompress to gigabytes. Real OSM XML becomes 10 to 20 times smaller when
/// compressed; a file that exceeds ten times that is not a map.
struct UnpackingLimit {
    let bytes: Int
    let reason: String
    let remedy: String

    private static let maximumRatio = 200
    private static let alwaysAllowed = 64 << 20

    /// Computes the limit for a file of `packedSize` bytes with the remaining `memory`, of which each unpacked byte
    /// needs `bytesPerByte`.
    init(
        packedSize: Int, memory: MemoryBudget, bytesPerByte: Int,
        remedy: String = "convert it with `osmium cat IN -o OUT.osm.pbf`, or use a smaller extract"
    ) {
        self.remedy = remedy
        let product = packedSize.multipliedReportingOverflow(by: Self.maximumRatio)
        let plausible = max(Self.alwaysAllowed, product.overflow ? .max : product.partialValue)
        let readable = memory.readableSize(bytesPerByte: bytesPerByte)
        bytes = min(plausible, readable)
        reason =
            readable < plausible
            ? "for which \(memory.available) bytes of memory will not do" : "more than a map of this size can hold"
    }
}
