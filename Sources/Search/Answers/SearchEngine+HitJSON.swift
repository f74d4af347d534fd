package import Atlas
package import GeoCore

/// The quickest way to an answer, as somebody else found it.
package struct TravelToHit: Equatable, Sendable {
    package var metres: Double
    package var seconds: Double

    package init(metres: Double, seconds: Double) {
        self.metres = metres
        self.seconds = seconds
    }
}

/// What is told of each answer beyond what was found.
package struct HitOptions: Sendable {
    /// When it matters what is open; `nil` when it does not.
    package var time: PlaceTime?
    /// The way to each answer, in their order, as far as there is one.
    package var travel: [TravelToHit?] = []
    /// Whether to tell why each stands where it does.
    package var explains = false
    /// The guide to look in beside the map.
    package var guide: GuideIndex?
    /// Whether the query may go on.
    var isBeingTyped = false

    package init(at time: PlaceTime? = nil) { self.time = time }
}

/// What all answers of one list have in common.
private struct AnswerForm {
    let language: NameLanguage
    let tags: AddressTags
    let visitTags: VisitTags
    /// Where the user is.
    let near: Coordinate?
    /// When the user asks.
    let time: PlaceTime?
    /// For telling why.
    let scoring: Scoring?
}

extension SearchEngine {
    /// The reference of a place and its name in a language, or what it is.
    package func label(of place: PlaceID, language: String?) -> (id: String, name: String) {
        var id: [UInt8] = [], name: [UInt8] = []
        places.ref(place).append(to: &id)
        appendName(place, NameLanguage(language, in: places), to: &name)
        return (String(decoding: id, as: UTF8.self), String(decoding: name, as: UTF8.self))
    }

    /// Answers while somebody types, as JSON (docs/search.md): `{"query", "results"}`, with what is open at `time`.
    package func suggestJSON(
        _ request: SearchRequest, at time: PlaceTime? = nil, in guide: GuideIndex? = nil,
        workspace: inout SearchWorkspace
    ) -> [UInt8] {
        let hits = suggest(request, workspace: &workspace)
        var options = HitOptions(at: time)
        options.guide = guide
        options.isBeingTyped = true
        return json(hits, request, options, &workspace)
    }

    /// Answers a complete query, as JSON of the same form.
    package func placesJSON(
        _ request: SearchRequest, _ options: HitOptions = HitOptions(), workspace: inout SearchWorkspace
    ) -> [UInt8] {
        let hits = places(request, workspace: &workspace)
        return json(hits, request, options, &workspace)
    }

