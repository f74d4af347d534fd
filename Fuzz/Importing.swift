import Atlas
import OSMImport
import TestSupport

/// Builds the atlas of a map with the objects, tags and numbers in the bytes: it must verify.
@_cdecl("LLVMFuzzerTestOneInput")
public func importMap(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let drawing = DrawnMap(UnsafeBufferPointer(start: start, count: count))
    guard !drawing.map.data.nodes.points.isEmpty else { return 0 }
    do {
        var issues = IssueLog()
        let atlas = try AtlasBuilder().build(
            drawing.map.data, objects: ObjectCounts(), fileStem: "drawn", issues: &issues)
        try AtlasForging.withView(atlas.finish()) { _ = try AtlasVerifier.verify($0) }
    } catch {
        fatalError("an extract that cannot be built: \(error)")
    }
    return 0
}
