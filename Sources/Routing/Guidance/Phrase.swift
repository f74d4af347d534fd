/// Sentences with gaps; each language fills them in its own order. The first letter identifies a gap.
///
/// ```
/// {turn}       a change of direction, "slightly left"; {Turn} at the beginning of a sentence
/// {side}       a side, "left"; {Side} at the beginning of a sentence
/// {direction}  "north"
/// {exit}       the exit of a roundabout, "2nd"
/// {ring}       the name of a roundabout
/// {onto}       the next street, with the words before it: " onto Main Street", " into the corridor"
/// {along}      the current street, with the words before it: " on Main Street"
/// {named}      ": Main Street", empty without a name
/// {level}      the number of a level, "2"
/// {point}      the number of an intermediate stop, "1"
/// ```
package enum Phrase: CaseIterable, Sendable {
    case depart, departNowhere
    case turn, turnAround, goStraight
    case newName, bear
    case stay, stayStraight
    case endOfRoad
    case keep
    case merge, onRamp, offRamp
    case roundabout, roundaboutExit, rotary, rotaryExit
    case roundaboutTurn, roundaboutStraight, roundaboutAround
    case leaveRoundabout
    case takeStairs, takeStairRamp, takeEscalator, takeMovingWalkway, takeElevator, takeFerry
    case arrive, arriveOnSide
    /// Arrival at an intermediate stop.
    case reach, reachOnSide
    case overBridge, throughTunnel
    /// The end of an instruction for stairs and lifts.
    case goingUp, goingDown, toLevel
}
