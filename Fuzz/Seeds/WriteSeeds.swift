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
    }

    private static func write(_ bytes: [UInt8], to folder: URL, _ target: String, _ name: String) throws {
        let place = folder.appending(path: target)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appending(path: name))
    }
}
