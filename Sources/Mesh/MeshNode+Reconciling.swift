import GeoCore
import Gossip

extension MeshNode {
    /// The second from which this node compares a class: rounded up to a minute, so that both sides name the same one.
    private func since(_ messageClass: MessageClass, at time: Timestamp) -> UInt64 {
        let end = messageClass.life.map { max(0, time - $0 + 59_999) / 60_000 * 60 } ?? 0
        return max(UInt64(end), index[messageClass].floor)
    }

    mutating func reconcileOnTime(on link: LinkID, at now: MeshInstant) {
        guard let place = place(of: link) else { return }
        if let run = links[place].run, run.deadline <= now.steady {
            links[place].run = nil
            if run.tries < ReconcileRun.mostTries { begin(run.classes, on: place, tries: run.tries + 1, at: now) }
        }
        guard let next = links[place].nextRun, next <= now.steady else { return }
        let pause = settings.reconcileInterval.random(&generator)
        links[place].nextRun = now.steady + pause
        guard links[place].run == nil else { return }
        begin(MessageClass.allCases, on: place, tries: 1, at: now)
    }

    /// Compares on all links that this side dialled. A node that knew no time compared nothing when they came up.
    mutating func reconcileAll(at now: MeshInstant) {
        guard time(at: now) != nil else { return }
        for place in links.indices where links[place].nextRun != nil {
            links[place].nextRun = now.steady
            reconcileOnTime(on: links[place].id, at: now)
        }
    }

    private mutating func begin(_ classes: [MessageClass], on place: Int, tries: Int, at now: MeshInstant) {
        guard let time = time(at: now), let first = classes.first else { return }
        links[place].run = ReconcileRun(
            classes: classes, client: NegentropyClient(negentropy(settings.frameLimit)),
            since: since(first, at: time), deadline: now.steady + settings.answerTime, tries: tries)
        open(place, at: now)
    }

    private func negentropy(_ frameLimit: Int) -> Negentropy { Negentropy(.usual, frameLimit: frameLimit) }

    /// Sends the first query about the class at hand.
    private mutating func open(_ place: Int, at now: MeshInstant) {
        guard var run = links[place].run, let messageClass = run.classes.first else { return }
        run.client = NegentropyClient(negentropy(settings.frameLimit), since: run.since)
        let opening = run.client.opening(of: index[messageClass].items, using: &generator)
        links[place].run = run
        ask(opening, messageClass, run.since, on: place, at: now)
    }

    private mutating func ask(
        _ negentropy: [UInt8], _ messageClass: MessageClass, _ since: UInt64, on place: Int, at now: MeshInstant
    ) {
        let frame = ReconcileFrame(
            messageClass, frameLimit: UInt32(settings.frameLimit), since: since, negentropy)
        guard links[place].taken.takeReconciled(negentropy.count, at: now.steady) else {
            links[place].run = nil
            return
        }
        let deadline = now.steady + settings.answerTime
        links[place].run?.deadline = deadline
        send(.query(frame), on: links[place].id)
    }

    /// Answers a query. This side keeps nothing of it.
    mutating func answer(_ query: ReconcileFrame, on link: LinkID, at now: MeshInstant) {
        guard let place = place(of: link), let time = time(at: now) else { return }
        let answer: ReconcileFrame
        do { answer = try self.answer(to: query, at: time) } catch {
            punish(.malformed, link, at: now)
            return
        }
        guard links[place].taken.takeReconciled(answer.negentropy.count, at: now.steady) else { return }
        send(.answer(answer), on: link)
    }

    private func answer(to query: ReconcileFrame, at time: Timestamp) throws(NegentropyFault) -> ReconcileFrame {
        // A little earlier than this node would ask, so that clocks that differ a little make no second round.
        let since = max(query.since, self.since(query.messageClass, at: time - settings.expiryGrace))
        var answer: [UInt8] = []
        if since == query.since {
            let limit = min(max(Int(query.frameLimit), Negentropy.smallestFrame), settings.frameLimit)
            answer = try NegentropyServer.answer(
                query.negentropy, from: index[query.messageClass].items, since: since, negentropy(limit))
        }
        return ReconcileFrame(query.messageClass, frameLimit: query.frameLimit, since: since, answer)
    }

