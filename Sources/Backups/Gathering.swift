/// What is done a while after it is wished for, once for all who wish meanwhile.
package struct Gathering: Sendable {
    private var isWaiting = false

    package init() {}

    /// Returns whether the wish is the first one, whose owner has it done after the while.
    package mutating func wish() -> Bool {
        defer { isWaiting = true }
        return !isWaiting
    }

    /// Is called before it is done: what is wished for from then on may be too late for it.
    package mutating func begin() { isWaiting = false }
}
