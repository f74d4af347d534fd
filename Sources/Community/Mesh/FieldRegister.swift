import GeoCore
package import Gossip

/// The greatest message about a field of an entry of the guide, about the order of a list, or about the overlay.
package struct FieldRegister: Sendable, Equatable {
    package let order: MessageOrder
    package let value: [UInt8]?

    package init(_ order: MessageOrder, _ value: [UInt8]?) { (self.order, self.value) = (order, value) }

    /// Fields from here on are this node's own; no message sets them.
    static let firstLocal: UInt8 = 128
    /// The state of an entry, or of the overlay, that messages say.
    package static let told: UInt8 = 200
    /// The account that ordered a list last, or published the overlay.
    package static let orderer: UInt8 = 201

    /// What a node notes for itself, older than every message.
    package static func local(_ value: [UInt8]?) -> FieldRegister {
        FieldRegister(MessageOrder(time: HybridTime(rawValue: 0), id: MessageID(.zero)), value)
    }
}

extension [UInt8: FieldRegister] {
    /// Notes who ordered a list or published the overlay.
    package mutating func note(_ editor: AccountID?) { self[FieldRegister.orderer] = .local(editor?.bytes) }
}
