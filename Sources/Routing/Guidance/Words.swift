package import Atlas
import GeoCore

/// Makes the text of instructions; no other type does.
///
/// A language is one table, a `Vocabulary`; this type chooses the sentence of a maneuver and fills the gaps.
package struct Words {
    package let text: StringTable
    let vocabulary: Vocabulary

    package init(language: Language, text: StringTable) {
        self.text = text
        vocabulary = language.vocabulary
    }

    /// Returns the sentence for a step.
    package func instruction(for step: RouteStep) -> String {
        var sentence = fill(phrase(for: step), step)
        if let climb = step.climb {
            // For a lift, the level is the destination.
            let isLift = climb.isLift || step.road.displayKind == .elevator
            if !isLift, let isUp = climb.isUp { sentence += fill(isUp ? .goingUp : .goingDown, step) }
            if climb.level != nil, !climb.isLevel { sentence += fill(.toLevel, step) }
        }
        if step.passesBridge { sentence += fill(.overBridge, step) }
        if step.passesTunnel { sentence += fill(.throughTunnel, step) }
        return sentence
    }

    /// Returns the own name or number of a street; empty if it has none.
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

    /// Returns the text of a route label.
    func text(of label: RouteLabel) -> String {
        switch label {
        case .streets(let streets):
            var names = ""
            for street in streets {
                if !names.isEmpty { names += vocabulary.measures.comma }
                names += isolated(properName(of: street))
            }
            return vocabulary.label(.streets(names))
        case .withoutStairs: return vocabulary.label(.withoutStairs)
        case .quickest: return vocabulary.label(.quickest)
        case .ways(let kind): return vocabulary.road(kind, .along)
        case .farther(let direction): return vocabulary.label(.farther(direction))
        }
    }

    /// Returns notices for users, one sentence each.
    package func text(of notices: [PlannedRoute.Notice]) -> String {
        var sentences = ""
        for notice in notices {
            if !sentences.isEmpty { sentences += " " }
            sentences += vocabulary.notice(notice)
        }
        return sentences
    }

    private func phrase(for step: RouteStep) -> Phrase {
        let turn = step.maneuver.turn ?? .straight, isStraight = turn == .straight, isBack = turn == .uturn
        switch step.maneuver.kind {
        case .depart: return step.lengthMillimetres > 0 ? .depart : .departNowhere
        case .arrive where step.maneuver.stop != nil: return step.maneuver.turn == nil ? .reach : .reachOnSide
        case .arrive: return step.maneuver.turn == nil ? .arrive : .arriveOnSide
        case .turn: return isBack ? .turnAround : isStraight ? .newName : .turn
        case .newName: return isBack || isStraight ? .newName : .bear
        case .continue: return isBack ? .turnAround : isStraight ? .stayStraight : .stay
        case .endOfRoad: return isBack ? .turnAround : isStraight ? .goStraight : .endOfRoad
        case .fork: return isStraight ? .goStraight : .keep
        case .merge: return .merge
        case .onRamp: return .onRamp
        case .offRamp: return .offRamp
        case .roundabout: return step.maneuver.exit == nil ? .roundabout : .roundaboutExit
        case .rotary: return step.maneuver.exit == nil ? .rotary : .rotaryExit
        case .roundaboutTurn: return isBack ? .roundaboutAround : isStraight ? .roundaboutStraight : .roundaboutTurn
        case .exitRoundabout, .exitRotary: return .leaveRoundabout
        case .notification where step.climb?.isLift == true: return .takeElevator
        case .notification:
            switch step.road.displayKind {
            case .escalator: return .takeEscalator
            case .movingWalkway: return .takeMovingWalkway
            case .elevator: return .takeElevator
            case .ferry: return .takeFerry
            case .stairRamp: return .takeStairRamp
            default: return .takeStairs
            }
        }
    }

    /// Returns a sentence of the table with its gaps filled.
    private func fill(_ phrase: Phrase, _ step: RouteStep) -> String {
        var filled = "", gap: Unicode.Scalar?, isInGap = false
        for character in vocabulary.sentence(phrase).unicodeScalars {
            switch character {
            case "{":
                isInGap = true
                gap = nil
            case "}":
                isInGap = false
                if let gap { filled += words(forGap: gap, step) }
            default:
                if !isInGap { filled.unicodeScalars.append(character) } else if gap == nil { gap = character }
            }
        }
        return filled
    }

    private func words(forGap gap: Unicode.Scalar, _ step: RouteStep) -> String {
        let turn = step.maneuver.turn ?? .straight
        switch gap {
        case "t": return vocabulary.turn(turn)
        case "T": return capitalised(vocabulary.turn(turn))
        case "s": return vocabulary.side(Side(turn))
        case "S": return capitalised(vocabulary.side(Side(turn)))
        case "d": return vocabulary.direction(CompassPoint(bearing: step.maneuver.bearingAfter))
        case "e": return vocabulary.ordinal(step.maneuver.exit ?? 1)
        case "p": return "\(step.maneuver.stop ?? 0)"
        case "l":
            guard let climb = step.climb, climb.sign.isEmpty else { return isolated(text.string(step.sign)) }
            return (climb.level ?? .ground).text
        // A lift at a corner has no name; the street after it may have one.
        case "n" where step.climb?.isLift == true: return ""
        case "n": return step.road.isNamed ? ": " + isolated(properName(of: step.road)) : ""
        case "r": return isolated(text.string(step.maneuver.rotaryName))
        case "o": return words(for: step.road, .onto)
        default: return words(for: step.road, .along)
        }
    }

    /// Returns a street by its name, its number or its kind, after a blank and the words before it.
    private func words(for road: RoadName, _ role: RoadRole) -> String {
        guard road.isNamed else { return " " + vocabulary.road(road.displayKind, role) }
        return vocabulary.beforeName(role) + isolated(properName(of: road))
    }

    /// Isolates a name, so that it keeps its own reading order in a sentence of the other direction
    /// (unicode.org/reports/tr9, isolates).
    private func isolated(_ name: String) -> String {
        guard vocabulary.isRightToLeft || name.unicodeScalars.contains(where: { $0.isRightToLeft }) else { return name }
        return "\u{2068}" + name + "\u{2069}"
    }

    private func capitalised(_ word: String) -> String {
        var bytes = Array(word.utf8)
        if let first = bytes.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") { bytes[0] = first & 0xdf }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether it belongs to a script that runs from right to left (unicode.org/Public/UNIDATA/Blocks.txt).
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
