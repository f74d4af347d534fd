/// English. Another language is another file like this one and a case in `Words`.
package enum EnglishWords {
    static func template(_ phrase: Phrase) -> String {
        switch phrase {
        case .depart: "Head {direction} on {road}"
        case .departNowhere: "You are there already"
        case .turn: "Turn {turn} onto {road}"
        case .turnAround: "Turn around on {road}"
        case .goStraight: "Go straight on along {road}"
        case .newName: "Continue onto {road}"
        case .bear: "Bear {turn} onto {road}"
        case .stay: "Turn {turn} to stay on {road}"
        case .stayStraight: "Continue on {road}"
        case .endOfRoad: "At the end, turn {turn} onto {road}"
        case .keep: "Keep {turn} on {road}"
        case .merge: "Merge onto {road}"
        case .onRamp: "Take the ramp to {road}"
        case .offRamp: "Take the exit to {road}"
        case .roundabout: "Enter the roundabout"
        case .roundaboutExit: "At the roundabout, take the {exit} exit onto {road}"
        case .takeSteps: "Take {road}"
        case .takeElevator: "Take {road}"
        case .takeFerry: "Take the ferry: {road}"
        case .arrive: "You have arrived"
        case .arriveOnSide: "You have arrived, your destination is on the {turn}"
        case .overBridge: ", over the bridge"
        case .throughTunnel: ", through the tunnel"
        }
    }

    static func notice(_ notice: PlannedRoute.Notice) -> String {
        switch notice {
        case .nearestStreetMayBeBeyond: "The map ends here: the nearest street may lie beyond its edge."
        case .shorterWayMayBeBeyond: "The map ends here: a shorter way may lie beyond its edge."
        case .leftIsland(let point, let metres):
            "The street nearest to point \(point + 1) is cut off from the rest: the route uses one \(metres) m away."
        }
    }

    static func turn(_ turn: Turn, after kind: Maneuver.Kind) -> String {
        let isGentle = kind == .newName || kind == .fork
        return switch turn {
        case .uturn: "around"
        case .sharpRight: "sharply right"
        case .right: "right"
        case .slightRight: isGentle ? "right" : "slightly right"
        case .straight: "straight on"
        case .slightLeft: isGentle ? "left" : "slightly left"
        case .left: "left"
        case .sharpLeft: "sharply left"
        }
    }

    static func direction(_ bearing: Int) -> String {
        switch (bearing * 2 + 45) / 90 % 8 {
        case 0: "north"
        case 1: "northeast"
        case 2: "east"
        case 3: "southeast"
        case 4: "south"
        case 5: "southwest"
        case 6: "west"
        default: "northwest"
        }
    }

    /// Returns "1st", "2nd", …
    package static func ordinal(_ number: Int) -> String {
        let suffix =
            switch (number % 10, number % 100) {
            case (1, let last) where last != 11: "st"
            case (2, let last) where last != 12: "nd"
            case (3, let last) where last != 13: "rd"
            default: "th"
            }
        return "\(number)\(suffix)"
    }

    static func kind(_ kind: RoadClass) -> String {
        switch kind {
        case .road, .motorway, .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet:
            "the road"
        case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: "the ramp"
        case .service: "the service road"
        case .driveway: "the driveway"
        case .parkingAisle: "the parking aisle"
        case .alley: "the alley"
        case .track: "the track"
        case .busway: "the busway"
        case .pedestrian: "the pedestrian street"
        case .footway: "the footpath"
        case .sidewalk: "the sidewalk"
        case .crossing: "the crossing"
        case .path: "the path"
        case .cycleway: "the cycleway"
        case .bridleway: "the bridleway"
        case .steps: "the steps"
        case .corridor: "the corridor"
        case .elevator: "the elevator"
        case .platform: "the platform"
        case .pier: "the pier"
        case .ferry: "the ferry"
        case .carPark: "the car park"
        }
    }
}
