import Fairness
import HTTPTypes

/// The origin of a request, according to the connection and the proxies that the operator trusts.
struct Client: Sendable {
    /// `nil` when a trusted proxy gives no readable address.
    let address: InternetAddress?
    /// The network whose limits apply; `nil` for this machine itself, which the server does not limit.
    let network: Network?
    /// Whether a trusted proxy passed the request on; only then its forwarding headers count.
    let isProxied: Bool

    /// Makes the client at the other end of a connection to `peer`.
    init(at peer: InternetAddress?) { self.init(peer, isProxied: false) }

    private init(_ address: InternetAddress?, isProxied: Bool) {
        self.address = address
        network = Network(of: address)
        self.isProxied = isProxied
    }

    /// Makes the client of a request with these headers, which came over a connection to `peer`.
    ///
    /// Each proxy appends the address of its own client to `X-Forwarded-For`. So the list is read from its end, past
    /// the trusted proxies: the first other address is the client. The client may have forged everything before that.
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
