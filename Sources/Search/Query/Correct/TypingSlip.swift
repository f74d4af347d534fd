/// The one typing error by which a query differs from the beginning of a name.
///
/// Most misspelt words have a single error, and few have it in their first letter (Kukich, ACM Computing Surveys 24(4),
/// 1992, section 2.1).
enum TypingSlip {
    /// Neighbours swapped, a letter left out, or a letter doubled: the errors of fast typing.
    case order
    /// A different letter, or a letter added.
    case letter
    /// Any error in the first letter.
    case first

    /// Returns the slip that makes `typed` a beginning of `name`; `nil` if there is no error or more than one.
    ///
    /// Both are scalars of folded words separated by spaces. The function looks only at the first difference: an
    /// earlier error in a run of equal letters has the same effect.
    static func between(_ typed: [UInt32], _ name: [UInt32]) -> TypingSlip? {
        var index = 0
        while index < typed.count, index < name.count, typed[index] == name[index] { index += 1 }
        // A space after the whole name is not an error.
        guard index < typed.count, index < name.count || typed[index...] != [0x20] else { return nil }
        func goesOn(_ skipped: Int, _ skippedOfName: Int) -> Bool {
            guard index + skipped <= typed.count, index + skippedOfName <= name.count else { return false }
            return name[(index + skippedOfName)...].starts(with: typed[(index + skipped)...])
        }
        let isOrder =
            goesOn(0, 1) || goesOn(1, 0) && index > 0 && typed[index] == typed[index - 1]
            || goesOn(2, 2) && typed[index] == name[index + 1] && typed[index + 1] == name[index]
        guard isOrder || goesOn(1, 1) || goesOn(1, 0) else { return nil }
        return index == 0 ? .first : isOrder ? .order : .letter
    }
}
