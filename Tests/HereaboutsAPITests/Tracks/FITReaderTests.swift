import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

@Suite struct FITReaderTests {
    private static let usual: [(number: UInt8, size: Int)] = [(253, 4), (0, 4), (1, 4)]

    private static func place(_ latitude: Double, _ longitude: Double) -> [(value: Int64, size: Int)] {
        [(FITFile.semicircles(latitude), 4), (FITFile.semicircles(longitude), 4)]
    }

    /// Two positions a second apart.
    private static func walk(isBigEndian: Bool = false, developer: [UInt8] = []) -> FITFile {
        var file = FITFile()
        file.define(3, fields: usual, isBigEndian: isBigEndian, developer: developer)
        let extra = developer.map { (value: Int64(-1), size: Int($0)) }
        for second in 0..<2 as Range<Int64> {
            file.add(
                3, [(FITFile.noon + second, 4)] + place(60.1, -24.9) + extra, isBigEndian: isBigEndian)
        }
        return file
    }

    private static func seconds(_ track: TrackFile) -> [Int64?] {
        track.fixes.map { fix in fix.time.map { $0 / 1000 - 1_790_856_000 } }
    }

    @Test(arguments: [false, true], [[], [1, 200, 7]] as [[UInt8]])
    func `positions are read in both byte orders, beside fields of developers`(
        isBigEndian: Bool, developer: [UInt8]
    ) throws {
        let file = Self.walk(isBigEndian: isBigEndian, developer: developer)
        for headLength in [12, 14] {
            let track = try TrackFile(bytes: file.finished(headLength: headLength))
            #expect(track.refused.isEmpty && Self.seconds(track) == [0, 1])
            for fix in track.fixes {
                #expect(abs(fix.coordinate.latitude - 60.1) < 1e-7 && abs(fix.coordinate.longitude + 24.9) < 1e-7)
            }
        }
    }

    @Test func `heights, speeds and accuracies have their units, and unknown values stay unknown`() throws {
        var file = FITFile()
        file.define(0, fields: Self.usual + [(2, 2), (6, 2), (31, 1)])
        file.add(0, [(FITFile.noon, 4)] + Self.place(1, 2) + [(2560, 2), (1500, 2), (4, 1)])
        file.add(0, [(FITFile.noon + 1, 4)] + Self.place(1, 2) + [(0xffff, 2), (0xffff, 2), (0xff, 1)])
        file.define(0, fields: Self.usual + [(78, 4), (73, 4)])
        file.add(0, [(FITFile.noon + 2, 4)] + Self.place(1, 2) + [(2400, 4), (2000, 4)])
        let fixes = try TrackFile(bytes: file.finished()).fixes
        #expect(fixes.map(\.altitudeMetres) == [12, nil, -20])
        #expect(fixes.map(\.speed) == [1.5, nil, 2])
        #expect(fixes.map(\.accuracyMetres) == [4, nil, nil])
    }

    @Test func `short headers carry the time's last bits, over their turn too`() throws {
        var file = FITFile()
        file.define(0, fields: Self.usual)
        file.define(1, fields: [(0, 4), (1, 4)])
        // 29 of 32.
        let start = FITFile.noon & ~0x1f + 29
        file.add(0, [(start, 4)] + Self.place(1, 2))
        for second in [30, 31, 32, 33, 60, 61] as [Int64] {
            file.add(0x80 | 1 << 5 | UInt8((start & ~0x1f + second) & 0x1f), Self.place(1, 2))
        }
        let track = try TrackFile(bytes: file.finished())
        let times = track.fixes.compactMap(\.time).map { $0 / 1000 - 631_065_600 - start + 29 }
        #expect(times == [29, 30, 31, 32, 33, 60, 61])
    }

