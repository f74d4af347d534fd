import GeoCore
import Gossip
import Mesh
import MeshSimulation

/// Cuts the input into frames (the length in two bytes, then the frame) and gives them to a node as a guest would: a frame
/// that can be read is written with the same bytes, and the node remembers no more than its bounds allow.
@_cdecl("LLVMFuzzerTestOneInput")
public func readFrames(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var rest = UnsafeBufferPointer(start: start, count: count)[...]
    do {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        try simulation.add(FakeSigner(1), isMember: false, isPuppet: true)
        try simulation.spreadRoster()
        let link = try simulation.connect(1, 0)
        while rest.count >= 2 {
            let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            let bytes = [UInt8](rest.dropFirst(2).prefix(length))
            rest = rest.dropFirst(2 + length)
            if let frame = try? Frame(bytes) { precondition(frame.bytes == bytes, "a frame is written otherwise") }
            simulation.inject(bytes, on: link, from: 1)
        }
        try simulation.run(for: 5000)
        precondition(simulation.node(0).footprint < 40_000, "a node remembers too much")
    } catch {
        preconditionFailure("the store in memory throws: \(error)")
    }
    return 0
}
