/// German, in the infinitive as on signs and in navigation: neither "du" nor "Sie".
enum GermanWords {
    static var vocabulary: Vocabulary {
        Vocabulary(
            sentence: sentence, turn: turn, side: side, direction: direction, ordinal: { "\($0)." }, road: road,
            beforeName: { _ in " auf " }, notice: notice, heading: heading, obstacle: obstacle,
            measures: .init(metre: "m", kilometre: "km", decimalPoint: ",", comma: ", "), isRightToLeft: false,
            label: label)
    }

    private static func sentence(_ phrase: Phrase) -> String {
        switch phrase {
        case .depart: "Nach {direction}{along} starten"
        case .departNowhere: "Schon am Ziel"
        case .turn: "{Turn} abbiegen{onto}"
        case .turnAround: "Wenden{along}"
        case .goStraight: "Geradeaus weiter{along}"
        case .newName: "Weiter{onto}"
        case .bear: "{Turn} weiter{onto}"
        case .stay: "{Turn} abbiegen und{along} bleiben"
        case .stayStraight: "Geradeaus weiter{along}"
        case .endOfRoad: "Am Ende {turn} abbiegen{onto}"
        case .keep: "{Side} halten{along}"
        case .merge: "Einfädeln{onto}"
        case .onRamp: "Die Auffahrt nehmen{named}"
        case .offRamp: "Die Ausfahrt nehmen{named}"
        case .roundabout: "In den Kreisverkehr einfahren"
        case .roundaboutExit: "Im Kreisverkehr die {exit} Ausfahrt nehmen{onto}"
        case .rotary: "In den Kreisverkehr {ring} einfahren"
        case .rotaryExit: "Im Kreisverkehr {ring} die {exit} Ausfahrt nehmen{onto}"
        case .roundaboutTurn: "Im Kreisverkehr {turn} abbiegen{onto}"
        case .roundaboutStraight: "Im Kreisverkehr geradeaus weiter{onto}"
        case .roundaboutAround: "Im Kreisverkehr wenden{onto}"
        case .leaveRoundabout: "Den Kreisverkehr verlassen{onto}"
        case .takeStairs: "Die Treppe nehmen{named}"
        case .takeStairRamp: "Die Rampe an der Treppe nehmen{named}"
        case .takeEscalator: "Die Rolltreppe nehmen{named}"
        case .takeMovingWalkway: "Den Fahrsteig nehmen{named}"
        case .takeElevator: "Den Aufzug nehmen{named}"
        case .takeFerry: "Die Fähre nehmen{named}"
        case .arrive: "Ziel erreicht"
        case .arriveOnSide: "Das Ziel liegt {side}"
        case .reach: "Zwischenziel {point} erreicht"
        case .reachOnSide: "Zwischenziel {point} liegt {side}"
        case .overBridge: ", über die Brücke"
        case .throughTunnel: ", durch den Tunnel"
        case .goingUp: ", hinauf"
        case .goingDown: ", hinunter"
        case .toLevel: " auf Ebene {level}"
        }
    }

    private static func turn(_ turn: Turn) -> String {
        switch turn {
        case .uturn: "zurück"
        case .sharpRight: "scharf rechts"
        case .right: "rechts"
        case .slightRight: "leicht rechts"
        case .straight: "geradeaus"
        case .slightLeft: "leicht links"
        case .left: "links"
        case .sharpLeft: "scharf links"
        }
    }

    private static func side(_ side: Side) -> String {
        switch side {
        case .left: "links"
        case .right: "rechts"
        case .ahead: "geradeaus"
        }
    }

    private static func direction(_ direction: CompassPoint) -> String {
        switch direction {
        case .north: "Norden"
        case .northeast: "Nordosten"
        case .east: "Osten"
        case .southeast: "Südosten"
        case .south: "Süden"
        case .southwest: "Südwesten"
        case .west: "Westen"
        case .northwest: "Nordwesten"
        }
    }

