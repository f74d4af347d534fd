extension MeshHost {
    /// The changes from now on, until the reader stops. A reader that is too slow misses the oldest.
    package func changes() -> AsyncStream<MeshChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MeshChange.self, bufferingPolicy: .bufferingNewest(256))
        guard fault == nil else {
            continuation.yield(.stopped)
            continuation.finish()
            return stream
        }
        nextWatcher += 1
        let number = nextWatcher
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(watcher: number) } }
        return stream
    }

    private func forget(watcher number: UInt64) { watchers[number] = nil }

    func notify(_ change: MeshChange) {
        for watcher in watchers.values { watcher.yield(change) }
    }
}
