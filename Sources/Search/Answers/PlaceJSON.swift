package import Atlas
package import GeoCore

/// Writes every fact that an atlas has about a place. Server and browser write the same bytes (docs/search.md).
package enum PlaceJSON {
    /// Returns the object of the place that belongs to an OpenStreetMap object; `nil` if the atlas has no such place.
    ///
    /// The object may be only a part of the place. With `time`, the answer says whether the place is open then, and
    /// until when.
    package static func write(
        _ ref: PlaceRef, language: String? = nil, at time: PlaceTime? = nil, _ engine: SearchEngine
    ) -> [UInt8]? {
        guard let place = engine.places.place(ref) else { return nil }
        let form = AnswerForm(language: language, at: time, in: engine.places)
        var answer = PlaceObjects(form, engine, reservingCapacity: 1024)
        answer.object { $0.members(of: place) }
        return answer.json.bytes
    }
}

extension PlaceObjects {
    fileprivate mutating func members(of place: PlaceID) {
        let places = engine.places, locality = places.locality(place)
        identity(of: place, type: places.type(place))
        kindNames(of: place)
        member("name", texts.name(place))
        names(of: place)
        memberIfAny("label", texts.label(place, in: locality))
        object("address") { answer in
            answer.street(of: place)
            answer.memberIfAny("housenumber", places.houseNumber(place))
            answer.members(
                of: locality, answer.engine.countryCode(of: place, in: locality, answer.form.tags))
        }
        indoor(of: place)
        json.members(of: places.point(place))
        json.key("bounds")
        json.value(places.shape(place)?.extent ?? places.bounds(place))
        visit(to: place, changes: true)
        details(of: place)
    }

    /// Writes the name of its kind, by language.
    private mutating func kindNames(of place: PlaceID) {
        let kind = engine.places.kind(place)
        object("kind_names") { answer in
            for (index, language) in KindLexicon.languages.enumerated() {
                if let name = answer.engine.kindNames.name(ofKind: kind, in: index) { answer.member(language, name) }
            }
        }
    }

    /// Writes the names by language, from `name:fi` and its like.
    private mutating func names(of place: PlaceID) {
        object("names") { answer in
            answer.forEachDetail(of: place) { json, key, value in
                guard key.starts(with: Self.namePrefix) else { return }
                let language = key.dropFirst(Self.namePrefix.count)
                json.key(utf8: language.span)
                json.value(utf8: value.span)
            }
        }
    }

    /// Writes all other details under their OpenStreetMap keys.
    private mutating func details(of place: PlaceID) {
        object("details") { answer in
            answer.forEachDetail(of: place) { json, key, value in
                guard !key.starts(with: Self.namePrefix) else { return }
                json.key(utf8: key.span)
                json.value(utf8: value.span)
            }
        }
    }

    private static var namePrefix: [UInt8] { [UInt8]("name:".utf8) }

    private mutating func forEachDetail(
        of place: PlaceID, _ write: (_ json: inout JSONWriter, _ key: [UInt8], _ value: [UInt8]) -> Void
    ) {
        let places = engine.places
        for position in places.detailRange(place) {
            var key: [UInt8] = [], value: [UInt8] = []
            places.text.append(places.detailKey(at: position), to: &key)
            places.text.append(places.detail(at: position), to: &value)
            write(&json, key, value)
        }
    }
}
