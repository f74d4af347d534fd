import Atlas
import GeoCore
import Server
import TestSupport
import Testing

@Suite struct PiecePackerTests {
    private let packer = PiecePacker()

    private func packed(_ piece: [UInt8], width: Int, as form: PieceForm) -> [UInt8] {
        piece.withUnsafeBytes { packer.pack($0, width: width, as: form) }
    }

    private func bestForm(_ piece: [UInt8], width: Int) -> PieceForm {
        piece.withUnsafeBytes { packer.bestForm(of: $0, width: width) }
    }

    @Test(arguments: PieceForm.allCases)
    func `what is packed unpacks to the piece, whatever its width`(_ form: PieceForm) throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<200 {
            let width = 1 + random.index(below: 64), count = random.index(below: 200), spread = [2, 40, 256][round % 3]
            let piece = (0..<(width * count)).map { _ in UInt8(random.index(below: spread)) }
            let object = packed(piece, width: width, as: form)
            let content = try PackedPiece.content(object)
            #expect(content == piece)
            #expect(object == packed(piece, width: width, as: form))
        }
    }

    @Test func `sorted numbers are packed as differences, alike ones by planes, letters plainly`() {
        var sorted: [UInt8] = []
        for number in 0..<4000 {
            let value = UInt32(number) * 1000 + 7
            sorted += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        #expect(bestForm(sorted, width: 4) == .differences)
        var random = SeededGenerator(seed: 9)
        var alike: [UInt8] = []
        for _ in 0..<4000 { alike += [UInt8(random.index(below: 256)), UInt8(random.index(below: 2)), 0, 0] }
        #expect(bestForm(alike, width: 4) == .planes)
        let text = Array((0..<500).map { "Street \($0 * 7919 % 500), " }.joined().utf8)
        #expect(bestForm(text, width: 1) == .plain)
        #expect(packed(sorted, width: 4, as: .differences).count < packed(sorted, width: 4, as: .plain).count / 2)
    }

    @Test func `the pieces of a section are its bytes in order, each a whole number of elements`() throws {
        try AtlasForging.withView(Town.atlas) { view in
            for section in view.entries {
                let pieces = PackPiece.pieces(of: section)
                #expect(pieces.flatMap { Array($0.range) } == Array(section.offset..<(section.offset + section.length)))
                #expect(pieces.allSatisfy { $0.range.count.isMultiple(of: $0.width) })
            }
        }
        var writer = AtlasWriter()
        writer.add("a.wide", [InlineThree](repeating: InlineThree(), count: 200_000))
        try AtlasForging.withView(writer.finish()) { view in
            let pieces = PackPiece.pieces(of: view.entries[0])
            #expect(pieces.map(\.range.count) == [1_048_572, 1_048_572, 302_856])
        }
    }

    @Test func `real sections unpack to themselves, and are smaller than without their forms`() throws {
        let atlas = Town.atlas
        var chosen = 0, plain = 0
        try AtlasForging.withView(atlas) { view in
            for piece in view.entries.flatMap({ PackPiece.pieces(of: $0) }) {
                let bytes = Array(atlas[piece.range]), form = bestForm(bytes, width: piece.width)
                let object = packed(bytes, width: piece.width, as: form)
                let content = try PackedPiece.content(object)
                #expect(content == bytes)
                chosen += object.count
                plain += packed(bytes, width: piece.width, as: .plain).count
            }
        }
        #expect(chosen < plain)
    }

    /// An element of twelve bytes, which a mebibyte does not hold a whole number of.
    private struct InlineThree: PackedElement {
        var first: UInt32 = 1
        var second: UInt32 = 2
        var third: UInt32 = 3
    }
}
