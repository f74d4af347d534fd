import GeoCore

/// Writes routes as GPX 1.1 for devices (topografix.com/GPX/1/1): a waypoint for each instruction and a track for each
/// route.
package enum RouteGPX {
    /// Returns the document of one route. It contains no time, so the same route always gives the same document.
    package static func write(_ route: PlannedRoute, _ engine: RouteEngine) -> [UInt8] { write([route], engine) }

    /// Returns the document of several routes, all in the language of the first.
    package static func write(_ routes: [PlannedRoute], _ engine: RouteEngine) -> [UInt8] {
        let words = Words(language: routes.first?.language ?? .english, text: engine.network.text)
        var xml: [UInt8] = []
        xml.reserveCapacity(1024 + routes.reduce(0) { $0 + $1.geometry.count } * 52)
        xml.append(
            markup: """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Hereabouts">
                """)
        // The schema's order: waypoints before tracks, and in each the name before the description.
        for route in routes { appendWaypoints(of: route, words, to: &xml) }
        for route in routes { appendTrack(of: route, words, to: &xml) }
        xml.append(markup: "\n</gpx>\n")
        return xml
    }

    private static func appendWaypoints(of route: PlannedRoute, _ words: Words, to xml: inout [UInt8]) {
        for leg in route.legs {
            for step in leg.steps {
                xml.append(point: step.maneuver.location, element: "wpt", isOpen: true)
                xml.append(markup: "<name>")
                xml.append(text: words.instruction(for: step))
                xml.append(markup: "</name><type>")
                xml.append(text: step.maneuver.kind.name)
                xml.append(markup: "</type></wpt>")
            }
        }
    }

    private static func appendTrack(of route: PlannedRoute, _ words: Words, to xml: inout [UInt8]) {
        xml.append(markup: "\n<trk><name>")
        xml.append(text: words.title(of: route))
        xml.append(markup: "</name>")
        if !route.notices.isEmpty {
            xml.append(markup: "<desc>")
            xml.append(text: words.text(of: route.notices))
            xml.append(markup: "</desc>")
        }
        xml.append(markup: "<trkseg>")
        for point in route.geometry { xml.append(point: point, element: "trkpt", isOpen: false) }
        xml.append(markup: "</trkseg></trk>")
    }
}

extension Words {
    /// Returns the names of the streets that the route mostly follows; its profile if none has a name.
    func title(of route: PlannedRoute) -> String {
        var name = ""
        for leg in route.legs {
            let summary = summary(of: leg)
            if !name.isEmpty, !summary.isEmpty { name += "; " }
            name += summary
        }
        return name.isEmpty ? route.profile.name : name
    }
}

extension [UInt8] {
    /// Appends XML markup.
    fileprivate mutating func append(markup: StaticString) {
        // The literal's own bytes.
        markup.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends text, escaped; characters that XML 1.0 does not allow become U+FFFD.
    fileprivate mutating func append(text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append(markup: "&amp;")
            case "<": append(markup: "&lt;")
            case ">": append(markup: "&gt;")
            case "\t", "\n", "\r": append(UInt8(ascii: " "))
            case "\0"..<" ", "\u{fffe}", "\u{ffff}": append(markup: "\u{fffd}")
            default: append(contentsOf: UTF8.encode(scalar)!)  // Every scalar has UTF-8.
            }
        }
    }

    /// Appends an element at a point; an element that is not left open is empty.
    fileprivate mutating func append(point: PointE7, element: StaticString, isOpen: Bool) {
        append(markup: "\n<")
        append(markup: element)
        append(markup: " lat=\"")
        append(e7: point.latitudeE7)
        append(markup: "\" lon=\"")
        append(e7: point.longitudeE7)
        append(markup: isOpen ? "\">" : "\"/>")
    }
}
