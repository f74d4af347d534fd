import GeoCore
import Gossip
import Synchronization

extension MemoryStore: HelpPinStore {
    package func merge(_ message: HelpPinMessage, at time: Timestamp) throws -> Bool {
        try changesHelpPins(at: time) { $0.merge(message) }
    }

    package func takeBack(_ message: HelpPinMessage, _ others: [HelpPinMessage], at time: Timestamp) throws -> Bool {
        try changesHelpPins(at: time) { state in
            state.takeBack(message)
            for other in others { state.merge(other) }
        }
    }

    /// Returns whether `change` changes the pins that are shown.
    private func changesHelpPins(at time: Timestamp, _ change: (inout State) -> Void) throws -> Bool {
        try write { state in
            let before = state.helpPins(at: time)
            change(&state)
            state.forgetHelpPins(at: time)
            return state.helpPins(at: time) != before
        }
    }

    package func helpPins(at time: Timestamp) -> [HelpPin] { state.withLock { $0.helpPins(at: time) } }

    package func forgetHelpPins(at time: Timestamp) throws { try write { $0.forgetHelpPins(at: time) } }
}

extension MemoryStore.State {
    struct Resolution: Hashable {
        let pin: HelpPinID
        let by: SignerKey
    }

    fileprivate mutating func merge(_ message: HelpPinMessage) {
        switch message.content {
        case .asks(let point, let words):
            let pin = HelpPin(
                id: HelpPinID(madeBy: message.order), author: message.author, point: point, words: words,
                created: message.order.time)
            // Of two pins with one id, for which their author must have searched, the lesser stays.
            if let known = helpPins[pin.id], known.order <= message.order { return }
            helpPins[pin.id] = (message.order, pin)
        case .resolves(let pin, _):
            let key = Resolution(pin: pin, by: message.resolver)
            helpEnds[key] = max(helpEnds[key] ?? message.order, message.order)
        }
    }

    fileprivate mutating func takeBack(_ message: HelpPinMessage) {
        switch message.content {
        case .asks:
            let id = HelpPinID(madeBy: message.order)
            if helpPins[id]?.order == message.order { helpPins[id] = nil }
        case .resolves(let pin, _):
            helpEnds = helpEnds.filter { $0.key.pin != pin || $0.value != message.order }
        }
    }

    fileprivate func helpPins(at time: Timestamp) -> [HelpPin] {
        let first = HybridTime(milliseconds: time - HelpPin.life)
        return helpPins.values.map(\.pin).filter { pin in
            pin.created >= first
                && ![pin.author, SignerKey(.zero)].contains { helpEnds[Resolution(pin: pin.id, by: $0)] != nil }
        }.sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    fileprivate mutating func forgetHelpPins(at time: Timestamp) {
        let first = HybridTime(milliseconds: time - HelpPin.life)
        helpPins = helpPins.filter { $0.value.pin.created >= first }
        let firstEnd = HybridTime(milliseconds: time - HelpPinMessage.resolutionLife)
        let ends = helpEnds.filter { $0.value.time >= firstEnd }.sorted { $0.value > $1.value }
        helpEnds = Dictionary(
            uniqueKeysWithValues: ends.prefix(HelpPinMessage.mostResolutions).map { ($0.key, $0.value) })
    }
}
