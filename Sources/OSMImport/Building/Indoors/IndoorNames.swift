import Atlas

/// The names by which people search for rooms: a name of the building and the number of the room, "EMS 180".
struct IndoorNames: Sendable {
    private var names: [PlaceRef: [String]] = [:]

    /// Names nothing.
    init() {}

    init(_ buildings: IndoorBuildings, _ data: OSMData) {
        for building in buildings.all {
            guard let tags = buildings.tags(of: building) else { continue }
            let names = Self.names(ofBuilding: tags)
            guard !names.isEmpty else { continue }
            for index in building.things where buildings.things[index].kind.isSpace {
                let thing = buildings.things[index], tags = Tags(table: data.tags, range: thing.tags)
                let numbers = [tags["ref"], tags["name"]].compactMap { $0 }.flatMap { Self.parts($0) }
                self.names[thing.ref] = numbers.flatMap { number in names.map { "\($0) \(number)" } }
            }
        }
    }

    /// Returns the additional names of a room, corridor or area.
    func names(of ref: PlaceRef) -> [String] { names[ref] ?? [] }

    /// More names than any building has.
    private static let mostNames = 8

    private static func names(ofBuilding tags: Tags) -> [String] {
        var names: [String] = []
        for key in ["short_name", "ref", "name", "alt_name", "loc_name"] {
            for name in tags[key].map({ Self.parts($0) }) ?? [] where !names.contains(name) { names.append(name) }
        }
        return Array(names.prefix(mostNames))
    }

    private static func parts(_ list: String) -> [String] {
        list.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
}
