package import NIOCore
import Synchronization

/// The packs of one atlas. The first request makes their list; objects are compressed when they are requested.
///
/// A class because all holders of a generation share it, with those that have other routes.
final class Packs: Sendable {
    private let listing = Mutex<Task<PackListing, any Error>?>(nil)
    let packers = Pool { PiecePacker() }
    let objects = PackedObjects(capacity: 32 << 20)

    /// Returns the list, made at the first request; concurrent requests share one task. Throws as
    /// `WorkerPool.runInTurn` does; the next request then tries again.
    func listing(of generation: AtlasGeneration, _ workers: WorkerPool) async throws -> PackListing {
        let task = listing.withLock { task in
            if let task { return task }
            let made = Task { [packers] in try await PackListing(of: generation, packers, workers) }
            task = made
            return made
        }
        do {
            return try await task.value
        } catch {
            listing.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }
}

/// Caches compressed objects, bounded in bytes. Devices fetch the objects of a pack in order, so that the oldest ones
/// go first.
///
/// A class because it is the cache's identity.
package final class PackedObjects: Sendable {
    private struct State {
        var objects: [String: ByteBuffer] = [:]
        /// The hashes, the oldest first from `first` on.
        var order: [String] = []
        var first = 0
        var bytes = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Makes a cache of at most `capacity` bytes.
    package init(capacity: Int) { self.capacity = capacity }

    package var bytes: Int { state.withLock { $0.bytes } }

    package func object(_ hash: String) -> ByteBuffer? { state.withLock { $0.objects[hash] } }

    /// Keeps an object, and drops the oldest ones if they are too many. An object above the capacity is not kept.
    package func keep(_ object: ByteBuffer, _ hash: String) {
        guard object.readableBytes <= capacity else { return }
        state.withLock { state in
            guard state.objects.updateValue(object, forKey: hash) == nil else { return }
            state.order.append(hash)
            state.bytes += object.readableBytes
            while state.bytes > capacity {
                let oldest = state.objects.removeValue(forKey: state.order[state.first])
                state.bytes -= oldest?.readableBytes ?? 0
                state.first += 1
            }
            if state.first > state.order.count / 2 {
                state.order.removeFirst(state.first)
                state.first = 0
            }
        }
    }
}
