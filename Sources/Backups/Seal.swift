import Crypto
import CryptoExtras
import Foundation

/// Seals what leaves the machine with a passphrase: who has the files and not the passphrase reads nothing, and a file
/// that was changed, cut or renamed does not open. That it is the one of its backup the list says, which is proved too.
///
/// A file is a head and pieces of a mebibyte, the last one shorter or empty, each sealed with ChaCha20-Poly1305 (RFC
/// 8439) under a nonce of its own: the number of the piece, and whether it is the last (the STREAM construction; Hoang,
/// Reyhanitabar, Rogaway and Vizár, CRYPTO 2015).
///
/// ```
/// bytes 0 ..< 8    "HBSEAL1\n"
/// bytes 8 ..< 24   random: the file's own key is made of it
/// then             pieces, each with its tag of 16 bytes
/// ```
package struct BackupSeal: Sendable {
    private let key: SymmetricKey

    static let magic = Array("HBSEAL1\n".utf8)
    static let headLength = 24
    static let pieceLength = 1 << 20
    static let tagLength = 16
    static let saltLength = 16

    /// The seal of a passphrase: the one that all backups in the folder `root` have or, where there are none and it
    /// `makes` it, the first. Throws for another passphrase.
    init(passphrase: String, root: String, makes: Bool) throws {
        let path = root + "/salt"
        // Two that begin at once must not make two.
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

    /// Makes the key; takes a tenth of a second and 128 MiB, so that guessing does too. Throws for a passphrase that is
    /// too short.
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

    /// What only who has the passphrase can make of `bytes`.
    func proof(of bytes: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: bytes, using: proofKey))
    }

    func isProof(_ proof: Data, of bytes: Data) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Data(proof), authenticating: bytes, using: proofKey)
    }

    private var proofKey: SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("hereabouts backup lists".utf8), outputByteCount: 32)
    }

    /// The key of one file, by its head and by the name that it is kept under.
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

    /// What seals one file, piece after piece.
    struct Sealing {
        private let key: SymmetricKey
        private var piece: UInt64 = 0
        /// What the file begins with.
        let head: [UInt8]

        /// Behind a new head. One that a file has already is only for what is to become that file again.
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

    /// What opens one file, piece after piece.
    struct Opening {
        private let key: SymmetricKey
        private var piece: UInt64 = 0

        init(_ seal: BackupSeal, head: Data, name: String) throws {
            guard head.count == BackupSeal.headLength, head.starts(with: BackupSeal.magic) else {
                throw BackupFault("\(name) is not sealed as this program seals")
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
                throw BackupFault("\(name) does not open: the passphrase is another, or the file was changed")
            }
        }
    }
}
