import Community
import OSMImport
import Presence
import Routing
import Server

extension Configuration {
    /// One setting: its name, the form of its values, and how to set and print it.
    struct Key: Sendable {
        let name: String
        /// The required form of a value, as the end of "'port' is not …".
        let form: String
        /// Sets the value from a text; returns `false` for an invalid text.
        let set: @Sendable (inout Configuration, String) -> Bool
        /// Returns the value as text; `nil` if it is not set.
        let get: @Sendable (Configuration) -> String?
    }

    /// In the order in which they are printed.
    static let keys = keysOfData + keysOfMesh + keysOfServer

    private static let keysOfData: [Key] = [
        .path("places", \.places),
        .path("atlas", \.atlas),
        Key(
            name: "data", form: "a folder",
            set: { configuration, text in
                configuration.data = text
                return !text.isEmpty
            },
            get: { $0.data }),
        .database("database", \.database.address),
        .database("keys-database", \.database.keys),
        Key(
            name: "pictures",
            form: "a folder, or a bucket such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1",
            set: { configuration, text in
                configuration.pictures.place = text
                return PictureSettings.isPlace(text)
            },
            get: { $0.pictures.place }),
        .path("pictures-key-file", \.pictures.keyFile),
        .path("backups", \.backups.folder),
        .path("backup-copy", \.backups.copy),
        Key(
            name: "backup-days", form: "a whole number from 1 to 3650",
            set: { configuration, text in
                guard let days = Int(text), (1...3650).contains(days) else { return false }
                configuration.backups.days = days
                return true
            },
            get: { String($0.backups.days) }),
        Key(
            name: "backup-command", form: "a command",
            set: { configuration, text in
                configuration.backups.command = text
                return !text.isEmpty
            },
            get: { $0.backups.command }),
        .path("backup-passphrase-file", \.backups.passphraseFile),
        .path("map-extract", \.mapUpdates.extract),
        .path("map-changes", \.mapUpdates.changes),
        Key(
            name: "map-within", form: "west,south,east,north in degrees, or a file of GeoJSON",
            set: { configuration, text in
                configuration.mapUpdates.within = text
                return (try? RegionArgument(text: text)) != nil
            },
            get: { $0.mapUpdates.within }),
        Key(
            name: "map-cut", form: "smart, complete-ways or none",
            set: { configuration, text in
                guard let rule = CutRule(rawValue: text) else { return false }
                configuration.mapUpdates.cut = rule
                return true
            },
            get: { $0.mapUpdates.cut.rawValue }),
    ]

