import OSMImport
import TestSupport

/// Opens an atlas with its checksums set right, as a forger would. What verifies must then answer any question without a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func openAtlas(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    // The length is the one number that a mutation of the size breaks for sure.
    if bytes.count >= 64 { AtlasForging.setWord(24, to: UInt64(bytes.count), in: &bytes) }
    do {
        try AtlasForging.withView(AtlasForging.resigned(bytes)) { view in
            let verified = try AtlasVerifier.verify(view)
            AtlasQuestions.ask(view, about: verified.info.bounds)
        }
    } catch {
        precondition("\(error)".count > 10, "an error without a reason")
    }
    return 0
}
