/// One language's table: its sentences, and the words for their gaps.
///
/// A new language is a file with such a table, and a case in `Language`.
package struct Vocabulary: Sendable {
    /// A sentence or a part of one, with gaps.
    package let sentence: @Sendable (Phrase) -> String
    package let turn: @Sendable (Turn) -> String
    package let side: @Sendable (Side) -> String
    package let direction: @Sendable (CompassPoint) -> String
    /// Returns an ordinal number, counted from 1: "2nd".
    package let ordinal: @Sendable (Int) -> String
    /// Returns a street without a name, with the words before it: "onto the footpath".
    package let road: @Sendable (RoadKind, RoadRole) -> String
    /// Returns the words before a street's name: " onto ".
    package let beforeName: @Sendable (RoadRole) -> String
    package let notice: @Sendable (PlannedRoute.Notice) -> String
    /// Returns the heading for things that a wheelchair route avoids, accepts, or does not know: "Avoids: ".
    package let heading: @Sendable (WheelchairReport.Part) -> String
    /// Returns a kind of thing, as avoided, accepted or unknown.
    package let obstacle: @Sendable (WheelchairReport.Obstacle, WheelchairReport.Part) -> String
    package let measures: Measures
    /// Whether the script runs from right to left.
    package let isRightToLeft: Bool
    /// Returns the words of a route label.
    package let label: @Sendable (LabelWords) -> String

    /// The forms of lists and lengths.
    package struct Measures: Sendable {
        package let metre: String
        package let kilometre: String
        package let decimalPoint: String
        package let comma: String
    }
}

/// A route label whose parts are already words of a language.
package enum LabelWords: Sendable {
    /// The names of streets that only this route follows, or follows longer.
    case streets(String)
    case withoutStairs
    case quickest
    /// It lies farther in this direction; one of the four cardinal directions.
    case farther(CompassPoint)
}

/// The role of a street in a sentence.
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
