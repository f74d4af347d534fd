import Atlas
import Foundation
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
        for (index, text) in hours.enumerated() {
            try write([1, 192, 159, 16] + text.utf8, to: folder, "OpeningHoursReading", "hours-\(index)")
        }
    }

    private static func write(_ bytes: [UInt8], to folder: URL, _ target: String, _ name: String) throws {
        let place = folder.appending(path: target)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appending(path: name))
    }
}
