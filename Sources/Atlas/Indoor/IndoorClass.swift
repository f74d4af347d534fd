/// What a thing inside a building is (wiki.openstreetmap.org/wiki/Simple_Indoor_Tagging); raw values are stored.
package enum IndoorClass: UInt8, CaseIterable, Sendable {
    case room
    case corridor
    /// A part of a level without walls around it.
    case area
    case wall
    /// The outline of a whole level.
    case outline
    case door
    case stairs
    case lift
    case escalator

    /// Whether people look for it, and stay in it.
    package var isSpace: Bool { self == .room || self == .corridor || self == .area }

    /// The word in tiles, answers and reports.
    package var word: String {
        switch self {
        case .room: "room"
        case .corridor: "corridor"
        case .area: "area"
        case .wall: "wall"
        case .outline: "level"
        case .door: "door"
        case .stairs: "stairs"
        case .lift: "lift"
        case .escalator: "escalator"
        }
    }
}
