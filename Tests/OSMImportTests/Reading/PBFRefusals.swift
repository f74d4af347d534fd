import TestSupport

/// PBF files that must be refused, each for one reason.
enum PBFRefusals {
    typealias Refusal = DamagedInputTests.Refusal

    static var all: [Refusal] { features + packings + absurdSizes + brokenBlocks }

    private static let header = HandMade.blob("OSMHeader", HandMade().header(), .raw)

    private static var features: [Refusal] {
        func file(_ feature: String) -> [UInt8] {
            var encoding = HandMade.Encoding()
            encoding.requiredFeatures.append(feature)
            return HandMade.corner.pbf(encoding)
        }
        return [
            Refusal(
                testDescription: "a history", bytes: file("HistoricalInformation"),
                words: ["HistoricalInformation", "osmium time-filter"]),
            Refusal(
                testDescription: "an unknown feature", bytes: file("Tessellation"),
                words: ["'Tessellation'", "osmium cat"]),
            Refusal(
                testDescription: "data before the header", bytes: Array(HandMade.corner.pbf()[header.count...]),
                words: ["neither OSM PBF nor OSM XML"]),
            Refusal(
                testDescription: "a file of another kind", bytes: Array("PK\u{3}\u{4} and so on".utf8),
                words: ["neither OSM PBF nor OSM XML", "osmium cat"]),
        ]
    }

    private static var packings: [Refusal] {
        [(4, "lzma"), (5, "bzip2"), (6, "lz4"), (7, "zstd")].map { field, name in
            var blob = Message()
            blob.number(2, 100)
            blob.bytes(field, [1, 2, 3])
            return Refusal(
                testDescription: name, bytes: header + HandMade.frame("OSMData", blob),
                words: ["at byte \(header.count):", "packed with \(name)", "osmium cat"])
        }
    }

    private static var absurdSizes: [Refusal] {
        func claim(_ name: String, _ rawSize: UInt64, _ words: [String]) -> Refusal {
            var blob = Message()
            blob.number(2, rawSize)
            blob.bytes(3, StoredPacking.zlib([1, 2, 3]))
            return Refusal(testDescription: name, bytes: header + HandMade.frame("OSMData", blob), words: words)
        }
        var longBlob = Message()
        longBlob.text(1, "OSMData")
        longBlob.number(3, .max)
        let tail = StoredPacking.bigEndian(UInt32(longBlob.bytes.count)) + longBlob.bytes
        return [
            claim("32 MiB out of 14 bytes", 32 << 20, ["claims 33554432 bytes but has data for 14448"]),
            claim("more than the format allows", 32 << 20 + 1, ["more than the 33554432 allowed"]),
            claim("2^63 bytes", 1 << 63, ["claims 9223372036854775808 bytes"]),
            claim("less than there is", 2, ["damaged"]),
            Refusal(
                testDescription: "a blob of 2^64 bytes", bytes: header + tail,
                words: ["18446744073709551615", "0 are left"]),
            Refusal(
                testDescription: "a header of 2^32 bytes", bytes: header + [0xff, 0xff, 0xff, 0xff, 0],
                words: ["claims 4294967295 bytes"]),
        ]
    }

    private static var brokenBlocks: [Refusal] {
        func block(_ name: String, _ words: [String], _ write: (inout Message) -> Void) -> Refusal {
            var content = Message()
            write(&content)
            return Refusal(
                testDescription: name, bytes: header + HandMade.blob("OSMData", content.bytes, .zlib),
                words: ["in the block at byte \(header.count), at byte "] + words)
        }
        func dense(_ name: String, _ words: [String], _ write: (inout Message) -> Void) -> Refusal {
            block(name, words) { content in
                var dense = Message(), group = Message()
                write(&dense)
                group.message(2, dense)
                content.message(2, group)
            }
        }
        return [
            block("a text outside the table", ["string that the block's table does not hold"]) { content in
                var way = Message(), group = Message()
                way.number(1, 5)
                way.column(2, [1 << 62])
                way.column(3, [1])
                group.message(3, way)
                content.message(2, group)
            },
            block("a way without id", ["no id"]) { content in
                var way = Message(), group = Message()
                way.deltaColumn(8, [1, 2])
                group.message(3, way)
                content.message(2, group)
            },
            block("a member of no kind", ["neither node, way nor relation"]) { content in
                var relation = Message(), group = Message(), table = Message()
                table.text(1, "")
                relation.number(1, 6)
                relation.column(8, [0])
                relation.signedColumn(9, [5])
                relation.column(10, [259])
                group.message(4, relation)
                content.message(1, table)
                content.message(2, group)
            },
            block("a granularity of nothing", ["granularity"]) { $0.number(17, 0) },
            block("a length of 2^63", ["ends inside a field"]) {
                $0.bytes(2, [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
            },
            block("a number of eleven bytes", ["more than ten bytes"]) {
                $0.bytes(2, [UInt8](repeating: 0xff, count: 11))
            },
            dense("too few latitudes", ["different lengths"]) {
                $0.deltaColumn(1, [1, 2])
                $0.deltaColumn(8, [1])
                $0.deltaColumn(9, [1, 2])
            },
            dense("too many longitudes", ["different lengths"]) {
                $0.deltaColumn(1, [1, 2])
                $0.deltaColumn(8, [1, 2])
                $0.deltaColumn(9, [1, 2, 3])
            },
            dense("a column in two parts", ["two parts"]) {
                $0.deltaColumn(1, [1])
                $0.deltaColumn(1, [2])
            },
        ]
    }
}
