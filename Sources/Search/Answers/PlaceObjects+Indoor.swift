import Atlas
import GeoCore

extension PlaceObjects {
    /// Writes the building and the levels of a room, corridor or area, and that a building has levels; nothing for
    /// another place.
    mutating func indoor(of place: PlaceID) {
        guard let indoor = engine.indoor else { return }
        let ref = engine.places.ref(place)
        if indoor.building(ref) != nil {
            json.key("inside")
            json.value(true)
        }
        guard let number = indoor.space(ref) else { return }
        let space = indoor.space(at: number)
        if let ref = indoor.ref(ofBuilding: space.building) {
            object("building") { answer in
                var id: [UInt8] = []
                ref.append(to: &id)
                answer.member("id", id)
                if let name = answer.engine.places.place(ref) { answer.member("name", answer.texts.name(name)) }
            }
        }
        array("levels", space.levels) { answer, level in
            let row = indoor.row(of: level, inBuilding: space.building)
            answer.level(level, label: row.flatMap { indoor.label(at: $0) })
        }
    }

    /// Writes the object of a level, with the word on the signs.
    mutating func level(_ level: Level, label: StringID?) {
        object { answer in
            answer.json.key("level")
            answer.value(of: level)
            if let label { answer.memberIfAny("name", label) }
        }
    }

    mutating func value(of level: Level) { json.value(of: level) }
}
