/// Sentences with gaps; each language fills them in its own order. A gap is known by its first letter.
///
/// ```
/// {turn}       a change of direction, "slightly left"; {Turn} where a sentence begins with it
/// {side}       a side, "left"; {Side} where a sentence begins with it
/// {direction}  "north"
/// {exit}       which exit of a roundabout, "2nd"
/// {ring}       the name of a roundabout
/// {onto}       the street gone to, with the words before it: " onto Main Street", " into the corridor"
/// {along}      the street followed, with the words before it: " on Main Street"
/// {named}      ": Main Street", nothing for what has no name
/// {level}      the number of a level, "2"
/// {point}      which stop on the way, "1"
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
    /// At a stop on the way.
    case reach, reachOnSide
    case overBridge, throughTunnel
    /// Behind stairs and lifts.
    case goingUp, goingDown, toLevel
}
