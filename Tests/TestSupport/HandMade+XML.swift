extension HandMade {
    /// The extract as OSM XML. With locations on ways, these state where their nodes are, and nodes without tags are
    /// left out.
    package func xml(hasLocationsOnWays: Bool = false) -> String {
        var text = "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"by hand\">\n"
        if let timestamp { text += "  <meta osm_base=\"\(Self.iso8601(timestamp))\"/>\n" }
        if let box = statedBounds {
            text += "  <bounds minlat=\"\(Self.degrees(box.south))\" minlon=\"\(Self.degrees(box.west))\""
            text += " maxlat=\"\(Self.degrees(box.north))\" maxlon=\"\(Self.degrees(box.east))\"/>\n"
        }
        let places = hasLocationsOnWays ? self.places : [:]
        func place(_ node: Node) -> String {
            "lat=\"\(Self.degrees(node.latitudeE7))\" lon=\"\(Self.degrees(node.longitudeE7))\""
        }
        for node in nodes where !hasLocationsOnWays || !node.tags.isEmpty {
            let place = place(node)
            text += Self.element("node id=\"\(node.id)\" version=\"1\" \(place)", Self.tags(node.tags))
        }
        for way in ways {
            let refs = way.refs.map { ref in "    <nd ref=\"\(ref)\"\(places[ref].map { " " + place($0) } ?? "")/>\n" }
            text += Self.element("way id=\"\(way.id)\" version=\"1\"", refs + Self.tags(way.tags))
        }
        for relation in relations {
            let members = relation.members.map { member in
                "    <member type=\"\(member.kind)\" ref=\"\(member.id)\" role=\"\(Self.escaped(member.role))\"/>\n"
            }
            text += Self.element("relation id=\"\(relation.id)\" version=\"1\"", members + Self.tags(relation.tags))
        }
        return text + "</osm>\n"
    }

    private static func element(_ start: String, _ children: [String]) -> String {
        let name = start.prefix { $0 != " " }
        return children.isEmpty ? "  <\(start)/>\n" : "  <\(start)>\n\(children.joined())  </\(name)>\n"
    }

    private static func tags(_ tags: TagPairs) -> [String] {
        tags.map { "    <tag k=\"\(escaped($0.key))\" v=\"\(escaped($0.value))\"/>\n" }
    }

    /// Seven decimals, so that nothing is lost.
    private static func degrees(_ e7: Int64) -> String {
        let digits = String(e7.magnitude), padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return "\(e7 < 0 ? "-" : "")\(padded.dropLast(7)).\(padded.suffix(7))"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
            .replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
    }

    /// Counts days year by year and month by month: slow, and unlike the reader's formula.
    private static func iso8601(_ seconds: Int64) -> String {
        var days = seconds / 86_400, year = 1970, month = 0
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while days >= lengths[month] {
            days -= lengths[month]
            month += 1
        }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return "\(year)-\(two(Int64(month) + 1))-\(two(days + 1))T\(time)Z"
    }
}
