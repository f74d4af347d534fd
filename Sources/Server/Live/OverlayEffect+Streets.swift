import Atlas
import GeoCore
import HereaboutsAPI
import Routing

extension OverlayEffect {
    /// The most points that one answer draws.
    static let mostPoints = 20_000
    /// The most names of one feature.
    private static let mostNames = 5

    /// Tells of the streets that a feature changes, and draws them as far as `room`, in points, goes.
    init(_ feature: Int, _ streets: [ChangedStreet], _ text: StringTable, drawing room: inout Int) {
        var metres: [Street: Double] = [:], squares: [Int64: Double] = [:], lines: [[GuideLocation]] = []
        let isDrawn = room > 0
        for street in streets {
            var length = Double(street.lengthMillimetres) / 1000
            if street.isOfSquare {
                // All lines across a square together would make kilometres of it: the longest says how long it is.
                let longest = squares[street.way] ?? 0
                squares[street.way] = max(longest, length)
                length = max(0, length - longest)
            }
            metres[Street(street), default: 0] += length
            guard street.points.count <= room else { continue }
            room -= street.points.count
            lines.append(street.points.map { GuideLocation($0) })
        }
        // The longest first; as long ones in the order of the atlas, so that the answer is always the same.
        let longest = metres.sorted { ($1.value, $0.key.order) < ($0.value, $1.key.order) }
        let names = longest.compactMap { street, _ in
            if case .named(let name) = street { text.string(name) } else { nil }
        }
        self.init(
            feature: feature, streets: metres.count,
            distance: (metres.values.reduce(0, +) * 10).rounded(.toNearestOrEven) / 10,
            names: Array(names.prefix(Self.mostNames)), lines: isDrawn ? lines : nil)
    }

    /// What people take for a street: all that has a name, or a way without one.
    private enum Street: Hashable {
        case named(StringID)
        case way(Int64)

        init(_ street: ChangedStreet) { self = street.name.isEmpty ? .way(street.way) : .named(street.name) }

        var order: Int64 {
            switch self {
            case .named(let name): Int64(name.rawValue)
            case .way(let id): id
            }
        }
    }
}
