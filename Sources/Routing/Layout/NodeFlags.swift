/// Properties of a junction, one byte of `roads.nodeFlags`: in the low four bits the profiles that cannot pass it
/// (`ProfileSet`), then the marks below.
package enum NodeFlags {
    package static let blockedMask: UInt8 = 0b0000_1111
    /// The edge of the map: the street continues, but the extract does not.
    package static let mapEdge: UInt8 = 0b0001_0000
    /// Delays, in the top three bits. Alone, this is a traffic signal for travel along, or against, the drawing of the
    /// way; or both.
    package static let signalForward: UInt8 = 0b0010_0000
    package static let signalBackward: UInt8 = 0b0100_0000
    /// Alone, a gate that drivers must open. With a signal's mark, it replaces the signal by a stop sign for the same
    /// direction.
    package static let gate: UInt8 = 0b1000_0000
    package static let stopForward = gate | signalForward
    package static let stopBackward = gate | signalBackward
    /// A gate that opens only for some drivers. It uses the mark of the map's edge, where nobody goes on and gates do
    /// not matter.
    package static let privateGate = gate | mapEdge
    private static let delayMask: UInt8 = 0b1110_0000

    /// Whether drivers must open a gate.
    package static func isGate(_ flags: UInt8) -> Bool { flags & delayMask == gate }
    package static func isMapEdge(_ flags: UInt8) -> Bool { flags & mapEdge != 0 && !isGate(flags) }

    /// Returns the milliseconds of delay at a junction, on arrival along, or against, the drawing of the way.
    ///
    /// They are part of the arc's time. Two seconds at a signal or, for cars, at a stop sign, and a minute at a gate,
    /// as in OSRM's profiles. A private gate costs as much as 300 m of a private road, so that routes do not pass
    /// through. The side of a signal matters only to vehicles.
    package static func delayMillis(_ flags: UInt8, _ profile: Profile, isBackward: Bool) -> UInt32 {
        let delay = flags & delayMask
        if delay == gate { return profile != .car ? 0 : flags & mapEdge == 0 ? 60_000 : 216_000 }
        if delay & gate != 0, profile != .car { return 0 }
        let signs = profile.isVehicle ? (isBackward ? signalBackward : signalForward) : signalForward | signalBackward
        return delay & signs != 0 ? 2000 : 0
    }
}
