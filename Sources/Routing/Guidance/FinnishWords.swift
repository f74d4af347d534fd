/// Finnish. Names stay in the nominative, after a colon, because the data has no inflected forms.
enum FinnishWords {
    static var vocabulary: Vocabulary {
        Vocabulary(
            sentence: sentence, turn: turn, side: side, direction: direction, ordinal: { "\($0)." }, road: road,
            beforeName: { _ in ": " }, notice: notice, heading: heading, obstacle: obstacle,
            measures: .init(metre: "m", kilometre: "km", decimalPoint: ",", comma: ", "), isRightToLeft: false,
            label: label)
    }

    private static func sentence(_ phrase: Phrase) -> String {
        switch phrase {
        case .depart: "Lähde {direction}{along}"
        case .departNowhere: "Olet jo perillä"
        case .turn: "Käänny {turn}{onto}"
        case .turnAround: "Käänny ympäri ja jatka{along}"
        case .goStraight: "Jatka suoraan{along}"
        case .newName: "Jatka{onto}"
        case .bear: "Jatka {turn}{onto}"
        case .stay: "Käänny {turn} ja jatka samaa tietä{named}"
        case .stayStraight: "Jatka suoraan{along}"
        case .endOfRoad: "Käänny tien päässä {turn}{onto}"
        case .keep: "Pysy {side} ja jatka{along}"
        case .merge: "Liity liikenteeseen{named}"
        case .onRamp: "Aja rampille{named}"
        case .offRamp: "Poistu rampille{named}"
        case .roundabout: "Aja liikenneympyrään"
        case .roundaboutExit: "Poistu liikenneympyrästä {exit} liittymästä{onto}"
        case .rotary: "Aja liikenneympyrään: {ring}"
        case .rotaryExit: "Poistu liikenneympyrästä ({ring}) {exit} liittymästä{onto}"
        case .roundaboutTurn: "Käänny liikenneympyrässä {turn}{onto}"
        case .roundaboutStraight: "Aja liikenneympyrässä suoraan{onto}"
        case .roundaboutAround: "Käänny liikenneympyrässä ympäri{onto}"
        case .leaveRoundabout: "Poistu liikenneympyrästä{onto}"
        case .takeStairs: "Kulje portaita{named}"
        case .takeStairRamp: "Kulje portaiden luiskaa{named}"
        case .takeEscalator: "Kulje liukuportailla{named}"
        case .takeMovingWalkway: "Kulje liukukäytävällä{named}"
        case .takeElevator: "Kulje hissillä{named}"
        case .takeFerry: "Kulje lautalla{named}"
        case .arrive: "Olet perillä"
        case .arriveOnSide: "Määränpää on {side}"
        case .reach: "Olet välipisteessä {point}"
        case .reachOnSide: "Välipiste {point} on {side}"
        case .overBridge: ", sillan yli"
        case .throughTunnel: ", tunnelin läpi"
        case .goingUp: ", ylös"
        case .goingDown: ", alas"
        case .toLevel: " kerrokseen {level}"
        }
    }

    private static func turn(_ turn: Turn) -> String {
        switch turn {
        case .uturn: "ympäri"
        case .sharpRight: "jyrkästi oikealle"
        case .right: "oikealle"
        case .slightRight: "loivasti oikealle"
        case .straight: "suoraan"
        case .slightLeft: "loivasti vasemmalle"
        case .left: "vasemmalle"
        case .sharpLeft: "jyrkästi vasemmalle"
        }
    }

    private static func side(_ side: Side) -> String {
        switch side {
        case .left: "vasemmalla"
        case .right: "oikealla"
        case .ahead: "edessä"
        }
    }

    private static func direction(_ direction: CompassPoint) -> String {
        switch direction {
        case .north: "pohjoiseen"
        case .northeast: "koilliseen"
        case .east: "itään"
        case .southeast: "kaakkoon"
        case .south: "etelään"
        case .southwest: "lounaaseen"
        case .west: "länteen"
        case .northwest: "luoteeseen"
        }
    }

