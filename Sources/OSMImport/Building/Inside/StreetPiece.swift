import Routing

/// An edge that no way draws: a line across a square, a room or a corridor, or a part of stairs or a lift.
struct StreetPiece: Sendable {
    /// Nodes of the data, from tail to head.
    let nodes: [UInt32]
    var level = EdgeLevel.none
    /// The time regardless of length, in milliseconds, for profiles that may use the way.
    var millis: UInt32?
    /// The time of waiting before a lift, from tail to head only, in milliseconds.
    var waitMillis: UInt32 = 0
}
