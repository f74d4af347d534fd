import Synchronization

/// Stores a set-up code until the program ends; for tests and servers without a data folder.
package final class MemorySetUpCode: SetUpCodeStore {
    private struct State {
        var waiting: KeptSetUpCode?
        var taken: KeptSetUpCode?
    }

    private let state = Mutex(State())

    package init() {}

    package func code() throws -> KeptSetUpCode? { state.withLock { $0.waiting } }

    package func keep(_ code: KeptSetUpCode) throws { state.withLock { $0 = State(waiting: code) } }

    package func take(_ code: KeptSetUpCode) throws -> Bool {
        state.withLock { state in
            guard state.waiting == code else { return false }
            state = State(taken: code)
            return true
        }
    }

    package func giveBack(_ code: KeptSetUpCode) throws {
        state.withLock { if $0.taken == code { $0 = State(waiting: code) } }
    }

    package func forget(_ code: KeptSetUpCode) throws {
        state.withLock { if $0.taken == code { $0.taken = nil } }
    }
}
