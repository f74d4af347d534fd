/// Counts the connections that have not become links yet, so that strangers who hold many open keep no node out.
struct PendingLinks: Sendable {
    private let most: Int
    private let mostOfAddress: Int
    private var counts: [NodeAddress?: Int] = [:]

    init(_ settings: LinkSettings) {
        (most, mostOfAddress) = (settings.mostPending, settings.mostPendingOfAddress)
    }

    private(set) var count = 0

    /// Counts a connection from `address` if there is room; each is later to `leave`.
    mutating func enter(_ address: NodeAddress?) -> Bool {
        guard count < most, counts[address, default: 0] < mostOfAddress else { return false }
        counts[address, default: 0] += 1
        count += 1
        return true
    }

    mutating func leave(_ address: NodeAddress?) {
        guard let ofAddress = counts[address] else { return }
        counts[address] = ofAddress > 1 ? ofAddress - 1 : nil
        count -= 1
    }
}
