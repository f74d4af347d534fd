import Fairness
import HTTPTypes

/// Where a request comes from, as the connection and the proxies that an operator named say.
struct Client: Sendable {
    /// `nil` where a proxy does not name it so that it can be read.
    let address: InternetAddress?
    /// The network that limits are for; `nil` for this machine itself, which is not limited.
    let network: Network?
    /// Whether a named proxy passed the request on: only then what the request says of its way counts.
    let isProxied: Bool

    /// The client at the other end of a connection to `peer`.
    init(at peer: InternetAddress?) { self.init(peer, isProxied: false) }

    private init(_ address: InternetAddress?, isProxied: Bool) {
        self.address = address
        network = Network(of: address)
        self.isProxied = isProxied
    }

    /// The client of a request with these headers, which came over a connection to `peer`.
    ///
    /// Each proxy adds to `X-Forwarded-For` whom it was asked by, at the end. So the list is read from there, past those
    /// that are named: the first that is not is the client. What stands before it, the client may have written itself.
    init(at peer: InternetAddress?, _ headers: HTTPFields, behind proxies: AddressList) {
        guard let peer, proxies.contains(peer) else {
            self.init(at: peer)
            return
        }
        var client: InternetAddress? = peer
        walk: for field in headers[values: Self.forwardedFor].reversed() {
            var rest: Substring? = field[...]
            while let list = rest {
                let comma = list.utf8.lastIndex(of: UInt8(ascii: ","))
                rest = comma.map { list[..<$0] }
                client = InternetAddress(forwarded: comma.map { list[list.utf8.index(after: $0)...] } ?? list)
                guard let client, proxies.contains(client) else { break walk }
            }
        }
        self.init(client, isProxied: true)
    }

    private static let forwardedFor = HTTPField.Name("x-forwarded-for")!
}
