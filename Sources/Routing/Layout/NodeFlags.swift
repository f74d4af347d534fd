/// What a junction is, one byte of `roads.nodeFlags`: in the low four bits the profiles that cannot pass it
/// (`ProfileSet`), then the marks below.
package enum NodeFlags {
    package static let blockedMask: UInt8 = 0b0000_1111
    /// The street goes on, but the extract does not: the edge of the map.
    package static let mapEdge: UInt8 = 0b0001_0000
    /// What makes one wait, in the top three bits. Alone: a traffic signal for those who come along, or against, the
    /// drawing of their way; or both.
    package static let signalForward: UInt8 = 0b0010_0000
    package static let signalBackward: UInt8 = 0b0100_0000
    /// Alone, a gate that drivers have to open. With a signal's mark: in its place a stop sign, for the same direction.
    package static let gate: UInt8 = 0b1000_0000
    package static let stopForward = gate | signalForward
    package static let stopBackward = gate | signalBackward
    /// A gate that opens for some drivers only: with the mark of the map's edge, where nobody goes on and no gate
    /// matters.
    package static let privateGate = gate | mapEdge
    private static let delayMask: UInt8 = 0b1110_0000

    /// Whether drivers have to open a gate.
    package static func isGate(_ flags: UInt8) -> Bool { flags & delayMask == gate }
    package static func isMapEdge(_ flags: UInt8) -> Bool { flags & mapEdge != 0 && !isGate(flags) }

    /// Returns the milliseconds lost on arriving at a junction by an arc that leads along, or against, the drawing of
    /// its way.
    ///
    /// They are part of the arc's time. Two seconds at a signal or, for cars, at a stop sign, and a minute at a gate,
    /// as in OSRM's profiles. A private gate costs what 300 m of a private road cost, so that nobody drives through. On
    /// which side a signal stands matters to vehicles only.
    package static func delayMillis(_ flags: UInt8, _ profile: Profile, isBackward: Bool) -> UInt32 {
        let delay = flags & delayMask
        if delay == gate { return profile != .car ? 0 : flags & mapEdge == 0 ? 60_000 : 216_000 }
        if delay & gate != 0, profile != .car { return 0 }
        let signs = profile.isVehicle ? (isBackward ? signalBackward : signalForward) : signalForward | signalBackward
        return delay & signs != 0 ? 2000 : 0
    }
}
