/// The result of one check of the doctor.
struct Finding {
    let isFault: Bool
    let line: String

    private static let widthOfKind = 7

    static func good(_ text: String) -> Finding { Finding(isFault: false, line: "ok     \(text)") }

    /// A fault with its remedy.
    static func fault(_ text: String, _ remedy: String) -> Finding {
        Finding(isFault: true, line: "fault  \(text); \(remedy)")
    }

    /// The same about one of several places.
    func of(_ place: String) -> Finding {
        let kind = line.prefix(Self.widthOfKind)
        return Finding(isFault: isFault, line: "\(kind)\(place): \(line.dropFirst(kind.count))")
    }
}
