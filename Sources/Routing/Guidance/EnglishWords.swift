/// English.
enum EnglishWords {
    static var vocabulary: Vocabulary {
        Vocabulary(
            sentence: sentence, turn: turn, side: side, direction: direction, ordinal: ordinal, road: road,
            beforeName: { $0 == .onto ? " onto " : " on " }, notice: notice, heading: heading, obstacle: obstacle,
            measures: .init(metre: "m", kilometre: "km", decimalPoint: ".", comma: ", "), isRightToLeft: false,
            label: label)
    }

    private static func sentence(_ phrase: Phrase) -> String {
        switch phrase {
        case .depart: "Head {direction}{along}"
        case .departNowhere: "You are there already"
        case .turn: "Turn {turn}{onto}"
        case .turnAround: "Turn around{along}"
        case .goStraight: "Go straight ahead{along}"
        case .newName: "Continue{onto}"
        case .bear: "Bear {side}{onto}"
        case .stay: "Turn {turn} to stay{along}"
        case .stayStraight: "Continue{along}"
        case .endOfRoad: "At the end, turn {turn}{onto}"
        case .keep: "Keep {side}{along}"
        case .merge: "Merge{onto}"
        case .onRamp: "Take the ramp{named}"
        case .offRamp: "Take the exit{named}"
        case .roundabout: "Enter the roundabout"
        case .roundaboutExit: "At the roundabout, take the {exit} exit{onto}"
        case .rotary: "Enter {ring}"
        case .rotaryExit: "At {ring}, take the {exit} exit{onto}"
        case .roundaboutTurn: "At the roundabout, turn {turn}{onto}"
        case .roundaboutStraight: "At the roundabout, go straight ahead{onto}"
        case .roundaboutAround: "At the roundabout, turn around{onto}"
        case .leaveRoundabout: "Leave the roundabout{onto}"
        case .takeStairs: "Take the stairs{named}"
        case .takeStairRamp: "Take the ramp beside the stairs{named}"
        case .takeEscalator: "Take the escalator{named}"
        case .takeMovingWalkway: "Take the moving walkway{named}"
        case .takeElevator: "Take the elevator{named}"
        case .takeFerry: "Take the ferry{named}"
        case .arrive: "You have arrived"
        case .arriveOnSide: "Your destination is on the {side}"
        case .reach: "You have reached stop {point}"
        case .reachOnSide: "Stop {point} is on the {side}"
        case .overBridge: ", over the bridge"
        case .throughTunnel: ", through the tunnel"
        case .goingUp: ", up"
        case .goingDown: ", down"
        case .toLevel: " to level {level}"
        }
    }

    private static func turn(_ turn: Turn) -> String {
        switch turn {
        case .uturn: "around"
        case .sharpRight: "sharply right"
        case .right: "right"
        case .slightRight: "slightly right"
        case .straight: "straight on"
        case .slightLeft: "slightly left"
        case .left: "left"
        case .sharpLeft: "sharply left"
        }
    }

    private static func side(_ side: Side) -> String {
        switch side {
        case .left: "left"
        case .right: "right"
        case .ahead: "straight on"
        }
    }

    private static func direction(_ direction: CompassPoint) -> String {
        switch direction {
        case .north: "north"
        case .northeast: "northeast"
        case .east: "east"
        case .southeast: "southeast"
        case .south: "south"
        case .southwest: "southwest"
        case .west: "west"
        case .northwest: "northwest"
        }
    }

    /// Returns "1st", "2nd", …
    private static func ordinal(_ number: Int) -> String {
        let suffix =
            switch (number % 10, number % 100) {
            case (1, let last) where last != 11: "st"
            case (2, let last) where last != 12: "nd"
            case (3, let last) where last != 13: "rd"
            default: "th"
            }
        return "\(number)\(suffix)"
    }

    private static func road(_ kind: RoadKind, _ role: RoadRole) -> String {
        switch (kind, role) {
        case (.corridor, .onto): "into the corridor"
        case (.corridor, .along): "along the corridor"
        case (.elevator, .onto): "into the elevator"
        case (.elevator, .along): "in the elevator"
        case (_, .onto): "onto " + noun(kind)
        case (_, .along): "on " + noun(kind)
        }
    }

