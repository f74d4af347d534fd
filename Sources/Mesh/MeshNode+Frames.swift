import GeoCore
import Gossip

extension MeshNode {
    /// Reads a frame, where the peer's budget allows it.
    mutating func read(_ bytes: [UInt8], from link: LinkID, at now: MeshInstant) throws {
        guard let place = place(of: link) else { return }
        links[place].probe = nil
        guard isAllowed(bytes, from: place, at: now.steady) else {
            counters.overBudget += 1
            let first = bytes.first ?? 0
            if first == 2 { askForLess(link, at: now.steady) }
            punish(.overBudget, link, at: now)
            return
        }
        let frame: Frame
        do { frame = try Frame(bytes) } catch {
            punish(.malformed, link, at: now)
            return
        }
        switch frame {
        case .hello(let hello):
            let knewTime = time(at: now) != nil
            links[place].clockOffset = hello.isClockSet ? hello.clock &- now.steady : nil
            if !knewTime { reconcileAll(at: now) }
        case .message(let bytes): try take(bytes, from: link, isCarried: false, at: now)
        case .carried(let bytes): try take(bytes, from: link, isCarried: true, at: now)
        case .notices(let beginnings): note(beginnings, isOffer: false, from: link, at: now.steady)
        case .offers(let beginnings): note(beginnings, isOffer: true, from: link, at: now.steady)
        case .ask(let beginnings, let joins): try answer(beginnings, joins: joins, from: link, at: now.steady)
        case .lazy: links[place].isEager = false
        case .fetch(let beginnings): try queue(beginnings, for: link, at: now.steady)
        case .gone(let beginnings):
            for beginning in beginnings { forget(beginning) }
        case .query(let query): answer(query, on: link, at: now)
        case .answer(let answer): read(answer, on: link, at: now)
        case .acknowledged(let all): for one in all { learn(one, from: links[place].peer.key) }
        }
    }

    /// Charges a frame to the peer's budget by its kind; returns whether there was enough.
    private mutating func isAllowed(_ bytes: [UInt8], from place: Int, at time: Milliseconds) -> Bool {
        switch bytes.first {
        case 2:
            // An answer to `.ask` is not fresh. Its id costs a digest to know, so the messages of a link count as
            // answers until as many have come as were asked for.
            if links[place].asked > 0 {
                links[place].asked -= 1
                return links[place].given.takeReconciled(bytes.count, at: time)
            }
            return links[place].given.takeMessage(bytes.count, at: time)
        case 6, 7, 10, 11: return links[place].given.takeReconciled(bytes.count, at: time)
        default: return links[place].given.takeFrame(bytes.count, at: time)
        }
    }

    /// Nobody needs to bring the message any more.
    mutating func forget(_ beginning: UInt64) {
        asks.remove(beginning)
        fetches.remove(beginning)
    }

    private mutating func askForLess(_ link: LinkID, at time: Milliseconds) {
        guard let place = place(of: link) else { return }
        if let last = links[place].lastLazy, time - last < settings.patience { return }
        links[place].lastLazy = time
        send(.lazy, on: link)
    }

    /// Counts an offence of a link's peer, and closes the link where it was one too many.
    mutating func punish(_ offence: Offence, _ link: LinkID, at now: MeshInstant) {
        guard let place = place(of: link) else { return }
        guard misbehaviour.add(offence, by: links[place].peer.key, at: now.steady) else { return }
        counters.bans += 1
        close(link, .banned, at: now)
    }

    mutating func track(_ message: Message, from link: LinkID?, at time: Milliseconds) {
        guard [.talk, .posts, .mail].contains(message.messageClass) else { return }
        var sketch = Sketch()
        sketch.insert(key.beginning, for: message.id.beginning)
        // Half of the delay is random, so that acknowledgements of one message do not all come at once.
        let delay = settings.acknowledgeDelays.first ?? 0
        let tracked = Deliveries.Tracked(
            id: message.id, since: time, upstream: link, sketch: sketch,
            notBefore: time + delay / 2 + (0...max(1, delay)).random(&generator))
        deliveries.track(tracked, most: settings.mostTracked)
        if link == nil { actions.append(.delivery(message.id, tracked.state)) }
    }

    private mutating func learn(_ acknowledgement: Acknowledgement, from peer: SignerKey) {
        guard let (id, state) = deliveries.learn(acknowledgement, from: peer) else { return }
        actions.append(.delivery(id, state))
    }

    mutating func acknowledge(at time: Milliseconds) {
        guard let due = deliveries.due, due <= time else { return }
        let all = deliveries.takeDue(at: time, delays: settings.acknowledgeDelays)
        for place in links.indices {
            let link = links[place].id
            for part in all.filter({ $0.0 == link }).map(\.1).chunks(of: Frame.mostBeginnings / 2) {
                guard links[place].taken.takeFrame(16 * part.count, at: time) else { continue }
                send(.acknowledged(part), on: link)
            }
        }
    }
}
