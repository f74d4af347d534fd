import Atlas
package import GeoCore

/// The countries of the world with their names and coarse borders, from a file that set-up makes
/// (scripts/countries.py).
///
/// ```
/// "HCOUNTRY"   8 bytes
/// UInt32       countries, each:
///   2 bytes    ISO 3166-1 alpha-2 in capitals; "--" for a territory without a code
///   UInt16     names, each a language and a name, both as UInt16 bytes and that many of UTF-8; the first is the local
///              name, without a language
///   UInt32     rings, each UInt32 points and that many of Int32 latitude, Int32 longitude, in E7 degrees
/// ```
/// Numbers are little-endian. A point lies in a country if it is inside an odd number of the country's rings.
package struct CountryTable: Sendable {
    package struct Country: Sendable {
        /// ISO 3166-1 alpha-2, in capitals; `nil` for a territory without a code.
        package let code: String?
        /// The local name first, with an empty language.
        package let names: [(language: String, name: String)]
        package let rings: [[PointE7]]

        /// `names` must have at least the local name.
        package init(code: String?, names: [(language: String, name: String)], rings: [[PointE7]]) {
            self.code = code
            self.names = names
            self.rings = rings
        }
    }

    package let countries: [Country]

    package init(countries: [Country]) { self.countries = countries }

    /// Reads the file at `path`; throws `MappedFileError` or `ReadError` if it is not a table.
    package init(path: String) throws {
        let file = try MappedFile(path: path)
        // A copy, because the file is unmapped when nothing refers to it any more.
        let bytes = withExtendedLifetime(file) { unsafe [UInt8](file.bytes) }
        guard let countries = Self.read(bytes) else {
            throw ReadError(
                file: path, problem: "it is not a table of countries, or a part of one",
                remedy: "make it again with `make setup`, or name another with --country-table")
        }
        self.countries = countries
    }

    /// Returns the index of the country with a code, in capitals.
    func index(ofCode code: String) -> Int? { countries.firstIndex { $0.code == code } }

    /// Parses a table; returns `nil` for anything else.
    package static func read(_ bytes: [UInt8]) -> [Country]? {
        var reader = TableReader(bytes: bytes)
        guard reader.text(8) == "HCOUNTRY", let count = reader.number(4) else { return nil }
        var countries: [Country] = []
        for _ in 0..<count {
            guard let code = reader.text(2), let nameCount = reader.number(2), nameCount > 0 else { return nil }
            var names: [(language: String, name: String)] = [], rings: [[PointE7]] = []
            for _ in 0..<nameCount {
                guard let language = reader.sizedText(), let name = reader.sizedText() else { return nil }
                names.append((language, name))
            }
            guard let ringCount = reader.number(4) else { return nil }
            for _ in 0..<ringCount {
                guard let ring = reader.ring() else { return nil }
                rings.append(ring)
            }
            countries.append(Country(code: code == "--" ? nil : code, names: names, rings: rings))
        }
        return reader.isAtEnd ? countries : nil
    }
}

/// Reads the parts of a table of countries; each is `nil` if the bytes end before it does.
private struct TableReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ length: Int) -> Int? {
        guard bytes.count - position >= length else { return nil }
        var number: UInt32 = 0
        for index in 0..<length { number |= UInt32(bytes[position + index]) << UInt32(8 * index) }
        position += length
        return Int(number)
    }

    mutating func text(_ length: Int) -> String? {
        guard bytes.count - position >= length else { return nil }
        let end = position + length
        defer { position = end }
        return String(validating: bytes[position..<end], as: UTF8.self)
    }

    mutating func sizedText() -> String? { number(2).flatMap { text($0) } }

    /// Reads a ring of at least three points on Earth.
    mutating func ring() -> [PointE7]? {
        guard let count = number(4), count >= 3, count <= (bytes.count - position) / 8 else { return nil }
        var ring: [PointE7] = []
        ring.reserveCapacity(count)
        for _ in 0..<count {
            guard let latitude = number(4), let longitude = number(4) else { return nil }
            let point = PointE7(
                latitudeE7: Int32(truncatingIfNeeded: latitude), longitudeE7: Int32(truncatingIfNeeded: longitude))
            guard point.isOnEarth else { return nil }
            ring.append(point)
        }
        return ring
    }
}
