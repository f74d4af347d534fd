package import GeoCore
package import Gossip

/// Somebody asks for help at a point, and wants everybody at the place to know where.
package struct HelpPin: Sendable, Equatable {
    package let id: HelpPinID
    /// The key that signed it.
    package let author: SignerKey
    package let point: PointE7
    package let words: String
    /// When it was written.
    package let created: HybridTime

    package init(id: HelpPinID, author: SignerKey, point: PointE7, words: String, created: HybridTime) {
        (self.id, self.author, self.point, self.words, self.created) = (id, author, point, words, created)
    }

    /// How long a pin is shown, as long as nodes keep its message.
    package static let life: Milliseconds = 6 * UTCHour.milliseconds
    /// The maximum number of characters of its words.
    package static let wordsLength = 400
}

package typealias HelpPinID = ID<HelpPin>

/// What a message of the mesh says about a help pin.
package struct HelpPinMessage: Sendable, Equatable {
    package let order: MessageOrder
    package let author: SignerKey
    package let content: Content

    package enum Content: Sendable, Equatable {
        case asks(at: PointE7, words: String)
        /// `byOperator`: the caller has checked that an operator signed it. Else it must be the pin's author.
        case resolves(HelpPinID, byOperator: Bool)
    }

    package init(_ order: MessageOrder, by author: SignerKey, _ content: Content) {
        (self.order, self.author, self.content) = (order, author, content)
    }

    /// Whose resolution it is: zeros for all operators together.
    package var resolver: SignerKey {
        if case .resolves(_, byOperator: true) = content { SignerKey(.zero) } else { author }
    }

    /// Resolutions are kept longer than pins, and at most this many: one may come before its pin.
    package static let resolutionLife = 2 * HelpPin.life
    package static let mostResolutions = 4000
}

/// Merges messages about help pins. A call returns when its changes are on disk; after an error nothing has changed.
package protocol HelpPinStore: Sendable {
    /// Merges a message that the caller has checked, at `time` of this machine's clock. Returns whether the pins that are
    /// shown changed.
    func merge(_ message: HelpPinMessage, at time: Timestamp) async throws -> Bool
    /// Takes back a message that operators hide, and merges `others`, which are about the same pin: it may have stood for
    /// them. Returns whether the pins that are shown changed.
    func takeBack(_ message: HelpPinMessage, _ others: [HelpPinMessage], at time: Timestamp) async throws -> Bool
    /// Returns the pins that are not resolved and not older than `HelpPin.life`, the newest first.
    func helpPins(at time: Timestamp) async throws -> [HelpPin]
    /// Deletes what is too old.
    func forgetHelpPins(at time: Timestamp) async throws
}
