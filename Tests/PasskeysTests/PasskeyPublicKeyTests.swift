import Crypto
import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct PasskeyPublicKeyTests {
    @Test func `a stored key comes back the same`() throws {
        for authenticator in [try TestAuthenticator.es256, try .edDSA] {
            let key = try PasskeyPublicKey(bytes: authenticator.publicKey)
            #expect(key.bytes == authenticator.publicKey)
            #expect(try PasskeyPublicKey(bytes: key.bytes) == key)
        }
        #expect(try PasskeyPublicKey(bytes: TestAuthenticator.es256.publicKey).algorithm == .es256)
        #expect(try PasskeyPublicKey(bytes: TestAuthenticator.edDSA.publicKey).algorithm == .edDSA)
    }

    @Test func `members in another order make the same key`() throws {
        let key = try TestAuthenticator.es256.publicKey
        let turned = hex("a5") + Array(key[7...]) + Array(key[1..<7])
        #expect(try PasskeyPublicKey(bytes: turned).bytes == key)
    }

    /// The algorithms of the standard's other test vectors: ES384, ES512, Ed25519 by its newer number, and none.
    @Test(arguments: [("3822", -35), ("3823", -36), ("32", -19), ("01", 1)])
    func `other algorithms are refused by their number`(_ algorithm: String, _ number: Int) throws {
        let key = try TestAuthenticator.es256.publicKey
        let other = Array(key[..<4]) + hex(algorithm) + Array(key[5...])
        #expect(throws: PasskeyError.unsupportedAlgorithm(number)) { try PasskeyPublicKey(bytes: other) }
    }

    @Test func `a key of the wrong kind is refused`() throws {
        let es256 = try TestAuthenticator.es256.publicKey, edDSA = try TestAuthenticator.edDSA.publicKey
        var damaged: [[UInt8]] = []
        func change(_ key: [UInt8], _ index: Int, to byte: UInt8) {
            var key = key
            key[index] = byte
            damaged.append(key)
        }
        change(es256, 2, to: 1)  // OKP with ES256
        change(es256, 6, to: 2)  // P-384
        change(edDSA, 2, to: 2)  // EC2 with EdDSA
        change(edDSA, 6, to: 7)  // Ed448
        change(edDSA, 6, to: 4)  // X25519
        change(es256, 4, to: 0x27)  // EdDSA with a point of P-256
        change(edDSA, 4, to: 0x26)  // ES256 with a point of Ed25519
        damaged.append([0xa6] + Array(es256[1...]) + hex("0401"))  // a member more
        damaged.append([0xa5] + Array(edDSA[1...]) + hex("0401"))
        damaged.append(hex("a40102032620012158") + Array(es256[9..<42]))  // without y
        damaged.append(hex("a501020326200121581f") + Array(es256[10..<41]) + Array(es256[42...]))  // a short x
        damaged.append(Array(es256[..<42]) + hex("22f5"))  // y compressed to its sign
        for key in damaged { #expect(throws: PasskeyError.invalidPublicKey) { try PasskeyPublicKey(bytes: key) } }
        #expect(throws: PasskeyError.invalidPublicKey) { try PasskeyPublicKey(bytes: hex("a0")) }
        #expect(throws: PasskeyError.malformed(.publicKey, CBORFault(kind: .trailing, offset: 77))) {
            try PasskeyPublicKey(bytes: es256 + [0])
        }
    }

    @Test func `an RS256 signature by another program is accepted, and any other is refused`() throws {
        let key = try PasskeyPublicKey(bytes: RSAVector.key())
        #expect(key.algorithm == .rs256 && key.bytes == RSAVector.key())
        let message = Array("Hereabouts".utf8)
        #expect(key.isValid(signature: RSAVector.signature, for: message))
        #expect(!key.isValid(signature: RSAVector.signature, for: message + [0]))
        for index in stride(from: 0, to: 256, by: 17) {
            var signature = RSAVector.signature
            signature[index] ^= 1
            #expect(!key.isValid(signature: signature, for: message))
        }
        for signature in [[], Array(RSAVector.signature.dropLast()), RSAVector.signature + [0]] {
            #expect(!key.isValid(signature: signature, for: message))
        }
    }

    @Test func `keys of RSA of another size, exponent or form are refused`() throws {
        let refused = [
            RSAVector.key(modulus: Array(RSAVector.modulus.dropLast())),
            RSAVector.key(modulus: [0] + RSAVector.modulus),
            RSAVector.key(modulus: [1] + RSAVector.modulus.dropFirst()),
            RSAVector.key(modulus: [UInt8](repeating: 0xff, count: 513)),
            RSAVector.key(exponent: [3]), RSAVector.key(exponent: [1, 0, 3]), RSAVector.key(exponent: [0, 1, 0, 1]),
            RSAVector.key(type: 2),
        ]
        for key in refused { #expect(throws: PasskeyError.invalidPublicKey) { try PasskeyPublicKey(bytes: key) } }
    }

    @Test func `points off P-256 are refused`() throws {
        let key = try TestAuthenticator.es256.publicKey
        for index in Array(10..<42) + Array(45..<77) {
            var other = key
            other[index] ^= 1
            // A changed x has a point, yet not with this y.
            #expect(throws: PasskeyError.invalidPublicKey) { try PasskeyPublicKey(bytes: other) }
        }
        let zero = Array(key[..<10]) + [UInt8](repeating: 0, count: 32) + Array(key[42..<45])
        #expect(throws: PasskeyError.invalidPublicKey) {
            try PasskeyPublicKey(bytes: zero + [UInt8](repeating: 0, count: 32))
        }
    }

    private func edDSA(_ point: [UInt8]) -> [UInt8] { hex("a4010103272006215820") + point }

    @Test(arguments: [
        "0100000000000000000000000000000000000000000000000000000000000000",  // order 1
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // order 2
        "0000000000000000000000000000000000000000000000000000000000000000",  // order 4
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",  // order 8
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // p, for 0
        "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  // p + 3, for 3
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
    func `points of small order and other forms of a point are refused`(_ point: String) {
        #expect(throws: PasskeyError.invalidPublicKey) { try PasskeyPublicKey(bytes: edDSA(hex(point))) }
    }

    @Test func `every Ed25519 key of Crypto is taken`() throws {
        var generator = SeededGenerator(seed: 8032)
        for _ in 0..<200 {
            let seed = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed).publicKey.rawRepresentation
            #expect(throws: Never.self) { try PasskeyPublicKey(bytes: edDSA([UInt8](key))) }
        }
    }
}
