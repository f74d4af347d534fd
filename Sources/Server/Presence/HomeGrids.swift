import Atlas
import GeoCore
import Presence
import Routing
import Search

/// The grid that home areas are taken from: made of the first atlas that was served here, and kept.
struct HomeGrids: Sendable {
    let store: any HomeGridStore
    let atlas: LiveAtlas

    /// The grid; where none is kept yet, the one of today's atlas from now on.
    func grid() async throws -> HomeGrid {
        if let grid = try await store.homeGrid() { return grid }
        return try await store.keep(atlas.current.homeGrid)
    }
}

extension AtlasGeneration {
    /// Where addresses are, and streets that have a name.
    fileprivate var homeGrid: HomeGrid {
        let places = search.places, network = routes.network
        let addresses = places.indices.lazy.map { PlaceID(rawValue: UInt32($0)) }
            .filter { places.text.utf8Count(places.houseNumber($0)) > 0 }.map { places.point($0) }
        let streets = network.edges.indices.lazy.map { EdgeID(UInt32($0)) }
            .filter { network.text.utf8Count(network.way(of: $0).name) > 0 }
            .map { edge in
                (
                    middle: network.points[network.edges[edge.rawValue].tail],
                    metres: Double(network.edges[edge.rawValue].lengthMillimetres) / 1000
                )
            }
        return HomeGrid(addresses: Array(addresses), streets: Array(streets))
    }
}
