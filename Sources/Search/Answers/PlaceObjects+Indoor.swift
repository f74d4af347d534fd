import Atlas
import GeoCore

extension PlaceObjects {
    /// Writes the building and the levels of a room, corridor or area; nothing for another place.
    mutating func indoor(of place: PlaceID) {
        guard let indoor = engine.indoor, let number = indoor.space(engine.places.ref(place)) else { return }
        let space = indoor.space(at: number)
        if let ref = indoor.ref(ofBuilding: space.building) {
            object("building") { answer in
                var id: [UInt8] = []
                ref.append(to: &id)
                answer.member("id", id)
                if let house = answer.engine.places.place(ref) { answer.member("name", answer.texts.name(house)) }
            }
        }
        array("levels", space.levels) { answer, level in
            answer.object { answer in
                answer.json.key("level")
                answer.json.value(Double(level.hundredths) / 100, decimals: level.hundredths % 100 == 0 ? 0 : 2)
                let row = indoor.row(of: level, inBuilding: space.building)
                if let label = row.flatMap({ indoor.label(at: $0) }) { answer.memberIfAny("name", label) }
            }
        }
    }
}
