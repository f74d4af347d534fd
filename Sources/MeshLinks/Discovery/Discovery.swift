package import GeoCore

/// Announces this node on its networks and finds the others, by multicast DNS (RFC 6762) and service discovery (RFC
/// 6763): events in, actions out.
///
/// The node calls itself by a random label, which it replaces in each period and whenever a network changes. It answers
/// for an old label for two more periods and a random rest, so that no label ends when another begins.
package struct Discovery: Sendable {
    private var records: ServiceRecords
    private var generator: any RandomNumberGenerator & Sendable
    /// The node's name for itself now; the first is made when the first interfaces come.
    package private(set) var label = NodeLabel(rawValue: 0)
    private var labelPeriod: Int64 = 0
    private var nextLabelTime = Milliseconds.max
    private var networks: [InterfaceID: Network] = [:]
    /// The labels that were used last: nobody dials himself, also when an old packet comes late.
    private var recent: [NodeLabel] = []
    private var hasStarted = false

    private static let mostRecent = 64
    /// Answers that others may give, too, wait this long (RFC 6762 §6).
    private static let answerDelay: ClosedRange<Milliseconds> = 20...120

    private var settings: DiscoverySettings { records.settings }

    /// The name of the place, while this node answers for it.
    package var placeName: DNSName? {
        get { records.settings.placeName }
        set { records.settings.placeName = newValue }
    }

    package init(_ settings: DiscoverySettings, using generator: any RandomNumberGenerator & Sendable) {
        records = ServiceRecords(settings: settings)
        self.generator = generator
    }

    /// When `.timer` is to be the next event; `nil` if nothing is planned.
    package var nextTimer: Milliseconds? {
        let times = networks.values.map(\.nextTimer) + [nextLabelTime]
        return times.min().flatMap { $0 == .max ? nil : $0 }
    }

    package mutating func take(_ event: DiscoveryEvent, at moment: Moment) -> [DiscoveryAction] {
        switch event {
        case .interfaces(let interfaces): return change(to: interfaces, at: moment) + due(at: moment)
        case .packet(let bytes, let segment):
            guard networks[segment.interface] != nil, let message = try? DNSMessage(bytes) else { return [] }
            if message.isResponse {
                hear(message, on: segment.interface, at: moment)
            } else {
                answer(message, from: segment, at: moment)
            }
            return due(at: moment)
        case .timer: return due(at: moment)
        case .stop: return goodbyes()
        }
    }

    // MARK: Labels

    private mutating func change(to interfaces: [MeshInterface], at moment: Moment) -> [DiscoveryAction] {
        let interfaces = interfaces.filter { !$0.addresses.isEmpty }
        let new = Dictionary(interfaces.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard !hasStarted || new != networks.mapValues(\.interface) else { return [] }
        hasStarted = true
        var actions: [DiscoveryAction] = []
        for (id, network) in networks.sorted(by: { $0.key < $1.key }) where new[id] != network.interface {
            actions += network.heard.entries.filter(\.value.isReported).keys.sorted().map { .lost($0, id) }
            networks[id] = nil
        }
        for (id, interface) in new.sorted(by: { $0.key < $1.key }) where networks[id] == nil {
            networks[id] = Network(interface, firstQuery: moment.steady + draw(Self.answerDelay))
        }
        return actions + renew(at: moment)
    }

    /// Takes a new label on all networks.
    private mutating func renew(at moment: Moment) -> [DiscoveryAction] {
        label = NodeLabel(rawValue: generator.next())
        recent = recent.suffix(Self.mostRecent - 1) + [label]
        let period = settings.period
        // At the beginning of a period by the clock, as all nodes: each of the new labels could be each node's.
        let rest = (settings.periodNumber(at: moment.clock) + 1) * period - moment.clock
        nextLabelTime = moment.steady + rest + draw(0...max(0, min(settings.spread, period / 2)))
        labelPeriod = settings.periodNumber(at: moment.clock)
        let mark = settings.secret.mark(ofPeriod: labelPeriod, port: settings.port)
        for id in networks.keys.sorted() {
            guard var network = networks[id] else { continue }
            if let last = network.labels.indices.last {
                network.labels[last].end = moment.steady + 2 * period + draw(0...period)
            }
            network.labels.append(OwnLabel(label: label, mark: mark))
            while network.labels.count > Network.mostLabels { network.end(network.labels[0].label) }
            network.announce(label, at: moment.steady + draw(Self.answerDelay))
            networks[id] = network
        }
        return [.renewed(label)]
    }

    private mutating func draw(_ range: ClosedRange<Milliseconds>) -> Milliseconds {
        Milliseconds.random(in: range, using: &generator)
    }

    // MARK: Due actions

    private mutating func due(at moment: Moment) -> [DiscoveryAction] {
        var actions: [DiscoveryAction] = []
        // When the clock is put right, others no longer know the mark.
        let isMarkOld = !networks.isEmpty && abs(settings.periodNumber(at: moment.clock) - labelPeriod) > 1
        if nextLabelTime <= moment.steady || isMarkOld { actions += renew(at: moment) }
        for id in networks.keys.sorted() {
            guard var network = networks[id] else { continue }
            for old in network.labels where old.end.map({ $0 <= moment.steady }) == true {
                network.end(old.label)
                actions += send(ServiceRecords.goodbye(of: old.label), on: network)
            }
            for answer in network.dueAnswers(at: moment.steady) {
                guard let message = message(of: answer.content, on: network) else { continue }
                actions.append(.send(message.bytes, Segment(id, answer.family)))
            }
            if let query = network.dueQuery(at: moment.steady) { actions += send(query, on: network) }
            actions += network.heard.expire(at: moment.steady).map { .lost($0, id) }
            actions += reports(&network, at: moment)
            networks[id] = network
        }
        return actions
    }

    private func message(of content: Network.Content, on network: Network) -> DNSMessage? {
        switch content {
        case .label(let label):
            network.labels.first { $0.label == label }.map { records.announcement(of: $0, on: network.interface) }
        case .place: records.placeAnswer(on: network.interface)
        }
    }

    private func send(_ message: DNSMessage, on network: Network) -> [DiscoveryAction] {
        network.interface.families.map { .send(message.bytes, Segment(network.interface.id, $0)) }
    }

    private func reports(_ network: inout Network, at moment: Moment) -> [DiscoveryAction] {
        var actions: [DiscoveryAction] = []
        for (label, entry) in network.heard.entries.sorted(by: { $0.key < $1.key }) {
            guard let due = entry.reportTime, due <= moment.steady else { continue }
            // Somebody may have said something else of the label meanwhile.
            let isComplete =
                entry.isComplete(at: moment.steady) && records.isOurs(entry.mark, port: entry.port, at: moment)
            network.heard.update(label) { $0.reportTime = nil }
            guard isComplete else { continue }
            network.heard.update(label) { ($0.isReported, $0.hasMoved) = (true, false) }
            actions.append(
                .found(HeardNode(label, on: network.interface.id, at: entry.addresses, port: entry.port)))
        }
        return actions
    }

    /// Takes leave under the newest label only: old labels that ended with it would be known as the same node's.
    private mutating func goodbyes() -> [DiscoveryAction] {
        var actions: [DiscoveryAction] = []
        for (_, network) in networks.sorted(by: { $0.key < $1.key }) {
            actions += send(ServiceRecords.goodbye(of: label), on: network)
            if let place = records.placeAnswer(on: network.interface, timeToLive: 0) {
                actions += send(place, on: network)
            }
        }
        networks = [:]
        nextLabelTime = .max
        return actions
    }

    // MARK: What others say

    private mutating func hear(_ message: DNSMessage, on id: InterfaceID, at moment: Moment) {
        guard var network = networks[id] else { return }
        let time = moment.steady
        let labels = network.heard.take(
            message.answers + message.additionals, on: network.interface, at: time, using: &generator)
        for heard in labels {
            guard let entry = network.heard.entries[heard] else { continue }
            if recent.contains(heard) {
                // Somebody else took leave in this node's name.
                let isOver = entry.pointerEnd <= time + 1000
                if isOver, network.labels.contains(where: { $0.label == heard }) {
                    network.plan(.label(heard), for: time + draw(Self.answerDelay))
                }
                continue
            }
            guard !entry.isReported || entry.hasMoved, entry.reportTime == nil, entry.isComplete(at: time),
                records.isOurs(entry.mark, port: entry.port, at: moment)
            else { continue }
            // The smaller label dials first.
            network.heard.update(heard) { $0.reportTime = time + (label < heard ? 0 : settings.wait) }
        }
        networks[id] = network
    }

    private mutating func answer(_ query: DNSMessage, from segment: Segment, at moment: Moment) {
        guard var network = networks[segment.interface] else { return }
        let time = moment.steady
        let known = Set(query.answers.filter { $0.timeToLive >= ServiceRecords.timeToLive / 2 }.map(\.data))
        for question in query.questions.prefix(Self.mostQuestions) {
            for content in contents(question, known, on: network) {
                let answer = Network.Answer(content: content, family: segment.family)
                network.plan(answer, for: time + draw(Self.answerDelay))
            }
        }
        // Somebody else asked what this node would ask (RFC 6762 §7.3).
        if query.questions.contains(ServiceRecords.pointerQuestion), !query.isTruncated,
            Set(query.answers.map(\.data)).isSubset(
                of: network.heard.known(at: time).map { .ptr(ServiceRecords.instance($0.label)) })
        {
            network.othersAsked(at: time)
        }
        networks[segment.interface] = network
    }

    private static let mostQuestions = 16

    /// The record sets that answer the question and that the asker does not know.
    private func contents(_ question: DNSQuestion, _ known: Set<DNSData>, on network: Network) -> [Network.Content] {
        if question.name == ServiceRecords.service {
            guard question.asks(for: .ptr) else { return [] }
            return network.labels.map(\.label).filter { !known.contains(.ptr(ServiceRecords.instance($0))) }
                .map { .label($0) }
        }
        if question.name == settings.placeName {
            let isNew = network.interface.addresses.map(\.address).contains { address in
                question.asks(for: address.isIPv6 ? .aaaa : .a)
                    && !known.contains(address.isIPv6 ? .aaaa(address) : .a(address))
            }
            return isNew ? [.place] : []
        }
        let isOfInstance = ServiceRecords.label(ofInstance: question.name) != nil
        guard
            let label = ServiceRecords.label(ofInstance: question.name) ?? ServiceRecords.label(ofHost: question.name),
            network.labels.contains(where: { $0.label == label })
        else { return [] }
        let types: [DNSType] = isOfInstance ? [.srv, .txt] : [.a, .aaaa]
        return types.contains(where: question.asks) ? [.label(label)] : []
    }
}
