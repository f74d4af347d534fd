internal import CPostgres
import Synchronization

/// The hosts of one address, of which one takes writes.
///
/// A host that was frozen while another was promoted still says that it takes writes. Its timeline tells: each
/// promotion begins a higher one (PostgreSQL documentation, 26.3.5). No connection is used whose timeline is lower
/// than the highest seen.
///
/// A class because all lanes share what one of them learns.
package final class Cluster: Sendable {
    private struct State {
        /// The host that took writes on the highest timeline seen.
        var holder: Int?
        var highestTimeline: Int64 = 0
        /// Whether the holder did not answer since.
        var isSuspected = false
        /// Grows whenever a host did not answer: other connections to it are closed before their next use.
        var epochs: [Int]

        /// Whether the connection is to the holder, or to a host that was promoted since.
        func allows(_ primary: Primary) -> Bool {
            primary.timeline > highestTimeline || (primary.timeline == highestTimeline && primary.host == holder)
        }
    }

    /// The time that each connection has for its first answer, beside libpq's time-out of two seconds.
    private static let greeting = Duration.seconds(2)
    /// The settings that are needed to notice a cut network within three seconds, unless the address has its own.
    private static let defaults = [
        "connect_timeout": "2", "keepalives_idle": "2", "keepalives_interval": "1", "keepalives_count": "2",
        "tcp_user_timeout": "3000", "application_name": "hereabouts",
    ]
    /// Locks, forgotten transactions and departed clients hold up nobody for long. A client whose network is cut says no
    /// word of farewell: the host notices it within three seconds, too, and gives up its locks.
    private static let session = """
        SELECT set_config('lock_timeout', '4s', false), set_config('idle_in_transaction_session_timeout', '10s', false),
            set_config('client_connection_check_interval', '1s', false), set_config('tcp_user_timeout', '3000', false),
            set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
            set_config('tcp_keepalives_count', '2', false)
        """
    static let longSession = """
        SELECT set_config('lock_timeout', '60s', false), set_config('idle_in_transaction_session_timeout', '0', false)
        """
    private static let standing = """
        SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean,
            CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
        """

    private let hosts: [(name: String, settings: [String: String])]
    private let state: Mutex<State>

    /// Reads an address such as `postgresql://user@one:5432,two:5432/database`. Throws `badAddress`.
    package init(_ address: String) throws(PostgresFault) {
        var settings = Self.defaults
        for (key, value) in try Self.parse(address) { settings[key] = value }
        settings["client_encoding"] = "UTF8"
        // The cluster itself chooses the host.
        settings["target_session_attrs"] = "any"
        let names = Self.list(settings["host"] ?? "localhost"), ports = Self.list(settings["port"] ?? "5432")
        guard ports.count == 1 || ports.count == names.count else {
            throw .badAddress(reason: "it has \(names.count) hosts and \(ports.count) ports")
        }
        hosts = names.enumerated().map { index, name in
            let port = ports[ports.count == 1 ? 0 : index]
            return ("\(name):\(port)", settings.merging(["host": name, "port": port]) { $1 })
        }
        state = Mutex(State(epochs: Array(repeating: 0, count: hosts.count)))
    }

    /// A connection to the host that takes writes.
    struct Primary {
        let connection: Connection
        let host: Int
        fileprivate let epoch: Int
        fileprivate let timeline: Int64
    }

    /// Connects to the host that takes writes. Blocks; throws `noPrimary`.
    ///
    /// The first time it asks all hosts, and takes the one with the highest timeline. Later it asks the same host first,
    /// or last if it did not answer, and takes the first that is allowed: a host that hangs delays nobody.
    func connect() throws(PostgresFault) -> Primary {
        let (holder, isSuspected) = state.withLock { ($0.holder, $0.isSuspected) }
        let others = hosts.indices.filter { $0 != holder }, first = holder.map { [$0] } ?? []
        var best: Primary?, reasons: [String] = []
        for host in isSuspected ? others + first : first + others {
            do throws(PostgresFault) {
                let primary = try greet(host)
                guard state.withLock({ $0.allows(primary) }) else {
                    throw .connectionLost(reason: "it takes writes, but another host took over from it")
                }
                if holder != nil { return learn(primary) }
                if primary.timeline > best?.timeline ?? -1 { best = primary }
            } catch .connectionLost(let reason) {
                reasons.append("\(hosts[host].name): \(reason)")
            } catch {
                reasons.append("\(hosts[host].name): no answer in time")
            }
        }
        guard let best else { throw .noPrimary(hosts: reasons) }
        return learn(best)
    }

    /// Connects to the host that takes writes, for one caller who needs the connection for long: a transaction may wait
    /// for what the caller does elsewhere. Blocks; throws `noPrimary`.
    package func connection() throws(PostgresFault) -> Connection {
        let connection = try connect().connection
        try connection.run([Statement(Self.longSession)], by: .now + Self.greeting)
        return connection
    }

    /// Connects to all hosts but that of `primary`, whatever they are. Blocks; throws `connectionLost` for the first that
    /// cannot be reached.
    func connect(toOthersThan primary: Primary) throws(PostgresFault) -> [Connection] {
        var connections: [Connection] = []
        for (index, host) in hosts.enumerated() where index != primary.host {
            do throws(PostgresFault) {
                connections.append(try Connection(host.settings))
            } catch .connectionLost(let reason) {
                throw .connectionLost(reason: "\(host.name): \(reason)")
            }
        }
        return connections
    }

    /// Returns the name of each host, and what connects to it, whatever it is.
    func connections() -> [(name: String, connect: () throws(PostgresFault) -> Connection)] {
        hosts.map { host in (host.name, { () throws(PostgresFault) in try Connection(host.settings) }) }
    }

    /// The number that PostgreSQL gave the cluster when it was made; its standbys have the same. Blocks; throws
    /// `PostgresFault`.
    package var identity: Int64 {
        get throws(PostgresFault) {
            let question = Statement("SELECT system_identifier FROM pg_control_system()")
            guard case .integer(let number)? = try Schema.run([question], on: self)[0].rows.first?.first else {
                throw .unexpectedRow(reason: "the cluster has no identifier")
            }
            return number
        }
    }

    /// Notes that a host did not answer in time, or that its connections ended: every lane connects again.
    func distrust(_ primary: Primary) {
        state.withLock { state in
            guard state.epochs[primary.host] == primary.epoch else { return }
            state.epochs[primary.host] += 1
            if state.holder == primary.host { state.isSuspected = true }
        }
    }

    /// Whether no fault of the host, and no later promotion, is known since the connection was made.
    func trusts(_ primary: Primary) -> Bool {
        state.withLock { $0.epochs[primary.host] == primary.epoch && $0.allows(primary) }
    }

    private func learn(_ primary: Primary) -> Primary {
        state.withLock { state in
            guard primary.timeline >= state.highestTimeline else { return }
            (state.holder, state.highestTimeline, state.isSuspected) = (primary.host, primary.timeline, false)
        }
        return primary
    }

    /// Connects to a host and asks whether it takes writes, and on which timeline.
    private func greet(_ host: Int) throws(PostgresFault) -> Primary {
        let epoch = state.withLock { $0.epochs[host] }
        let connection = try Connection(hosts[host].settings)
        let answers = try connection.run(
            [Statement(Self.session), Statement(Self.standing)], by: .now + Self.greeting)
        guard let row = answers.last?.rows.first, row.count == 2 else {
            throw .unexpectedRow(reason: "the host did not say whether it takes writes")
        }
        guard row[0] == .integer(0), case .text(let text) = row[1], let timeline = Int64(text, radix: 16) else {
            throw .connectionLost(reason: "it takes no writes")
        }
        return Primary(connection: connection, host: host, epoch: epoch, timeline: timeline)
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func parse(_ address: String) throws(PostgresFault) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>? = nil
        let options = unsafe PQconninfoParse(address, &message)
        defer { unsafe PQfreemem(message) }
        guard var option = unsafe options else {
            // libpq's message can contain the address with its password.
            throw .badAddress(reason: "it is not like postgresql://user@host:5432/database")
        }
        defer { unsafe PQconninfoFree(options) }
        var settings: [String: String] = [:]
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                settings[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return settings
    }
}
