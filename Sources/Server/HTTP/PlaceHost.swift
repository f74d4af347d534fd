import Synchronization

/// The name to which all nodes of the place answer, such as `library.local`.
///
/// A class because the node learns the name while the server runs, and every request asks for it.
package final class PlaceHost: Sendable, Equatable {
    /// What this server serves at the name.
    package struct Pages: Equatable, Sendable {
        let origin: String
        let fingerprint: String
        let trustPort: Int?

        /// - Parameters:
        ///   - origin: The encrypted origin, without a slash at its end.
        ///   - fingerprint: That of the authority's certificate, as devices show it.
        ///   - trustPort: The port that hands out that certificate; `nil` where none does.
        package init(origin: String, fingerprint: String, trustPort: Int?) {
            (self.origin, self.fingerprint, self.trustPort) = (origin, fingerprint, trustPort)
        }
    }

    private let current = Mutex<(name: String?, pages: Pages?)>((nil, nil))

    package init() {}

    /// In small letters. It stays when the node has no certificate in force any more.
    var name: String? { current.withLock { $0.name } }

    /// `nil` while this server serves nothing at the name.
    var pages: Pages? { current.withLock { $0.pages } }

    package func setName(_ name: String?) { current.withLock { $0.name = name } }

    package func setPages(_ pages: Pages?) { current.withLock { $0.pages = pages } }

    package static func == (left: PlaceHost, right: PlaceHost) -> Bool { left === right }
}

extension Exchange {
    /// Whether the client came by the name of the place.
    var isAtPlaceName: Bool {
        guard let name = settings.placeHost?.name, let authority = askedAuthority else { return false }
        return AllowedHosts.name(AllowedHosts.host(of: authority)) == name
    }
}
