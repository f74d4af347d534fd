/// The state of an exploration: the best known time and the predecessor of each state, and the queue of states to
/// settle.
///
/// Memory is kept between queries; a label is valid only if it has the current query's stamp, so starting a query costs
/// nothing. Every subscript is checked against the number of nodes.
@usableFromInline
@safe
struct SearchSide: ~Copyable {
    @usableFromInline
    struct Label: BitwiseCopyable {
        var stamp: UInt32
        /// Milliseconds from the start.
        var time: UInt32
        /// The state before, `SearchSide.origin` for a state next to the start.
        var via: UInt32
        /// Millimetres from the start, if the search counts them.
        var length: UInt32 = 0
    }

    static let origin = UInt32.max

    @usableFromInline let labels: UnsafeMutablePointer<Label>
    let nodeCount: Int
    private var stamp: UInt32 = 0
    var queue = TimeQueue()

    init(nodeCount: Int) {
        self.nodeCount = nodeCount
        unsafe labels = .allocate(capacity: max(1, nodeCount))
        unsafe labels.initialize(repeating: Label(stamp: 0, time: 0, via: 0), count: max(1, nodeCount))
    }

    @inlinable deinit { unsafe labels.deallocate() }

    /// Discards all labels.
    mutating func reset() {
        queue.removeAll()
        stamp &+= 1
        guard stamp == 0 else { return }
        // After four thousand million queries the stamps repeat, so old labels must go.
        unsafe labels.update(repeating: Label(stamp: 0, time: 0, via: 0), count: nodeCount)
        stamp = 1
    }

    /// Returns the node's time so far; `UInt32.max` if it was not reached.
    @inline(__always)
    func time(_ node: UInt32) -> UInt32 {
        precondition(Int(node) < nodeCount, "a node outside the network")
        let label = unsafe labels[Int(node)]
        return label.stamp == stamp ? label.time : .max
    }

    /// Returns the predecessor of a reached node.
    func via(_ node: UInt32) -> UInt32 {
        precondition(Int(node) < nodeCount, "a node outside the network")
        return unsafe labels[Int(node)].via
    }

    /// Returns the millimetres to a reached node, if the search counts them.
    func length(_ node: UInt32) -> UInt32 {
        precondition(Int(node) < nodeCount, "a node outside the network")
        return unsafe labels[Int(node)].length
    }

    /// Labels and queues the node, whose previous time must be later.
    @inline(__always)
    mutating func reach(_ node: UInt32, time: UInt32, via: UInt32, length: UInt32 = 0) {
        precondition(Int(node) < nodeCount, "a node outside the network")
        unsafe labels[Int(node)] = Label(stamp: stamp, time: time, via: via, length: length)
        queue.push(time: time, node: node)
    }
}
