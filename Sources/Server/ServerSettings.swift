package import Community
package import Presence

/// Everything about the server that an operator may choose. `hereabouts` builds it from flags, environment and file.
package struct ServerSettings: Sendable, Equatable {
    /// The address to listen on; `0.0.0.0` takes connections from the whole network.
    package var host = "0.0.0.0"
    /// The port to listen on; 0 lets the system choose.
    package var port = 8080
    /// Where people reach the server, such as `https://map.example.org`; by default what their requests name.
    package var publicURL: String?
    /// Names by which browsers may ask for this server, beside its addresses, the host of `publicURL`, and the names that
    /// no public name server has: in small letters, and `*.` and a domain for all names right below it.
    package var hostNames: [String] = []
    /// The proxies whose word on the client, its host and its scheme counts.
    package var proxies = AddressList.loopback
    /// The clients that get the server's figures without being an operator.
    package var metricsFrom = AddressList.loopback
    /// The path that all addresses begin with behind a proxy, such as `/map`, without a slash at its end; empty without
    /// one.
    package var basePath = ""
    /// The name of the time zone of this process, whose clock says what is open; `nil` where nobody knows it.
    package var timeZone: String?
    /// The folder of the web page; without one, only programs are served.
    package var webFolder: String?
    /// Certificate chain and private key in PEM; without them connections are not encrypted.
    package var tls: TLSFiles?
    /// Whether the certificate is one of the server's own, which browsers take only when people tell them to.
    package var hasOwnAuthority = false
    /// Whether browsers are told to ask by no other way than encrypted, where they come so.
    package var staysEncrypted = true

    /// The most memory for finished tiles, in bytes.
    package var tileCacheBytes = 12 << 20
    /// The most memory for packed files of the page, in bytes.
    package var pageCacheBytes = 2 << 20
    /// Threads for work that takes milliseconds, and the jobs that may wait for one.
    package var workers = 2
    package var waitingJobs = 256
    /// How much of a processor one answer may take, in seconds.
    package var workSeconds = 30
    /// The most connections at once, of which one network may have half. Loopback is not limited.
    package var maximumConnections = 1024
    /// Computed answers a second for one client address, on average; twice as many at once. Loopback is not limited.
    package var answersPerSecond = 200
    /// The most bytes of an answer that is computed; pictures, files and exports may have more.
    package var answerBytes = 4 << 20
    /// The most memory for large answers that clients have not taken yet, in bytes; one block of addresses may have
    /// half.
    package var answerMemoryBytes = 128 << 20
    /// The most points of one route in OSRM's form; with steps and annotations, 500 of them can be an answer of 50 MB.
    package var routePoints = 100
    /// A table has no more pairs than this many points have with each other.
    package var tablePoints = 100
    /// What people may do who are not logged in.
    package var guests = GuestPolicy.look
    /// Who may register; `nil` leaves it to `guests`.
    package var registration: RegistrationPolicy?
    /// Who may tell how long a queue is.
    package var queues = QueuePolicy.near
    /// Hours of places with fewer people who were counted, over all weeks together, are not told; 20 at least.
    package var busynessPeople = 20
    /// Whether visitors who do not exist say something now and then, for places that are tried out.
    package var simulatesVisitors = false
    /// Attempts to log in or register a minute for one network, on average; twice as many at once. Loopback is not
    /// limited.
    package var logInsPerMinute = 20
    /// Pictures a minute that one network may send, on average; twice as many at once. Loopback is not limited.
    package var picturesPerMinute = 20
    /// Posts, changes of posts and reports a minute that one network may send, on average; twice as many at once.
    /// Loopback is not limited. A festival's visitors may all come from one address.
    package var postsPerMinute = 600
    /// Posts a day that the guests of one network may write, who have no account that they count for. Loopback is not
    /// limited.
    package var guestPostsPerDay = 5_000
    /// The most that one account may have, or do in a day.
    package var accountLimits = AccountLimits()
    package var positionLimits = PositionLimits()
    /// How much of the disk pictures may take, and whose.
    package var pictureBudget = PictureBudget()
    /// The most entries of the guide: venues, works and tours.
    package var guideEntries = 20_000
    /// Seconds a connection may stay open without a request, or without progress in sending or taking one.
    package var idleSeconds = 60
    /// Seconds a client has for sending one whole request.
    package var requestSeconds = 15
    /// The most memory for files that are being sent or worked on, in bytes; one network may have half of it, or one
    /// file of any size.
    package var uploadMemoryBytes = 160 << 20
    /// Seconds a client has for sending a picture.
    package var uploadSeconds = 120

    package init() {}

    /// What people may do who are not logged in; each may do what the ones before it may. The map is everybody's.
    package enum GuestPolicy: String, Sendable, CaseIterable {
        case none, look, post
    }

    /// Who may register: everybody, who has a link that an operator made, or nobody.
    package enum RegistrationPolicy: String, Sendable, CaseIterable {
        case open, invited, closed
    }

    /// Who may register. A place where guests see nothing is not for strangers.
    package var effectiveRegistration: RegistrationPolicy { registration ?? (guests == .none ? .closed : .open) }

    /// Who may tell how long a queue is: those who are near it, or members wherever they are.
    package enum QueuePolicy: String, Sendable, CaseIterable {
        case near, anywhere
    }

    /// The two files of a TLS identity.
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
    /// The most bytes of a request's headers together, and of one of them.
    static let maximumHeaderLength = 32 << 10
    /// The most bytes of a request's body.
    static let maximumBodyLength = 64 << 10
}

extension ServerSettings {
    /// The scheme, host and port that `text` names, without the slash that may stand behind them; `nil` for anything
    /// else.
    package static func publicURL(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest
        return RequestCheck.isAuthority(authority) ? scheme + String(Substring(authority)) : nil
    }
}
