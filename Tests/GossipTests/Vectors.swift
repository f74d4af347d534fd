import Foundation
import Gossip
import TestSupport

/// The recorded vectors beside the tests' fixtures; `Tests/Fixtures/README.md` says how they were made.
enum Vectors {
    static func read<Content: Decodable>(_ name: String) throws -> Content {
        let file = URL(filePath: Repository.path).appending(path: "Tests/Fixtures/\(name)")
        return try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
    }
}

/// Bytes that a fixture writes as hexadecimal digits.
struct Hex: Decodable, Equatable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Self.bytes(text) }

    init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension MessageID {
    init(hex: String) throws { self.init(try Bytes32(Hex.bytes(hex)).orThrow) }

    /// The id of the `number`th made-up item: SHA-256 of its name.
    init(item number: Int) { self.init(PortableSHA256.digest(of: Array("item \(number)".utf8))) }
}

extension Optional {
    struct Missing: Error {}

    var orThrow: Wrapped {
        get throws {
            guard let self else { throw Missing() }
            return self
        }
    }
}