    private static let keysOfServer: [Key] = [
        .path("port-file", \.portFile),
        Key(
            name: "host", form: "a host name or address",
            set: { configuration, text in
                configuration.server.host = text
                return !text.isEmpty
            },
            get: { $0.server.host }),
        .number("port", \.port, in: 0...65535),
        Key(
            name: "public-url",
            form: "an address such as https://map.example.org (base-path sets its path)",
            set: { configuration, text in
                configuration.server.publicURL = ServerSettings.publicURL(text)
                return configuration.server.publicURL != nil
            },
            get: { $0.server.publicURL }),
        Key(
            name: "host-name", form: "host names such as map.example.org or *.example.org, separated by commas",
            set: { configuration, text in
                let items = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
                configuration.server.hostNames = items.compactMap { ServerSettings.hostName($0) }
                return configuration.server.hostNames.count == items.count
            },
            get: { $0.server.hostNames.isEmpty ? nil : $0.server.hostNames.joined(separator: ",") }),
        .addresses("proxies", \.proxies),
        .addresses("metrics-from", \.metricsFrom),
        Key(
            name: "base-path", form: "a path such as /map, of letters, digits, -, ., _ and ~",
            set: { configuration, text in
                let path = text.hasSuffix("/") ? text.dropLast() : text[...]
                configuration.server.basePath = String(path)
                return path.isEmpty
                    || path.hasPrefix("/")
                        && path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                            !$0.isEmpty && $0.first != "." && $0.utf8.allSatisfy(isPathByte)
                        }
            },
            get: { $0.server.basePath.isEmpty ? nil : $0.server.basePath }),
        Key(
            name: "web", form: "a path or off",
            set: { configuration, text in
                configuration.servesPage = text != "off"
                configuration.server.webFolder = configuration.servesPage ? text : nil
                return !text.isEmpty
            },
            get: { $0.servesPage ? $0.server.webFolder : "off" }),
        Key(
            name: "tls", form: "auto or two files separated by a comma: certificate.pem,key.pem",
            set: { configuration, text in
                let files = text.split(separator: ",").map(String.init)
                configuration.makesCertificate = text == "auto"
                configuration.server.tls = files.count == 2 ? .init(certificate: files[0], key: files[1]) : nil
                return configuration.makesCertificate || files.count == 2
            },
            get: { $0.makesCertificate ? "auto" : $0.server.tls.map { "\($0.certificate),\($0.key)" } }),
        .isOn("hsts", \.staysEncrypted),
        Key(
            name: "trust-port", form: "a whole number from 0 to 65535",
            set: { configuration, text in
                configuration.trustPort = UInt16(text).map { Int($0) }
                return configuration.trustPort != nil
            },
            get: { $0.trustPort.map { String($0) } }),
        Key(
            name: "time-zone", form: "a time zone of this machine such as Europe/Helsinki",
            set: { configuration, text in
                configuration.timeZone = text
                return TimeZoneName.isKnown(text)
            },
            get: { $0.timeZone }),
        Key(
            name: "satellite",
            form: "a path that ends in .mbtiles or .pmtiles, or an address with {z}, {x} and {y}",
            set: { configuration, text in
                configuration.server.satellite = SatelliteSource(text)
                return configuration.server.satellite != nil
            },
            get: { $0.server.satellite?.text }),
        Key(
            name: "satellite-credit", form: "a text",
            set: { configuration, text in
                configuration.server.satelliteCredit = text
                return !text.isEmpty
            },
            get: { $0.server.satelliteCredit }),
        Key(
            name: "satellite-zooms", form: "two zooms from 0 to 24 such as 0-19",
            set: { configuration, text in
                let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
                guard numbers.count == 2, numbers[0] >= 0, numbers[1] <= 24, numbers[0] <= numbers[1] else {
                    return false
                }
                configuration.server.satelliteZooms = numbers[0]...numbers[1]
                return true
            },
            get: { "\($0.server.satelliteZooms.lowerBound)-\($0.server.satelliteZooms.upperBound)" }),
        .number("satellite-cache-bytes", \.satelliteCacheBytes, in: 0...(1 << 50)),
        .number("tile-cache-bytes", \.tileCacheBytes, in: 0...(1 << 40)),
        .number("page-cache-bytes", \.pageCacheBytes, in: 0...(1 << 30)),
        .number("workers", \.workers, in: 1...256),
        .number("waiting-jobs", \.waitingJobs, in: 1...65536),
        .number("work-seconds", \.workSeconds, in: 1...3600),
        .number("connections", \.maximumConnections, in: 1...1_000_000),
        .number("answers-per-second", \.answersPerSecond, in: 1...1_000_000),
        .number("answer-bytes", \.answerBytes, in: (64 << 10)...(1 << 30)),
        .number("answer-memory-bytes", \.answerMemoryBytes, in: (8 << 20)...(1 << 40)),
        .number("route-points", \.routePoints, in: 2...RouteEngine.maximumPoints),
        .number("table-points", \.tablePoints, in: 2...RouteEngine.maximumPoints),
        Key(
            name: "guests", form: "none, look or post",
            set: { configuration, text in
                guard let policy = ServerSettings.GuestPolicy(rawValue: text) else { return false }
                configuration.server.guests = policy
                return true
            },
            get: { $0.server.guests.rawValue }),
        Key(
            name: "registration", form: "open, invited or closed",
            set: { configuration, text in
                configuration.server.registration = ServerSettings.RegistrationPolicy(rawValue: text)
                return configuration.server.registration != nil
            },
            get: { $0.server.registration?.rawValue }),
        Key(
            name: "queues", form: "near or anywhere",
            set: { configuration, text in
                guard let policy = ServerSettings.QueuePolicy(rawValue: text) else { return false }
                configuration.server.queues = policy
                return true
            },
            get: { $0.server.queues.rawValue }),
        .number("busyness-people", \.busynessPeople, in: 20...1_000_000),
        .isOn("simulated-visitors", \.simulatesVisitors),
        .number("log-ins-per-minute", \.logInsPerMinute, in: 1...1_000_000),
        .number("posts-per-minute", \.postsPerMinute, in: 1...1_000_000),
        .number("pictures-per-minute", \.picturesPerMinute, in: 1...1_000_000),
        .number("posts-per-day", \.accountLimits.postsPerDay, in: 1...1_000_000),
        .number("guest-posts-per-day", \.guestPostsPerDay, in: 1...100_000_000),
        .number("guide-entries", \.guideEntries, in: 1...1_000_000),
        .number("devices-per-account", \.accountLimits.devices, in: 1...1000),
        .number("groups-and-links-per-account", \.accountLimits.circles, in: 1...1000),
        .number("friends-per-account", \.accountLimits.friends, in: 1...100_000),
        .number("positions-per-day", \.positionLimits.reportedPerDay, in: 1...10_000_000),
        .number("positions-per-minute", \.positionLimits.reportedPerMinute, in: 1...1_000_000),
        .number("track-points-per-day", \.positionLimits.addedPerDay, in: 1...100_000_000),
        .number("kept-positions-per-account", \.positionLimits.kept, in: 1...100_000_000),
        .number("picture-bytes", \.pictureBudget.everything, in: 0...(1 << 50)),
        .number("picture-bytes-per-account", \.pictureBudget.perAccount, in: 0...(1 << 50)),
        .number("picture-bytes-of-guests", \.pictureBudget.guests, in: 0...(1 << 50)),
        .number("picture-bytes-of-guide", \.pictureBudget.guide, in: 0...(1 << 50)),
        .number("upload-memory-bytes", \.uploadMemoryBytes, in: (64 << 20)...(1 << 40)),
        .number("idle-seconds", \.idleSeconds, in: 1...3600),
        .number("request-seconds", \.requestSeconds, in: 1...3600),
        .number("drain-seconds", \.drainSeconds, in: 0...60),
    ]
}

