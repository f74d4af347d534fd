/// Reports skipped parts of a file on standard error: the first of them, and that there are more.
struct LeftOutLines {
    /// The maximum number of reports.
    private static let most = 20

    /// The noun, such as `rows of streets.csv`.
    let what: String
    private(set) var count = 0

    init(_ what: String) { self.what = what }

    mutating func add(_ line: @autoclosure () -> String) {
        count += 1
        if count <= Self.most { standardError(line()) }
        if count == Self.most + 1 { standardError("further \(what) are counted but not listed") }
    }
}
