import HereaboutsAPI

/// Reads a track of whatever format: what is kept of it is on Earth, in the file's order, and can be a trace.
@_cdecl("LLVMFuzzerTestOneInput")
public func readTrack(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do throws(TrackFile.Fault) {
        let track = try TrackFile(bytes: [UInt8](UnsafeBufferPointer(start: start, count: count)))
        precondition(!track.fixes.isEmpty && track.fixes.count <= TrackFile.mostPoints, "a track without points")
        let indices = track.fixes.map(\.index)
        precondition(zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }, "points out of order")
        let times = try track.trace().fixes.compactMap(\.time)
        precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times that fall")
    } catch {
        precondition(error.reason.count > 10, "a fault without a reason")
    }
    return 0
}
