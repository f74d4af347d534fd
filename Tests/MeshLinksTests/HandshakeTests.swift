import Crypto
import Gossip
import MeshLinks
import Testing

/// One side of a handshake.
struct Side {
    static let secret = PlaceSecret(Array("sixteen bytes or more".utf8))!

    let key = Curve25519.Signing.PrivateKey()
    let certificateBytes = Array("certificate \(UInt64.random(in: 0...(.max)))".utf8)
    var secret = Side.secret
    var entry = Array("an entry of the roster".utf8)
    var relays = true
    var period: Int64? = 1000
    var policy: LinkPolicy = { _, _ in true }

    var certificate: CertificateHash { CertificateHash(ofCertificate: certificateBytes) }
    var signer: SignerKey { SignerKey(Bytes32(key.publicKey.rawRepresentation)!) }

    func handshake(_ role: LinkRole, with other: CertificateHash, key: Curve25519.Signing.PrivateKey? = nil)
        -> Handshake
    {
        Handshake(
            .init(
                secret: secret,
                credentials: LinkCredentials(nodeKey: key ?? self.key, rosterEntry: entry, relays: relays)!,
                period: period, policy: policy), role: role, own: certificate, other: other)
    }
}

@Suite struct HandshakeTests {
    /// The three frames of a handshake between two sides, and both outcomes.
    private func run(_ one: Side, _ other: Side) throws(HandshakeFault) -> (frames: [[UInt8]], [LinkEstablished?]) {
        var dialler = one.handshake(.dialler, with: other.certificate)
        var listener = other.handshake(.listener, with: one.certificate)
        let first = try dialler.begin() ?? []
        let second = try listener.receive(first)
        let third = try dialler.receive(second.send ?? [])
        let last = try listener.receive(third.send ?? [])
        #expect(second.established == nil && last.send == nil)
        return ([first, second.send ?? [], third.send ?? []], [third.established, last.established])
    }

    private func fault(_ one: Side, _ other: Side) -> HandshakeFault? {
        do throws(HandshakeFault) {
            _ = try run(one, other)
            return nil
        } catch {
            return error
        }
    }

    private func fault(_ handshake: inout Handshake, _ frame: [UInt8]) -> HandshakeFault? {
        do throws(HandshakeFault) {
            _ = try handshake.receive(frame)
            return nil
        } catch {
            return error
        }
    }

    @Test func `two nodes of a place learn each other's key, entry and will to relay`() throws {
        var one = Side(), other = Side()
        (one.entry, other.relays) = ([], false)
        let (_, outcomes) = try run(one, other)
        let dialled = try #require(outcomes[0]), came = try #require(outcomes[1])
        #expect(dialled.key == other.signer && dialled.rosterEntry == other.entry)
        #expect(!dialled.relays && dialled.role == .dialler)
        #expect(came.key == one.signer && came.rosterEntry.isEmpty && came.relays && came.role == .listener)
    }

    @Test func `every altered byte of every frame is refused`() throws {
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        var tried = 0
        for (number, frame) in frames.enumerated() {
            for place in frame.indices {
                for change: UInt8 in [1, 0x80] {
                    var altered = frame
                    altered[place] ^= change
                    var dialler = one.handshake(.dialler, with: other.certificate)
                    var listener = other.handshake(.listener, with: one.certificate)
                    _ = try dialler.begin()
                    if number == 2 { _ = try listener.receive(frames[0]) }
                    let fault = number == 1 ? fault(&dialler, altered) : fault(&listener, altered)
                    #expect(fault != nil, "frame \(number + 1), byte \(place)")
                    tried += 1
                }
            }
        }
        #expect(tried == 2 * frames.reduce(0) { $0 + $1.count })
    }

    @Test func `frames of another length are refused`() throws {
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        for (number, frame) in frames.enumerated() {
            for wrong in (0..<frame.count).map({ Array(frame[..<$0]) }) + [frame + [0]] {
                var dialler = one.handshake(.dialler, with: other.certificate)
                var listener = other.handshake(.listener, with: one.certificate)
                _ = try dialler.begin()
                if number == 2 { _ = try listener.receive(frames[0]) }
                #expect((number == 1 ? fault(&dialler, wrong) : fault(&listener, wrong)) != nil)
            }
        }
    }

