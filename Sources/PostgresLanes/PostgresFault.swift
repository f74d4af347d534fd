/// The reason that PostgreSQL did not do what was asked.
///
/// No case holds a value of a row: faults are logged.
package enum PostgresFault: Error, Equatable, CustomStringConvertible {
    /// The address cannot be used; `reason` says why, without the password.
    case badAddress(reason: String)
    /// No host of the address takes writes; `hosts` has the reason of each, as `host:port: reason`.
    case noPrimary(hosts: [String])
    /// The connection ended; everything since the last commit is undone or, if a commit was under way, in doubt.
    case connectionLost(reason: String)
    /// The host did not answer in time. The connection cannot be used any more.
    case deadlineMissed
    /// The server refused a statement. `constraint` is the name of the violated constraint, if there is one; `statement`
    /// is its index among those that were sent together.
    case refused(state: SQLState, constraint: String?, statement: Int)
    /// A commit reached the disk of one host only, because the wait for a standby was cancelled.
    case committedOnOneHost
    /// A row has another shape than the statement expects: a column's type, or the number of rows.
    case unexpectedRow(reason: String)
    /// Too many jobs wait for the lane.
    case laneFull
    /// The lane has been closed.
    case laneClosed
    /// The outcome of a commit could not be learnt in time: it may have happened.
    case outcomeUnknown

    package var description: String {
        switch self {
        case .badAddress(let reason): "the address cannot be used: \(reason)"
        case .noPrimary(let hosts): "no host takes writes (\(hosts.joined(separator: "; ")))"
        case .connectionLost(let reason): "the connection ended: \(reason)"
        case .deadlineMissed: "the host did not answer in time"
        case .refused(let state, let constraint, _):
            "the database refused a statement (SQLSTATE \(state)\(constraint.map { ", constraint \($0)" } ?? ""))"
        case .committedOnOneHost: "a commit reached the disk of one host only"
        case .unexpectedRow(let reason): "an answer has another shape than expected: \(reason)"
        case .laneFull: "too many statements wait for the database"
        case .laneClosed: "the connections are closed"
        case .outcomeUnknown: "a commit was sent, and its outcome could not be learnt"
        }
    }

    /// Whether the connection can't be used after the fault.
    var endsConnection: Bool {
        switch self {
        case .connectionLost, .deadlineMissed, .committedOnOneHost: true
        case .badAddress, .noPrimary, .refused, .unexpectedRow, .laneFull, .laneClosed, .outcomeUnknown: false
        }
    }

    /// Whether the same transaction may succeed a little later, perhaps on another connection.
    var mayPass: Bool {
        switch self {
        case .noPrimary: true
        case .refused(let state, _, _): state.passes
        default: endsConnection
        }
    }

    /// Whether who asks again a little later may succeed. What was asked may have been done nevertheless.
    package var passes: Bool {
        switch self {
        case .laneFull, .laneClosed, .outcomeUnknown: true
        default: mayPass
        }
    }
}

/// The five characters by which PostgreSQL names an error (PostgreSQL documentation, appendix A).
package struct SQLState: Hashable, Sendable, CustomStringConvertible {
    package let code: String

    package init(_ code: String) { self.code = code }

    package var description: String { code }

    package static let uniqueViolation = Self("23505")
    package static let foreignKeyViolation = Self("23503")
    package static let lockNotAvailable = Self("55P03")
    package static let serializationFailure = Self("40001")
    package static let deadlockDetected = Self("40P01")
    package static let readOnlyTransaction = Self("25006")

    /// Whether the same transaction may succeed when it is run again.
    var passes: Bool { [.lockNotAvailable, .serializationFailure, .deadlockDetected].contains(self) }

    /// Whether the host itself ends connections or takes no writes: class 57 (operator intervention), class 08
    /// (connection exception), and a primary that became a standby.
    var isOfHost: Bool { code.hasPrefix("57") || code.hasPrefix("08") || self == .readOnlyTransaction }
}
