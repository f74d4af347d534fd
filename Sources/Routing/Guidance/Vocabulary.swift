/// One language's table: its sentences, and the words that fill their gaps.
///
/// A new language is a file with one of these, and a case in `Language`.
package struct Vocabulary: Sendable {
    /// A sentence or a part of one, with gaps.
    package let sentence: @Sendable (Phrase) -> String
    package let turn: @Sendable (Turn) -> String
    package let side: @Sendable (Side) -> String
    package let direction: @Sendable (CompassPoint) -> String
    /// Which one of several, counted from 1: "2nd".
    package let ordinal: @Sendable (Int) -> String
    /// A street without a name, with the words before it: "onto the footpath".
    package let road: @Sendable (RoadKind, RoadRole) -> String
    /// What stands before a street's name: " onto ".
    package let beforeName: @Sendable (RoadRole) -> String
    package let notice: @Sendable (PlannedRoute.Notice) -> String
    /// What stands before what a wheelchair route avoids, accepts, or does not know: "Avoids: ".
    package let heading: @Sendable (WheelchairReport.Part) -> String
    /// A kind of thing, as something avoided, accepted or unknown.
    package let obstacle: @Sendable (WheelchairReport.Obstacle, WheelchairReport.Part) -> String
    package let measures: Measures
    /// Whether it is written from right to left.
    package let isRightToLeft: Bool
    /// What tells one of several routes from the others.
    package let label: @Sendable (LabelWords) -> String

    /// How lists and lengths are written.
    package struct Measures: Sendable {
        package let metre: String
        package let kilometre: String
        package let decimalPoint: String
        package let comma: String
    }
}

/// What tells one of several routes from the others, in a language's own words.
package enum LabelWords: Sendable {
    /// The names of the streets that only it follows, or more of.
    case streets(String)
    case withoutStairs
    case quickest
    /// It lies farther in this direction; one of the four main ones.
    case farther(CompassPoint)
}

/// What a street is to a sentence.
package enum RoadRole: CaseIterable, Sendable { case onto, along }

/// A side of the street.
package enum Side: CaseIterable, Sendable {
    case left, right, ahead

    init(_ turn: Turn) {
        switch turn {
        case .sharpRight, .right, .slightRight: self = .right
        case .slightLeft, .left, .sharpLeft: self = .left
        case .straight, .uturn: self = .ahead
        }
    }
}
