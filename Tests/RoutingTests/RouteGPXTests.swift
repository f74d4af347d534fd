import CExpat
import GeoCore
import Routing
import Testing

/// The document for devices, as an XML parser reads it.
@Suite struct RouteGPXTests {
    @Test func `a route is waypoints with instructions and a track, in the schema's order`() throws {
        let town = try town(), route = try town.route("AC")
        let root = try Element.parse(RouteGPX.write(route, town.engine))
        #expect(root.name == "http://www.topografix.com/GPX/1/1 gpx")
        #expect(root.attributes["version"] == "1.1" && root.attributes["creator"] == "Hereabouts")
        #expect(root.names == ["wpt", "wpt", "wpt", "trk"])
        for waypoint in root.children.dropLast() { #expect(waypoint.names == ["name", "type"]) }
        #expect(
            root.children.dropLast().map { $0.children[0].text } == [
                "Head east on Long & <Winding> \"Street\"", "At the end, turn left onto Cross Street",
                "You have arrived",
            ])
        #expect(root.children.dropLast().map { $0.children[1].text } == ["depart", "end of road", "arrive"])
        #expect(root.children[1].point == route.legs[0].steps[1].maneuver.location)
        let track = try #require(root.children.last)
        #expect(track.names == ["name", "trkseg"])
        #expect(track.children[0].text == "Long & <Winding> \"Street\", Cross Street")
        #expect(track.children[1].children.map(\.point) == route.geometry)
        #expect(Set(track.children[1].names) == ["trkpt"])
    }

    @Test func `a notice is the track's description`() throws {
        let town = try town()
        let route = try town.route([StreetMap.coordinate(100, 990), StreetMap.coordinate(100, 0)])
        let track = try #require(try Element.parse(RouteGPX.write(route, town.engine)).children.last)
        #expect(track.names == ["name", "desc", "trkseg"])
        #expect(track.children[1].text == "The map ends here: the nearest street may lie beyond its edge.")
    }

    @Test func `characters that XML cannot hold are replaced`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 200, 0)
        map.way("AB", ["highway": "residential", "name": "]]>\u{1}\u{ffff}Ä\u{1f600}"])
        let town = try map.build()
        let track = try #require(try Element.parse(RouteGPX.write(try town.route("AB"), town.engine)).children.last)
        let name = track.children[0].text
        #expect(name.hasPrefix("]]>") && name.hasSuffix("Ä\u{1f600}"))
    }

    private func town() throws -> StreetTown {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 200, 0)
        map.node("C", 200, 100)
        map.node("D", 200, -100)
        map.way("AB", ["highway": "residential", "name": "Long & <Winding> \"Street\""])
        map.way("DBC", ["highway": "residential", "name": "Cross Street"])
        return try map.build()
    }
}

/// An element as a parser saw it. A class: the parser's callbacks share it.
private final class Element {
    let name: String
    let attributes: [String: String]
    private(set) var children: [Element] = []
    private(set) var text = ""

    struct Malformed: Error {}

    private init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Of the children, without the document's namespace.
    var names: [String] { children.map { String($0.name.split(separator: " ").last ?? "") } }

    var point: PointE7? {
        guard let latitude = attributes["lat"].flatMap(Double.init),
            let longitude = attributes["lon"].flatMap(Double.init)
        else { return nil }
        return PointE7(
            latitudeE7: Int32((latitude * 1e7).rounded()), longitudeE7: Int32((longitude * 1e7).rounded()))
    }

    /// Reads a whole document; names carry their namespace.
    static func parse(_ bytes: [UInt8]) throws -> Element {
        let document = Element(name: "", attributes: [:]), open = Stack([document])
        let parser = XML_ParserCreateNS(nil, 0x20)
        defer { XML_ParserFree(parser) }
        XML_SetUserData(parser, Unmanaged.passUnretained(open).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                let open = Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue()
                var found: [String: String] = [:], index = 0
                while let key = attributes![index], let value = attributes![index + 1] {
                    found[String(cString: key)] = String(cString: value)
                    index += 2
                }
                let element = Element(name: String(cString: name!), attributes: found)
                open.elements.last?.children.append(element)
                open.elements.append(element)
            },
            { data, _ in Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue().elements.removeLast() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            let open = Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue()
            open.elements.last?.text += String(decoding: bytes, as: UTF8.self)
        }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        guard status == XML_STATUS_OK, let root = document.children.first else { throw Malformed() }
        withExtendedLifetime(open) {}
        return root
    }

    private final class Stack {
        var elements: [Element]

        init(_ elements: [Element]) { self.elements = elements }
    }
}