extension Configuration.Key {
    fileprivate static func path(
        _ name: String, _ property: any WritableKeyPath<Configuration, String?> & Sendable
    ) -> Self {
        Self(
            name: name, form: "a path",
            set: { configuration, text in
                configuration[keyPath: property] = text
                return !text.isEmpty
            },
            get: { $0[keyPath: property] })
    }

    fileprivate static func database(
        _ name: String, _ property: any WritableKeyPath<Configuration, String?> & Sendable
    ) -> Self {
        Self(
            name: name, form: "an address such as postgresql://user@host:5432/database",
            set: { configuration, text in
                configuration[keyPath: property] = text
                return text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
            },
            get: { $0[keyPath: property].map { DatabaseSettings.shown($0) } })
    }

    fileprivate static func isOn(
        _ name: String, _ property: any WritableKeyPath<ServerSettings, Bool> & Sendable
    ) -> Self {
        Self(
            name: name, form: "on or off",
            set: { configuration, text in
                configuration.server[keyPath: property] = text == "on"
                return ["on", "off"].contains(text)
            },
            get: { $0.server[keyPath: property] ? "on" : "off" })
    }

    fileprivate static func addresses(
        _ name: String, _ property: any WritableKeyPath<ServerSettings, AddressList> & Sendable
    ) -> Self {
        Self(
            name: name, form: "off, or addresses and blocks such as 10.0.0.2,192.168.7.0/24",
            set: { configuration, text in
                guard let list = AddressList(text) else { return false }
                configuration.server[keyPath: property] = list
                return true
            },
            get: { $0.server[keyPath: property].description })
    }

    fileprivate static func number(
        _ name: String, _ property: any WritableKeyPath<ServerSettings, Int> & Sendable, in range: ClosedRange<Int>
    ) -> Self {
        Self(
            name: name, form: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            set: { configuration, text in
                guard let number = Int(text), range.contains(number) else { return false }
                configuration.server[keyPath: property] = number
                return true
            },
            get: { String($0.server[keyPath: property]) })
    }
}

/// Whether a byte needs no escape in a path, a cookie's path and a header.
private func isPathByte(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "-._~".utf8.contains(byte)
}
