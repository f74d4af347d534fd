import Atlas
import Foundation
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshLinks
import OSMImport
import TestSupport

/// Writes what fuzzing begins with: small valid inputs for each target, a folder each, below the folder named.
@main
enum WriteSeeds {
    static func main() throws {
        let folder = URL(filePath: CommandLine.arguments[1])
        let map = HandMade.corner
        var plain = HandMade.Encoding()
        plain.isDense = false
        plain.packing = .raw
        for (index, bytes) in [map.pbf(), map.pbf(plain)].enumerated() {
            try write([0] + bytes, to: folder, "PBFReading", "file-\(index)")
        }
        for (index, block) in map.blocks().enumerated() {
            try write([1] + block, to: folder, "PBFReading", "block-\(index)")
        }
        let xml = [UInt8](map.xml().utf8)
        try write(xml, to: folder, "XMLReading", "plain")
        try write(StoredPacking.gzip(xml), to: folder, "XMLReading", "gzip")
        let reading = try OSMReader.read(bytes: map.pbf(), name: "corner")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(
            reading.data, objects: reading.objects, fileStem: "corner", issues: &issues)
        try write(atlas.finish(), to: folder, "AtlasOpening", "corner")
        let hours = [
            "Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; PH off", "Su-Th 11:00-03:00; Fr-Sa 11:00-05:00+",
            #"2026 Dec 20-2027 Jan 6 off, easter -2 days open "x" || week 1-53/2 We[-1] 10:00-11:00 unknown"#,
        ]
        try writeTracks(to: folder)
        try writeMesh(to: folder)
        for (index, type) in Contract.requests.enumerated() { try write(type, index, to: folder) }
        for kind in UInt8(0)...8 {
            try write([kind, 0] + (0..<90).map { UInt8($0 * 37 & 0xff) }, to: folder, "EngineAsking", "kind-\(kind)")
        }
        for (index, text) in hours.enumerated() {
            try write([1, 192, 159, 16] + text.utf8, to: folder, "OpeningHoursReading", "hours-\(index)")
        }
    }

    /// A request whose fields have no meaning.
    private static func write(_ type: any APIRequest.Type, _ index: Int, to folder: URL) throws {
        let target = (try? type.blank.target) ?? type.endpoint.path.description
        let body = try (type.blank as? any BodyRequest).map { try JSONEncoder().encode($0.body) } ?? Data()
        try write([UInt8(index)] + target.utf8 + [10] + body, to: folder, "RequestReading", type.endpoint.name)
    }

    /// A message of the mesh, and what a client and a server of Negentropy say about different sets.
    private static func writeMesh(to folder: URL) throws {
        let text = BodyField(tag: 1, value: Array("hello".utf8)), key = SignerKey(PortableSHA256.digest(of: [1]))
        let draft = MessageDraft(
            .roomLine, in: PlaceCode(of: key), at: HybridTime(milliseconds: 1), by: key, [text])
        try write(
            draft.message(signature: [UInt8](repeating: 7, count: 64)).bytes, to: folder, "MessageReading", "line")
        func items(_ numbers: Range<UInt8>) -> ItemRuns {
            ItemRuns(
                numbers.map {
                    NegentropyItem(time: UInt64($0 / 4), id: MessageID(PortableSHA256.digest(of: [$0])))
                })
        }
        var client = NegentropyClient(Negentropy())
        let question = client.opening(of: items(0..<200))
        let answer = try NegentropyServer.answer(question, from: items(5..<205), Negentropy())
        try write(question, to: folder, "NegentropyReading", "question")
        try write(answer, to: folder, "NegentropyReading", "answer")
        try writeFrames(to: folder, question)
    }

    /// Frames of a link after and during the handshake, and a packet of discovery.
    private static func writeFrames(to folder: URL, _ question: [UInt8]) throws {
        let frames: [Frame] = [
            .hello(Hello(clock: 1_800_000_000_000, isClockSet: true)), .notices([1]), .ask([2], joins: true), .lazy,
            .fetch([3]), .offers([4]), .query(ReconcileFrame(.talk, frameLimit: 32_768, since: 0, question)),
            .acknowledged([Acknowledgement(beginning: 1, sketch: Sketch(bits: 2))]),
        ]
        let bytes = frames.flatMap { [UInt8($0.bytes.count >> 8), UInt8($0.bytes.count & 0xff)] + $0.bytes }
        try write(bytes, to: folder, "FrameReading", "each")
        for (role, length) in [(UInt8(0), 1 + 32 + 512), (1, 33)] {
            try write(
                [role, 0, 0, UInt8(length >> 8), UInt8(length & 0xff), role == 0 ? 2 : 1]
                    + [UInt8](repeating: 7, count: length - 1), to: folder, "HandshakeReading", "role-\(role)")
        }
        var message = DNSMessage()
        message.isResponse = true
        let name = "_hereabouts._tcp.local"
        if let service = DNSName(name), let instance = DNSName("0123456789abcdef.\(name)") {
            message.answers = [DNSRecord(service, .ptr(instance), timeToLive: 120)]
        }
        try write(message.bytes, to: folder, "DNSReading", "answer")
    }

    /// A track of two points in each format.
    private static func writeTracks(to folder: URL) throws {
        var fit = FITFile()
        fit.define(0, fields: [(253, 4), (0, 4), (1, 4), (2, 2)])
        fit.define(1, fields: [(0, 4), (1, 4)], isBigEndian: true, developer: [2])
        let place = [(value: FITFile.semicircles(60.17), size: 4), (value: FITFile.semicircles(24.94), size: 4)]
        fit.add(0, [(FITFile.noon, 4)] + place + [(2535, 2)])
        fit.add(0x80 | 1 << 5 | 7, place + [(1, 2)], isBigEndian: true)
        try write(fit.finished(), to: folder, "TrackReading", "fit")
        let times = ["2026-10-01T12:00:00Z", "2026-10-01T12:00:01.5+02:00"]
        let texts = [
            "gpx": "<gpx xmlns=\"u\"><trk><trkseg>"
                + times.map { "<trkpt lat=\"60.17\" lon=\"24.94\"><ele>7</ele><time>\($0)</time></trkpt>" }.joined()
                + "</trkseg></trk></gpx>",
            "kml": "<kml><Placemark><gx:Track>"
                + times.map { "<when>\($0)</when><gx:coord>24.94 60.17 7</gx:coord>" }.joined()
                + "</gx:Track></Placemark></kml>",
            "tcx": "<TrainingCenterDatabase><Track>"
                + times.map {
                    "<Trackpoint><Time>\($0)</Time><Position><LatitudeDegrees>60</LatitudeDegrees><LongitudeDegrees>24</LongitudeDegrees></Position></Trackpoint>"
                }.joined() + "</Track></TrainingCenterDatabase>",
            "geojson":
                #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[24.9,60.1],[24.8,60.2,7]]},"properties":{"times":["2026-10-01T12:00:00Z",1790856001]}}"#,
            "nmea":
                "$GPGGA,225446,4916.45,N,12311.12,W,1,08,0.9,545.4,M,46.9,M,,\n$GPRMC,225446,A,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E*68\n",
        ]
        for (name, text) in texts { try write([UInt8](text.utf8), to: folder, "TrackReading", name) }
    }

    private static func write(_ bytes: [UInt8], to folder: URL, _ target: String, _ name: String) throws {
        let place = folder.appending(path: target)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appending(path: name))
    }
}
