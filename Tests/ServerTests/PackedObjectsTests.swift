import NIOCore
import Server
import Testing

@Suite struct PackedObjectsTests {
    @Test func `kept objects never exceed the capacity, and the oldest go first`() {
        let objects = PackedObjects(capacity: 1000)
        for number in 0..<500 {
            objects.keep(ByteBuffer(repeating: UInt8(number % 256), count: 1 + number * 7919 % 300), "\(number)")
            #expect(objects.bytes <= 1000)
            #expect(objects.object("\(number)")?.readableBytes == 1 + number * 7919 % 300)
        }
        let kept = (0..<500).filter { objects.object("\($0)") != nil }
        #expect(kept == Array((500 - kept.count)..<500))
        #expect(kept.reduce(0) { $0 + 1 + $1 * 7919 % 300 } == objects.bytes)
    }

    @Test func `an object is kept once, and none above the capacity`() {
        let objects = PackedObjects(capacity: 100)
        objects.keep(ByteBuffer(repeating: 1, count: 60), "a")
        objects.keep(ByteBuffer(repeating: 1, count: 60), "a")
        #expect(objects.bytes == 60)
        objects.keep(ByteBuffer(repeating: 2, count: 101), "b")
        #expect(objects.object("b") == nil && objects.object("a") != nil)
    }
}
