import MeshLinks
import Testing

@Suite struct FrameReaderTests {
    @Test func `frames come out whole, however the bytes come in`() throws {
        let frames: [[UInt8]] = [[1], [2, 3], [UInt8](repeating: 4, count: 300), [5]]
        let stream = frames.flatMap { FrameReader.prefix($0.count) + $0 }
        for piece in [1, 2, 3, 7, 100, stream.count] {
            var reader = FrameReader(longest: 300)
            var read: [[UInt8]] = []
            for start in stride(from: 0, to: stream.count, by: piece) {
                reader.append(stream[start..<min(start + piece, stream.count)])
                while let frame = try reader.next() { read.append(frame) }
            }
            #expect(read == frames && reader.count == 0)
        }
    }

    @Test func `a frame that is empty or too long is refused by its length alone`() {
        for (prefix, length): ([UInt8], UInt32) in [
            ([0, 0, 0, 0], 0), ([0, 0, 1, 45], 301), ([255, 255, 255, 255], .max), ([128, 0, 0, 0], 1 << 31),
        ] {
            var reader = FrameReader(longest: 300)
            reader.append(prefix)
            #expect(throws: FrameLengthFault(length: length)) { try reader.next() }
        }
    }

    @Test func `a longer frame is taken once it is allowed`() throws {
        var reader = FrameReader(longest: 1)
        reader.append(FrameReader.prefix(1) + [9] + FrameReader.prefix(2))
        #expect(try reader.next() == [9])
        reader.longest = 2
        reader.append([7, 7])
        #expect(try reader.next() == [7, 7])
        #expect(try reader.next() == nil)
    }
}