    private static func noun(_ kind: RoadKind) -> String {
        switch kind {
        case .road: "the road"
        case .ramp: "the ramp"
        case .serviceRoad: "the service road"
        case .driveway: "the driveway"
        case .parkingAisle: "the parking aisle"
        case .alley: "the alley"
        case .track: "the track"
        case .busway: "the busway"
        case .pedestrianStreet: "the pedestrian street"
        case .footpath: "the footpath"
        case .sidewalk: "the sidewalk"
        case .crossing: "the crossing"
        case .path: "the path"
        case .cycleway: "the cycleway"
        case .bridleway: "the bridleway"
        case .stairs: "the stairs"
        case .stairRamp: "the ramp beside the stairs"
        case .escalator: "the escalator"
        case .movingWalkway: "the moving walkway"
        case .corridor: "the corridor"
        case .elevator: "the elevator"
        case .platform: "the platform"
        case .pier: "the pier"
        case .ferry: "the ferry"
        case .carPark: "the car park"
        }
    }

    private static func notice(_ notice: PlannedRoute.Notice) -> String {
        switch notice {
        case .nearestStreetMayBeBeyond: "The map ends here: the nearest street may lie beyond its edge."
        case .shorterRouteMayBeBeyond: "The map ends here: a shorter route may lie beyond its edge."
        case .leftIsland(let point, let metres):
            "The street nearest to point \(point + 1) is cut off from the rest: the route uses one \(metres) m away."
        case .repeatsStreets(let percent):
            "\(percent) % of this walk goes back the way it came: no better round starts here."
        case .avoidsCrowds(let minutes):
            "This route avoids places that are crowded now"
                + (minutes > 0 ? " and takes \(minutes) min longer." : " and takes no longer.")
        case .noQuieterRoute: "No quieter route is known now: this is the quickest."
        }
    }

    private static func label(_ words: LabelWords) -> String {
        switch words {
        case .streets(let names): "via \(names)"
        case .withoutStairs: "without stairs"
        case .quickest: "quickest"
        case .farther(.north): "farther north"
        case .farther(.east): "farther east"
        case .farther(.south): "farther south"
        case .farther: "farther west"
        }
    }

    private static func heading(_ part: WheelchairReport.Part) -> String {
        switch part {
        case .avoided: "Avoids: "
        case .accepted: "On the way: "
        case .unknown: "Not mapped: "
        }
    }

    private static func obstacle(_ obstacle: WheelchairReport.Obstacle, _ part: WheelchairReport.Part) -> String {
        switch (part, obstacle) {
        case (.avoided, .steps): "stairs"
        case (.avoided, .kerbs): "raised kerbs"
        case (.avoided, .ground): "ground too rough for wheels"
        case (.avoided, .slope): "slopes over 10 %"
        case (.avoided, .width): "passages too narrow"
        case (.avoided, .stated): "ways closed to wheelchairs"
        case (.avoided, .conveying): "escalators or moving walkways"
        case (.avoided, .barriers): "barriers"
        case (.accepted, .steps): "stairs with a ramp"
        case (.accepted, .kerbs): "rolled kerbs"
        case (.accepted, .ground): "rough ground"
        case (.accepted, .slope): "slopes over 6 %"
        case (.accepted, .width): "narrow passages"
        case (.accepted, .stated): "ways to take with help"
        case (.accepted, .conveying): "moving walkways"
        case (.accepted, .barriers): "barriers"
        case (.unknown, .steps): "stairs"
        case (.unknown, .kerbs): "kerbs of crossings"
        case (.unknown, .ground): "surface"
        case (.unknown, .slope): "slope"
        case (.unknown, .width): "width"
        case (.unknown, .stated): "access"
        case (.unknown, .conveying): "moving walkways"
        case (.unknown, .barriers): "barriers"
        }
    }
}
