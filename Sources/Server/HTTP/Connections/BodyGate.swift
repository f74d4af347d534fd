import HTTPTypes
import Synchronization

/// Holds back the body of a connection's request until somebody asks for it: who may not send it is told so before it
/// comes.
///
/// A class because a connection and those who answer its requests share it.
package final class BodyGate: Sendable {
    private let act = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    /// Whether the body that this head announces is held back: one that may have more than comes unasked.
    static func holds(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        if let length = fields[.contentLength] { return Int(length).map { $0 > IncomingBody.free } ?? true }
        return fields[.transferEncoding] != nil
    }

    /// Holds a body back until `act`, asked each time somebody wants a body, lets it come.
    func close(_ act: @escaping @Sendable () -> Void) { self.act.withLock { $0 = act } }

    /// Is open: nothing is held back.
    func stayOpen() { act.withLock { $0 = nil } }

    /// Lets the body come that is held back, if one is, and if it is that of the request that is answered.
    package func open() { act.withLock { $0 }?() }
}