    @Test
    func `records without a place are fine, records with half a place are faults, and other messages are skipped`()
        throws
    {
        var file = FITFile()
        file.define(0, fields: Self.usual)
        file.define(1, message: 18, fields: [(253, 4), (0, 4), (1, 4), (200, 255)])
        file.add(0, [(FITFile.noon, 4), (0x7fff_ffff, 4), (0x7fff_ffff, 4)])
        file.add(1, [(FITFile.noon, 4)] + Self.place(1, 2) + [(0, 255)])
        file.add(0, [(FITFile.noon, 4), (0x7fff_ffff, 4), (0, 4)])
        file.add(0, [(0xffff_ffff, 4)] + Self.place(1, 2))
        file.add(0, [(1000, 4)] + Self.place(1, 2))
        file.add(0, [(FITFile.noon, 4)] + Self.place(-90, -180))
        file.add(0, [(FITFile.noon, 4), (0x4000_0001, 4), (0, 4)])
        let track = try TrackFile(bytes: file.finished())
        #expect(track.refused.map(\.index) == [0, 4] && track.refused.allSatisfy { $0.reason == .place })
        #expect(track.fixes.map(\.index) == [1, 2, 3])
        #expect(track.fixes.map(\.timeFault) == [.noTime, .badTime, nil])
    }

    @Test func `files behind each other are one track`() throws {
        let file = Self.walk().finished()
        let track = try TrackFile(bytes: file + Self.walk(isBigEndian: true).finished())
        #expect(track.refused.isEmpty && Self.seconds(track) == [0, 1, 0, 1])
        let longer = try TrackFile(bytes: file + [1, 2, 3])
        #expect(longer.fixes.count == 2 && longer.refused.map(\.index) == [2])
    }

    @Test func `a wrong checksum, a missing definition and a cut are reported, and earlier points are kept`() throws {
        let whole = Self.walk().finished()
        var wrong = whole
        wrong[whole.count - 1] ^= 1
        #expect(try TrackFile(bytes: wrong).fixes.count == 2)
        #expect(try TrackFile(bytes: wrong).refused[0].sentence.contains("checksum"))
        var other = Self.walk()
        other.add(5, [])
        #expect(try TrackFile(bytes: other.finished()).refused[0].sentence.contains("no definition"))
        var most = 0
        for bytes in Damage.truncations(of: whole) {
            guard let track = try? TrackFile(bytes: bytes) else {
                #expect(most == 0)
                continue
            }
            #expect(track.fixes.count >= most && track.refused.map(\.index) == [track.fixes.count])
            most = track.fixes.count
        }
        #expect(most == 2)
        // A device that was switched off while it wrote has left the length at 0.
        var unfinished = Array(whole.dropLast(2))
        unfinished.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        #expect(try TrackFile(bytes: unfinished).fixes.count == 2)
    }

    @Test func `no wrong byte does harm`() {
        for file in [Self.walk(), Self.walk(isBigEndian: true, developer: [1, 2])] {
            for bytes in Damage.flips(of: file.finished()) { checkTrack(bytes) }
        }
    }

    @Test func `absurd counts are treated as a truncated file`() throws {
        var endless = Array(Self.walk().finished().dropLast(2))
        endless.replaceSubrange(4..<8, with: [0xff, 0xff, 0xff, 0xff])
        let track = try TrackFile(bytes: endless)
        #expect(track.fixes.count == 2 && track.refused[0].sentence.contains("cut off"))
        // As many fields as there can be, each as long as it can be.
        let sizes = [UInt8](repeating: 255, count: 255)
        var wide = Self.walk()
        wide.define(0, fields: (0..<255).map { (number: UInt8($0), size: 255) }, developer: sizes)
        wide.add(0, [(0, 255)])
        checkTrack(wide.finished())
        #expect(try TrackFile(bytes: wide.finished()).fixes.count == 2)
        var whole = Self.walk()
        whole.define(0, fields: (0..<255).map { (number: UInt8($0), size: 255) }, developer: sizes)
        whole.add(0, [(value: Int64, size: Int)](repeating: (0, 255), count: 510))
        #expect(try TrackFile(bytes: whole.finished()).fixes.count == 2)
        #expect(try TrackFile(bytes: whole.finished()).refused.isEmpty)
    }
}
