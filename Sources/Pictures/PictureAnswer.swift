/// The answer of a picture process: a byte 0 and the renditions, or the byte of a fault.
///
/// Each rendition is its width, height and length, four bytes each, least significant first, and then its bytes. The
/// smallest size comes first.
enum PictureAnswer {
    static func bytes(_ renditions: [Rendition]) -> [UInt8] {
        var answer: [UInt8] = [0]
        for rendition in renditions {
            for number in [rendition.width, rendition.height, rendition.bytes.count] {
                answer += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            answer += rendition.bytes
        }
        return answer
    }

    static func bytes(_ fault: PictureFault) -> [UInt8] { [fault.rawValue] }

    /// Parses an answer. The answer is untrusted: its process has decoded a stranger's bytes.
    static func read(_ answer: [UInt8]) throws(PictureFault) -> [Rendition] {
        guard let status = answer.first else { throw .broken }
        guard status == 0 else { throw PictureFault(rawValue: status) ?? .broken }
        var renditions: [Rendition] = [], rest = answer.dropFirst()
        func number() throws(PictureFault) -> Int {
            guard rest.count >= 4 else { throw .broken }
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        for size in PictureSize.allCases where !rest.isEmpty {
            let (width, height, length) = (try number(), try number(), try number())
            guard (1...size.longestSide).contains(width), (1...size.longestSide).contains(height), length <= rest.count,
                Self.isWholeWebP(rest.prefix(length))
            else { throw .broken }
            renditions.append(Rendition(size: size, width: width, height: height, bytes: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        guard !renditions.isEmpty, rest.isEmpty else { throw .broken }
        return renditions
    }

    /// Whether the bytes are exactly one WebP file (RFC 9649 §2.4: four bytes give the length of the rest).
    private static func isWholeWebP(_ file: ArraySlice<UInt8>) -> Bool {
        let head = Array(file.prefix(12))
        guard PictureFormat(head) == .webP else { return false }
        return head[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } + 8 == file.count
    }
}
