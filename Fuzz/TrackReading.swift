import HereaboutsAPI

/// Reads a track of any format: it obeys the rules of any track, or is refused with a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func readTrack(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do throws(TrackFile.Fault) {
        let broken = try TrackFile(bytes: [UInt8](UnsafeBufferPointer(start: start, count: count))).checkInvariants()
        precondition(broken.isEmpty, broken.joined(separator: "; "))
    } catch {
        precondition(error.reason.count > 10, "a fault without a reason")
    }
    return 0
}