    @Test func `frames of one link are worth nothing in another`() throws {
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        // The same nodes, keys and secret; one side has renewed its certificate.
        let fresh = Side().certificate
        var listener = other.handshake(.listener, with: fresh)
        #expect(fault(&listener, frames[0]) == .proof)
        var dialler = one.handshake(.dialler, with: fresh)
        _ = try dialler.begin()
        #expect(fault(&dialler, frames[1]) == .proof)
        // With a code of the new link, the old signature is no use either.
        var third = Side()
        third.policy = one.policy
        var second = other.handshake(.listener, with: third.certificate)
        let proof = try third.handshake(.dialler, with: other.certificate).begun()
        _ = try second.receive(proof ?? [])
        #expect(fault(&second, frames[2]) == .signature)
    }

    @Test func `a prober without the secret is told nothing`() throws {
        var prober = Side()
        prober.secret = PlaceSecret(Array("another secret of a place".utf8))!
        #expect(fault(prober, Side()) == .proof)
        #expect(fault(Side(), prober) == .proof)
        #expect(PlaceSecret([UInt8](repeating: 1, count: 15)) == nil)
    }

    @Test func `what a side said itself is not taken from the other`() throws {
        let one = Side(), other = Side()
        var dialler = one.handshake(.dialler, with: other.certificate)
        let first = try #require(try dialler.begin())
        // The listener's proof is over the certificates the other way round, and says "listen".
        #expect(fault(&dialler, [2] + first.dropFirst() + [UInt8](repeating: 0, count: 107)) == .proof)
        // A node that dials itself, with one certificate or with two.
        var itself = one.handshake(.dialler, with: one.certificate)
        #expect(throws: HandshakeFault.ownKey) { try itself.begin() }
        var listener = one.handshake(.listener, with: one.certificate)
        #expect(fault(&listener, first) == .ownKey)
        var mirror = Handshake(
            .init(
                secret: Side.secret, credentials: LinkCredentials(nodeKey: one.key, rosterEntry: [], relays: true)!,
                period: nil, policy: { _, _ in true }), role: .listener, own: other.certificate, other: one.certificate)
        var dialling = one.handshake(.dialler, with: other.certificate)
        let step = try mirror.receive(try #require(try dialling.begin()))
        #expect(fault(&dialling, try #require(step.send)) == .ownKey)
    }

    @Test func `what a node signed as dialler is no word of a listener`() throws {
        // Somebody with the secret whom a node dialled now dials that node, and turns its own word against others.
        let victim = Side(), thief = Side()
        let (frames, _) = try run(victim, thief)
        var dialler = thief.handshake(.dialler, with: victim.certificate)
        let first = try #require(try dialler.begin())
        var listener = victim.handshake(.listener, with: thief.certificate)
        let second = try #require(try listener.receive(first).send)
        #expect(fault(&dialler, Array(second.prefix(33)) + frames[2].dropFirst()) == .signature)
    }

    /// A frame 3 made by the description of it in docs/mesh-links.md.
    private func word(_ side: Side, role: UInt8, dialler: Side, listener: Side, flags: UInt8 = 3) throws -> [UInt8] {
        let period: [UInt8] = [0, 0, 0, 0, 0, 0, 3, 232]
        let hashes = [dialler, listener].flatMap { Array(SHA256.hash(data: $0.certificateBytes)) }
        let text =
            Array("hereabouts link 1".utf8) + [role] + hashes + period + [flags] + Array(SHA256.hash(data: side.entry))
        let word =
            Array(side.key.publicKey.rawRepresentation) + [flags] + period + [0, UInt8(side.entry.count)] + side.entry
            + Array(try side.key.signature(for: text))
        return [3] + word + [UInt8](repeating: 0, count: 512 - word.count)
    }

    @Test func `a word made by the description is taken, and one with another role or flag is not`() throws {
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        for (role, flags, expected): (UInt8, UInt8, HandshakeFault?) in [
            (1, 3, nil), (2, 3, .signature), (0, 3, .signature), (1, 7, .flags), (1, 0x83, .flags),
        ] {
            var listener = other.handshake(.listener, with: one.certificate)
            _ = try listener.receive(frames[0])
            let word = try word(one, role: role, dialler: one, listener: other, flags: flags)
            #expect(fault(&listener, word) == expected, "\(role) \(flags)")
        }
        var listener = other.handshake(.listener, with: one.certificate)
        _ = try listener.receive(frames[0])
        #expect(fault(&listener, try word(one, role: 1, dialler: other, listener: one)) == .signature)
    }

    @Test func `the proof of a dialler is the code of the description`() throws {
        let one = Side(), other = Side()
        let text = Array("dial".utf8) + [one, other].flatMap { Array(SHA256.hash(data: $0.certificateBytes)) }
        let code = HMAC<SHA256>.authenticationCode(
            for: text, using: SymmetricKey(data: Array("sixteen bytes or more".utf8)))
        #expect(try run(one, other).frames[0] == [1] + Array(code))
    }

    @Test func `keys that anybody can sign for are refused`() throws {
        // The point of order 1: R = (0, 1) and S = 0 sign every text (RFC 8032 §5.1.7).
        let weak = [1] + [UInt8](repeating: 0, count: 31)
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        var listener = other.handshake(.listener, with: one.certificate)
        _ = try listener.receive(frames[0])
        let signature = 44 + one.entry.count
        let forged =
            [3] + weak + frames[2][33..<signature] + weak + [UInt8](repeating: 0, count: 32)
            + frames[2][(signature + 64)...]
        #expect(fault(&listener, forged) == .signature)
        // Without the list the library would take it.
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: weak)
        #expect(key.isValidSignature(weak + [UInt8](repeating: 0, count: 32), for: [1, 2, 3]))
    }

