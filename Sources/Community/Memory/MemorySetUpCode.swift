import Synchronization

/// Keeps a set-up code until the program ends; for tests and servers without a data folder.
package final class MemorySetUpCode: SetUpCodeStore {
    private let kept = Mutex<KeptSetUpCode?>(nil)

    package init() {}

    package func code() throws -> KeptSetUpCode? { kept.withLock { $0 } }
    package func keep(_ code: KeptSetUpCode?) throws { kept.withLock { $0 = code } }
}
