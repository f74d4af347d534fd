package import GeoCore

/// The facts about an atlas: its place, area, age and size.
///
/// Sections: `info.numbers`, Int64 × 5: version of the contents, time of the data (seconds since 1970, or the smallest
/// Int64 where unknown), nodes, ways and relations it was made from; `info.bounds`, IntBox × 2 in E7 degrees;
/// `info.name` and `info.credit`, UTF-8 bytes.
package struct AtlasInfo: Sendable {
    static let numbersID: SectionID = "info.numbers"
    static let boundsID: SectionID = "info.bounds"
    static let nameID: SectionID = "info.name"
    static let creditID: SectionID = "info.credit"

    /// The version of all sections' layouts together: goes up whenever one of them changes.
    package static let contentVersion: Int64 = 15
    /// The credit that must stand wherever the data are shown (osmfoundation.org/wiki/Licence/Attribution_Guidelines).
    package static let openStreetMapCredit = "© OpenStreetMap contributors"

    /// The place's name, as people there write it.
    package let name: String
    /// The credit for the data.
    package let credit: String
    /// The area covered, in E7 degrees: x is longitude. It may lead over the antimeridian, as may `extent`.
    package let bounds: IntBox
    /// The area of all objects that were read: ways and relations may lead out of the extract's area.
    package let extent: IntBox
    /// The state of the data, seconds since 1970; `nil` where the extract does not say.
    package let timestamp: Int64?
    package let nodes: Int64
    package let ways: Int64
    package let relations: Int64

    package init(
        name: String, bounds: IntBox, extent: IntBox? = nil, timestamp: Int64?, nodes: Int64, ways: Int64,
        relations: Int64,
        credit: String = AtlasInfo.openStreetMapCredit
    ) {
        self.name = name
        self.credit = credit
        self.bounds = bounds
        self.extent = extent ?? bounds
        self.timestamp = timestamp
        self.nodes = nodes
        self.ways = ways
        self.relations = relations
    }

    /// Adds the sections.
    package func add(to writer: inout AtlasWriter) {
        writer.add(Self.numbersID, [Self.contentVersion, timestamp ?? .min, nodes, ways, relations])
        writer.add(Self.boundsID, [bounds, extent])
        writer.add(Self.nameID, [UInt8](name.utf8))
        writer.add(Self.creditID, [UInt8](credit.utf8))
    }

    /// Reads the sections and verifies them: they are small enough for one step.
    ///
    /// Throws when a section is missing, when the contents have another version than this program's, when the area is
    /// not on Earth, when a count is negative and when a text is not UTF-8.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        let numbers = try atlas.packed(Self.numbersID, of: Int64.self)
        let boxes = try atlas.packed(Self.boundsID, of: IntBox.self)
        guard numbers.count == 5 else { throw .invalid(Self.numbersID, index: 0, rule: "there are not five numbers") }
        guard numbers[0] == Self.contentVersion else {
            throw .invalid(
                Self.numbersID, index: 0,
                rule: "the contents have version \(numbers[0]), this program reads \(Self.contentVersion)")
        }
        for index in 2..<5 where numbers[index] < 0 {
            throw .invalid(Self.numbersID, index: Int64(index), rule: "a count is negative")
        }
        guard boxes.count == 2, boxes[0].isArea, boxes[1].isArea else {
            throw .invalid(Self.boundsID, index: 0, rule: "they are not two areas on Earth")
        }
        name = try Self.text(atlas, Self.nameID)
        credit = try Self.text(atlas, Self.creditID)
        bounds = boxes[0]
        extent = boxes[1]
        timestamp = numbers[1] == .min ? nil : numbers[1]
        nodes = numbers[2]
        ways = numbers[3]
        relations = numbers[4]
    }

    private static func text(_ atlas: AtlasView, _ section: SectionID) throws(AtlasError) -> String {
        let bytes = try atlas.packed(section, of: UInt8.self)
        let text = unsafe bytes.withElements(in: bytes.indices) { unsafe String(validating: $0, as: UTF8.self) }
        guard let text else { throw .invalid(section, index: 0, rule: "not UTF-8") }
        return text
    }
}
