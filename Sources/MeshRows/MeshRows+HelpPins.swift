package import Community
package import GeoCore
package import Gossip
import Merging
import Mesh
import MeshHost

/// Help pins of people who write at this server without a key of their own.
extension MeshRows {
    /// Why a pin is not resolved.
    package enum HelpPinFault: Error, Equatable {
        case notFound
        /// Only the author resolves a pin, and the organiser's operators.
        case notAllowed
    }

    /// The person who resolves a pin.
    package enum Resolver: Sendable {
        /// By each of the keys that somebody has here.
        case author([SignerID])
        /// An operator of this server; the place's key signs for them.
        case `operator`
    }

    /// The pins that nobody resolved, the newest first. Those of hidden authors are left out at once; the rows follow
    /// in a moment.
    package func helpPins() async throws -> [HelpPin] {
        let roster = await host.currentRoster
        return try await merge.helpPins(at: await host.time).filter { !roster.hidden.has(.author, $0.author.bytes) }
    }

    /// The name to show for an author: that of the roster, or of an account here. `isNamed`: whether the roster has it.
    package func name(of author: SignerKey) async -> (name: String?, isNamed: Bool) {
        let roster = await host.currentRoster
        return (roster.names[author] ?? people.accounts[author]?.name.text, roster.names[author] != nil)
    }

    /// Whether this is the organiser's server, where operators resolve pins.
    package var signsRoster: Bool { get async { await host.signsRoster } }

    /// The author of what this server signs for somebody.
    package nonisolated func author(_ signer: SignerID) -> SignerKey { keys.key(of: signer) }

    /// Asks for help at a point for somebody, and returns the pin once it is on disk. The same words at the same point
    /// are the pin that is there. Throws `WritingFault` where the node does not take it.
    package func askForHelp(
        at point: PointE7, _ words: String, by signer: SignerID, _ account: Account?
    ) async throws -> HelpPin {
        let author = author(signer)
        let known = try await helpPins().first { $0.author == author && $0.point == point && $0.words == words }
        if let known { return known }
        let message = try await signed(.asks(at: point, words: words), by: signer)
        try await give(message)
        if let account {
            people.add(account, author)
            try await name([author], writes: true)
        }
        return HelpPin(
            id: HelpPinID(madeBy: message.order), author: author, point: point, words: words,
            created: message.order.time)
    }

    /// Resolves a pin. An author whose pin is resolved already resolves it once more, which changes nothing.
    package func resolve(_ id: HelpPinID, by resolver: Resolver) async throws {
        guard let pin = try await helpPins().first(where: { $0.id == id }) else { throw HelpPinFault.notFound }
        let body = HelpPinBody.resolves(id.subject)
        switch resolver {
        case .author(let signers):
            guard let signer = signers.first(where: { author($0) == pin.author }) else {
                throw HelpPinFault.notAllowed
            }
            try await give(try await signed(body, by: signer))
        case .operator:
            guard await host.signsRoster else { throw HelpPinFault.notAllowed }
            try await give(try await host.signedByPlace(.helpPin, about: body.about, body.fields))
        }
    }

    private func signed(_ body: HelpPinBody, by signer: SignerID) async throws -> Message {
        guard let time = await host.reading() else { throw WritingFault.refused(.refused(.noClock)) }
        guard let message = merge.message(of: body, by: signer, at: time) else { throw WritingFault.text }
        return message
    }

    /// Gives the node a message, and makes its row at once, so that its author sees it.
    private func give(_ message: Message) async throws {
        try await host.takeWritten(message)
        try await follow(message)
    }
}
