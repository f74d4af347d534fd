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

    @Test func `a small picture keeps its size, a huge picture is made smaller`() throws {
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

    @Test func `files that are no picture, too large or damaged are refused`() throws {
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

    /// Whether the renditions are whole WebP files of the stated size, by the library and by the length in their head,
    /// and nothing else.
    private func areClean(_ renditions: [Rendition]) -> Bool {
        !renditions.isEmpty
            && renditions.allSatisfy { rendition in
                let length = rendition.bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard rendition.bytes.starts(with: Array("RIFF".utf8)), length + 8 == rendition.bytes.count,
                    let made = Made.pixels(of: rendition.bytes)
                else { return false }
                return made.width == rendition.width && made.height == rendition.height
                    && max(made.width, made.height) <= rendition.size.longestSide
            }
    }

    @Test func `an edition has as many bytes as it may, and is smaller where it must be`() throws {
        let photograph = Made.jpeg(1600, 1200, exif: 6)
        let best = try maker.edition(of: photograph, within: 45_056)
        #expect(try maker.renditions(of: photograph).first == best)
        let noise = Made.noise(600)
        var before = Int.max
        for bytes in [200_000, 45_056, 8_000] {
            let edition = try maker.edition(of: noise, within: bytes)
            #expect(edition.bytes.count <= bytes && edition.bytes.count < before && edition.size == .small)
            #expect(areClean([edition]))
            before = edition.bytes.count
        }
        #expect(throws: PictureFault.tooLarge) { try maker.edition(of: noise, within: 20) }
        #expect(throws: PictureFault.damaged) { try maker.edition(of: Array(noise[..<60]), within: 45_056) }
        #expect(throws: PictureFault.unknownFormat) { try maker.edition(of: [1, 2], within: 45_056) }
    }

    /// JPEG files that end early are shown as far as they go; PNG and WebP are not.
    @Test(arguments: [(Made.jpeg(40, 30, exif: 6), true), (Made.png(40, 30), false), (Made.webP(40, 30), false)])
    func `every truncation and every flipped byte makes a picture or a refusal`(file: [UInt8], isShownInPart: Bool) {
        #expect((try? maker.renditions(of: file)).map { areClean($0) } == true)
        var pictures = 0
        for end in file.indices {
            guard let renditions = try? maker.renditions(of: Array(file[..<end])) else { continue }
            pictures += 1
            #expect(areClean(renditions), "cut at \(end)")
        }
        // PNG's last chunk says nothing, so a file without all of it is as good.
        #expect(isShownInPart ? pictures > 0 : pictures <= 16)
        for index in file.indices {
            var flipped = file
            flipped[index] ^= 0xff
            guard let renditions = try? maker.renditions(of: flipped) else { continue }
            #expect(areClean(renditions), "flipped at \(index)")
        }
    }

    @Test func `a picture that unpacks to more than its file is taken up to the limit of pixels`() throws {
        let allowed = Made.blackPNG(4000, 3000), bomb = Made.blackPNG(8000, 4001)
        #expect(allowed.count < 20_000 && bomb.count < 20_000)
        #expect(try maker.renditions(of: allowed).map(\.width) == [480, 1080, 2048])
        #expect(throws: PictureFault.tooLarge) { try maker.renditions(of: bomb) }
        #expect(throws: PictureFault.tooLarge) { try maker.renditions(of: Made.blackPNG(PictureLimits.side + 1, 1)) }
        // One that says it is small, and holds more.
        var liar = Made.blackPNG(4000, 3000)
        liar.replaceSubrange(8..<33, with: Made.blackPNG(40, 30)[8..<33])
        if let renditions = try? maker.renditions(of: liar) {
            #expect(areClean(renditions) && renditions[0].width == 40)
        }
    }

    /// Files of two types at once: the server serves neither, but a new picture.
    @Test func `data hidden in or behind a picture does not come through`() throws {
        let script = Array("<html><script>alert(1)</script>".utf8)
        // An archive reads from its end (PKWARE APPNOTE 6.3.10 §4.3.16): an empty archive is its last record alone.
        let archive = [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)
        let comment: [UInt8] = [0xff, 0xfe, 0, UInt8(script.count + 2)] + script
        let jpeg = Made.jpeg(40, 30)
        for file in [
            Made.png(40, 30) + script, jpeg + archive, jpeg[..<2] + comment + jpeg[2...], Made.png(40, 30) + archive,
            Made.webP(40, 30) + script,
        ] {
            let renditions = try maker.renditions(of: file)
            #expect(areClean(renditions))
            for rendition in renditions {
                #expect(rendition.bytes.firstRange(of: Array("script".utf8)) == nil)
                #expect(rendition.bytes.firstRange(of: Array("PK".utf8)) == nil)
            }
        }
        // By their content; names do not count.
        let gifar = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0] + archive
        let drawing = Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)
        for file in [
            gifar, drawing, script + Made.png(40, 30), archive + jpeg, Array("%PDF-1.7".utf8), Array("BM".utf8),
        ] {
            #expect(throws: PictureFault.unknownFormat) { try maker.renditions(of: file) }
        }
    }
}
