import FoundationEssentials
package import GeoCore
package import HereaboutsAPI
package import Search

extension SearchEngine {
    /// Returns the place with a name, as `HereaboutsClient.place(named:)` does, but without a server.
    ///
    /// Throws `UnknownPlace` with the name and the most similar names when no place has the name.
    package func place(
        named name: String, near: Coordinate? = nil, language: String? = nil, workspace: inout SearchWorkspace
    ) throws -> NamedPlace {
        let request = SearchRequest(text: name, near: near, limit: 20, language: language)
        let answer = HitJSON.write(places(request, workspace: &workspace), self)
        return try NamedPlace(name, in: JSONDecoder().decode(SearchResults.self, from: Data(answer)))
    }
}
