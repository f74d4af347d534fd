/// Names on standard error what is left out of a file: the first of it, and that there is more.
struct LeftOutLines {
    /// The most that is named.
    private static let most = 20

    /// Such as `rows of streets.csv`.
    let what: String
    private(set) var count = 0

    init(_ what: String) { self.what = what }

    mutating func add(_ line: @autoclosure () -> String) {
        count += 1
        if count <= Self.most { standardError(line()) }
        if count == Self.most + 1 { standardError("further \(what) are counted, not named") }
    }
}
