import Atlas
import GeoCore
import Presence
import Routing
import Search

/// Provides the grid of home areas. The first atlas that the server served determines it, and the store keeps it.
struct HomeGrids: Sendable {
    let store: any HomeGridStore
    let atlas: LiveAtlas

    /// Returns the stored grid; without one, it makes the grid from today's atlas and stores it.
    func grid() async throws -> HomeGrid {
        if let grid = try await store.homeGrid() { return grid }
        return try await store.keep(atlas.current.homeGrid)
    }
}

extension AtlasGeneration {
    /// The grid of this atlas, made from its addresses and its named streets.
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
