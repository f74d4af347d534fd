import HereaboutsAPI
import Testing

@Suite struct CombiningMarksTests {
    private static let most = CombiningMarks.mostInRow

    @Test func `30 marks in a row are few, and one more is too many`() {
        for mark in ["\u{301}", "\u{327}", "\u{5b0}", "\u{f73}", "\u{1d165}", "\u{1e8d0}"] {
            let row = String(repeating: mark, count: Self.most)
            #expect(!CombiningMarks.areTooMany(in: "a" + row + "b" + row + "c"), "\(mark)")
            #expect(CombiningMarks.areTooMany(in: "a" + row + mark), "\(mark)")
            #expect(CombiningMarks.areTooMany(in: Array((row + mark).utf8)), "\(mark)")
        }
        let mixed = String(repeating: "\u{327}\u{301}", count: 16)
        #expect(CombiningMarks.areTooMany(in: "\(mixed)é"))
    }

    @Test func `escapes of JSON count, those of halves too`() {
        for (mark, length) in [(#"\u0301"#, 6), (#"\uD834\uDD65"#, 12), (#"\ud83A\udcd0"#, 12)] {
            #expect(mark.utf8.count == length)
            let row = String(repeating: mark, count: Self.most)
            #expect(!CombiningMarks.areTooMany(in: Array(#"{"a\#(row)":1,"\#(row)":2}"#.utf8)))
            #expect(CombiningMarks.areTooMany(in: Array(#"{"a\#(row)\#(mark)":1}"#.utf8)))
        }
        let row = String(repeating: "\u{301}\\u0327", count: 15)
        #expect(!CombiningMarks.areTooMany(in: row) && CombiningMarks.areTooMany(in: row + "\u{301}"))
        // A backslash that is escaped itself begins none.
        #expect(!CombiningMarks.areTooMany(in: Array(String(repeating: #"\\u0301"#, count: 100).utf8)))
    }

    @Test func `any text without marks is accepted`() {
        let texts = [
            String(repeating: "a", count: 9000), String(repeating: "ääkkönen ", count: 900),
            String(repeating: "한국어 日本語 हिन्दी ไทย", count: 300), String(repeating: "\u{1F469}\u{200D}", count: 900),
            String(repeating: "\u{1F1E6}", count: 900), String(repeating: #"\u00e4\n\t\"\/"#, count: 900),
            String(repeating: "שָׁלוֹם ", count: 300),
        ]
        for text in texts { #expect(!CombiningMarks.areTooMany(in: text), "\(text.prefix(12))") }
    }

    @Test func `broken bytes count as no marks, and none is read beyond the end`() {
        for end in [
            [0xcc], [0xcc, 0xcc], [0xe0, 0xa0], [0xf0, 0x9d, 0x85], [0xff], [0x5c], [0x5c, 0x75, 0x30, 0x33],
        ] as [[UInt8]] {
            #expect(!CombiningMarks.areTooMany(in: [UInt8](repeating: 0x61, count: 90) + end))
            #expect(!CombiningMarks.areTooMany(in: [[UInt8]](repeating: end, count: 90).flatMap { $0 }))
        }
        #expect(!CombiningMarks.areTooMany(in: [UInt8](repeating: 0x81, count: 900)))
    }

    /// Each would take minutes to compare once it is read.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (#"<gpx creator="MARKS"><trk><trkseg/></trk></gpx>"#, "&#x327;&#x301;"),
            (#"<gpx creator="MARKS"><trk><trkseg/></trk></gpx>"#, "&#x+327;&#x+301;"),
            ("<gpx><trk><name>MARKS</name><trkseg/></trk></gpx>", "\u{327}<!---->\u{301}<!---->"),
            ("<gpx><trk><name>MARKS</name><trkseg/></trk></gpx>", "<![CDATA[\u{327}]]><![CDATA[\u{301}]]>"),
            (
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"device":"MARKS"}}"#,
                #"\u+327\u+301"#
            ),
        ]) func `references in a file do not become a long row of marks`(
            file: String, marks: String
        )
    {
        let row = String(repeating: marks, count: 500_000)
        guard let track = try? TrackFile(bytes: Array(file.replacing("MARKS", with: row).utf8)) else { return }
        for recorder in track.tracks {
            #expect(
                ![recorder.device, recorder.deviceID].contains { $0.map { CombiningMarks.areTooMany(in: $0) } ?? false }
            )
        }
    }
}
