import Community
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost
import MeshRows

/// Help pins over HTTP: this server signs for its accounts, and for guests by keys of their own choice.
struct HelpPinAnswers: Sendable {
    private let joined: MeshRows?

    init(_ rows: MeshRows?) { joined = rows }

    private var rows: MeshRows {
        get throws(ErrorBody) {
            guard let joined else { throw MeshAnswers.noMesh }
            return joined
        }
    }

    func pins(for viewer: Viewer) async throws -> HelpPins {
        let rows = try rows, found = try await translated { try await rows.helpPins() }
        var pins: [HereaboutsAPI.HelpPin] = []
        for pin in found { pins.append(await shown(pin, rows, viewer)) }
        return HelpPins(pins: pins)
    }

    func add(_ pin: NewHelpPin, by viewer: Viewer) async throws -> HereaboutsAPI.HelpPin {
        let rows = try rows, signers = try Self.signers(viewer, key: pin.key)
        guard let coordinate = Coordinate(latitude: pin.lat, longitude: pin.lon) else {
            throw ErrorBody(.invalidBody, "lat or lon is not on Earth", field: "lat")
        }
        try Timeline.check(pin.text, "text", maximum: Community.HelpPin.wordsLength)
        let made = try await translated {
            try await rows.askForHelp(at: PointE7(coordinate), pin.text, by: signers[0], viewer.account)
        }
        return await shown(made, rows, viewer)
    }

    func resolve(_ id: String, key: String?, by viewer: Viewer) async throws {
        let rows = try rows, pin = try HelpPinID(path: id)
        let isOperator = viewer.account.map { $0.role == .operator } ?? false
        let signers = try Self.signers(viewer, key: key)
        try await translated {
            // The author's own word counts everywhere; an operator's needs the organiser's server.
            do { try await rows.resolve(pin, by: .author(signers)) } catch MeshRows.HelpPinFault.notAllowed
                where isOperator
            { try await rows.resolve(pin, by: .operator) }
        }
    }

    /// For whom the server signs: an account first, and the guest with a key, of which the server keeps nothing.
    /// Somebody who logged in after they asked for help is both.
    private static func signers(_ viewer: Viewer, key: String?) throws(ErrorBody) -> [SignerID] {
        let account = viewer.account.map { SignerID($0.id.subject) }
        if let account, key == nil { return [account] }
        guard let key, (16...64).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ErrorBody(.invalidBody, "key is not 16 to 64 visible ASCII characters", field: "key")
        }
        let digest = PortableSHA256.digest(of: Array("hereabouts guest 1".utf8) + [0] + Array(key.utf8)).bytes
        guard let subject = SubjectID(digest.prefix(16)) else { preconditionFailure("a digest has 32 bytes") }
        return (account.map { [$0] } ?? []) + [SignerID(subject)]
    }

    private func shown(_ pin: Community.HelpPin, _ rows: MeshRows, _ viewer: Viewer) async -> HereaboutsAPI.HelpPin {
        let (name, isNamed) = await rows.name(of: pin.author)
        var mayResolve = false
        if let account = viewer.account {
            let isOwn = rows.author(SignerID(account.id.subject)) == pin.author
            mayResolve = isOwn ? true : account.role == .operator ? await rows.signsRoster : false
        }
        let coordinate = Coordinate(pin.point)
        return HereaboutsAPI.HelpPin(
            id: pin.id.text, lat: coordinate.latitude, lon: coordinate.longitude, text: pin.words,
            time: Int(pin.created.milliseconds), author: Hexadecimal.text(pin.author.bytes.bytes), name: name,
            isNamed: isNamed, mayResolve: mayResolve)
    }

    private func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let fault as MeshFault {
            throw ErrorBody(.unavailable, fault.description)
        } catch let fault as WritingFault {
            let words = WritingWords(
                thing: "help pin", text: "text has more than \(HelpPinBody.longestWords) bytes",
                often: "you have asked for help, or resolved help pins, as often as you may")
            throw ErrorBody(fault, words)
        } catch let fault as MeshRows.HelpPinFault {
            throw ErrorBody(fault)
        }
    }
}

extension ErrorBody {
    fileprivate init(_ fault: MeshRows.HelpPinFault) {
        switch fault {
        case .notFound: self.init(.notFound, "there is no such help pin, or it is resolved already")
        case .notAllowed:
            self.init(.notAllowed, "only its author resolves a help pin, and operators at the organiser's server")
        }
    }
}
