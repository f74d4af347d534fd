/// The side that answers. It keeps nothing between messages, so one function serves links and single requests.
package enum NegentropyServer {
    /// Returns the answer to a client's message about the items of the second `since` and later ones; a message of
    /// another version gets the version that this side speaks.
    ///
    /// Throws where the bytes are no message; the caller counts rounds and bytes (`NegentropyBudget`).
    package static func answer(
        _ message: [UInt8], from items: ItemRuns, since: UInt64 = 0, _ settings: Negentropy
    ) throws(NegentropyFault) -> [UInt8] {
        let message = try NegentropyMessage(message, limits: settings.limits)
        var reply = NegentropyReply(settings, isClient: false, items: items)
        reply.answer(message, from: items.position(ofTime: since))
        return reply.bytes
    }
}
