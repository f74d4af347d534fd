/// A place written as an Open Location Code, "plus code": a rectangle of degrees
/// (github.com/google/open-location-code, Documentation/Specification/specification.md).
package struct PlusCode: Equatable, Sendable {
    /// The south-western corner from 90° S 180° W, in the finest units: 1/25 000 000° and 1/8 192 000°.
    private let south: Int64
    private let west: Int64
    /// How many digits the code has: 2, 4, 6, 8, or 10 ... 15.
    package let length: Int

    private static let degreeOfLatitude: Int64 = 25_000_000
    private static let degreeOfLongitude: Int64 = 8_192_000
    private static let maximumLength = 15
    /// Digits before the plus sign.
    private static let separatorPosition = 8

    /// The code with a number of digits, 10 for a house, that contains a point; `nil` for an invalid length.
    package init?(_ point: PointE7, length: Int = 10) {
        guard (10...Self.maximumLength).contains(length) || [2, 4, 6, 8].contains(length), point.isOnEarth else {
            return nil
        }
        // Both fit 10⁷ units of a degree: × 5/2 and × 512/625, rounded down.
        let latitude = (Int64(point.latitudeE7) + 900_000_000) * 5 / 2
        let longitude = (Int64(point.longitudeE7) + 1_800_000_000) * 512 / 625
        let (height, width) = Self.sides(length)
        south = min(latitude, 180 * Self.degreeOfLatitude - 1) / height * height
        west = longitude % (360 * Self.degreeOfLongitude) / width * width
        self.length = length
    }

    /// Reads a full code such as `8FVC9G8F+6W`, of either case; `nil` for any other text.
    package init?(_ text: Span<UInt8>) {
        guard let digits = PlusCodeDigits(text), digits.separator == Self.separatorPosition else { return nil }
        self.init(digits.values)
    }

    /// Reads a code that may be short, such as `9G8F+6W`: then it is the place nearest to a reference.
    package init?(_ text: Span<UInt8>, near reference: PointE7) {
        guard let digits = PlusCodeDigits(text), reference.isOnEarth else { return nil }
        let missing = Self.separatorPosition - digits.separator
        guard missing > 0 else {
            self.init(digits.values)
            return
        }
        // Short codes are made from codes with ten digits or more.
        guard !digits.isPadded, digits.values.count > digits.separator,
            let around = PlusCode(reference, length: Self.maximumLength),
            let code = PlusCode(Array(around.values.prefix(missing)) + digits.values)
        else { return nil }
        // The same digits repeat in each rectangle of the length that is missing.
        let (height, width) = Self.sides(missing), whole = Self.sides(code.length)
        var south = code.south, west = code.west
        let north = south + whole.height / 2 - around.south, east = west + whole.width / 2 - around.west
        if north > height / 2, south - height >= 0 { south -= height }
        if north < -height / 2, south + height < 180 * Self.degreeOfLatitude { south += height }
        if east > width / 2 { west -= width }
        if east < -width / 2 { west += width }
        let turn = 360 * Self.degreeOfLongitude
        self.init(south: south, west: (west + turn) % turn, length: code.length)
    }

    private init(south: Int64, west: Int64, length: Int) {
        self.south = south
        self.west = west
        self.length = length
    }

    /// Puts digits together; `nil` when they lie north of the pole or beyond a full turn.
    private init?(_ values: [UInt8]) {
        var south: Int64 = 0, west: Int64 = 0
        for (index, value) in values.enumerated() {
            let (height, width) = Self.sides(index + 1)
            if index >= 10 {
                south += Int64(value / 4) * height
                west += Int64(value % 4) * width
            } else if index % 2 == 0 {
                south += Int64(value) * height
            } else {
                west += Int64(value) * width
            }
        }
        guard south < 180 * Self.degreeOfLatitude, west < 360 * Self.degreeOfLongitude else { return nil }
        self.init(south: south, west: west, length: values.count)
    }

    /// The code's text, upper case.
    package var text: String { text(from: 0) }

    private func text(from start: Int) -> String {
        var text = ""
        for (index, value) in values.enumerated() where index >= start {
            if index == Self.separatorPosition { text += "+" }
            text.unicodeScalars.append(Unicode.Scalar(PlusCodeDigits.alphabet[Int(value)]))
        }
        guard length <= Self.separatorPosition else { return text }
        for _ in length..<Self.separatorPosition { text += "0" }
        return text + "+"
    }

    /// The code without its first four digits, for readers near the place; `nil` where that is not within 0.3° of
    /// the middle both ways, three tenths of what four digits stand for ("Shortening of Open Location Codes").
    package func short(near reference: PointE7) -> String? {
        guard length >= 10, reference.isOnEarth else { return nil }
        let middle = center, limit: UInt64 = 3_000_000
        let east = (Int64(middle.longitudeE7) - Int64(reference.longitudeE7)).magnitude
        guard (Int64(middle.latitudeE7) - Int64(reference.latitudeE7)).magnitude < limit,
            min(east, 3_600_000_000 - east) < limit
        else { return nil }
        return text(from: 4)
    }

    /// The middle of the rectangle, to the nearest E7 unit.
    package var center: PointE7 {
        let (height, width) = Self.sides(length)
        // In half units, rounded to the nearest: × 2/5 and × 625/512.
        let latitude = ((2 * south + height) * 2 + 5) / 10 - 900_000_000
        let longitude = ((2 * west + width) * 625 + 512) / 1024 - 1_800_000_000
        return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
    }

    /// Whether a point lies in the rectangle: its southern and western sides belong to it.
    package func contains(_ point: PointE7) -> Bool { PlusCode(point, length: length) == self }

    private var values: [UInt8] {
        (0..<length).map { index in
            let (height, width) = Self.sides(index + 1)
            if index >= 10 { return UInt8(south / height % 5 * 4 + west / width % 4) }
            return UInt8(index % 2 == 0 ? south / height % 20 : west / width % 20)
        }
    }

    /// How high and wide the rectangle of a code is; of an odd number of digits below 10 as of one more.
    private static func sides(_ length: Int) -> (height: Int64, width: Int64) {
        var height = 20 * degreeOfLatitude, width = 20 * degreeOfLongitude
        for _ in 0..<((min(length, 10) + 1) / 2 - 1) {
            height /= 20
            width /= 20
        }
        for _ in 10..<max(10, length) {
            height /= 5
            width /= 4
        }
        return (height, width)
    }
}

