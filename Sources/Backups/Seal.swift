import Crypto
import CryptoExtras
import Foundation

/// Seals backups with a passphrase: a reader of the files without it learns nothing, and a changed, cut or renamed file
/// cannot be opened. A signed list ties each file to its backup.
///
/// A file is a head and chunks of a mebibyte, the last one shorter or empty. ChaCha20-Poly1305 (RFC 8439) seals each
/// chunk under its own nonce: the number of the chunk, and whether it is the last (the STREAM construction; Hoang,
/// Reyhanitabar, Rogaway and Vizár, CRYPTO 2015).
///
/// ```
/// bytes 0 ..< 8    "HBSEAL1\n"
/// bytes 8 ..< 24   random: the input of the file's own key
/// then             chunks, each with its tag of 16 bytes
/// ```
package struct BackupSeal: Sendable {
    private let key: SymmetricKey

    static let magic = Array("HBSEAL1\n".utf8)
    static let headLength = 24
    static let pieceLength = 1 << 20
    static let tagLength = 16
    static let saltLength = 16

    /// Makes the seal of a passphrase, with the salt of the backups in the folder `root`. If there is none, `makes`
    /// decides whether to make it. Throws for another passphrase.
    init(passphrase: String, root: String, makes: Bool) throws {
        let path = root + "/salt"
        // Two backups that begin at once must not make two salts.
        let lock = makes && !Files.isThere(path) ? try Files.Lock(root) : nil
        defer { withExtendedLifetime(lock) {} }
        if Files.isThere(path) {
            let kept = try Files.content(of: path)
            try self.init(passphrase: passphrase, salt: Array(kept.prefix(Self.saltLength)))
            guard kept.count > Self.saltLength, isProof(kept.dropFirst(Self.saltLength), of: Self.nothing) else {
                throw BackupFault("the passphrase is not that of the backups in \(root); take the right one")
            }
            return
        }
        guard makes, !Files.isThere(root + "/secret") else {
            throw BackupFault("the backups in \(root) have no passphrase; leave it out, or name a new folder")
        }
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltLength).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try self.init(passphrase: passphrase, salt: salt)
        try Files.write(Data(salt) + proof(of: Self.nothing), to: path)
    }

    /// Derives the key. That takes a tenth of a second and 128 MiB, so that each guess does, too. Throws for a
    /// passphrase that is too short.
    private init(passphrase: String, salt: [UInt8]) throws {
        guard passphrase.utf8.count >= 8 else {
            throw BackupFault("the passphrase of backups is too short; take one of eight bytes or more")
        }
        // RFC 7914 with N = 2¹⁷, r = 8, p = 1: the cost that OWASP's Password Storage Cheat Sheet names first.
        key = try KDF.Scrypt.deriveKey(
            from: Array(passphrase.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 17, blockSize: 8,
            parallelism: 1)
    }

    private static let nothing = Data("hereabouts backups".utf8)

    /// Returns a proof for `bytes` that only a holder of the passphrase can make.
    func proof(of bytes: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: bytes, using: proofKey))
    }

    func isProof(_ proof: Data, of bytes: Data) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Data(proof), authenticating: bytes, using: proofKey)
    }

    private var proofKey: SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("hereabouts backup lists".utf8), outputByteCount: 32)
    }

    /// Returns the key of one file, derived from its head and its stored name.
    private func fileKey(_ head: some Sequence<UInt8>, _ name: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: Array(head), info: Array("hereabouts backup \(name)".utf8), outputByteCount: 32
        )
    }

    private static func nonce(_ piece: UInt64, isLast: Bool) throws -> ChaChaPoly.Nonce {
        var bytes = [UInt8](repeating: 0, count: 12)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: piece >> (8 * UInt64(index))) }
        bytes[11] = isLast ? 1 : 0
        return try ChaChaPoly.Nonce(data: bytes)
    }

    /// Seals one file, chunk by chunk.
    struct Sealing {
        private let key: SymmetricKey
        private var piece: UInt64 = 0
        /// The beginning of the file.
        let head: [UInt8]

        /// Starts with a new head. Use an existing head only to reproduce the same file.
        init(_ seal: BackupSeal, name: String, head old: Data? = nil) {
            if let old {
                head = Array(old)
            } else {
                var generator = SystemRandomNumberGenerator()
                head = BackupSeal.magic + (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
            key = seal.fileKey(head, name)
        }

        mutating func sealed(_ bytes: Data, isLast: Bool) throws -> Data {
            defer { piece += 1 }
            let box = try ChaChaPoly.seal(bytes, using: key, nonce: BackupSeal.nonce(piece, isLast: isLast))
            return box.ciphertext + box.tag
        }
    }

    /// Opens one file, chunk by chunk.
    struct Opening {
        private let key: SymmetricKey
        private var piece: UInt64 = 0

        init(_ seal: BackupSeal, head: Data, name: String) throws {
            guard head.count == BackupSeal.headLength, head.starts(with: BackupSeal.magic) else {
                throw BackupFault("\(name) does not have this program's sealed format")
            }
            key = seal.fileKey(head, name)
        }

        mutating func opened(_ bytes: Data, isLast: Bool, name: String) throws -> Data {
            defer { piece += 1 }
            do {
                guard bytes.count >= BackupSeal.tagLength else { throw CryptoKitError.authenticationFailure }
                let box = try ChaChaPoly.SealedBox(
                    nonce: BackupSeal.nonce(piece, isLast: isLast), ciphertext: bytes.dropLast(BackupSeal.tagLength),
                    tag: bytes.suffix(BackupSeal.tagLength))
                return try ChaChaPoly.open(box, using: key)
            } catch is CryptoKitError {
                throw BackupFault("\(name) cannot be opened: the passphrase differs, or the file was changed")
            }
        }
    }
}
