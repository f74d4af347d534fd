import Atlas
import Foundation
import GeoCore
import Testing

@Suite struct AtlasInfoJSONTests {
    /// What Foundation reads from the description of an atlas that says `info`.
    static func read(_ info: AtlasInfo) throws -> [String: Any] {
        var writer = AtlasWriter()
        info.add(to: &writer)
        let bytes = writer.finish()
        let json = try bytes.withUnsafeBytes { bytes in
            let atlas = try AtlasView(bytes: bytes)
            return try AtlasInfo(atlas).json(atlas)
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    static func info(timestamp: Int64?) -> AtlasInfo {
        AtlasInfo(
            name: "Kauppatori \"K\"",
            bounds: IntBox(minX: 249_384_000, minY: 601_600_000, maxX: 249_590_000, maxY: 601_700_000),
            timestamp: timestamp, nodes: 3, ways: 2, relations: 1)
    }

    @Test func `the JSON states the facts about an atlas`() throws {
        let json = try Self.read(Self.info(timestamp: nil))
        #expect(json["name"] as? String == "Kauppatori \"K\"")
        #expect(json["bounds"] as? [Double] == [24.9384, 60.16, 24.959, 60.17])
        #expect(json["center"] as? [String: Double] == ["lat": 60.165, "lon": 24.9487])
        #expect(json["counts"] as? [String: Int] == ["nodes": 3, "ways": 2, "relations": 1])
        #expect(json["data_timestamp"] is NSNull)
        #expect(json["attribution"] as? String == "© OpenStreetMap contributors")
        let file = try #require(json["atlas"] as? [String: Any])
        #expect((file["bytes"] as? Int ?? 0).isMultiple(of: 64))
        let identity = try #require(file["identity"] as? String)
        #expect(identity.count == 16 && UInt64(identity, radix: 16) != nil)
    }

    @Test(arguments: [
        0, -1, 951_782_400, 951_868_799, 1_609_925_421, 1_709_164_800, 4_107_542_400, -2_203_891_200, -11_644_473_600,
        253_402_300_799,
    ])
    func `the time of the data agrees with the calendar`(timestamp: Int64) throws {
        let json = try Self.read(Self.info(timestamp: timestamp))
        let truth = Date(timeIntervalSince1970: Double(timestamp)).formatted(.iso8601)
        #expect(json["data_timestamp"] as? String == truth)
    }

    @Test func `times beyond four-digit years become the nearer end`() throws {
        #expect(try Self.read(Self.info(timestamp: .max))["data_timestamp"] as? String == "9999-12-31T23:59:59Z")
        #expect(try Self.read(Self.info(timestamp: .min + 1))["data_timestamp"] as? String == "0001-01-01T00:00:00Z")
    }
}
