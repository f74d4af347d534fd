import Fairness
import Foundation
import GeoCore
import HereaboutsAPI
import Server
import Synchronization
import Testing

/// Decides which jobs run on the threads, and when.
@Suite struct WorkerPoolTests {
    @Test func `waiting jobs use no thread, and their number is limited`() async throws {
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
            // The one thread that the first job leaves does them.
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

    @Test func `a job whose client leaves ends at its next check, and counts`() async throws {
        let workers = WorkerPool(workers: 1, waitingJobs: 10), departure = Departure()
        for cost in [Cost.usual, .expensive] {
            let requester = Requester(Network(ipv4: 0xc633_6401), departure: Departure())
            await #expect(throws: RequesterLeft.self) {
                try await Requester.$current.withValue(requester) {
                    try await workers.run(costing: cost) { stop in
                        #expect(!stop.isMade)
                        requester.departure?.leave()
                        #expect(stop.isMade)
                    }
                }
            }
        }
        #expect(workers.ends.stopped == 2)
        // An expensive job does not start for a client that has gone.
        departure.leave()
        await #expect(throws: RequesterLeft.self) {
            try await Requester.$current.withValue(Requester(Network(ipv4: 0xc633_6401), departure: departure)) {
                try await workers.run(costing: .expensive) { Issue.record("it was begun") }
            }
        }
        #expect(workers.ends.dropped == 1)
    }

    @Test func `an answer that takes too much work has its own error code`() async throws {
        let workers = WorkerPool(workers: 1, waitingJobs: 10, seconds: 0)
        let error = await #expect(throws: ErrorBody.self) {
            try await Requester.$current.withValue(Requester(Network(ipv4: 0xc633_6401), departure: Departure())) {
                try await workers.run(costing: .expensive) { stop in _ = stop.isMade }
            }
        }
        #expect(error?.code == .tooMuchWork)
        #expect(error?.code.status == 400)
    }
}
