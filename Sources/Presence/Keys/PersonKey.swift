package import Community
import Crypto
import FoundationEssentials

/// The secret of one person, of which everything that hides them is made: destroyed, what it sealed is noise, in every
/// backup too.
///
/// 32 random bytes. No key is used for two things: each use has one of its own, derived by HKDF (RFC 5869).
package struct PersonKey: Sendable, Equatable {
    package static let length = 32

    package let bytes: [UInt8]

    /// Makes a new one.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Takes one that was kept; `nil` for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// The key for one use.
    func derived(for use: StaticString) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: bytes), info: Data("hereabouts \(use)".utf8), outputByteCount: 32)
    }
}

/// Seals what is kept of one person, and opens it again: AES-256-GCM with a random nonce (NIST SP 800-38D), far below
/// the 2³² messages that it allows for one key.
struct Seal: Sendable {
    private let key: SymmetricKey
    /// What the key is known by; tells nothing of it.
    let name: Int64

    init(_ key: PersonKey) {
        self.key = key.derived(for: "seal 1")
        name = Int64(bitPattern: KeyedDraw(key, for: "name 1").word(of: []))
    }

    /// `content` as nonce, ciphertext and tag, good only beside the same `place`: what it is and whose.
    func closed(_ content: [UInt8], at place: [UInt8]) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(content, using: key, authenticating: place)
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            preconditionFailure("a key of 256 bits seals any content: \(error)")
        }
    }

    /// The content; `nil` when it was sealed with another key or for another place, or was changed.
    func opened(_ sealed: [UInt8], at place: [UInt8]) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let content = try? AES.GCM.open(box, using: key, authenticating: place)
        else { return nil }
        return Array(content)
    }
}

/// What a key of a person is for: destroying one leaves what the others seal.
package enum KeyPurpose: UInt8, Sendable, CaseIterable {
    /// What they share, and the noise that hides them, which must stay the same.
    case sharing
    /// What their devices reported.
    case positions
}

/// Keeps the keys, apart from what they seal. What a call has written is on the disk when it returns.
package protocol PersonKeyStore: Sendable {
    /// The key of a person for one purpose; they get `fresh` if they have none yet.
    func key(of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey) async throws -> PersonKey
    /// The key of a person; `nil` for one who has none.
    func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey?
    /// The key of which the noise in statistics is made: `fresh` if there is none yet.
    func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey
    /// Leaves nothing of a key; a person without one is no fault. While somebody reads it for long, files may hold it
    /// until `forgetDestroyed` returns.
    func destroyKey(of person: AccountID, for purpose: KeyPurpose) async throws
    /// Leaves nothing in files of keys that were destroyed.
    func forgetDestroyed() async
}
