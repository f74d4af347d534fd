/// How much a packed file may unpack to.
///
/// A file of kilobytes can be made to unpack to gigabytes. Real OSM XML becomes 10 to 20 times smaller when packed;
/// what exceeds ten times that is no map.
struct UnpackingLimit {
    let bytes: Int
    let reason: String

    private static let maximumRatio = 200
    private static let alwaysAllowed = 64 << 20

    /// The limit for a file of `packedSize` bytes where `memory` is left.
    init(packedSize: Int, memory: MemoryBudget) {
        let product = packedSize.multipliedReportingOverflow(by: Self.maximumRatio)
        let plausible = max(Self.alwaysAllowed, product.overflow ? .max : product.partialValue)
        let readable = memory.readableSize(bytesPerByte: XMLReader.memoryPerByte)
        bytes = min(plausible, readable)
        reason =
            readable < plausible
            ? "for which \(memory.available) bytes of memory will not do" : "more than a map of this size can hold"
    }
}