    /// Answers a query that came without a link, from a phone: the content of a frame of kind 10, to that of one of
    /// kind 11. `nil` where the query means nothing, or where the node does not know what time it is.
    package func answer(query: [UInt8], at now: MeshInstant) -> [UInt8]? {
        guard let time = time(at: now), let query = try? ReconcileFrame(query[...]) else { return nil }
        return try? answer(to: query, at: time).bytes
    }

    /// Reads the answer to a query of this side; any other is passed over.
    mutating func read(_ answer: ReconcileFrame, on link: LinkID, at now: MeshInstant) {
        guard let place = place(of: link), var run = links[place].run, run.classes.first == answer.messageClass else {
            return
        }
        guard answer.since == run.since else {
            guard answer.since > run.since, run.restarts < ReconcileRun.mostRestarts else {
                return finish(place, at: now)
            }
            run.restarts += 1
            run.since = answer.since
            links[place].run = run
            return open(place, at: now)
        }
        let step: NegentropyClient.Step
        do { step = try run.client.receive(answer.negentropy, about: index[answer.messageClass].items) } catch {
            links[place].run = nil
            punish(.malformed, link, at: now)
            return
        }
        links[place].run = run
        exchange(step, on: place, at: now.steady)
        switch step.next {
        case .send(let bytes): ask(bytes, answer.messageClass, run.since, on: place, at: now)
        case .finished, .spent: finish(place, at: now)
        }
    }

    /// Goes on to the next class.
    private mutating func finish(_ place: Int, at now: MeshInstant) {
        guard var run = links[place].run, let time = time(at: now) else { return }
        run.classes.removeFirst()
        run.restarts = 0
        guard let next = run.classes.first else {
            links[place].run = nil
            return
        }
        run.since = since(next, at: time)
        links[place].run = run
        open(place, at: now)
    }

    /// Sends what the other side lacks, and asks for what this side lacks.
    private mutating func exchange(_ step: NegentropyClient.Step, on place: Int, at time: Milliseconds) {
        let have = step.have.filter { isPassedOn($0) }
        if !have.isEmpty {
            links[place].carry.append(have)
            if links[place].carry.due == nil { links[place].carry.due = time }
        }
        var needed: [UInt64] = []
        for id in step.need where !needsNot(id.beginning) && asks[id.beginning] == nil {
            let isNoted = fetches.note(
                id.beginning, of: links[place].id, isOffer: true, most: CarryQueue.most, due: time + settings.answerTime
            )
            if isNoted { needed.append(id.beginning) }
        }
        for part in needed.chunks(of: Frame.mostBeginnings) {
            guard links[place].taken.takeReconciled(8 * part.count, at: time) else { break }
            send(.fetch(part), on: links[place].id)
        }
    }

    private func isPassedOn(_ id: MessageID) -> Bool { index[id].map { $0.hasBytes && passesOn($0.facts) } ?? false }

    /// Puts the messages that the other side asked for behind those that it waits for.
    mutating func queue(_ beginnings: [UInt64], for link: LinkID, at time: Milliseconds) throws {
        guard let place = place(of: link) else { return }
        var found: [MessageID] = [], gone: [UInt64] = []
        for beginning in beginnings {
            if let id = index.id(beginning: beginning), isPassedOn(id) {
                found.append(id)
            } else {
                gone.append(beginning)
            }
        }
        if !gone.isEmpty { send(.gone(gone), on: link) }
        guard !found.isEmpty else { return }
        links[place].carry.append(found)
        if links[place].carry.due == nil { links[place].carry.due = time }
        try carry(on: link, at: time)
    }

    /// Sends a part of what the other side lacks.
    mutating func carry(on link: LinkID, at time: Milliseconds) throws {
        guard let place = place(of: link), let due = links[place].carry.due, due <= time else { return }
        links[place].carry.due = nil
        var sent = 0
        while sent < settings.carryChunk, let id = links[place].carry.popFirst() {
            guard let bytes = try store.bytes(of: id) else { continue }
            guard links[place].taken.takeReconciled(bytes.count, at: time) else {
                // The budget of the hour is used up: the rest is found by comparing later.
                links[place].carry = CarryQueue()
                return
            }
            sent += bytes.count
            send(.carried(bytes), on: link)
        }
        if links[place].carry.count > 0 { links[place].carry.due = time + settings.carryPause }
    }
}
