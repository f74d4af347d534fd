package import Atlas
import GeoCore

/// Writes the levels of a building and the rooms on them. Server and browser write the same bytes (docs/search.md).
package enum BuildingJSON {
    /// Returns the object of a building, with names in `language`; `nil` if the atlas has nothing of its inside.
    package static func write(_ ref: PlaceRef, language: String? = nil, _ engine: SearchEngine) -> [UInt8]? {
        guard let indoor = engine.indoor, let building = indoor.building(ref) else { return nil }
        let form = AnswerForm(language: language, at: nil, in: engine.places)
        var answer = PlaceObjects(form, engine, reservingCapacity: 4096)
        answer.object { $0.members(ofBuilding: building, ref, indoor) }
        return answer.json.bytes
    }
}

extension PlaceObjects {
    fileprivate mutating func members(ofBuilding building: Int, _ ref: PlaceRef, _ indoor: IndoorTable) {
        identity(of: ref)
        if let place = engine.places.place(ref) { member("name", texts.name(place)) }
        json.key("start")
        value(of: indoor.startLevel(ofBuilding: building))
        array("levels", indoor.levelRows(ofBuilding: building)) { answer, row in
            answer.level(indoor.level(at: row), label: indoor.label(at: row))
        }
        array("spaces", indoor.spaces(ofBuilding: building)) { answer, number in
            answer.object { $0.members(of: indoor.space(at: number)) }
        }
    }

    private mutating func members(of space: IndoorSpace) {
        identity(of: space.ref)
        if !space.name.isEmpty {
            // A place has names in other languages, too.
            if let place = engine.places.place(space.ref), engine.places.ref(place) == space.ref {
                member("name", texts.name(place))
            } else {
                memberIfAny("name", space.name)
            }
        }
        memberIfAny("ref", space.number)
        member("class", [UInt8](space.kind.word.utf8))
        memberIfAny("use", space.use)
        json.key("levels")
        json.beginArray()
        for level in space.levels { value(of: level) }
        json.endArray()
        json.members(of: space.point)
    }

    private mutating func identity(of ref: PlaceRef) {
        var id: [UInt8] = []
        ref.append(to: &id)
        member("id", id)
    }
}
