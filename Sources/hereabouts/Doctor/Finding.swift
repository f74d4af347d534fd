/// The result of one check of the doctor.
struct Finding {
    let isFault: Bool
    let line: String

    static func good(_ text: String) -> Finding { Finding(isFault: false, line: "ok     \(text)") }

    /// A fault with its remedy.
    static func fault(_ text: String, _ remedy: String) -> Finding {
        Finding(isFault: true, line: "fault  \(text); \(remedy)")
    }
}
