import GeoCore
import Gossip

extension MeshNode {
    func place(of link: LinkID) -> Int? { links.firstIndex { $0.id == link } }

    mutating func send(_ frame: Frame, on link: LinkID) { actions.append(.send(link, frame.bytes)) }

    /// Passes a kept message on: whole on eager links, as a notice on the others. A message that was carried here long
    /// after it was written is offered instead: most neighbours may have it.
    mutating func spread(_ message: Message, from source: LinkID?, isCarried: Bool, at time: Milliseconds) {
        let frame = Frame.message(message.bytes).bytes, beginning = message.id.beginning
        // Strangers leave half of the budget to authors whom the roster names.
        let reserve = message.author.map(roster.names) ?? false ? 0 : 0.5
        for place in links.indices where links[place].id != source {
            if isCarried {
                let due = time + noticeDelay()
                links[place].offers.append(beginning, due: due)
            } else if links[place].isEager, links[place].taken.takeMessage(frame.count, reserve: reserve, at: time) {
                actions.append(.send(links[place].id, frame))
            } else {
                let due = time + noticeDelay()
                links[place].notices.append(beginning, due: due)
            }
            if links[place].notices.isFull || links[place].offers.isFull {
                flush(place, at: time)
            }
        }
    }

    private mutating func waitingTime() -> Milliseconds {
        settings.patience + (0...settings.patienceSpread).random(&generator)
    }

    private mutating func noticeDelay() -> Milliseconds { settings.noticeDelay.random(&generator) }

    mutating func sendBatches(on link: LinkID, at time: Milliseconds) {
        guard let place = place(of: link) else { return }
        let dues = [links[place].notices.due, links[place].offers.due].compactMap { $0 }
        if let due = dues.min(), due <= time { flush(place, at: time) }
    }

    /// Sends what a link's batches hold. What the budget does not allow is found by comparing.
    private mutating func flush(_ place: Int, at time: Milliseconds) {
        let link = links[place].id, notices = links[place].notices.take(), offers = links[place].offers.take()
        if !notices.isEmpty, links[place].taken.takeFrame(8 * notices.count, at: time) {
            send(.notices(notices), on: link)
        }
        if !offers.isEmpty, links[place].taken.takeFrame(8 * offers.count, at: time) {
            send(.offers(offers), on: link)
        }
    }

    /// Takes a whole message from a link.
    mutating func take(_ bytes: [UInt8], from link: LinkID, isCarried: Bool, at now: MeshInstant) throws {
        guard let place = place(of: link) else { return }
        let peer = links[place].peer
        let message: Message
        do { message = try Message(bytes: bytes) } catch {
            counters.malformed += 1
            punish(.malformed, link, at: now)
            return
        }
        let beginning = message.id.beginning
        links[place].notices.remove(beginning)
        links[place].offers.remove(beginning)
        switch try accept(message, from: peer, link: link, at: now, isCarried: isCarried) {
        case .kept:
            counters.kept += 1
            guard !isCarried, !late.contains(beginning), let place = self.place(of: link) else { break }
            lateInARow = 0
            links[place].isEager = true
        case .blocked: counters.kept += 1
        case .known:
            counters.known += 1
            // The second copy of a late message says nothing about the tree.
            if !isCarried, !late.contains(beginning) { makeLazy(link, at: now.steady) }
        case .held: forget(beginning)
        case .refused(let refusal): refuse(message, refusal, from: link, at: now)
        }
    }

    private mutating func refuse(_ message: Message, _ refusal: Refusal, from link: LinkID, at now: MeshInstant) {
        counters.refused[refusal, default: 0] += 1
        switch refusal {
        case .badSignature, .badStamp: punish(.badSignature, link, at: now)
        case .otherPlace, .noStamp: punish(.outOfPlace, link, at: now)
        case .tooOld:
            // The id names the time, so a forged message of this id would be refused as well.
            forget(message.id.beginning)
            refused.insert(message.id.beginning)
        case .hidden:
            forget(message.id.beginning)
            // Nobody has checked the stamp: with another one the message may be good.
            let facts = MessageFacts(unstamped: message)
            if roster.verdict(on: facts) == .hidden { refused.insert(message.id.beginning) }
        case .tooEarly, .stampTime, .notAllowed, .unknownMember, .overQuota, .replaced, .noClock:
            forget(message.id.beginning)
        }
    }

