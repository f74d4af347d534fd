import FoundationEssentials
package import GeoCore
package import HereaboutsAPI
package import Search

extension SearchEngine {
    /// Returns where the place of a name is and what, as `HereaboutsClient.place(named:)` does, without a server.
    ///
    /// Throws `UnknownPlace`, which says the name and the nearest ones, when no place is called so.
    package func place(
        named name: String, near: Coordinate? = nil, language: String? = nil, workspace: inout SearchWorkspace
    ) throws -> NamedPlace {
        let request = SearchRequest(text: name, near: near, limit: 20, language: language)
        let answer = HitJSON.write(places(request, workspace: &workspace), self)
        return try NamedPlace(name, in: JSONDecoder().decode(SearchResults.self, from: Data(answer)))
    }
}
