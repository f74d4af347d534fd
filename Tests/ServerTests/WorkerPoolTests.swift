import Foundation
import HereaboutsAPI
import Server
import Synchronization
import Testing

/// Who has a turn on the threads, and when.
@Suite struct WorkerPoolTests {
    @Test func `waiting for a turn takes no thread, and not everybody may`() async throws {
        let workers = WorkerPool(workers: 2, waitingJobs: 100), isRunning = Mutex(false), mayEnd = Mutex(false)
        let first = Task {
            try await workers.runInTurn {
                isRunning.withLock { $0 = true }
                while !mayEnd.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        while !isRunning.withLock({ $0 }) { await Task.yield() }
        await withTaskGroup(of: ErrorCode?.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        #expect(try await workers.runInTurn { number } == number)
                        return nil
                    } catch {
                        return (error as? ErrorBody)?.code
                    }
                }
            }
            // There are 30 turns, the first one's with them.
            for _ in 0..<31 { #expect(await group.next() == .some(.unavailable)) }
            // Done by the one thread that the first leaves.
            for number in 0..<50 {
                let done = try? await workers.run { number }
                #expect(done == number)
            }
            mayEnd.withLock { $0 = true }
            for await code in group { #expect(code == nil) }
        }
        try await first.value
        // Turns that are over leave room for others.
        #expect(try await workers.runInTurn { 7 } == 7)
    }
}
