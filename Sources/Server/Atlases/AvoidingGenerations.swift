import Atlas
package import Routing
import Synchronization

/// Caches the generations that avoid some classes of streets. Each is made once; the profiles have ten combinations in
/// all.
///
/// A class because all holders of the original generation share it. It goes away with that generation, so that no
/// variant outlives a temporary change.
package final class AvoidingGenerations: Sendable {
    private struct Combination: Hashable {
        let classes: StreetClasses.RawValue
        let profile: Profile
    }
    private let generations = Mutex<[Combination: Task<AtlasGeneration, any Error>]>([:])

    package init() {}

    /// Returns the generation for the combination, made by `make` at the first request. Concurrent requests share one
    /// task, and combinations are made one at a time. Throws what `make` throws, and `unavailable` when too much work
    /// waits for the workers; the next request then tries again. It keeps an `AtlasError`, since the same streets would
    /// cause it again.
    package func generation(
        _ classes: StreetClasses, _ profile: Profile, _ workers: WorkerPool,
        _ make: @escaping @Sendable () throws -> AtlasGeneration
    ) async throws -> AtlasGeneration {
        let combination = Combination(classes: classes.rawValue, profile: profile)
        let task = generations.withLock { generations in
            if let task = generations[combination] { return task }
            let task = Task { try await workers.runInTurn(make) }
            generations[combination] = task
            return task
        }
        do {
            return try await task.value
        } catch let error as AtlasError {
            throw error
        } catch {
            generations.withLock { if $0[combination] == task { $0[combination] = nil } }
            throw error
        }
    }
}
