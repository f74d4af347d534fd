import Atlas
import HereaboutsAPI
import Routing
import Server
import Synchronization
import TestSupport
import Testing

/// Generations that leave streets out: which are made, how often, and how many at once.
@Suite struct AvoidingGenerationsTests {
    private static let combinations: [(StreetClasses, Profile)] = [
        (.ferry, .foot), (.ferry, .bicycle), (.ferry, .car), (.toll, .car), (.motorway, .car), ([.toll, .ferry], .car),
    ]

    /// The generations being made, and those made before.
    ///
    /// A class because all who make something count in it.
    private final class Making: Sendable {
        struct Counts {
            var now = 0
            var mostAtOnce = 0
            var made = 0
        }
        let counts = Mutex(Counts())

        func begin() {
            counts.withLock {
                $0.now += 1
                $0.mostAtOnce = max($0.mostAtOnce, $0.now)
                $0.made += 1
            }
        }

        func end() { counts.withLock { $0.now -= 1 } }
    }

    private let folder: TemporaryFolder
    private let file: MappedFile

    init() throws {
        folder = try TemporaryFolder()
        file = try MappedFile(path: folder.write("town.atlas", Town.atlas))
    }

    @Test func `each combination is made once, whichever client asks first, and never two at a time`() async throws {
        let generations = AvoidingGenerations(), workers = WorkerPool(workers: 4, waitingJobs: 100)
        let making = Making()
        try await withThrowingTaskGroup(of: (Int, AtlasGeneration).self) { group in
            for asked in 0..<120 {
                group.addTask { [file] in
                    let number = asked % Self.combinations.count, (classes, profile) = Self.combinations[number]
                    let found = try await generations.generation(classes, profile, workers) {
                        making.begin()
                        // Long enough for others to come between.
                        for _ in 0..<20 { _ = try AtlasGeneration(file, tileCacheBytes: 1) }
                        making.end()
                        return try AtlasGeneration(file, tileCacheBytes: 1)
                    }
                    return (number, found)
                }
            }
            var kept: [Int: AtlasGeneration] = [:]
            for try await (number, generation) in group {
                #expect(kept[number] == nil || kept[number] === generation)
                kept[number] = generation
            }
            #expect(Set(kept.values.map { ObjectIdentifier($0) }).count == Self.combinations.count)
        }
        let counts = making.counts.withLock { $0 }
        #expect(counts.made == Self.combinations.count && counts.mostAtOnce == 1 && counts.now == 0)
    }

    @Test func `the next request retries a generation that found the threads full, but not a failed generation`()
        async throws
    {
        let workers = WorkerPool(workers: 1, waitingJobs: 10), usual = try AtlasGeneration(file, tileCacheBytes: 1)
        func tries(failing error: any Error) async -> Int {
            let generations = AvoidingGenerations(), tries = Atomic(0)
            for _ in 0..<4 {
                let made = try? await generations.generation(.ferry, .foot, workers) {
                    if tries.add(1, ordering: .relaxed).newValue < 3 { throw error }
                    return usual
                }
                #expect(made == nil || made === usual)
            }
            await #expect(throws: Never.self) { try await generations.generation(.toll, .car, workers) { usual } }
            return tries.load(ordering: .relaxed)
        }
        #expect(await tries(failing: ErrorBody(.unavailable, "a test")) == 3)
        #expect(await tries(failing: AtlasError.invalid("t.t", index: 0, rule: "a test")) == 1)
    }
}
