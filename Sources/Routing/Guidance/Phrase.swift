/// Sentences with gaps: `{road}`, `{turn}`, `{direction}`, `{exit}`. Each language fills them in its own order.
enum Phrase {
    case depart, departNowhere
    case turn, turnAround, goStraight
    case newName, bear
    case stay, stayStraight
    case endOfRoad
    case keep
    case merge, onRamp, offRamp
    case roundabout, roundaboutExit
    case takeSteps, takeElevator, takeFerry
    case arrive, arriveOnSide
    case overBridge, throughTunnel
}