    /// Uses the accusative for a turn onto a street, and the dative along it.
    private static func road(_ kind: RoadKind, _ role: RoadRole) -> String {
        switch kind {
        case .road: feminine(role, "Straße")
        case .ramp: feminine(role, "Rampe")
        case .serviceRoad: feminine(role, "Nebenstraße")
        case .driveway: feminine(role, "Zufahrt")
        case .parkingAisle: feminine(role, "Fahrgasse")
        case .alley: feminine(role, "Gasse")
        case .track: masculine(role, "Feldweg")
        case .busway: feminine(role, "Busspur")
        case .pedestrianStreet: feminine(role, "Fußgängerstraße")
        case .footpath: masculine(role, "Fußweg")
        case .sidewalk: masculine(role, "Gehweg")
        case .crossing: masculine(role, "Überweg")
        case .path: masculine(role, "Pfad")
        case .cycleway: masculine(role, "Radweg")
        case .bridleway: masculine(role, "Reitweg")
        case .stairs: feminine(role, "Treppe")
        case .stairRamp: feminine(role, "Rampe an der Treppe")
        case .escalator: feminine(role, "Rolltreppe")
        case .movingWalkway: masculine(role, "Fahrsteig")
        case .corridor: role == .onto ? "in den Gang" : "durch den Gang"
        case .elevator: role == .onto ? "in den Aufzug" : "im Aufzug"
        case .platform: masculine(role, "Bahnsteig")
        case .pier: masculine(role, "Pier")
        case .ferry: feminine(role, "Fähre")
        case .carPark: masculine(role, "Parkplatz")
        }
    }

    private static func feminine(_ role: RoadRole, _ noun: String) -> String {
        role == .onto ? "auf die " + noun : "auf der " + noun
    }

    private static func masculine(_ role: RoadRole, _ noun: String) -> String {
        role == .onto ? "auf den " + noun : "auf dem " + noun
    }

    private static func notice(_ notice: PlannedRoute.Notice) -> String {
        switch notice {
        case .nearestStreetMayBeBeyond:
            "Hier endet die Karte: Die nächste Straße kann jenseits ihres Randes liegen."
        case .shorterRouteMayBeBeyond: "Hier endet die Karte: Jenseits ihres Randes kann ein kürzerer Weg liegen."
        case .leftIsland(let point, let metres):
            "Die Straße bei Punkt \(point + 1) ist vom Rest getrennt: Die Route nimmt eine, die \(metres) m entfernt ist."
        case .repeatsStreets(let percent):
            "\(percent) % dieses Spaziergangs führen auf demselben Weg zurück: Von hier geht keine bessere Runde."
        case .avoidsCrowds(let minutes):
            "Dieser Weg meidet, was gerade voll ist,"
                + (minutes > 0 ? " und dauert \(minutes) min länger." : " und dauert nicht länger.")
        case .noQuieterRoute: "Ein ruhigerer Weg ist gerade nicht bekannt: Dies ist der schnellste."
        }
    }

    private static func label(_ words: LabelWords) -> String {
        switch words {
        case .streets(let names): "über \(names)"
        case .withoutStairs: "ohne Treppen"
        case .quickest: "am schnellsten"
        case .farther(.north): "weiter nördlich"
        case .farther(.east): "weiter östlich"
        case .farther(.south): "weiter südlich"
        case .farther: "weiter westlich"
        }
    }

    private static func heading(_ part: WheelchairReport.Part) -> String {
        switch part {
        case .avoided: "Umgeht: "
        case .accepted: "Unterwegs: "
        case .unknown: "Nicht erfasst: "
        }
    }

    private static func obstacle(_ obstacle: WheelchairReport.Obstacle, _ part: WheelchairReport.Part) -> String {
        switch (part, obstacle) {
        case (.avoided, .steps): "Treppen"
        case (.avoided, .kerbs): "hohe Bordsteine"
        case (.avoided, .ground): "zu rauer Boden"
        case (.avoided, .slope): "Steigungen über 10 %"
        case (.avoided, .width): "zu enge Stellen"
        case (.avoided, .stated): "für Rollstühle gesperrte Wege"
        case (.avoided, .conveying): "Rolltreppen oder Fahrsteige"
        case (.avoided, .barriers): "Sperren"
        case (.accepted, .steps): "Treppen mit Rampe"
        case (.accepted, .kerbs): "abgerundete Bordsteine"
        case (.accepted, .ground): "rauer Boden"
        case (.accepted, .slope): "Steigungen über 6 %"
        case (.accepted, .width): "enge Stellen"
        case (.accepted, .stated): "Wege, für die man Hilfe braucht"
        case (.accepted, .conveying): "Fahrsteige"
        case (.accepted, .barriers): "Sperren"
        case (.unknown, .steps): "Treppen"
        case (.unknown, .kerbs): "Bordsteine an Überwegen"
        case (.unknown, .ground): "Belag"
        case (.unknown, .slope): "Steigung"
        case (.unknown, .width): "Breite"
        case (.unknown, .stated): "Zugänglichkeit"
        case (.unknown, .conveying): "Fahrsteige"
        case (.unknown, .barriers): "Sperren"
        }
    }
}
