#if Postgres
    /// The result of one check of PostgreSQL's hosts.
    package struct DatabaseFinding: Equatable, Sendable {
        package let text: String
        /// What to do; `nil` if all is well.
        package let remedy: String?

        static func good(_ text: String) -> DatabaseFinding { DatabaseFinding(text: text, remedy: nil) }

        static func fault(_ text: String, _ remedy: String) -> DatabaseFinding {
            DatabaseFinding(text: text, remedy: remedy)
        }
    }
#endif
