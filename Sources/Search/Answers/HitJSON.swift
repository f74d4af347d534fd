import Atlas
package import GeoCore

/// The quickest route to a hit, as the caller found it.
package struct TravelToHit: Equatable, Sendable {
    package var metres: Double
    package var seconds: Double

    package init(metres: Double, seconds: Double) {
        self.metres = metres
        self.seconds = seconds
    }
}

/// What an answer says beyond what a query found.
package struct HitOptions: Sendable {
    /// When it matters what is open; `nil` when it does not.
    package var time: PlaceTime?
    /// The route to each hit, in their order, as far as there is one.
    package var travel: [TravelToHit?] = []
    /// The guide to look in beside the map.
    package var guide: GuideIndex?

    package init(at time: PlaceTime? = nil, in guide: GuideIndex? = nil) {
        self.time = time
        self.guide = guide
    }
}

/// Writes what a query found, the same bytes from the server and in the browser (docs/search.md).
package enum HitJSON {
    /// Returns the object of an answer: `{"query", "results"}`, with `guide` and `absent_kind` where there are such.
    package static func write(
        _ answer: SearchAnswer, with options: HitOptions = HitOptions(), _ engine: SearchEngine
    ) -> [UInt8] {
        let form = AnswerForm(language: answer.request.language, at: options.time, in: engine.places)
        var objects = PlaceObjects(form, engine, reservingCapacity: 320 * answer.hits.count + 128)
        objects.object { objects in
            objects.json.key("query")
            objects.json.value(answer.request.text)
            objects.array("results", answer.hits.indices) { objects, index in
                let travel = index < options.travel.count ? options.travel[index] : nil
                objects.object { $0.members(of: answer, at: index, travel) }
            }
            if let guide = options.guide { objects.topics(guide.topics(for: answer), for: answer.request, guide) }
            if let kind = answer.absentKind { objects.absentKind(kind) }
        }
        return objects.json.bytes
    }
}

extension PlaceObjects {
    /// Writes a kind that the query names and that this map has none of.
    fileprivate mutating func absentKind(_ kind: Int) {
        let (name, value) = engine.kindNames.absentKind(kind, in: form.language.kinds)
        object("absent_kind") { answer in
            answer.member("kind", value)
            answer.member("name", name)
        }
    }

    fileprivate mutating func members(of answer: SearchAnswer, at index: Int, _ travel: TravelToHit?) {
        let hit = answer.hits[index]
        switch hit.subject {
        case .position: position(of: hit.point, named: nil, answer.reading)
        case .corner(let one, let two):
            let name = texts.name(one) + [0x20, UInt8(ascii: "/"), 0x20] + texts.name(two)
            position(of: hit.point, named: name, answer.reading)
        case .place(let place):
            identity(of: place, type: engine.places.type(place))
            kindName(of: place)
            name(of: place, answer.reading)
            address(of: place, in: engine.locality(of: hit))
            visit(to: place)
        case .address(let place):
            identity(of: place, type: .address)
            var line: [UInt8] = []
            texts.appendAddressLine(place, to: &line)
            member("name", line)
            match(answer.reading.matchedParts(of: line, engine))
            address(of: place, in: engine.locality(of: hit))
        }
        position(hit.point, from: answer.request.near)
        if let travel { self.travel(travel) }
        if hit.isPartial { flag("partial") }
        if hit.isEstimated { flag("estimated") }
        if index < answer.explanations.count, let why = answer.explanations[index] {
            explanation(why, answer.reading)
        }
    }

    private mutating func flag(_ key: StaticString) {
        json.key(key)
        json.value(true)
    }

    private mutating func travel(_ travel: TravelToHit) {
        object("travel") { answer in
            answer.distance(inMetres: travel.metres)
            answer.json.key("duration")
            answer.json.value(travel.seconds, decimals: 1)
        }
    }

    /// Writes what the kind of a place is called, in the language of the answer or in English.
    private mutating func kindName(of place: PlaceID) {
        let name = engine.kindNames.name(ofKind: engine.places.kind(place), in: form.language.kinds)
        if let name { member("kind_name", name) }
    }

    /// Writes the name of a place, whether that is its own, and the parts that the query matches.
    private mutating func name(of place: PlaceID, _ reading: QueryReading) {
        let name = texts.name(place)
        member("name", name)
        if engine.places.name(place).isEmpty, engine.places.type(place) == .place {
            json.key("named")
            json.value(false)
        }
        match(reading.matchedParts(of: name, engine))
    }

    /// Writes label, street, cross street, house number and the names of the locality.
    private mutating func address(of place: PlaceID, in locality: Locality) {
        memberIfAny("label", texts.label(place, in: locality))
        street(of: place)
        memberIfAny("housenumber", engine.places.houseNumber(place))
        members(of: locality, engine.countryCode(of: place, in: locality, form.tags))
    }

    /// Writes a position: that of a query by its degrees, a corner by its two streets.
    private mutating func position(of point: PointE7, named name: [UInt8]?, _ reading: QueryReading) {
        let degrees = Self.degrees(point)
        identity(of: degrees)
        json.key("type")
        json.value("position")
        member("name", name ?? degrees)
        if let name { match(reading.matchedParts(of: name, engine)) }
        if let around = engine.address(at: Coordinate(point)) { memberIfAny("label", texts.label(around)) }
    }
}
