import GeoCore

/// The nodes that were heard on one network, this node's own labels among them: what a node asks and knows is then the
/// same, whichever labels are its own.
struct HeardNodes: Sendable {
    static let most = 256
    static let mostAddresses = 8
    /// A node speaks of one label in a packet; a relay of multicast may join packets.
    private static let mostOfPacket = 32
    /// At these shares of its life a record is asked for again (RFC 6762 §5.2), in percent.
    private static let refreshes: [Milliseconds] = [80, 85, 90, 95]

    struct Entry: Sendable {
        /// When the record that names the instance expires; likewise for the others.
        var pointerEnd = Milliseconds.min
        var serverEnd = Milliseconds.min
        var textEnd = Milliseconds.min
        var addressEnd = Milliseconds.min
        var port: UInt16 = 0
        var mark: [UInt8] = []
        var addresses: [NodeAddress] = []
        /// When the whole was last heard, and how often it was asked for since.
        var heard = Milliseconds.min
        var asked = 0
        /// Percent of the life, drawn for each entry, by which nodes ask at different times.
        var delay: Milliseconds = 0
        var reportTime: Milliseconds?
        /// Whether the host knows of the node, and whether its addresses have changed since.
        var isReported = false
        var hasMoved = false

        var end: Milliseconds { min(pointerEnd, serverEnd, textEnd, addressEnd) }

        func isComplete(at time: Milliseconds) -> Bool { end > time }

        var refreshTime: Milliseconds? {
            guard heard > .min, asked < HeardNodes.refreshes.count else { return nil }
            return heard + ServiceRecords.life * (HeardNodes.refreshes[asked] + delay) / 100
        }
    }

    private(set) var entries: [NodeLabel: Entry] = [:]
    /// Reported nodes that were forgotten for want of room: the host has to forget them, too.
    private var evicted: [NodeLabel] = []

    /// The words of one packet about a node.
    fileprivate struct Said {
        var pointer: UInt32?
        var server: (port: UInt16, life: UInt32)?
        var text: (mark: [UInt8], life: UInt32)?
        var addresses: [NodeAddress] = []
        var addressLife = UInt32.max
    }

    /// Takes the records of a response, and returns the labels that it says something of.
    mutating func take(
        _ records: [DNSRecord], on interface: MeshInterface, at time: Milliseconds,
        using generator: inout some RandomNumberGenerator
    ) -> [NodeLabel] {
        let said = Self.gather(records, on: interface)
        let labels = Array(said.keys.sorted().prefix(Self.mostOfPacket))
        for label in labels {
            guard let words = said[label] else { continue }
            if entries[label] == nil {
                // A goodbye, or a part without the pointer, makes no entry.
                guard let pointer = words.pointer, pointer > 0 else { continue }
                makeRoom(using: &generator)
                entries[label] = Entry(delay: Milliseconds.random(in: 0...4, using: &generator))
            }
            entries[label]?.take(words, at: time)
        }
        return labels
    }

    private static func gather(_ records: [DNSRecord], on interface: MeshInterface) -> [NodeLabel: Said] {
        var said: [NodeLabel: Said] = [:]
        for record in records {
            let life = min(record.timeToLive, ServiceRecords.timeToLive)
            switch record.data {
            case .ptr(let instance) where record.name == ServiceRecords.service:
                guard let label = ServiceRecords.label(ofInstance: instance) else { continue }
                said[label, default: Said()].pointer = life
            case .srv(_, _, let port, let target):
                guard let label = ServiceRecords.label(ofInstance: record.name),
                    ServiceRecords.label(ofHost: target) == label
                else { continue }
                said[label, default: Said()].server = (port, life)
            case .txt(let texts):
                guard let label = ServiceRecords.label(ofInstance: record.name) else { continue }
                said[label, default: Said()].text = (ServiceRecords.mark(in: texts) ?? [], life)
            case .a(let address), .aaaa(let address):
                guard let label = ServiceRecords.label(ofHost: record.name), interface.reaches(address) else {
                    continue
                }
                said[label, default: Said()].add(address, life)
            default: continue
            }
        }
        return said
    }

    /// Forgets a random node where there are too many: a stranger who announces many hides none for certain.
    private mutating func makeRoom(using generator: inout some RandomNumberGenerator) {
        guard entries.count >= Self.most else { return }
        let unreported = entries.filter { !$0.value.isReported }.keys.sorted()
        guard let victim = (unreported.isEmpty ? entries.keys.sorted() : unreported).randomElement(using: &generator)
        else { return }
        if entries.removeValue(forKey: victim)?.isReported == true { evicted.append(victim) }
    }

    mutating func update(_ label: NodeLabel, _ change: (inout Entry) -> Void) {
        guard var entry = entries[label] else { return }
        change(&entry)
        entries[label] = entry
    }

    /// Removes expired nodes, and returns the labels of reported nodes that are forgotten or have expired.
    mutating func expire(at time: Milliseconds) -> [NodeLabel] {
        var lost = evicted
        evicted = []
        for (label, entry) in entries where !entry.isComplete(at: time) {
            if entry.isReported { lost.append(label) }
            // A later packet may complete the rest of it, as long as its instance is named.
            if entry.pointerEnd <= time { entries[label] = nil } else { entries[label]?.isReported = false }
        }
        return lost.sorted()
    }

    /// The labels that need no answer: those known for at least half their life (RFC 6762 §7.1), with the seconds left.
    func known(at time: Milliseconds) -> [(label: NodeLabel, seconds: UInt32)] {
        entries.filter { $0.value.isComplete(at: time) && $0.value.end - time >= ServiceRecords.life / 2 }
            .map { ($0.key, UInt32(truncatingIfNeeded: ($0.value.end - time) / 1000)) }.sorted { $0.0 < $1.0 }
    }

    /// Counts a question that is sent or heard now.
    mutating func wereAsked(at time: Milliseconds) {
        for (label, entry) in entries {
            var entry = entry
            while let due = entry.refreshTime, due <= time { entry.asked += 1 }
            entries[label] = entry
        }
    }

    var nextRefresh: Milliseconds? { entries.values.compactMap(\.refreshTime).min() }

    /// When an entry is to be reported or expires.
    var nextTimer: Milliseconds? {
        entries.values.flatMap { entry in
            [entry.reportTime, entry.isReported ? entry.end : entry.pointerEnd].compactMap { $0 }
        }.min()
    }
}

extension HeardNodes.Said {
    fileprivate mutating func add(_ address: NodeAddress, _ life: UInt32) {
        // An address that is taken back is no address.
        guard life > 0, addresses.count < HeardNodes.mostAddresses, !addresses.contains(address) else { return }
        addresses.append(address)
        addressLife = min(addressLife, life)
    }
}

extension HeardNodes.Entry {
    fileprivate mutating func take(_ said: HeardNodes.Said, at time: Milliseconds) {
        func end(_ seconds: UInt32) -> Milliseconds { time + Milliseconds(seconds) * 1000 }
        if let life = said.pointer {
            // A goodbye holds a second later (RFC 6762 §10.1).
            pointerEnd = life == 0 ? min(pointerEnd, time + 1000) : end(life)
            if life > 0 { (heard, asked) = (time, 0) }
        }
        if let server = said.server { (port, serverEnd) = (server.port, end(server.life)) }
        if let text = said.text { (mark, textEnd) = (text.mark, end(text.life)) }
        guard !said.addresses.isEmpty else { return }
        let sorted = said.addresses.sorted()
        if sorted != addresses { (addresses, hasMoved, reportTime) = (sorted, isReported, nil) }
        addressEnd = end(said.addressLife)
    }
}
