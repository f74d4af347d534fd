import OSMImport
import TestSupport

/// Reads PBF. The first byte chooses: zero, and the rest is a whole file; else it is one inflated block, which saves
/// the fuzzer from finding frames and checksums.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPBF(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let rest = [UInt8](bytes.dropFirst())
    let file = bytes.first == 0 ? rest : header + HandMade.blob("OSMData", rest, .raw)
    do throws(ReadError) {
        _ = try OSMReader.read(bytes: file, name: "fuzz")
    } catch {
        precondition(error.description.count > 10, "an error without a reason")
    }
    return 0
}

private let header = HandMade.blob("OSMHeader", HandMade().header(), .raw)
