import Synchronization

extension MemoryStore: KeyStore {
    package func forgetKeys(at time: Timestamp, beyond most: Int) {
        state.withLock { state in
            let kept = state.keys.filter { $0.value.expires > time }.sorted { $0.value.expires > $1.value.expires }
            state.keys = Dictionary(uniqueKeysWithValues: kept.prefix(most).map { ($0.key, $0.value) })
        }
    }
}

extension MemoryStore.State {
    /// What a key stands for.
    struct KnownKey {
        let account: AccountID?
        let object: [UInt8]
        let content: [UInt8]
        let expires: Timestamp
    }

    /// Returns the id that `key` stands for; `nil` if nobody knows the key. Throws `keyUsed` if it came with other
    /// content.
    func object<Entity>(of key: IdempotencyKey, at time: Timestamp) throws -> ID<Entity>? {
        guard let known = keys[Self.name(key)], known.expires > time else { return nil }
        guard known.content == key.content else { throw CommunityFault.keyUsed }
        return ID(bytes: known.object)
    }

    /// Remembers that `key` stands for `object`. Forgets expired keys, and the account's oldest beyond its limit.
    mutating func remember<Entity>(_ key: IdempotencyKey, for object: ID<Entity>, at time: Timestamp) {
        keys = keys.filter { $0.value.expires > time }
        keys[Self.name(key)] = KnownKey(
            account: key.account, object: object.bytes, content: key.content, expires: time + IdempotencyKey.memory)
        guard key.account != nil else { return }
        let own = keys.filter { $0.value.account == key.account }
        guard own.count > IdempotencyKey.mostOfAccount else { return }
        let oldest = own.min { $0.value.expires < $1.value.expires }
        if let oldest { keys[oldest.key] = nil }
    }

    private static func name(_ key: IdempotencyKey) -> String { "\(key.account?.text ?? "") \(key.text)" }
}
