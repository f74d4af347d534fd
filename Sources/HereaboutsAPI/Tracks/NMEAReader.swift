/// Reads lines of NMEA 0183 as receivers log them: RMC for the place and the time, GGA for the height. A receiver that
/// sends no RMC gives places by GGA, with the date of ZDA if it sends that. A line whose checksum is wrong is no point.
struct NMEAReader {
    private var points = TrackPoints()
    /// Whether places come from RMC, or from GGA.
    private let takesRMC: Bool
    /// The time of the last ZDA, or of the first one before that, in milliseconds since 1970.
    private var clock: Int64?
    /// The time of day of the last place, and the height at a time of day, as the lines write it.
    private var lastTime: Substring?
    private var height: (time: Substring, metres: Double)?

    /// Metres a second in a knot (1852 m an hour).
    private static let knot = 1852.0 / 3600
    private static let longestLine = 1024
    private static let day: Int64 = 86_400_000

    /// Whether bytes are such a log: some receivers begin with thousands of bytes of other sentences.
    static func reads(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let line = nextLine(&rest) {
            if sentence(line) != nil { return true }
        }
        return false
    }

    static func read(_ bytes: [UInt8]) -> TrackPoints {
        var rest = bytes[...], takesRMC = false, clock: Int64?
        while !takesRMC, let line = nextLine(&rest) {
            guard let sentence = sentence(line) else { continue }
            takesRMC = sentence.kind == "RMC"
            clock = clock ?? time(of: sentence)
        }
        var reader = NMEAReader(takesRMC: takesRMC, clock: clock)
        rest = bytes[...]
        while !reader.points.isFull, let line = nextLine(&rest) {
            if let sentence = sentence(line) { reader.take(sentence) }
        }
        return reader.points
    }

    private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let start = rest.firstIndex(where: { !isEnd($0) }) else { return nil }
        let line = rest[start...].prefix { !isEnd($0) }
        rest = rest[line.endIndex...]
        return line
    }

    private init(takesRMC: Bool, clock: Int64?) { (self.takesRMC, self.clock) = (takesRMC, clock) }

    private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

    private struct Sentence {
        /// The kind of a sentence without the talker before it, such as RMC.
        let kind: Substring
        let fields: [Substring]
        /// Whether the checksum behind the star is right; true without a checksum.
        let isSound: Bool

        /// The field with a number, from 1 behind the kind; empty where there is none.
        subscript(number: Int) -> Substring { number < fields.count ? fields[number] : "" }
    }

    /// The sentence of a position in a line; loggers may write a prefix before the sentence.
    private static func sentence(_ line: ArraySlice<UInt8>) -> Sentence? {
        guard line.count <= longestLine, let mark = line.firstIndex(of: UInt8(ascii: "$")) else { return nil }
        let whole = line[(mark + 1)...], body = whole.prefix { $0 != UInt8(ascii: "*") }
        let fields = String(decoding: body, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        guard let name = fields.first, name.utf8.count == 5, ["RMC", "GGA", "ZDA"].contains(name.suffix(3))
        else { return nil }
        let sum = String(decoding: whole.dropFirst(body.count + 1).prefix(2), as: UTF8.self)
        let isSound = body.count == whole.count || UInt8(sum, radix: 16) == body.reduce(0, ^)
        return Sentence(kind: name.suffix(3), fields: fields, isSound: isSound)
    }

    private mutating func take(_ sentence: Sentence) {
        let isPlace = sentence.kind == (takesRMC ? "RMC" : "GGA")
        guard sentence.isSound else {
            if isPlace { points.refuse(.checksum) }
            return
        }
        clock = Self.time(of: sentence) ?? clock
        if isPlace { place(sentence) }
        if sentence.kind == "GGA", sentence[6] != "0", let metres = Decimal.read(sentence[9]) {
            // Of one second's sentences, either may come first.
            if lastTime == sentence[1] { points.changeLast { $0.altitudeMetres = metres } }
            height = (sentence[1], metres)
        }
    }

    private mutating func place(_ sentence: Sentence) {
        let isRMC = sentence.kind == "RMC", first = isRMC ? 3 : 2
        // A receiver without a position says so.
        guard isRMC ? sentence[2] != "V" : sentence[6] != "0", !(sentence[first].isEmpty && sentence[first + 2].isEmpty)
        else { return }
        var point = TrackPoints.Point()
        point.latitude = Self.degrees(sentence[first], sentence[first + 1], "N", "S")
        point.longitude = Self.degrees(sentence[first + 2], sentence[first + 3], "E", "W")
        if isRMC {
            point.moment = TrackFile.Moment(milliseconds: Self.time(sentence[9], sentence[1]))
            point.speed = Decimal.read(sentence[7]).map { $0 * Self.knot }
            point.course = Decimal.read(sentence[8])
        } else if let clock {
            point.moment = Self.time(sentence[1], near: clock).map { .at($0) } ?? .unreadable
        }
        point.altitudeMetres = height?.time == sentence[1] ? height?.metres : nil
        lastTime = sentence[1]
        points.add(point)
    }

    /// Degrees of `dddmm.mmmm` and the half of the Earth; `nil` for other text.
    private static func degrees(
        _ text: Substring, _ half: Substring, _ positive: Substring, _ negative: Substring
    ) -> Double? {
        guard half == positive || half == negative, let number = Decimal.read(text), number >= 0 else { return nil }
        let degrees = (number / 100).rounded(.down), minutes = number - degrees * 100
        guard minutes < 60 else { return nil }
        return (degrees + minutes / 60) * (half == negative ? -1 : 1)
    }

    /// Milliseconds since 1970 of `ddmmyy` and `hhmmss.sss`; years up to 79 are of this century.
    private static func time(_ date: Substring, _ time: Substring) -> Int64? {
        guard date.utf8.count == 6, let year = Int(date.suffix(2)) else { return nil }
        return Self.time(time, on: "\(year < 80 ? "20" : "19")\(two(date, 4))-\(two(date, 2))-\(two(date, 0))")
    }

    /// Milliseconds since 1970 of `hhmmss.sss` on a day.
    private static func time(_ time: Substring, on day: String) -> Int64? {
        guard time.utf8.count >= 6 else { return nil }
        let rest = time.dropFirst(6)
        return DateTime.read("\(day)T\(two(time, 0)):\(two(time, 2)):\(two(time, 4))\(rest == "." ? "" : rest)Z")
    }

    /// Milliseconds since 1970 of `hhmmss.sss` on the day on which that is nearest to `clock`.
    private static func time(_ time: Substring, near clock: Int64) -> Int64? {
        guard let sinceMidnight = self.time(time, on: "1970-01-01") else { return nil }
        let sameDay = clock - clock % day + sinceMidnight
        if sameDay - clock > day / 2 { return sameDay - day }
        return clock - sameDay > day / 2 ? sameDay + day : sameDay
    }

    /// Milliseconds since 1970 of ZDA, which has the year in full; `nil` for other sentences.
    private static func time(of sentence: Sentence) -> Int64? {
        guard sentence.kind == "ZDA", sentence.isSound else { return nil }
        return time(sentence[1], on: "\(sentence[4])-\(sentence[3])-\(sentence[2])")
    }

    private static func two(_ text: Substring, _ start: Int) -> Substring { text.dropFirst(start).prefix(2) }
}
