import Community
package import struct HereaboutsAPI.Readiness
import Presence

/// Something that a server needs before it can take requests, such as a store that answers.
package struct Requirement: Sendable {
    /// The word with which `/readyz` names it.
    let reason: Readiness.Reason
    /// Returns whether it is met, by a small read. Throws when the read fails.
    let isMet: @Sendable () async throws -> Bool

    package init(_ reason: Readiness.Reason, isMet: @escaping @Sendable () async throws -> Bool) {
        self.reason = reason
        self.isMet = isMet
    }

    /// A store that answers `question`.
    private init(_ reason: Readiness.Reason, answers question: @escaping @Sendable () async throws -> Void) {
        self.init(reason) {
            try await question()
            return true
        }
    }
}

extension Requirement {
    static func community(_ store: some CommunityStore) -> Requirement {
        Requirement(.community, answers: { _ = try await store.lastChange() })
    }

    static func presence(_ store: some PresenceStore) -> Requirement {
        Requirement(.presence, answers: { _ = try await store.devices(of: nobody) })
    }

    static func keys(_ store: some PersonKeyStore) -> Requirement {
        Requirement(.keys, answers: { _ = try await store.key(of: nobody, for: .sharing) })
    }

    /// An account that does not exist: the answer about it is small.
    private static let nobody = AccountID(bytes: [UInt8](repeating: 0, count: 16))!
}