/// The digits of a code, full or short, as numbers below 20.
private struct PlusCodeDigits {
    private(set) var values: [UInt8] = []
    /// How many characters stand before the plus sign: an even number up to 8.
    let separator: Int
    private(set) var isPadded = false

    static var alphabet: [20 of UInt8] {
        [
            0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x43, 0x46, 0x47, 0x48, 0x4a, 0x4d, 0x50, 0x51, 0x52, 0x56,
            0x57, 0x58,
        ]
    }

    init?(_ text: Span<UInt8>) {
        guard text.count <= 16 else { return nil }
        var separator: Int?
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "+") {
                guard separator == nil, index <= 8, index % 2 == 0, index > 0 else { return nil }
                separator = index
            } else if byte == UInt8(ascii: "0") {
                // Full codes only, in pairs after the first one, up to the plus sign.
                guard separator == nil, !values.isEmpty, isPadded || values.count % 2 == 0 else { return nil }
                isPadded = true
            } else {
                guard !isPadded, let value = Self.value(byte) else { return nil }
                values.append(value)
            }
        }
        guard let separator, !isPadded || separator == 8 else { return nil }
        // A single digit behind the plus sign is invalid; a padded code ends there.
        let after = text.count - separator - 1
        guard after != 1, !isPadded || after == 0 else { return nil }
        self.separator = separator
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        let upper = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte & 0xdf : byte
        let alphabet = alphabet
        for value in alphabet.indices where alphabet[value] == upper { return UInt8(value) }
        return nil
    }
}
