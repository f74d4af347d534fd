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
                let signs = [tags["ref"], tags["name"]].compactMap { $0 }.flatMap { Self.parts($0) }
                let numbers = signs + signs.compactMap { Self.number(of: $0) }
                self.names[thing.ref] = numbers.flatMap { number in names.map { "\($0) \(number)" } }
            }
        }
    }

    /// Returns the additional names of a room, corridor or area.
    func names(of ref: PlaceRef) -> [String] { names[ref] ?? [] }

    /// Returns the sign of a room without the letters of its part of the building, as people say it: 180 for E180;
    /// `nil` for any other sign.
    private static func number(of sign: String) -> String? {
        let letters = sign.utf8.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        let rest = sign.utf8.dropFirst(letters.count)
        guard 1...2 ~= letters.count, rest.count >= 2, rest.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return String(rest)
    }

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
