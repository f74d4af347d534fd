import GeoCore
import Search

/// Reads opening hours and asks when they change next: the first four bytes choose the minute that is asked about.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOpeningHours(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let minute = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } % 120_000_000
    guard let now = LocalTime(minutes: minute), let hours = OpeningHours(Array(bytes.dropFirst(4)).span) else {
        return 0
    }
    guard let change = hours.change(after: now) else { return 0 }
    let state = hours.state(at: now)
    precondition(change.time > now && change.state != state, "a change that is none")
    precondition(hours.state(at: change.time) == change.state, "another state than announced")
    if let before = LocalTime(minutes: change.time.minutes - 1) {
        precondition(hours.state(at: before) == state, "a change before the first")
    }
    return 0
}
