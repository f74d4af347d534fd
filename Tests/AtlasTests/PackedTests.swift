import Atlas
import TestSupport
import Testing

@Suite struct PackedTests {
    private func withPacked(_ elements: [UInt32], _ body: (Packed<UInt32>) throws -> Void) throws {
        var writer = AtlasWriter()
        writer.add("p", elements)
        try AtlasForging.withView(writer.finish()) { try body(try $0.packed("p", of: UInt32.self)) }
    }

    @Test func `elements in a range are given in place, none outside the array`() throws {
        try withPacked([1, 2, 3, 4]) { packed in
            #expect(packed.withElements(in: 1..<3) { Array($0) } == [2, 3])
            #expect(packed.withElements(in: 0..<4) { Array($0) } == [1, 2, 3, 4])
            for range in [3..<5, -1..<2, 5..<5, 0..<Int.max] {
                #expect(packed.withElements(in: range) { $0.count } == 0)
            }
        }
    }

    @Test func `the partition point is the first element that is not before`() throws {
        let elements: [UInt32] = [1, 3, 3, 7, 9]
        try withPacked(elements) { packed in
            for target in 0...10 as ClosedRange<UInt32> {
                #expect(packed.partitionPoint { $0 < target } == elements.count { $0 < target })
            }
        }
    }

    @Test func `an index outside stops the program instead of reading`() async {
        await #expect(processExitsWith: .failure) {
            var writer = AtlasWriter()
            writer.add("p", [1, 2] as [UInt32])
            try AtlasForging.withView(writer.finish()) { view in
                let packed = try view.packed("p", of: UInt32.self)
                _ = packed[Int(view.length)]
            }
        }
    }
}
