package import Community
import Synchronization

extension MemoryPresenceStore: BusynessStore {
    package func replace(
        _ withdrawn: [Contribution], by contributions: [Contribution]
    ) -> (removed: [Contribution], added: [Contribution]) {
        state.withLock { state in
            let removed = withdrawn.filter { state.contributions[$0.token]?.remove($0) != nil }
            let added = contributions.filter { one in
                let others = state.contributions[one.token]?.count ?? 0
                return others < Contribution.mostPerDay
                    && state.contributions[one.token, default: []].insert(one).inserted
            }
            return (removed, added)
        }
    }

    package func unlinkContributions(in hour: Int64) {
        let found = remove { $0.hour == hour }
        state.withLock { state in
            for one in found {
                let token = (0..<Contribution.tokenLength).map { _ in UInt8.random(in: 0...255) }
                state.contributions[token] = [Contribution(place: one.place, hour: hour, token: token)]
            }
        }
    }

    package func hourCounts(from hour: Int64) -> [HourCount] {
        let found = state.withLock { $0.contributions.values.flatMap { $0 } }.filter { $0.hour >= hour }
        return Dictionary(grouping: found) { HourCount(place: $0.place, hour: $0.hour, people: 0) }
            .map { HourCount(place: $0.key.place, hour: $0.key.hour, people: $0.value.count) }
    }

    package func removeContributions(before hour: Int64) { _ = remove { $0.hour < hour } }

    package func removeContributions(of tokens: [[UInt8]], from hour: Int64) -> [Contribution] {
        remove { $0.hour >= hour && tokens.contains($0.token) }
    }

    private func remove(where isGone: (Contribution) -> Bool) -> [Contribution] {
        state.withLock { state in
            let removed = state.contributions.values.flatMap { $0.filter(isGone) }
            state.contributions = state.contributions.mapValues { $0.filter { !isGone($0) } }.filter {
                !$0.value.isEmpty
            }
            return removed
        }
    }
}

extension MemoryPresenceStore: QueueStore {
    package func add(_ report: QueueReport, key: QueueKey?, at time: Timestamp) throws {
        try state.withLock { state in
            if let key {
                guard try !state.knows(key, at: time) else { return }
                state.queueKeys[key.digest] = (key.content, QueueKey.end(at: time))
            }
            state.queueReports.append(report)
        }
    }

    package func remove(_ report: QueueReport, key: QueueKey) {
        state.withLock { state in
            state.queueKeys[key.digest] = nil
            if let place = state.queueReports.firstIndex(of: report) { state.queueReports.remove(at: place) }
        }
    }

    package func knows(_ key: QueueKey, at time: Timestamp) throws -> Bool {
        try state.withLock { try $0.knows(key, at: time) }
    }

    package func forgetQueueKeys(at time: Timestamp, beyond most: Int) {
        state.withLock { state in
            let kept = state.queueKeys.filter { $0.value.expires > time }
                .sorted { $0.value.expires > $1.value.expires }
            state.queueKeys = Dictionary(uniqueKeysWithValues: kept.prefix(most).map { ($0.key, $0.value) })
        }
    }

    package func queueReports(from time: Timestamp) -> [QueueReport] {
        state.withLock { $0.queueReports }.filter { $0.time >= time }.sorted { $0.time < $1.time }
    }

    package func removeQueueReports(before time: Timestamp) {
        state.withLock { $0.queueReports.removeAll { $0.time < time } }
    }
}

extension MemoryPresenceStore.State {
    /// Returns whether a key added a report; throws `keyUsed` if that was another report.
    fileprivate func knows(_ key: QueueKey, at time: Timestamp) throws -> Bool {
        guard let known = queueKeys[key.digest], known.expires > time else { return false }
        guard known.content == key.content else { throw CommunityFault.keyUsed }
        return true
    }
}
