import Atlas
import OSMImport
import TestSupport

/// Opens an atlas with its checksums set right, as a forger would. An atlas that verifies must then answer any query
/// without a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func openAtlas(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    // A mutation of the size always breaks these: a length that is a multiple of 64, and the header's word for it.
    bytes.removeLast(bytes.count % 64)
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

/// Changes one number of one section, mostly to a value at the edge of the allowed range; libFuzzer's own mutations of
/// single bytes would spend most of their time in the longest texts.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateAtlas(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: CUnsignedInt) -> Int {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let sections = try? AtlasForging.withView(AtlasForging.resigned([UInt8](bytes))) { view in
        view.entries.filter { $0.length > 0 }
    }
    guard let sections, !sections.isEmpty, random.next() % 16 > 0 else { return mutateAnything(start, count, limit) }
    let section = sections[Int(random.next() % UInt64(sections.count))]
    let width = min(section.length, [1, 2, 4, 8][Int(random.next() % 4)]), elements = UInt64(section.length / width)
    func place() -> Int { section.offset + Int(random.next() % elements) * width }
    func number(at offset: Int) -> UInt64 {
        (0..<width).reduce(0) { $0 | UInt64(start[offset + $1]) << UInt64(8 * $1) }
    }
    let target = place(), old = number(at: target), bits = UInt64(8 * width)
    let edges = [
        0, old &+ 1, old &- 1, .max, .max >> (65 - bits), number(at: place()), elements, elements - 1,
        random.next() % 64,
        random.next(), old ^ 1 << (random.next() % bits),
    ]
    let value = edges[Int(random.next() % UInt64(edges.count))]
    for byte in 0..<width { start[target + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
    return count
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateAnything(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int