    /// A second copy came: the tree needs this link no longer. Says so again only after a while, since copies may be on
    /// their way.
    private mutating func makeLazy(_ link: LinkID, at time: Milliseconds) {
        guard let place = place(of: link) else { return }
        links[place].isEager = false
        if let last = links[place].lastLazy, time - last < settings.patience { return }
        links[place].lastLazy = time
        if links[place].taken.takeFrame(1, at: time) { send(.lazy, on: link) }
    }

    /// Returns whether the node has no use for a message of this beginning.
    func needsNot(_ beginning: UInt64) -> Bool {
        index.id(beginning: beginning) != nil || held.contains(beginning) || refused.contains(beginning)
            || fetches[beginning] != nil
    }

    mutating func note(_ beginnings: [UInt64], isOffer: Bool, from link: LinkID, at time: Milliseconds) {
        guard let place = place(of: link) else { return }
        var wanted: [UInt64] = []
        // One time for all of them, so that one frame asks for those that do not come.
        let patience = isOffer ? settings.patience : waitingTime()
        for beginning in beginnings {
            if isOffer { links[place].offers.remove(beginning) } else { links[place].notices.remove(beginning) }
            guard !needsNot(beginning) else { continue }
            let isNew = asks[beginning] == nil
            let isNoted = asks.note(
                beginning, of: link, isOffer: isOffer, most: settings.mostAsksOfALink, due: time + patience)
            if isOffer, isNew, isNoted { wanted.append(beginning) }
        }
        guard !wanted.isEmpty, links[place].taken.takeReconciled(8 * wanted.count, at: time) else { return }
        send(.fetch(wanted), on: link)
    }

    /// Asks for messages that were announced and did not come.
    mutating func askForLate(at time: Milliseconds) {
        while fetches.popDue(at: time, patience: 0) != nil {}
        var asked: [LinkID: [UInt64]] = [:], fetched: [LinkID: [UInt64]] = [:]
        while let (beginning, ask, link) = asks.popDue(at: time, patience: settings.patience) {
            if ask.isOffer {
                fetched[link, default: []].append(beginning)
            } else {
                asked[link, default: []].append(beginning)
                if ask.attempts == 1 { lateInARow += 1 }
                late.insert(beginning)
            }
        }
        for place in links.indices {
            let link = links[place].id
            for beginnings in (asked[link] ?? []).chunks(of: Frame.mostBeginnings) {
                let joins = lateInARow >= settings.lateToJoin
                if joins { links[place].isEager = true }
                guard links[place].taken.takeFrame(8 * beginnings.count, at: time) else { continue }
                links[place].asked += beginnings.count
                send(.ask(beginnings, joins: joins), on: link)
            }
            for beginnings in (fetched[link] ?? []).chunks(of: Frame.mostBeginnings) {
                guard links[place].taken.takeReconciled(8 * beginnings.count, at: time) else { continue }
                send(.fetch(beginnings), on: link)
            }
        }
    }

    /// Answers a neighbour that lacks messages of which it got notices.
    mutating func answer(_ beginnings: [UInt64], joins: Bool, from link: LinkID, at time: Milliseconds) throws {
        guard let place = place(of: link) else { return }
        if joins { links[place].isEager = true }
        var gone: [UInt64] = [], sent = 0
        for beginning in beginnings {
            guard let bytes = try index.id(beginning: beginning).flatMap({ try passed($0) }) else {
                gone.append(beginning)
                continue
            }
            // The other side asks again for what does not come.
            guard sent < settings.mostAnswered, links[place].taken.takeReconciled(bytes.count, at: time) else { break }
            sent += bytes.count
            send(.message(bytes), on: link)
        }
        if !gone.isEmpty { send(.gone(gone), on: link) }
    }

    /// The bytes of a message that this node passes on.
    private func passed(_ id: MessageID) throws -> [UInt8]? {
        guard let message = index[id], passesOn(message.facts) else { return nil }
        return try store.bytes(of: id)
    }
}

extension Array {
    /// The elements in their order, in arrays of `count`; the last one may be shorter.
    func chunks(of count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}

extension ClosedRange<Milliseconds> {
    /// A length of time in the range, each equally likely.
    func random(_ generator: inout any RandomNumberGenerator) -> Milliseconds {
        lowerBound + Milliseconds(generator.next() % UInt64(upperBound - lowerBound + 1))
    }
}
