import GeoCore

/// The records that nodes announce, and how they are read.
struct ServiceRecords: Sendable {
    static let service = DNSName(checked: ["_hereabouts", "_tcp", "local"].map { Array($0.utf8) })
    private static let local = DNSName(checked: [Array("local".utf8)])
    /// In seconds. The same for all records and nodes, so that it tells nothing apart. RFC 6762 §10 has 120 for records
    /// with a host's name, and 75 min for others: a label that nobody answers for would be dialled that long.
    static let timeToLive: UInt32 = 120
    /// In milliseconds.
    static let life = Milliseconds(timeToLive) * 1000

    var settings: DiscoverySettings

    static func instance(_ label: NodeLabel) -> DNSName { service.prefixed(by: Array(label.description.utf8)) }

    static func host(_ label: NodeLabel) -> DNSName { local.prefixed(by: Array(label.description.utf8)) }

    /// Returns the label that is the first part of an instance's name.
    static func label(ofInstance name: DNSName) -> NodeLabel? {
        name.labels.count == service.labels.count + 1 && name.parent == service ? NodeLabel(name.labels[0]) : nil
    }

    /// Returns the label that is the name of a host.
    static func label(ofHost name: DNSName) -> NodeLabel? {
        name.labels.count == local.labels.count + 1 && name.parent == local ? NodeLabel(name.labels[0]) : nil
    }

    static var pointerQuestion: DNSQuestion { DNSQuestion(service, .ptr) }

    static func pointer(to label: NodeLabel, timeToLive: UInt32 = timeToLive) -> DNSRecord {
        DNSRecord(service, .ptr(instance(label)), timeToLive: timeToLive)
    }

    /// Everything that a node says under one label. Each label goes alone: a packet with two would connect them.
    func announcement(of own: OwnLabel, on interface: MeshInterface) -> DNSMessage {
        let host = Self.host(own.label), instance = Self.instance(own.label)
        let texts = [Array("v=1".utf8), Array("p=\(hex(own.mark))".utf8)]
        var message = DNSMessage()
        message.isResponse = true
        message.answers = [
            Self.pointer(to: own.label),
            DNSRecord(
                instance, .srv(priority: 0, weight: 0, port: settings.port, target: host),
                timeToLive: Self.timeToLive, isUnique: true),
            DNSRecord(instance, .txt(texts), timeToLive: Self.timeToLive, isUnique: true),
        ]
        message.answers += addresses(of: interface, for: host, isUnique: true)
        return message
    }

    static func goodbye(of label: NodeLabel) -> DNSMessage {
        var message = DNSMessage()
        message.isResponse = true
        message.answers = [pointer(to: label, timeToLive: 0)]
        return message
    }

    /// The interface's addresses under the name of the place, which other nodes share.
    func placeAnswer(on interface: MeshInterface, timeToLive: UInt32 = timeToLive) -> DNSMessage? {
        guard let name = settings.placeName else { return nil }
        var message = DNSMessage()
        message.isResponse = true
        message.answers = addresses(of: interface, for: name, isUnique: false, timeToLive: timeToLive)
        return message
    }

    private func addresses(
        of interface: MeshInterface, for name: DNSName, isUnique: Bool, timeToLive: UInt32 = timeToLive
    ) -> [DNSRecord] {
        interface.addresses.map { entry in
            DNSRecord(
                name, entry.address.isIPv6 ? .aaaa(entry.address) : .a(entry.address), timeToLive: timeToLive,
                isUnique: isUnique)
        }
    }

    /// Returns the mark of a node's text; `nil` if the text is of another version.
    static func mark(in texts: [[UInt8]]) -> [UInt8]? {
        guard texts.contains(Array("v=1".utf8)) else { return nil }
        return texts.first { $0.starts(with: "p=".utf8) }.map { Array($0.dropFirst(2)) }
    }

    /// Whether the mark is that of the place's nodes at `port` in the period of `moment` or in one beside it. A node
    /// whose own clock is not set cannot tell, and takes every mark for its own port.
    func isOurs(_ mark: [UInt8], port: UInt16, at moment: Moment) -> Bool {
        guard moment.isClockSet else { return port == settings.port }
        let period = settings.periodNumber(at: moment.clock)
        return (period - 1...period + 1).contains {
            Array(hex(settings.secret.mark(ofPeriod: $0, port: port)).utf8) == mark
        }
    }
}

/// A label of this node.
struct OwnLabel: Equatable, Sendable {
    let label: NodeLabel
    let mark: [UInt8]
    /// When the node stops answering for it; `nil` for the newest.
    var end: Milliseconds?
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
