import HTTPTypes
import Synchronization

/// Holds back the body of a connection's request until a handler asks for it. So a client that may not send it learns
/// that before the body comes.
///
/// A class because a connection and the handlers of its requests share it.
package final class BodyGate: Sendable {
    private let act = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    /// Whether to hold back the body that this head announces: one that may exceed the free length.
    static func holds(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        if let length = fields[.contentLength] { return Int(length).map { $0 > IncomingBody.free } ?? true }
        return fields[.transferEncoding] != nil
    }

    /// Holds a body back. Each call of `open` runs `act`, which lets the body in if it may come.
    func close(_ act: @escaping @Sendable () -> Void) { self.act.withLock { $0 = act } }

    /// Opens the gate for good: nothing is held back any more.
    func stayOpen() { act.withLock { $0 = nil } }

    /// Lets in the body that is held back, if it belongs to the request that is being answered.
    package func open() { act.withLock { $0 }?() }
}
