import Community
import Presence

/// A store of keys that calls `destroyed` when a key is destroyed.
struct WatchedKeys<Keys: PersonKeyStore>: PersonKeyStore {
    let keys: Keys
    let destroyed: @Sendable () -> Void

    func key(of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey) async throws -> PersonKey {
        try await keys.key(of: person, for: purpose, orMake: fresh)
    }

    func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey? {
        try await keys.key(of: person, for: purpose)
    }

    func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey {
        try await keys.statisticsKey(orMake: fresh)
    }

    func destroyKey(of person: AccountID, for purpose: KeyPurpose) async throws {
        try await keys.destroyKey(of: person, for: purpose)
        destroyed()
    }

    func forgetDestroyed() async { await keys.forgetDestroyed() }
}
