import HTTPTypes
import HereaboutsAPI
package import Hummingbird

/// Passes each request to the site of the place that it names.
///
/// A server of one place has one site, which checks the names itself. With several, a name belongs to one place, and a
/// request whose names belong to none, or to two, gets no place: the health of the process, or a refusal.
package struct Front: HTTPResponder {
    private let sites: [Site]
    /// `nil` where the only site takes every request.
    private let names: PlaceNames?
    private let proxies: AddressList
    /// Answers where no place does.
    private let elsewhere: Site

    /// Passes everything to `site`.
    init(_ site: Site) {
        (sites, names, proxies, elsewhere) = ([site], nil, site.settings.proxies, site)
    }

    /// Passes requests to the site whose settings name their host, and others to `elsewhere`.
    init(_ sites: [Site], elsewhere: Site) {
        (self.sites, self.elsewhere) = (sites, elsewhere)
        names = PlaceNames(sites.map(\.settings.ownNames))
        proxies = elsewhere.settings.proxies
    }

    package func respond(to request: Request, context: SiteContext) async -> Response {
        await (site(for: request.head, from: context.peer) ?? elsewhere).respond(to: request, context: context)
    }

    /// Returns the site for a request that came over a connection to `peer`; `nil` if it has no place.
    ///
    /// A proxy may ask by a name of its own and forward the client's. All forwarded names must belong to one place: a
    /// page may send the header itself, and the proxy then adds the true name.
    func site(for head: HTTPRequest, from peer: InternetAddress?) -> Site? {
        guard let names else { return sites[0] }
        let own = head.authority.map { $0[...] }
        guard let peer, proxies.contains(peer) else { return own.flatMap { names.place(of: $0) }.map { sites[$0] } }
        let list = head.headerFields[values: Exchange.forwardedHost].flatMap { $0.split(separator: ",") }
        let forwarded = list.map { Exchange.trimmed($0) }
        let first = forwarded.first.flatMap { RequestCheck.isAuthority($0.utf8) ? $0 : nil }
        guard let asked = first ?? own, let place = names.place(of: asked) else { return nil }
        let named = forwarded.filter { RequestCheck.isAuthority($0.utf8) }
        guard named.allSatisfy({ names.place(of: $0) == place }) else { return nil }
        if let own, names.place(of: own) != place {
            guard names.place(of: own) == nil, AllowedHosts.isLocal(own) else { return nil }
        }
        return sites[place]
    }

    /// Returns the most bytes of a body that a request with this head may have at any place.
    func maximumBodyLength(_ head: HTTPRequest) -> Int {
        sites.map { $0.maximumBodyLength(head) }.max() ?? ServerSettings.maximumBodyLength
    }
}

/// The names of several places, by which a request finds its place.
package struct PlaceNames: Sendable {
    /// The places by their names in lower case, and by `*.` and a domain for all names one level below it.
    private let places: [String: Int]

    /// Makes the table of each place's names; of two places with one name, the first has it.
    package init(_ names: [[String]]) {
        var places: [String: Int] = [:]
        for (place, names) in names.enumerated() {
            for name in names { places[name] = places[name] ?? place }
        }
        self.places = places
    }

    /// Returns the number of the place of a host with an optional port. A name wins over a domain with `*.`.
    package func place(of authority: Substring) -> Int? {
        let name = AllowedHosts.name(AllowedHosts.host(of: authority))
        return places[name] ?? (name.first == "." ? nil : places["*" + name.drop { $0 != "." }])
    }
}

extension ServerSettings {
    /// The names that the operator gave this place, in lower case.
    package var ownNames: [String] {
        hostNames + [publicHost].compactMap { $0.map { AllowedHosts.name($0[...]) } }
    }
}
