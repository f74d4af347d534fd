package import Atlas

/// Makes the text of instructions, the only place that does.
///
/// A language is one table (`EnglishWords`); this type knows which sentence a maneuver needs and fills the gaps.
package struct Words {
    package let language: Language
    package let text: StringTable

    package init(language: Language, text: StringTable) {
        self.language = language
        self.text = text
    }

    /// Returns the sentence for a step.
    package func instruction(for step: RouteStep) -> String {
        var sentence = fill(phrase(for: step), step)
        if step.passesBridge { sentence += fill(.overBridge, step) }
        if step.passesTunnel { sentence += fill(.throughTunnel, step) }
        return sentence
    }

    /// Returns what a street is called: its name, else its number, else its kind ("the footpath").
    package func name(of road: RoadName) -> String {
        if !road.name.isEmpty { return text.string(road.name) }
        if !road.ref.isEmpty { return text.string(road.ref) }
        switch language {
        case .english: return EnglishWords.kind(road.kind)
        }
    }

    /// Returns the name or number that a street has of its own; empty when it has none.
    func properName(of road: RoadName) -> String {
        !road.name.isEmpty ? text.string(road.name) : text.string(road.ref)
    }

    /// Returns the names of the two streets that a leg mostly follows, in the order of travel.
    func summary(of leg: RouteLeg) -> String {
        var streets: [(road: RoadName, length: Int64)] = []
        for step in leg.steps where step.road.isNamed && step.lengthMillimetres > 0 {
            if let known = streets.firstIndex(where: { $0.road.isSameStreet(as: step.road) }) {
                streets[known].length += step.lengthMillimetres
            } else {
                streets.append((step.road, step.lengthMillimetres))
            }
        }
        let ranks = streets.indices.sorted { (streets[$1].length, $0) < (streets[$0].length, $1) }
        var summary = ""
        for index in ranks.prefix(2).sorted() {
            if !summary.isEmpty { summary += ", " }
            summary += properName(of: streets[index].road)
        }
        return summary
    }

    /// Returns what people should know about their route, one sentence for each notice.
    package func text(of notices: [PlannedRoute.Notice]) -> String {
        var sentences = ""
        for notice in notices {
            if !sentences.isEmpty { sentences += " " }
            switch language {
            case .english: sentences += EnglishWords.notice(notice)
            }
        }
        return sentences
    }

    private func phrase(for step: RouteStep) -> Phrase {
        let turn = step.maneuver.turn ?? .straight, isStraight = turn == .straight
        switch step.maneuver.kind {
        case .depart: return step.lengthMillimetres > 0 ? .depart : .departNowhere
        case .arrive: return step.maneuver.turn == nil ? .arrive : .arriveOnSide
        case .turn: return turn == .uturn ? .turnAround : isStraight ? .newName : .turn
        case .newName: return isStraight ? .newName : .bear
        case .continue: return turn == .uturn ? .turnAround : isStraight ? .stayStraight : .stay
        case .endOfRoad: return isStraight ? .goStraight : .endOfRoad
        case .fork: return isStraight ? .goStraight : .keep
        case .merge: return .merge
        case .onRamp: return .onRamp
        case .offRamp: return .offRamp
        case .roundabout: return step.maneuver.exit == nil ? .roundabout : .roundaboutExit
        case .notification:
            switch step.road.kind {
            case .elevator: return .takeElevator
            case .ferry: return .takeFerry
            default: return .takeSteps
            }
        }
    }

    /// Copies the sentence's table entry, with the gaps filled.
    private func fill(_ phrase: Phrase, _ step: RouteStep) -> String {
        var filled = "", gap = "", isInGap = false
        for character in template(phrase).unicodeScalars {
            switch character {
            case "{":
                isInGap = true
                gap = ""
            case "}":
                isInGap = false
                filled += word(forGap: gap, step)
            default:
                if isInGap { gap.unicodeScalars.append(character) } else { filled.unicodeScalars.append(character) }
            }
        }
        return filled
    }

    private func template(_ phrase: Phrase) -> String {
        switch language {
        case .english: EnglishWords.template(phrase)
        }
    }

    private func word(forGap gap: String, _ step: RouteStep) -> String {
        // By first letter: gaps are ours, and comparing strings would pull in Unicode tables.
        switch gap.utf8.first {
        case UInt8(ascii: "r"): return name(of: step.road)
        case UInt8(ascii: "t"):
            switch language {
            case .english: return EnglishWords.turn(step.maneuver.turn ?? .straight, after: step.maneuver.kind)
            }
        case UInt8(ascii: "d"):
            switch language {
            case .english: return EnglishWords.direction(step.maneuver.bearingAfter)
            }
        default:
            switch language {
            case .english: return EnglishWords.ordinal(step.maneuver.exit ?? 1)
            }
        }
    }
}
