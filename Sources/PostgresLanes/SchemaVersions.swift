/// The versions of the tables that a program knows, from the oldest to the newest.
///
/// Steps only add to the tables, and what is added may be missing in a row: programs of before go on, and the version
/// stays. What is no longer used ends in three releases:
///
/// | release | knows | writes | reads |
/// |---|---|---|---|
/// | before | 1 | the old form | the old form |
/// | first | 1 | both | the old form |
/// | second | 1 to 2 | both | the new form |
/// | third | 2 to 3 | the new form | the new form |
///
/// The third has a `Schema.Removal` to version 3. Servers without a version in common do not run side by side.
package struct SchemaVersions: Hashable, Sendable, CustomStringConvertible {
    /// The least version that each server beside this one must know.
    package let oldest: Int64
    /// The greatest version of the tables that the program can use.
    package let newest: Int64

    package init(_ versions: ClosedRange<Int64>) { (oldest, newest) = (versions.lowerBound, versions.upperBound) }

    /// Parses what `description` returns; `nil` for other texts.
    package init?(_ text: String) {
        let numbers = text.split(separator: " to ", omittingEmptySubsequences: false).map { Int64($0) }
        guard (1...2).contains(numbers.count), let oldest = numbers[0], let newest = numbers[numbers.count - 1],
            oldest <= newest
        else { return nil }
        (self.oldest, self.newest) = (oldest, newest)
    }

    package var description: String { oldest == newest ? "\(oldest)" : "\(oldest) to \(newest)" }

    /// SQL of a server's oldest version, and of its newest, from the text in its row.
    static let oldest = "split_part(schema, ' to ', 1)::bigint"
    static let newest = "split_part(schema, ' to ', -1)::bigint"

    /// Whether servers that know these versions and `others` may run side by side.
    package func overlap(_ others: Self) -> Bool { oldest <= others.newest && others.oldest <= newest }
}
