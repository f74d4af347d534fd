import OSMImport

/// Reads OSM XML, packed or not: every input that is not PBF.
@_cdecl("LLVMFuzzerTestOneInput")
public func readXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do throws(ReadError) {
        _ = try OSMReader.read(bytes: [UInt8](UnsafeBufferPointer(start: start, count: count)), name: "fuzz")
    } catch {
        precondition(error.description.count > 10, "an error without a reason")
    }
    return 0
}
