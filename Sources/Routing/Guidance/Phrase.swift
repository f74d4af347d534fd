/// The sentences of instructions. Each language has a text with gaps for each, such as `Words` of `FinnishWords`, and
/// places the gaps in its own order. Only the first letter of a gap counts, so no two gaps may share one.
///
/// ```
/// {turn}       a change of direction, "slightly left"; {Turn} at the beginning of a sentence, with a capital letter
/// {side}       a side, "left"; {Side} at the beginning of a sentence
/// {direction}  one of eight compass points, "north"
/// {exit}       the exit of a roundabout, "2nd"
/// {ring}       the name of a roundabout with a name (a rotary)
/// {onto}       the next street, with the words before it: " onto Main Street", " into the corridor"
/// {along}      the current street, with the words before it: " on Main Street"
/// {named}      ": Main Street", empty without a name
/// {level}      what signs call a level, "G", or its number, "2"
/// {point}      the number of an intermediate stop, "1"
/// ```
package enum Phrase: CaseIterable, Sendable {
    /// Departure in a direction, and where no direction is known.
    case depart, departNowhere
    case turn, turnAround, goStraight
    /// The street changes its name, straight on and with a bend.
    case newName, bear
    case stay, stayStraight
    case endOfRoad
    /// At a fork.
    case keep
    case merge, onRamp, offRamp
    case roundabout, roundaboutExit, rotary, rotaryExit
    /// A small roundabout that people take like a crossing.
    case roundaboutTurn, roundaboutStraight, roundaboutAround
    case leaveRoundabout
    case takeStairs, takeStairRamp, takeEscalator, takeMovingWalkway, takeElevator, takeFerry
    case arrive, arriveOnSide
    /// Arrival at an intermediate stop.
    case reach, reachOnSide
    case overBridge, throughTunnel
    /// The end of an instruction for stairs and elevators.
    case goingUp, goingDown, toLevel
}
