import GeoCore
import Gossip
import TestSupport
import Testing

/// Bodies that another implementation wrote, with what they say.
struct BodyVectors: Decodable {
    struct Good: Decodable {
        let what: String
        let message: Hex
        let says: Says
        let makes: Hex
        let register: Hex?
        let about: Hex
    }

    struct Says: Decodable {
        let text, name, place, words: String?
        let latitudeE7, longitudeE7: Int32?
        let facing, speed, field, reason: UInt8?
        let accuracyDecimetres: UInt32?
        let written: Int64?
        let minutes, features: Int?
        let members: [Hex]?
        let since: [Int64]?
        let value: Hex?
    }

    struct Wrong: Decodable {
        let what: String
        let message: Hex
        let tag: UInt8
        let cause: String
    }

    let good: [Good]
    let wrong: [Wrong]

    static var all: BodyVectors {
        get throws {
            struct File: Decodable { let bodies: BodyVectors }
            let file: File = try Vectors.read("message-vectors.json")
            return file.bodies
        }
    }
}

@Suite struct BodyTests {
    /// Reads the body of a message of any kind that has one; returns the fields that it would be written with.
    private func fields(of message: Gossip.Message) throws -> [BodyField]? {
        switch message.kind {
        case .post: try PostBody(message).fields
        case .edit: try EditBody(message).fields
        case .deletion: try DeletionBody(message).post == message.about ? [] : nil
        case .queueReport: try QueueBody(message).fields
        case .helpPin: try HelpPinBody(message).about == message.about ? HelpPinBody(message).fields : nil
        case .links: try LinksBody(message).fields
        case .guideChange: try GuideChangeBody(message).fields
        case .overlay: try OverlayBody(message).fields
        case .report: try ReportBody(message).reported == message.about ? ReportBody(message).fields : nil
        default: nil
        }
    }

    @Test func `bodies are read and written as another implementation writes them`() throws {
        let vectors = try BodyVectors.all.good
        #expect(vectors.count == 15)
        for vector in vectors {
            let message = try Message(bytes: vector.message.bytes), author = try message.author.orThrow
            let fields = try #require(try fields(of: message), "\(vector.what)")
            let draft = MessageDraft(
                message.kind, in: message.place, at: message.time, by: author, about: message.about, fields)
            #expect(draft.bytes == Array(message.bytes.dropLast(64)), "\(vector.what)")
            #expect(MessageDraft(bytes: draft.bytes).id == message.id)
            #expect(SubjectID(madeBy: message.order).bytes == vector.makes.bytes)
            #expect(message.register?.bytes == vector.register?.bytes)
            #expect((message.about?.bytes ?? Array(repeating: 0, count: 16)) == vector.about.bytes)
            try check(message, says: vector.says)
        }
    }

    private func check(_ message: Gossip.Message, says: BodyVectors.Says) throws {
        func point(_ point: PointE7?) {
            #expect([point?.latitudeE7, point?.longitudeE7] == [says.latitudeE7, says.longitudeE7])
        }
        switch message.kind {
        case .post:
            let body = try PostBody(message), location = body.location
            #expect([body.text, body.name, location?.place] == [says.text, says.name, says.place])
            #expect([location?.facing.rawValue, location?.speed.rawValue] == [says.facing, says.speed])
            #expect(location?.accuracyDecimetres == says.accuracyDecimetres && body.written == says.written)
            point(location?.point)
        case .edit: #expect(try EditBody(message).text == says.text)
        case .queueReport:
            let body = try QueueBody(message)
            #expect("\(body.place)" == says.place && body.minutes == says.minutes)
        case .helpPin:
            guard case .asks(let place, let words) = try HelpPinBody(message) else { return }
            #expect(words == says.words)
            point(place)
        case .links:
            let links = try LinksBody(message).links
            #expect(links.map(\.member) == says.members?.map { $0.bytes.reduce(0) { $0 << 8 | UInt64($1) } })
            #expect(links.map(\.since) == says.since)
        case .guideChange:
            let body = try GuideChangeBody(message)
            #expect(body.field == says.field && body.value == says.value?.bytes)
        case .overlay: #expect(try OverlayBody(message).features.count == says.features)
        case .report: #expect(try ReportBody(message).reason.rawValue == says.reason)
        default: break
        }
    }

    @Test func `a body that says nothing is refused by its first field at fault`() throws {
        let vectors = try BodyVectors.all.wrong
        #expect(vectors.count > 30)
        for vector in vectors {
            let message = try Message(bytes: vector.message.bytes)
            let fault = #expect(throws: BodyFault.self, "\(vector.what)") { try fields(of: message) }
            #expect(fault.map { "\($0.tag) \($0.cause)" } == "\(vector.tag) \(vector.cause)", "\(vector.what)")
        }
    }

    @Test func `the overlay's features come back as they were written`() throws {
        let place = PointE7(latitudeE7: 601_700_000, longitudeE7: -249_400_001)
        var stage = OverlayBody.Feature(kind: 0, travellers: 15, .point(place))
        (stage.name, stage.note) = ("Main", "loud")
        let message = try #require(
            try BodyVectors.all.good.first { $0.what == "the overlay" }.map { try Message(bytes: $0.message.bytes) })
        let features = try OverlayBody(message).features
        #expect(features[0] == stage)
        #expect(features[1].factor == 2.5 && features[1].from == message.time.milliseconds)
        #expect(features[1].until == message.time.milliseconds + 1)
        #expect(features[2].shape == .ways([42, 1 << 40]))
        let point = PointE7(latitudeE7: 0, longitudeE7: 0)
        let long = OverlayBody.Feature(kind: 7, travellers: 1, .line(Array(repeating: point, count: 1000)))
        #expect(OverlayBody(features: Array(repeating: long, count: 8)).fields != nil)
        #expect(OverlayBody(features: Array(repeating: long, count: 9)).fields == nil)
    }

    @Test func `bytes changed anywhere are no body, or one that says the same when it is written again`() throws {
        for vector in try BodyVectors.all.good {
            for bytes in Damage.flips(of: vector.message.bytes) {
                guard let message = try? Message(bytes: bytes), let author = message.author,
                    let fields = try? fields(of: message)
                else { continue }
                let draft = MessageDraft(
                    message.kind, in: message.place, at: message.time, by: author, about: message.about, fields)
                // A later version's fields are passed over, so the message may be shorter now.
                let again = try draft.message(signature: Array(repeating: 0, count: 64))
                #expect(try self.fields(of: again) == fields, "\(vector.what)")
            }
        }
    }
}
