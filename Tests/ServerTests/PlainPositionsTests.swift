import Foundation
import HereaboutsAPI
import Server
import Testing

/// The quick reader gives the same result as the general decoder.
struct PlainPositionsTests {
    private static let documents = [
        #"{"time":1790000000000,"lat":60.17021,"lon":-24.94019}"#,
        #"[{"time":1790000000000.5,"lat":-0,"lon":0.5,"accuracy":12,"speed":1.40,"course":359.9,"battery":80}]"#,
        " [ {\"lat\" : 1 ,\t\"lon\":2,\r\n\"time\":3 } , {\"altitude\":-12.25,\"time\":4,\"lon\":5,\"lat\":6}\n] ",
    ]

    private static func read(_ bytes: [UInt8], atMost maximum: Int = 10) -> [ReportedPosition]? {
        PlainPositions.read(bytes.span, atMost: maximum)
    }

    private static func decoded(_ bytes: [UInt8]) -> [ReportedPosition]? {
        let decoder = JSONDecoder(), data = Data(bytes)
        return (try? decoder.decode([ReportedPosition].self, from: data))
            ?? (try? decoder.decode(ReportedPosition.self, from: data)).map { [$0] }
    }

    @Test(arguments: documents) func `Plain positions are read without the decoder, and alike`(document: String) throws
    {
        let bytes = Array(document.utf8), found = try #require(Self.read(bytes))
        #expect(found == Self.decoded(bytes))
        #expect(Self.read(bytes, atMost: found.count - 1) == nil)
    }

    @Test(arguments: documents) func `One byte more, less or another changes nothing that the decoder reads otherwise`(
        document: String
    ) {
        let bytes = Array(document.utf8)
        for place in bytes.indices {
            var shorter = bytes
            shorter.remove(at: place)
            Self.expectNothingElse(shorter)
            for byte in UInt8.min...UInt8.max {
                var (other, longer) = (bytes, bytes)
                other[place] = byte
                longer.insert(byte, at: place)
                Self.expectNothingElse(other)
                Self.expectNothingElse(longer)
            }
        }
    }

    @Test(arguments: [
        #"{"lat":1,"lat":2,"lon":2,"time":3}"#, #"{"lat":1,"lon":2}"#, #"{"lat":1,"lon":2,"time":null}"#, "", "[]",
        "{}",
        #"{"lat":"1","lon":2,"time":3}"#, #"{"lat":01,"lon":2,"time":3}"#, #"{"lat":1e0,"lon":2,"time":3}"#,
        #"{"lat":1.,"lon":2,"time":3}"#, #"{"lat":.5,"lon":2,"time":3}"#, #"{"lat":1-1,"lon":2,"time":3}"#,
        #"{"lat":1,"lon":2,"time":3,"class":"TPV"}"#, #"{"lat":1,"lon":2,"time":3}{"lat":1,"lon":2,"time":3}"#,
        #"{"lat":1,"lon":2,"time":3},{"lat":1,"lon":2,"time":3}"#, #"[{"lat":1,"lon":2,"time":3},]"#,
        #"{"lat":0.1234567890123456,"lon":2,"time":3}"#, "\u{FEFF}{\"lat\":1,\"lon\":2,\"time\":3}",
    ]) func `What is not plain is the decoder's to read`(document: String) {
        #expect(Self.read(Array(document.utf8)) == nil)
    }

    private static func expectNothingElse(_ bytes: [UInt8]) {
        if let found = read(bytes) {
            #expect(found == decoded(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
