import Community
import Foundation
import GeoCore
import Testing

@Suite struct IdentityTests {
    private func made(_ milliseconds: Int64) -> PostID {
        var generator = SystemRandomNumberGenerator()
        return PostID(at: milliseconds, using: &generator)
    }

    @Test func `an id is a UUID of version 7, as Foundation reads it`() throws {
        let id = made(1_700_000_000_123)
        let uuid = try #require(UUID(uuidString: id.text))
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        #expect(bytes == id.bytes)
        #expect(bytes[6] >> 4 == 7 && bytes[8] >> 6 == 2)
        #expect(bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } == 1_700_000_000_123)
        #expect(PostID(text: id.text) == id && PostID(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "0", "018bcfe5-687b-7000-8000-00000000000", "018BCFE5-687B-7000-8000-000000000000",
        "018bcfe5687b70008000000000000000", "018bcfe5-687b-7000-8000-00000000000g",
        "018bcfe5-687b-7000-80000-0000000000",
    ])
    func `other texts are no ids`(text: String) { #expect(PostID(text: text) == nil) }

    @Test func `ids sort as their times, their bytes and their texts do`() {
        let ids = (0..<200).map { made(Int64($0 / 2)) }
        let sorted = ids.sorted()
        #expect(sorted.map(\.text) == sorted.map(\.text).sorted())
        #expect(sorted.map(\.bytes).elementsEqual(sorted.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }))
        #expect(Set(ids).count == 200)
        #expect(made(5) < made(6))
    }
}
