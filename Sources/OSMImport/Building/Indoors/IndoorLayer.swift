import Atlas
import Tiles

/// A layer of the indoor tiles; raw values are positions in the tiles.
enum IndoorLayer: Int, CaseIterable, Sendable {
    /// Rooms, corridors, areas and level outlines; stairs, escalators and lifts that are drawn as surfaces.
    case area
    /// Walls; stairs and escalators that are drawn as lines.
    case line
    /// Doors, stairs, escalators and lifts.
    case point
    /// Where the label of a room, corridor or area stands.
    case label

    var name: String { "indoor_\(self)" }

    var geometry: TileGeometry {
        switch self {
        case .area: .polygon
        case .line: .line
        case .point, .label: .point
        }
    }

    /// The attributes of every layer, in their order in the tiles.
    enum Field: Int, CaseIterable, Sendable {
        case `class`, level, building, ref, name, kind, access, wheelchair

        var type: TileFieldType { self == .level ? .number : .text }
    }

    /// Returns the layers that show a thing.
    static func layers(of thing: IndoorThing) -> [IndoorLayer] {
        let surface: [IndoorLayer] = thing.area == nil ? [] : [.area]
        var line: [IndoorLayer] = []
        if thing.area == nil, case .way = thing.shape { line = [.line] }
        switch thing.kind {
        case .room, .corridor, .area: return surface + [.label]
        case .outline: return surface
        case .wall: return [.line]
        case .stairs, .escalator: return surface + line + [.point]
        case .door, .lift: return surface + [.point]
        }
    }

    /// The drawing order within a layer, the lowest first.
    static func order(of kind: IndoorClass) -> Int {
        switch kind {
        case .outline: 0
        case .area: 1
        case .corridor: 2
        case .room: 3
        case .wall, .stairs: 4
        case .escalator: 5
        case .lift: 6
        case .door: 7
        }
    }
}
