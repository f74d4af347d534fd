import Atlas
package import Routing
import Synchronization

/// The generations in which streets of some classes are left out, each made once: one for each combination that a
/// profile knows, ten in all.
///
/// A class because all who hold the generation that they are made of share them; they go when it goes, so that none
/// outlives a change of what it heeds.
package final class AvoidingGenerations: Sendable {
    private struct Combination: Hashable {
        let classes: StreetClasses.RawValue
        let profile: Profile
    }
    private let generations = Mutex<[Combination: Task<AtlasGeneration, any Error>]>([:])

    package init() {}

    /// Returns what `make` made for the combination, now or before. All who ask while it is made wait for the same, and
    /// combinations are made one at a time. Throws what `make` throws, and `unavailable` when too much waits for the
    /// threads already: then who asks next tries again. An `AtlasError` is kept, as the same streets would give it
    /// again.
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
