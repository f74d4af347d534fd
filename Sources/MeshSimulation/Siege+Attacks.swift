import GeoCore
import Gossip
import Mesh

extension Siege {
    /// Lets honest people write at most a thousand messages, so that what a node remembers is about the attack.
    mutating func pace(_ pause: Milliseconds, _ events: Int) {
        writingPause = max(2000, pause * Milliseconds(events) / 1000)
    }

    mutating func flood(_ events: Int) throws {
        pace(1, events)
        for number in 0..<events {
            let link = try attackLinkOfGuest()
            let message = try simulation.message(by: freshSigner(), UInt64(number))
            try send(Frame.message(message.bytes).bytes, on: link, then: 1)
            note(events)
        }
        let bans = simulation.node(Self.attacked).counters.bans
        report.remark = "\(bans) bans, \(foreign(at: Self.attacked).count) foreign messages kept"
        // A guest may link each second, and is banned soon after its budget of a second.
        if bans < events / 2000 { report.faults.append("\(bans) bans are too few") }
    }

    mutating func makeUpAuthors(_ events: Int, entryADay: Int) throws {
        pace(25, events)
        for number in 0..<events {
            let link = try attackLinkOfGuest()
            let message = try simulation.message(by: freshSigner(), UInt64(number))
            try send(Frame.message(message.bytes).bytes, on: link, then: 25)
            note(events)
        }
        let day: Milliseconds = 86_400_000, start = simulation.settings.start
        let days = Int((start + simulation.time) / day - start / day) + 1
        for node in 0...Self.last {
            let kept = foreign(at: node).count
            report.remark = "\(kept) foreign messages kept in \(days) days of quotas"
            if kept > entryADay * days { report.faults.append("node \(node) keeps \(kept), more than the quota") }
            if kept == 0 { report.faults.append("nothing of the strangers was kept") }
        }
    }

    mutating func sendMalformed(_ events: Int) throws {
        let good = try simulation.message(by: freshSigner(), 1)
        let query = ReconcileFrame(
            .talk, frameLimit: 32_768, since: 0, [0x61, 0, 0, 1] + [UInt8](repeating: 7, count: 16))
        let models = [
            Frame.message(good.bytes).bytes, Frame.carried(good.bytes).bytes, Frame.query(query).bytes,
            Frame.answer(query).bytes, Frame.notices([1, 2, 3]).bytes, Frame.fetch([4, 5]).bytes,
            Frame.acknowledged([Acknowledgement(beginning: 1, sketch: Sketch(bits: 2))]).bytes,
        ]
        pace(5, events)
        for number in 0..<events {
            let link = try attackLinkOfGuest()
            try send(malformed(models, number), on: link, then: 5)
            note(events)
        }
        for node in 0...Self.last where !foreign(at: node).isEmpty {
            report.faults.append("node \(node) shows what nobody wrote")
        }
        report.remark = "\(simulation.node(Self.attacked).counters.bans) bans"
        if simulation.node(Self.attacked).counters.bans == 0 { report.faults.append("nobody was banned") }
    }

    /// A frame of the models with a byte changed behind the first, cut short, or random bytes.
    private mutating func malformed(_ models: [[UInt8]], _ number: Int) -> [UInt8] {
        var frame = models[number % models.count]
        switch simulation.generator.index(below: 3) {
        case 0:
            // Byte by byte through the frame, so that each is changed.
            let place = 1 + number / models.count % (frame.count - 1)
            frame[place] ^= UInt8(1 + simulation.generator.index(below: 255))
            return frame
        case 1: return Array(frame.prefix(simulation.generator.index(below: frame.count)))
        default:
            return (0..<simulation.generator.index(below: 300)).map { _ in
                UInt8(truncatingIfNeeded: simulation.generator.next())
            }
        }
    }

    mutating func replay(_ events: Int) throws {
        // First something to record.
        for _ in 0..<200 { try send([5], on: nil, then: 100) }
        let frames = simulation.recorded
        let shown = simulation.shown(Self.attacked)
        pace(20, events)
        for number in 0..<events {
            let link = try attackLinkOfGuest()
            try send(frames[number % frames.count], on: link, then: 20)
            note(events)
        }
        report.remark = "\(frames.count) frames replayed, \(shown.count) messages were there before"
        if shown.isEmpty || frames.count < 20 { report.faults.append("nothing was recorded") }
        if !foreign(at: Self.attacked).isEmpty { report.faults.append("a replayed frame brought something new") }
    }

    mutating func fill(_ events: Int) throws {
        pace(600, events)
        var kept: [(MessageID, MessageClass)] = []
        for number in 0..<10 {
            kept.append((try writeHonestly(.names, size: 1000, UInt64(number)), .roster))
            kept.append((try writeHonestly(.sealedMail, size: 8192, UInt64(number)), .mail))
            kept.append((try writeHonestly(.post, size: 1000, UInt64(number)), .posts))
        }
        var pushed = 0
        for number in 0..<events {
            let signer = FakeSigner(Self.firstBad + UInt64(number / 500) % Self.badMembers)
            if number.isMultiple(of: 500), let link = try attackLink(as: { _ in (signer, true) }) {
                try simulation.disconnect(link)
            }
            let link = try attackLink { _ in (signer, true) }
            let message = try simulation.message(.post, by: freshSigner(), size: 32_000, UInt64(number))
            let stamped = message.stamped(by: signer, at: simulation.now)
            pushed += stamped.bytes.count
            try send(Frame.message(stamped.bytes).bytes, on: link, then: 600)
            note(events)
        }
        let cap = simulation.settings.mesh.classes[.posts].bytes
        for node in 0...Self.last {
            let bytes = simulation.node(node).keptBytes(of: .posts)
            report.remark = "\(pushed / 1_000_000) MB pushed, \(bytes / 1000) kB of \(cap / 1000) kB kept"
            if bytes > cap { report.faults.append("node \(node) keeps \(bytes) bytes of posts") }
            for (id, messageClass) in kept {
                let message = simulation.node(node).messages(of: messageClass).first { $0.facts.id == id }
                if message?.hasBytes != true { report.faults.append("node \(node) lost an honest \(messageClass)") }
            }
        }
    }
}
