import GeoCore
import Gossip
import Testing

@Suite struct SignerKeyTests {
    private struct Points: Decodable {
        let smallOrder: [Hex]
    }

    @Test func `exactly the encodings that the curve's equation gives are of small order`() throws {
        let points: Points = try Vectors.read("message-vectors.json")
        #expect(points.smallOrder.count == 14)
        for point in points.smallOrder {
            #expect(SignerKey(try Bytes32(point.bytes).orThrow).isSmallOrder)
            // Every bit counts, but the one that all of them have both ways.
            for bit in 0..<255 {
                var other = point.bytes
                other[bit / 8] ^= 1 << UInt8(bit % 8)
                let isListed = points.smallOrder.contains(Hex(Hex.text(other)))
                #expect(SignerKey(try Bytes32(other).orThrow).isSmallOrder == isListed)
            }
        }
        for _ in 0..<100 { #expect(try !Writer().key.isSmallOrder) }
    }

    /// Why the list is needed: R = the neutral point and S = 0 solve S·B = R + h·A for every h, when A is neutral, too.
    @Test func `the library takes one signature of the neutral key for every text, and we do not`() throws {
        let neutral = SignerKey(try Bytes32([1] + [UInt8](repeating: 0, count: 31)).orThrow)
        let signature = [1] + [UInt8](repeating: 0, count: 63)
        let checker = CryptoSignatures()
        for text in ["one", "another"] { #expect(checker.holds(signature[...], of: Array(text.utf8), by: neutral)) }
        let id = MessageID(item: 1)
        let stamp = EntryStamp(member: neutral, time: HybridTime(rawValue: 1), signature: signature)
        #expect(checker.holds(signature[...], of: EntryStamp.signedBytes(of: id, at: stamp.time), by: neutral))
        #expect(!stamp.isSigned(of: id, by: neutral, checker))
    }
}