    private static func road(_ kind: RoadKind, _ role: RoadRole) -> String {
        let word: (onto: String, along: String) =
            switch kind {
            case .road: ("tielle", "tietä pitkin")
            case .ramp: ("rampille", "ramppia pitkin")
            case .serviceRoad: ("huoltotielle", "huoltotietä pitkin")
            case .driveway: ("pihatielle", "pihatietä pitkin")
            case .parkingAisle: ("pysäköintialueen väylälle", "pysäköintialueen väylää pitkin")
            case .alley: ("kujalle", "kujaa pitkin")
            case .track: ("ajouralle", "ajouraa pitkin")
            case .busway: ("bussikadulle", "bussikatua pitkin")
            case .pedestrianStreet: ("kävelykadulle", "kävelykatua pitkin")
            case .footpath: ("kävelytielle", "kävelytietä pitkin")
            case .sidewalk: ("jalkakäytävälle", "jalkakäytävää pitkin")
            case .crossing: ("suojatielle", "suojatietä pitkin")
            case .path: ("polulle", "polkua pitkin")
            case .cycleway: ("pyörätielle", "pyörätietä pitkin")
            case .bridleway: ("ratsastuspolulle", "ratsastuspolkua pitkin")
            case .stairs: ("portaisiin", "portaita pitkin")
            case .stairRamp: ("portaiden luiskalle", "portaiden luiskaa pitkin")
            case .escalator: ("liukuportaisiin", "liukuportaita pitkin")
            case .movingWalkway: ("liukukäytävälle", "liukukäytävää pitkin")
            case .corridor: ("käytävään", "käytävää pitkin")
            case .elevator: ("hissiin", "hissillä")
            case .platform, .pier: ("laiturille", "laituria pitkin")
            case .ferry: ("lautalle", "lautalla")
            case .carPark: ("pysäköintialueelle", "pysäköintialueen poikki")
            }
        return role == .onto ? word.onto : word.along
    }

    private static func notice(_ notice: PlannedRoute.Notice) -> String {
        switch notice {
        case .nearestStreetMayBeBeyond: "Kartta loppuu tähän: lähin katu voi olla sen reunan takana."
        case .shorterRouteMayBeBeyond: "Kartta loppuu tähän: lyhyempi tie voi kulkea sen reunan takana."
        case .leftIsland(let point, let metres):
            "Pistettä \(point + 1) lähinnä olevalta kadulta ei pääse muualle: reitti käyttää katua \(metres) m päässä."
        case .repeatsStreets(let percent):
            "Kävelystä \(percent) % palaa samaa tietä: parempaa kierrosta ei tästä lähde."
        case .avoidsCrowds(let minutes):
            "Tämä reitti kiertää nyt ruuhkaiset paikat"
                + (minutes > 0 ? " ja kestää \(minutes) min kauemmin." : " eikä kestä kauemmin.")
        case .noQuieterRoute: "Hiljaisempaa reittiä ei nyt tiedetä: tämä on nopein."
        }
    }

    private static func label(_ words: LabelWords) -> String {
        switch words {
        case .streets(let names): "reittiä \(names)"
        case .withoutStairs: "ilman portaita"
        case .quickest: "nopein"
        case .farther(.north): "pohjoisempana"
        case .farther(.east): "idempänä"
        case .farther(.south): "etelämpänä"
        case .farther: "lännempänä"
        }
    }

    private static func heading(_ part: WheelchairReport.Part) -> String {
        switch part {
        case .avoided: "Kiertää: "
        case .accepted: "Matkalla: "
        case .unknown: "Ei tiedossa: "
        }
    }

    private static func obstacle(_ obstacle: WheelchairReport.Obstacle, _ part: WheelchairReport.Part) -> String {
        switch (part, obstacle) {
        case (.avoided, .steps): "portaat"
        case (.avoided, .kerbs): "korkeat reunakivet"
        case (.avoided, .ground): "liian epätasainen maa"
        case (.avoided, .slope): "yli 10 %:n mäet"
        case (.avoided, .width): "liian kapeat kohdat"
        case (.avoided, .stated): "pyörätuolilta kielletyt tiet"
        case (.avoided, .conveying): "liukuportaat tai liukukäytävät"
        case (.avoided, .barriers): "esteet"
        case (.accepted, .steps): "portaat, joissa on luiska"
        case (.accepted, .kerbs): "pyöristetyt reunakivet"
        case (.accepted, .ground): "epätasainen maa"
        case (.accepted, .slope): "yli 6 %:n mäet"
        case (.accepted, .width): "kapeat kohdat"
        case (.accepted, .stated): "tiet, joilla tarvitaan apua"
        case (.accepted, .conveying): "liukukäytävät"
        case (.accepted, .barriers): "esteet"
        case (.unknown, .steps): "portaat"
        case (.unknown, .kerbs): "suojateiden reunakivet"
        case (.unknown, .ground): "pinta"
        case (.unknown, .slope): "kaltevuus"
        case (.unknown, .width): "leveys"
        case (.unknown, .stated): "esteettömyys"
        case (.unknown, .conveying): "liukukäytävät"
        case (.unknown, .barriers): "esteet"
        }
    }
}
