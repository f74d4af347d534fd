/// Collects requests for one action: it runs a while after the first request, once for all requests until then.
package struct RequestBatch: Sendable {
    private var isWaiting = false

    package init() {}

    /// Records a request. Returns whether it is the first; its caller then runs the action after the delay.
    package mutating func add() -> Bool {
        defer { isWaiting = true }
        return !isWaiting
    }

    /// Call it before the action begins: later requests may be too late for this run.
    package mutating func begin() { isWaiting = false }
}
