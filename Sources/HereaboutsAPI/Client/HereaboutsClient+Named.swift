public import GeoCore

extension HereaboutsClient {
    /// Returns the place of a name: of several the one nearest to `near`, else the best known.
    ///
    /// Throws `UnknownPlace`, with the name and the most similar names, when the map has no place of that name, and
    /// any error of `places`.
    public func place(
        named name: String, near: Coordinate? = nil, language: String? = nil
    ) async throws -> NamedPlace {
        // The server would refuse a text without words.
        guard name.contains(where: { !$0.isWhitespace }) else { throw UnknownPlace(name: name, nearest: []) }
        return try NamedPlace(
            name, in: try await places(PlacesRequest(text: name, near: near, limit: 20, language: language)))
    }
}

/// The calls of older programs, which know no errors: 0.0 and "" where there is no answer, and a line in the caller's
/// own log.
///
/// New programs take `HereaboutsClient.place(named:)`: 0.0 is a place, in the Atlantic.
public struct ClassicPlaces: Sendable {
    private let client: HereaboutsClient
    private let log: @Sendable (String) -> Void

    /// Asks through `client`; calls `log` with the reason when there is no answer.
    public init(_ client: HereaboutsClient, log: @escaping @Sendable (String) -> Void) {
        self.client = client
        self.log = log
    }

    /// Latitude in degrees.
    public func getLatitude(_ name: String) async -> Double { await place(name)?.latitude ?? 0.0 }

    /// Longitude in degrees.
    public func getLongitude(_ name: String) async -> Double { await place(name)?.longitude ?? 0.0 }

    /// Its kind and address.
    public func getDesc(_ name: String) async -> String { await place(name)?.description ?? "" }

    private func place(_ name: String) async -> NamedPlace? {
        do {
            return try await client.place(named: name)
        } catch {
            log("\(error)")
            return nil
        }
    }
}