    @Test func `clocks that are set agree to a period`() {
        var one = Side(), other = Side()
        for (period, expected): (Int64?, HandshakeFault?) in [
            (1000, nil), (999, nil), (1001, nil), (998, .period), (1002, .period), (.max, .period), (.min, .period),
            (nil, nil),
        ] {
            one.period = period
            #expect(fault(one, other) == expected)
        }
        (one.period, other.period) = (nil, nil)
        #expect(fault(one, other) == nil)
    }

    @Test func `a node that the policy does not want is refused by either side`() {
        var one = Side(), other = Side()
        let (blocked, entry) = (one.signer, one.entry)
        other.policy = { key, shown in !(key == blocked && shown == entry) }
        #expect(fault(one, other) == .refused)
        #expect(fault(other, one) == .refused)
        one.entry = [1]
        #expect(fault(one, other) == nil)
    }

    @Test func `frames out of turn are refused, and nothing follows a fault`() throws {
        let one = Side(), other = Side()
        let (frames, _) = try run(one, other)
        var listener = other.handshake(.listener, with: one.certificate)
        #expect(fault(&listener, frames[2]) == .unexpected)
        #expect(fault(&listener, frames[0]) == .unexpected)
        var dialler = one.handshake(.dialler, with: other.certificate)
        #expect(fault(&dialler, frames[1]) == .unexpected)
        var again = other.handshake(.listener, with: one.certificate)
        _ = try again.receive(frames[0])
        #expect(fault(&again, frames[0]) == .unexpected)
    }

    @Test func `a guest, a member and the longest name have frames of the same length`() throws {
        let listener = Side()
        let lengths = try [0, 180, 400].map { count in
            var side = Side()
            side.entry = [UInt8](repeating: 7, count: count)
            return try run(side, listener).frames.map(\.count)
        }
        #expect(Set(lengths) == [[33, 1 + 32 + 512, 1 + 512]])
    }

    @Test func `an entry that is too long is never sent`() {
        #expect(LinkCredentials(nodeKey: .init(), rosterEntry: [UInt8](repeating: 0, count: 8193), relays: true) == nil)
    }
}

extension Handshake {
    fileprivate func begun() throws -> [UInt8]? {
        var copy = self
        return try copy.begin()
    }
}
