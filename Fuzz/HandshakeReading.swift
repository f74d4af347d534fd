import Crypto
import GeoCore
import MeshLinks

private let secret = PlaceSecret(Array("sixteen bytes or more".utf8))!
private let certificates = [CertificateHash(ofCertificate: [1]), CertificateHash(ofCertificate: [2])]

/// Cuts the input into frames as a link does, and gives them to a side of a handshake; the first byte says which one. After a
/// fault, and after the end, every frame is a fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func readHandshake(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first, let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](7..<39)),
        let credentials = LinkCredentials(nodeKey: key, rosterEntry: [1, 2, 3], relays: true)
    else { return 0 }
    let setup = Handshake.Setup(secret: secret, credentials: credentials, period: 1000) { _, entry in
        precondition(entry.count <= LinkCredentials.longestEntry, "an entry is too long")
        return true
    }
    let role: LinkRole = first & 1 == 0 ? .dialler : .listener
    var handshake = Handshake(setup, role: role, own: certificates[0], other: certificates[1])
    _ = try? handshake.begin()
    var reader = FrameReader(longest: Handshake.longestFrame)
    reader.append(bytes.dropFirst())
    var isOver = false
    while let frame = try? reader.next() {
        precondition(frame.count <= Handshake.longestFrame, "a frame is too long")
        do throws(HandshakeFault) {
            let step = try handshake.receive(frame)
            precondition(!isOver, "a frame is taken after the end")
            precondition((step.send?.count ?? 0) <= Handshake.longestFrame, "a frame that is sent is too long")
            isOver = step.established != nil
        } catch {
            isOver = true
        }
    }
    return 0
}
