import Atlas
package import GeoCore

/// The fastest route to a hit, as the caller computed it.
package struct TravelToHit: Equatable, Sendable {
    package var metres: Double
    package var seconds: Double

    package init(metres: Double, seconds: Double) {
        self.metres = metres
        self.seconds = seconds
    }
}

/// Options of an answer that do not come from the query.
package struct HitOptions: Sendable {
    /// The time for opening states; `nil` leaves them out.
    package var time: PlaceTime?
    /// The route to each hit, in the order of the hits; `nil` if there is none.
    package var travel: [TravelToHit?] = []
    /// The guide to search together with the map.
    package var guide: GuideIndex?

    package init(at time: PlaceTime? = nil, in guide: GuideIndex? = nil) {
        self.time = time
        self.guide = guide
    }
}

/// Writes a search answer. Server and browser write the same bytes (docs/search.md).
package enum HitJSON {
    /// Returns the object of an answer: `{"query", "results"}`, with `guide` and `absent_kind` if they apply.
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
    /// Writes the kind that the query names and that has no places in this atlas.
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
            indoor(of: place)
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

    /// Writes the name of a place's kind, in the answer's language or in English.
    private mutating func kindName(of place: PlaceID) {
        let name = engine.kindNames.name(ofKind: engine.places.kind(place), in: form.language.kinds)
        if let name { member("kind_name", name) }
    }

    /// Writes the name of a place, whether that name is its own, and the parts that the query matches.
    private mutating func name(of place: PlaceID, _ reading: QueryReading) {
        let name = texts.name(place)
        member("name", name)
        if engine.places.name(place).isEmpty, engine.places.type(place) == .place {
            json.key("named")
            json.value(false)
        }
        match(reading.matchedParts(of: name, engine))
    }

    /// Writes the label, street, cross street, house number and the names of the locality.
    private mutating func address(of place: PlaceID, in locality: Locality) {
        memberIfAny("label", texts.label(place, in: locality))
        street(of: place)
        memberIfAny("housenumber", engine.places.houseNumber(place))
        members(of: locality, engine.countryCode(of: place, in: locality, form.tags))
    }

    /// Writes a position: a typed position is named by its degrees, a corner by its two streets.
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