    /// Writes the answers of the last query of `workspace`.
    package func json(
        _ hits: [SearchHit], _ request: SearchRequest, _ options: HitOptions = HitOptions(),
        _ workspace: inout SearchWorkspace
    ) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 320 * hits.count + 128)
        let form = AnswerForm(
            language: NameLanguage(request.language, in: places), tags: AddressTags(in: places),
            visitTags: VisitTags(in: places), near: request.near, time: options.time,
            scoring: options.explains ? scoring(workspace.answered, workspace) : nil)
        json.beginObject()
        json.key("query")
        json.value(request.text)
        json.key("results")
        json.beginArray()
        workspace.mark()
        for (index, hit) in hits.enumerated() {
            let travel = index < options.travel.count ? options.travel[index] : nil
            write(hit, travel, form, &workspace, to: &json)
        }
        workspace.unmark()
        json.endArray()
        if let guide = options.guide {
            let topics = topics(of: guide, request, isBeingTyped: options.isBeingTyped, besides: hits, workspace)
            write(topics, request, guide.folding, to: &json)
        }
        if let kind = workspace.absentKind { write(absentKind: kind, form.language, to: &json) }
        json.endObject()
        return json.bytes
    }

    /// A kind that the query names and that this map has none of.
    private func write(absentKind kind: Int, _ language: NameLanguage, to json: inout JSONWriter) {
        let (name, value) = kindNames.absentKind(kind, in: language.kinds)
        json.key("absent_kind")
        json.beginObject()
        json.key("kind")
        json.value(utf8: value)
        json.key("name")
        json.value(utf8: name)
        json.endObject()
    }

    private func write(
        _ hit: SearchHit, _ travel: TravelToHit?, _ form: AnswerForm, _ workspace: inout SearchWorkspace,
        to json: inout JSONWriter
    ) {
        let language = form.language, tags = form.tags, locality = locality(of: hit)
        json.beginObject()
        switch hit.subject {
        case .position: write(position: hit.point, named: nil, language, &workspace, to: &json)
        case .corner(let one, let two):
            var name: [UInt8] = []
            appendName(one, language, to: &name)
            name.append(contentsOf: [0x20, UInt8(ascii: "/"), 0x20])
            appendName(two, language, to: &name)
            write(position: hit.point, named: name, language, &workspace, to: &json)
        case .place(let place):
            write(identity: place, type: places.type(place), to: &json)
            writeKindName(of: place, language, to: &json)
            writeName(place, language, isAddress: false, &workspace, to: &json)
            writeAddress(of: place, in: locality, language, tags, to: &json)
            writeVisit(to: place, at: form.time, form.visitTags, to: &json)
        case .address(let place):
            write(identity: place, type: .address, to: &json)
            writeName(place, language, isAddress: true, &workspace, to: &json)
            writeAddress(of: place, in: locality, language, tags, to: &json)
        }
        write(hit.point, from: form.near, to: &json)
        if let travel {
            json.key("travel")
            json.beginObject()
            json.key("distance")
            json.value(travel.metres, decimals: 1)
            json.key("duration")
            json.value(travel.seconds, decimals: 1)
            json.endObject()
        }
        if hit.isPartial {
            json.key("partial")
            json.value(true)
        }
        if hit.isEstimated {
            json.key("estimated")
            json.value(true)
        }
        if let scoring = form.scoring { writeExplanation(of: hit, scoring, &workspace, to: &json) }
        json.endObject()
    }

    /// The id, type, kind and category of a place.
    func write(identity place: PlaceID, type: PlaceType, to json: inout JSONWriter) {
        if places.isObject(place) {
            var id: [UInt8] = []
            places.ref(place).append(to: &id)
            json.key("id")
            json.value(utf8: id.span)
        } else {
            write(identity: degrees(places.point(place)), to: &json)
        }
        json.key("type")
        switch type {
        case .place: json.value("place")
        case .address: json.value("address")
        case .street: json.value("street")
        case .area: json.value("area")
        }
        write(places.kindKey(places.kind(place)), as: "category", to: &json)
        write(kindName(places.kind(place)), as: "kind", to: &json)
    }

    /// What its kind is called, in the language asked for or in English.
    private func writeKindName(of place: PlaceID, _ language: NameLanguage, to json: inout JSONWriter) {
        guard let name = kindNames.name(ofKind: places.kind(place), in: language.kinds) else { return }
        json.key("kind_name")
        json.value(utf8: name)
    }

    /// A string of the atlas as a member; nothing for the empty one.
    func write(_ string: StringID, as key: StaticString, to json: inout JSONWriter) {
        guard !string.isEmpty else { return }
        var bytes: [UInt8] = []
        places.text.append(string, to: &bytes)
        json.key(key)
        json.value(utf8: bytes.span)
    }

    private func writeName(
        _ place: PlaceID, _ language: NameLanguage, isAddress: Bool, _ workspace: inout SearchWorkspace,
        to json: inout JSONWriter
    ) {
        var name: [UInt8] = []
        if isAddress { appendAddressLine(place, language, to: &name) } else { appendName(place, language, to: &name) }
        json.key("name")
        json.value(utf8: name.span)
        if !isAddress, places.name(place).isEmpty, places.type(place) == .place {
            json.key("named")
            json.value(false)
        }
        writeMatch(in: name, workspace, to: &json)
    }

    /// The parts of a name that the query matched.
    private func writeMatch(
        in name: [UInt8], _ workspace: borrowing SearchWorkspace, to json: inout JSONWriter
    ) {
        write(match: matchedRanges(of: name, workspace), to: &json)
    }

    func write(match ranges: [Range<Int>], to json: inout JSONWriter) {
        guard !ranges.isEmpty else { return }
        json.key("match")
        json.beginArray()
        for range in ranges {
            json.beginArray()
            json.value(range.lowerBound)
            json.value(range.upperBound)
            json.endArray()
        }
        json.endArray()
    }

    /// Label, street, cross street, house number and the names of the locality.
    private func writeAddress(
        of place: PlaceID, in locality: Locality, _ language: NameLanguage, _ tags: AddressTags,
        to json: inout JSONWriter
    ) {
        var text: [UInt8] = []
        appendLabel(place, in: locality, language, to: &text)
        if !text.isEmpty {
            json.key("label")
            json.value(utf8: text.span)
        }
        writeStreet(of: place, language, to: &json)
        write(places.houseNumber(place), as: "housenumber", to: &json)
        write(locality, countryCode(of: place, in: locality, tags), to: &json)
    }

    /// The street of a place and the nearest street that crosses it there.
    func writeStreet(of place: PlaceID, _ language: NameLanguage, to json: inout JSONWriter) {
        guard let street = places.street(place) else { return }
        var text: [UInt8] = []
        appendName(street, language, to: &text)
        json.key("street")
        json.value(utf8: text.span)
        guard let cross = nearestCrossStreet(of: street, to: places.point(place)) else { return }
        text.removeAll(keepingCapacity: true)
        appendName(cross.place, language, to: &text)
        json.key("cross_street")
        json.value(utf8: text.span)
    }

    func write(_ locality: Locality, _ countryCode: [UInt8], to json: inout JSONWriter) {
        write(locality.neighbourhood.name, as: "neighbourhood", to: &json)
        write(locality.suburb.name, as: "suburb", to: &json)
        write(locality.city.name, as: "city", to: &json)
        write(locality.postcode.name, as: "postcode", to: &json)
        write(locality.county.name, as: "county", to: &json)
        write(locality.state.name, as: "state", to: &json)
        write(locality.country.name, as: "country", to: &json)
        guard !countryCode.isEmpty else { return }
        json.key("country_code")
        json.value(utf8: countryCode.span)
    }

    /// A position that was typed is called by its degrees, a corner by its two streets.
    private func write(
        position: PointE7, named name: [UInt8]?, _ language: NameLanguage, _ workspace: inout SearchWorkspace,
        to json: inout JSONWriter
    ) {
        let degrees = degrees(position)
        write(identity: degrees, to: &json)
        json.key("type")
        json.value("position")
        json.key("name")
        let title = name ?? degrees
        json.value(utf8: title.span)
        if let name { writeMatch(in: name, workspace, to: &json) }
        var label: [UInt8] = []
        if let answer = address(at: Coordinate(position)) { appendLabel(answer, language, to: &label) }
        guard !label.isEmpty else { return }
        json.key("label")
        json.value(utf8: label.span)
    }

    /// What is no object of OpenStreetMap goes by where it is, as a `geo:` link (RFC 5870).
    private func write(identity degrees: [UInt8], to json: inout JSONWriter) {
        json.key("id")
        json.value(utf8: ([UInt8]("geo:".utf8) + degrees.filter { $0 != 0x20 }).span)
    }

    private func degrees(_ point: PointE7) -> [UInt8] {
        var degrees: [UInt8] = []
        appendDegrees(point.latitudeE7, to: &degrees)
        appendSeparator(after: 0, to: &degrees)
        appendDegrees(point.longitudeE7, to: &degrees)
        return degrees
    }

    /// Where something is, and how far and in which direction from the user.
    func write(_ point: PointE7, from near: Coordinate?, to json: inout JSONWriter) {
        json.members(of: point)
        guard let near else { return }
        let there = Coordinate(point)
        json.key("distance")
        json.value(near.distance(inMetresTo: there), decimals: 1)
        guard let bearing = near.bearing(to: there) else { return }
        json.key("bearing")
        // A trifle west of north is north.
        json.value(bearing < 359.95 ? bearing : 0, decimals: 1)
        write(CompassPoint(bearing: bearing), as: "direction", to: &json)
    }

    /// `n`, `ne` … as a member.
    func write(_ point: CompassPoint, as key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.value(code: point.code)
    }

    private func appendDegrees(_ e7: Int32, to output: inout [UInt8]) {
        var number = JSONWriter(reservingCapacity: 16)
        number.value(e7: e7)
        output.append(contentsOf: number.bytes)
    }
}
