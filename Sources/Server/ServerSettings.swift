package import Community
package import Presence

/// The settings that an operator may choose. `hereabouts` builds them from flags, environment and file.
package struct ServerSettings: Sendable, Equatable {
    /// The address to listen on; `0.0.0.0` accepts connections from the whole network.
    package var host = "0.0.0.0"
    /// The port to listen on; 0 lets the system choose.
    package var port = 8080
    /// The address at which people reach the server, such as `https://map.example.org`; `nil` takes it from requests.
    package var publicURL: String?
    /// Further host names that requests may use, in lower case; `*.` and a domain stand for all names one level below
    /// it. The server always accepts its addresses, the host of `publicURL`, and names that no public name server has.
    package var hostNames: [String] = []
    /// The name of the place, to which other machines answer as well; `nil` on a server without the mesh.
    package var placeHost: PlaceHost?
    /// The proxies that the server trusts to name the client, the host and the scheme.
    package var proxies = AddressList.loopback
    /// The clients that may read the metrics without an operator's session.
    package var metricsFrom = AddressList.loopback
    /// The path prefix of all addresses behind a proxy, such as `/map`, without a slash at its end; empty without one.
    package var basePath = ""
    /// The name of the place's time zone, in which opening hours are read; `nil` when it is unknown.
    package var timeZone: String?
    /// That zone.
    package var zone = PlaceZone.ofProcess
    /// The folder of the web page; without one, the server offers the API only.
    package var webFolder: String?
    /// Certificate chain and private key in PEM; without them the server does not encrypt connections.
    package var tls: TLSFiles?
    /// Whether the server's own authority signed the certificate; browsers accept it only after people install the
    /// authority.
    package var hasOwnAuthority = false
    /// Whether the server asks browsers that came over TLS to use TLS only from then on (HSTS).
    package var staysEncrypted = true

    /// The folder for files that the server can make again, such as the archive of its tiles; `nil` for none.
    package var cacheFolder: String?
    /// The pictures behind the style *satellite*; `nil` hides that style.
    package var satellite: SatelliteSource?
    /// The credit to show beside those pictures; by default the one in their file.
    package var satelliteCredit: String?
    /// The zooms of pictures from another server.
    package var satelliteZooms = 0...19
    /// The most disk space for pictures from another server, in bytes; 0 keeps none. Many terms of use forbid it.
    package var satelliteCacheBytes = 0

    /// The most memory for finished tiles, in bytes.
    package var tileCacheBytes = 12 << 20
    /// The most memory for packed files of the page, in bytes.
    package var pageCacheBytes = 2 << 20
    /// Threads for work that takes milliseconds, and the number of jobs that may wait for one.
    package var workers = 2
    package var waitingJobs = 256
    /// The most processor time for one answer, in seconds.
    package var workSeconds = 30
    /// The most connections at once; one network may have half of them. The server does not limit loopback.
    package var maximumConnections = 1024
    /// The most streams of events at once for one block of addresses: a quarter of the connections, so that streams
    /// behind a proxy, which last, leave the others room.
    package var streamsPerBlock: Int { max(1, maximumConnections / 4) }
    /// Computed answers per second for one client address, on average, with bursts of twice as many. The server does
    /// not limit loopback.
    package var answersPerSecond = 200
    /// The most bytes of a computed answer; pictures, files and exports may have more.
    package var answerBytes = 4 << 20
    /// The most memory for large answers that clients have not read yet, in bytes; one block of addresses may use half.
    package var answerMemoryBytes = 128 << 20
    /// The most points of one route in OSRM's form. With steps and annotations, the answer for 500 points can be 50 MB.
    package var routePoints = 100
    /// Limits a table to the number of pairs that this many points have with each other.
    package var tablePoints = 100
    /// The rights of guests.
    package var guests = GuestPolicy.look
    /// The policy for registering; `nil` derives it from `guests`.
    package var registration: RegistrationPolicy?
    /// The policy for reporting queues.
    package var queues = QueuePolicy.near
    /// The fewest people, counted over all weeks, for which the server publishes how busy a place is in an hour; 20 at
    /// least.
    package var busynessPeople = 20
    /// Whether simulated visitors write posts now and then, for trying a server out.
    package var simulatesVisitors = false
    /// Attempts to log in or register per minute for one network, on average, with bursts of twice as many. The server
    /// does not limit loopback.
    package var logInsPerMinute = 20
    /// Pictures per minute that one network may send, on average, with bursts of twice as many. The server does not
    /// limit loopback.
    package var picturesPerMinute = 20
    /// Posts, changes of posts and reports per minute that one network may send, on average, with bursts of twice as
    /// many. The server does not limit loopback. A festival's visitors may all come from one address.
    package var postsPerMinute = 600
    /// Posts per day that the guests of one network may write together: guests have no account to count by. The server
    /// does not limit loopback.
    package var guestPostsPerDay = 5_000
    /// The most that one account may keep, or add in a day.
    package var accountLimits = AccountLimits()
    package var positionLimits = PositionLimits()
    /// How much disk space pictures may take, by owner.
    package var pictureBudget = PictureBudget()
    /// The most entries of the guide: venues, works and tours.
    package var guideEntries = 20_000
    /// Seconds that a connection may stay open without a request, or without progress in sending or reading one.
    package var idleSeconds = 60
    /// Seconds that the server goes on answering after a signal to stop, while `/readyz` says so.
    package var drainSeconds = 0
    /// Seconds in which a client must send one whole request.
    package var requestSeconds = 15
    /// The most memory for files in transfer or in processing, in bytes; one network may use half of it, or send one
    /// file of any allowed size.
    package var uploadMemoryBytes = 160 << 20
    /// Seconds in which a client must send a picture.
    package var uploadSeconds = 120

    package init() {}

    /// The rights of guests; each case includes those before it. Everybody may see the map.
    package enum GuestPolicy: String, Sendable, CaseIterable {
        case none, look, post
    }

    /// Whether everybody may register, people with an operator's link, or nobody.
    package enum RegistrationPolicy: String, Sendable, CaseIterable {
        case open, invited, closed
    }

    /// The policy in force. Where guests see nothing, strangers cannot register unless the operator says so.
    package var effectiveRegistration: RegistrationPolicy { registration ?? (guests == .none ? .closed : .open) }

    /// Whether only members near a queue may report its length, or members anywhere.
    package enum QueuePolicy: String, Sendable, CaseIterable {
        case near, anywhere
    }

    /// The file paths of a TLS identity.
    package struct TLSFiles: Sendable, Equatable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The most bytes of a request's path and query.
    static let maximumTargetLength = 8 << 10
    /// The most bytes of a request's headers together, and of a single header.
    static let maximumHeaderLength = 32 << 10
    /// The most bytes of a request's body.
    static let maximumBodyLength = 64 << 10
}

extension ServerSettings {
    /// Returns the scheme, host and port that `text` names, without a slash at the end; `nil` for anything else.
    package static func publicURL(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest
        return RequestCheck.isAuthority(authority) ? scheme + String(Substring(authority)) : nil
    }
}
