package import Community
import Crypto
import FoundationEssentials

/// The secret of one person. All their seals and all their noise derive from it: once it is destroyed, all data
/// that it sealed is unreadable, in every backup too.
///
/// 32 random bytes. Each use has a key of its own, derived by HKDF (RFC 5869).
package struct PersonKey: Sendable, Equatable {
    package static let length = 32

    package let bytes: [UInt8]

    package init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Takes the bytes of a stored key; returns `nil` unless there are 32.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Derives the key for one use.
    func derived(for use: StaticString) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), info: Data("hereabouts \(use)".utf8), outputByteCount: 32)
    }
}

/// Encrypts and decrypts the data of one person, with AES-256-GCM and a random nonce (NIST SP 800-38D), far
/// below the 2³² messages that it allows for one key.
struct Seal: Sendable {
    private let key: SymmetricKey
    /// Identifies the key and reveals nothing about it.
    let name: Int64

    init(_ key: PersonKey) {
        self.key = key.derived(for: "seal 1")
        name = Int64(bitPattern: KeyedDraw(key, for: "name 1").word(of: []))
    }

    /// Encrypts `content` into nonce, ciphertext and tag. `place` says what the content is and whose; it decrypts only
    /// with the same `place`.
    func closed(_ content: [UInt8], at place: [UInt8]) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(content, using: key, authenticating: place)
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            preconditionFailure("a key of 256 bits seals any content: \(error)")
        }
    }

    /// Decrypts; returns `nil` if the bytes were changed, or sealed with another key or for another place.
    func opened(_ sealed: [UInt8], at place: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let content = try? AES.GCM.open(box, using: key, authenticating: place)
        else { return nil }
        return Array(content)
    }
}

/// The purpose of a person's key. A person can destroy one key and keep the other.
package enum KeyPurpose: UInt8, Sendable, CaseIterable {
    /// Seals what the person shares, and makes the noise that hides them, which must stay the same.
    case sharing
    /// Seals what the person's devices report.
    case positions
}

/// Stores the keys apart from the data that they seal. A call returns once its changes are on the disk.
package protocol PersonKeyStore: Sendable {
    /// Returns the key of a person for one purpose; stores `fresh` if they have none yet.
    func key(of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey) async throws -> PersonKey
    /// Returns the key of a person; `nil` if they have none.
    func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey?
    /// Returns the key of the noise in statistics; stores `fresh` if there is none yet.
    func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey
    /// Destroys a key. Does nothing if there is none. Files may hold it until `forgetDestroyed` returns, while a long
    /// read goes on.
    func destroyKey(of person: AccountID, for purpose: KeyPurpose) async throws
    /// Removes destroyed keys from all files.
    func forgetDestroyed() async
}
