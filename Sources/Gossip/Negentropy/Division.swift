extension Negentropy {
    /// How a side divides a range that differs.
    package struct Division: Equatable, Sendable {
        /// Into how many parts at most; at least 2.
        package let parts: Int
        /// How many items a part has at least.
        package let leastPart: Int
        /// A range of fewer items is not divided, and a server lists it.
        package let list: Int
        /// A client lists a range of fewer items. Of a longer one it sends the fingerprint, even if that differs from
        /// the server's: the server then lists the range, and one list travels instead of two.
        package let clientList: Int
        /// Whether the fingerprint that ends a full frame covers the range that did not fit. It does not with the
        /// references: where the other side has nothing in that range and the rest is equal, both then look equal, and
        /// the range's items are never found.
        package let coversUnanswered: Bool

        package init(parts: Int, leastPart: Int, list: Int, clientList: Int, coversUnanswered: Bool = true) {
            precondition(parts >= 2 && leastPart >= 1, "a range is divided into at least two parts, none of them empty")
            precondition(list >= 2 * leastPart, "a range that is divided has room for two parts")
            precondition(1...list ~= clientList, "a client lists an empty range, and none that it would divide")
            (self.parts, self.leastPart, self.list) = (parts, leastPart, list)
            (self.clientList, self.coversUnanswered) = (clientList, coversUnanswered)
        }

        /// Sends the fewest bytes of those that docs/decisions/0054 compares.
        package static let usual = Division(parts: 8, leastPart: 4, list: 8, clientList: 1)
        /// That of the implementations in C++ and JavaScript.
        package static let reference = even(parts: 16, list: 32)

        /// What the references do, with other numbers: they divide into `parts` always, and list fewer items than
        /// `list` on both sides. `list` is a multiple of `parts`.
        package static func even(parts: Int, list: Int) -> Division {
            Division(
                parts: parts, leastPart: list / parts, list: list, clientList: list, coversUnanswered: false)
        }

        /// Returns the lengths of the parts of `count` items, at least `list`: they differ by one at most, the longer
        /// ones first.
        func lengths(of count: Int) -> [Int] {
            let parts = min(parts, count / leastPart)
            return (0..<parts).map { count / parts + ($0 < count % parts ? 1 : 0) }
        }
    }
}
