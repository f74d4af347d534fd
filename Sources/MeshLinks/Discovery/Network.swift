import GeoCore

/// The knowledge and plans of the discovery for one network. A network that changes is another one, and begins empty.
struct Network: Sendable {
    /// A record set that is multicast together.
    enum Content: Hashable, Comparable, Sendable {
        case label(NodeLabel)
        case place
    }

    struct Answer: Hashable, Sendable {
        let content: Content
        let family: AddressFamily
    }

    static let mostLabels = 8
    /// No record is multicast twice within this time (RFC 6762 §6).
    private static let pause: Milliseconds = 1000
    private static let longestInterval: Milliseconds = 3_600_000
    /// A packet fits a frame of Ethernet with these many known answers: each takes 31 bytes.
    private static let mostKnown = 40

    let interface: MeshInterface
    /// The newest last.
    var labels: [OwnLabel] = []
    var heard = HeardNodes()
    private(set) var waiting: [Answer: Milliseconds] = [:]
    private var sent: [Answer: Milliseconds] = [:]
    /// Labels that are announced again.
    private var repeats: [(label: NodeLabel, time: Milliseconds)] = []
    private var nextQuery: Milliseconds
    private var interval: Milliseconds = 1000

    init(_ interface: MeshInterface, firstQuery: Milliseconds) {
        self.interface = interface
        nextQuery = firstQuery
    }

    /// Plans two announcements a second apart (RFC 6762 §8.3).
    mutating func announce(_ label: NodeLabel, at time: Milliseconds) {
        plan(.label(label), for: time)
        repeats.append((label, time + Self.pause))
    }

    mutating func plan(_ content: Content, for time: Milliseconds) {
        for family in interface.families { plan(Answer(content: content, family: family), for: time) }
    }

    mutating func plan(_ answer: Answer, for time: Milliseconds) {
        let time = max(time, (sent[answer] ?? .min / 2) + Self.pause)
        waiting[answer] = min(time, waiting[answer] ?? .max)
    }

    /// Returns the answers that are due, in a fixed order, and counts them as sent.
    mutating func dueAnswers(at time: Milliseconds) -> [Answer] {
        for entry in repeats where entry.time <= time { plan(.label(entry.label), for: time) }
        repeats.removeAll { $0.time <= time }
        let due = waiting.filter { $0.value <= time }.keys.sorted {
            ($0.content, $0.family.rawValue) < ($1.content, $1.family.rawValue)
        }
        sent = sent.filter { $0.value > time - Self.pause }
        for answer in due { (waiting[answer], sent[answer]) = (nil, time) }
        return due
    }

    /// Forgets the answers that are planned for a label.
    mutating func end(_ label: NodeLabel) {
        labels.removeAll { $0.label == label }
        waiting = waiting.filter { $0.key.content != .label(label) }
        repeats.removeAll { $0.label == label }
    }

    /// Returns the question to send now, with the answers that are known; `nil` if it is not time.
    mutating func dueQuery(at time: Milliseconds) -> DNSMessage? {
        guard queryTime <= time else { return nil }
        asked(at: time)
        var message = DNSMessage()
        message.questions = [ServiceRecords.pointerQuestion]
        message.answers = heard.known(at: time).prefix(Self.mostKnown).map {
            ServiceRecords.pointer(to: $0.label, timeToLive: $0.seconds)
        }
        return message
    }

    /// Plans the next question, longer after each (RFC 6762 §5.2).
    private mutating func asked(at time: Milliseconds) {
        heard.wereAsked(at: time)
        nextQuery = time + interval
        interval = min(2 * interval, Self.longestInterval)
    }

    /// Counts a question of another node, or this node's own that came back.
    mutating func othersAsked(at time: Milliseconds) {
        heard.wereAsked(at: time)
        nextQuery = max(nextQuery, time + interval / 2)
    }

    private var queryTime: Milliseconds { min(nextQuery, heard.nextRefresh ?? .max) }

    var nextTimer: Milliseconds {
        let times = Array(waiting.values) + repeats.map(\.time) + labels.compactMap(\.end)
        return min(queryTime, times.min() ?? .max, heard.nextTimer ?? .max)
    }
}
