import Pictures
import Testing

@Suite struct PictureMakerTests {
    private let maker = DirectPictureMaker()

    /// The strongest channel of a pixel, from the left and the top in parts of the whole.
    private func colour(_ file: [UInt8], _ x: Double, _ y: Double) throws -> String {
        let (width, height, pixels) = try #require(Made.pixels(of: file))
        let start = 4 * (Int(y * Double(height)) * width + Int(x * Double(width)))
        let channels = Array(pixels[start..<start + 3])
        return ["red", "green", "blue"][channels.firstIndex(of: channels.max()!)!]
    }

    @Test(arguments: [Made.jpeg(1600, 1200), Made.png(1600, 1200), Made.webP(1600, 1200)])
    func `each format becomes the sizes it has pixels for`(file: [UInt8]) throws {
        let renditions = try maker.renditions(of: file)
        #expect(renditions.map(\.size) == [.small, .medium, .large])
        #expect(renditions.map(\.width) == [480, 1080, 1600] && renditions.map(\.height) == [360, 810, 1200])
        for rendition in renditions {
            let made = try #require(Made.pixels(of: rendition.bytes))
            #expect(made.width == rendition.width && made.height == rendition.height)
            #expect(try colour(rendition.bytes, 0.1, 0.1) == "green")
            #expect(try colour(rendition.bytes, 0.7, 0.1) == "red")
            #expect(try colour(rendition.bytes, 0.7, 0.9) == "blue")
        }
    }

    @Test func `a small picture stays as it is, a huge one is made smaller`() throws {
        let small = try maker.renditions(of: Made.png(20, 10))
        #expect(small.map(\.size) == [.small] && small[0].width == 20 && small[0].height == 10)
        let huge = try maker.renditions(of: Made.jpeg(6000, 4000))
        #expect(huge.last?.width == 2048 && huge.last?.height == 1365)
        let thin = try maker.renditions(of: Made.png(9000, 2))
        #expect(thin.map(\.height) == [1, 1, 1] && thin.map(\.width) == [480, 1080, 2048])
    }

    /// Where the left column and the upper part of the stored picture are looked at (Exif 2.32, "Orientation").
    @Test(arguments: [
        (1, "left", "top"), (2, "right", "top"), (3, "right", "bottom"), (4, "left", "bottom"), (5, "top", "left"),
        (6, "top", "right"), (7, "bottom", "right"), (8, "bottom", "left"),
    ])
    func `a photograph is turned upright`(orientation: Int, green: String, red: String) throws {
        let file = Made.jpeg(400, 300, exif: UInt8(orientation))
        let rendition = try #require(maker.renditions(of: file).first)
        #expect((rendition.width, rendition.height) == (orientation >= 5 ? (300, 400) : (400, 300)))
        let places = ["left": (0.1, 0.5), "right": (0.9, 0.5), "top": (0.5, 0.1), "bottom": (0.5, 0.9)]
        let (greenPlace, redPlace) = (try #require(places[green]), try #require(places[red]))
        #expect(try colour(rendition.bytes, greenPlace.0, greenPlace.1) == "green")
        // The column is not in the way beside the middle.
        let away = green == "left" || green == "top" ? 0.7 : 0.3
        let isVertical = red == "top" || red == "bottom"
        #expect(
            try colour(rendition.bytes, isVertical ? away : redPlace.0, isVertical ? redPlace.1 : away) == "red")
    }

    @Test func `nothing of the metadata is left`() throws {
        let file = Made.jpeg(400, 300, exif: 1)
        #expect(String(decoding: file, as: UTF8.self).contains("60.1699"))
        for rendition in try maker.renditions(of: file) {
            let text = String(decoding: rendition.bytes, as: UTF8.self)
            #expect(!text.contains("60.1699") && !text.contains("EXIF") && !text.contains("Exif"))
        }
    }

    @Test func `what is no picture, too large or damaged is refused`() throws {
        for file in [[], Array("<script>alert(1)</script>".utf8), Array("GIF89a".utf8), [0xff, 0xd8]] as [[UInt8]] {
            #expect(throws: PictureFault.unknownFormat) { try maker.renditions(of: file) }
        }
        // A header that claims the most that PNG can.
        var bomb = Made.png(8, 8)
        bomb.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
        #expect(throws: PictureFault.self) { try maker.renditions(of: bomb) }
        #expect(throws: PictureFault.tooLarge) {
            try maker.renditions(of: [UInt8](repeating: 0xff, count: PictureLimits.bytes + 1))
        }
        #expect(throws: PictureFault.damaged) { try maker.renditions(of: Array(Made.jpeg(100, 100)[..<60])) }
        #expect(throws: PictureFault.damaged) { try maker.renditions(of: Array(Made.png(100, 100)[..<60])) }
        #expect(throws: PictureFault.damaged) { try maker.renditions(of: Array(Made.webP(100, 100)[..<40])) }
    }

    @Test(arguments: [Made.jpeg(40, 30, exif: 6), Made.png(40, 30), Made.webP(40, 30)])
    func `every truncation and every flipped byte makes a picture or a refusal`(file: [UInt8]) {
        for end in file.indices { _ = try? maker.renditions(of: Array(file[..<end])) }
        for index in file.indices {
            var flipped = file
            flipped[index] ^= 0xff
            if let renditions = try? maker.renditions(of: flipped) {
                #expect(renditions.allSatisfy { $0.width <= $0.size.longestSide && $0.height <= $0.size.longestSide })
            }
        }
    }

    @Test func `a script behind a picture does not come through`() throws {
        let file = Made.png(30, 30) + Array("<script>alert(1)</script>PK\u{3}\u{4}".utf8)
        let rendition = try #require(maker.renditions(of: file).first)
        #expect(!String(decoding: rendition.bytes, as: UTF8.self).contains("script"))
    }
}
