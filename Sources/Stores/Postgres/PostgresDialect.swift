#if Postgres
    import Synchronization

    /// The few differences between the SQL of our statements, which SQLite understands as it is, and PostgreSQL's.
    ///
    /// - `?` and `?1` are `$1`.
    /// - `x IS ?` is `(x = $1 OR x IS NULL AND $1 IS NULL)`: `IS NOT DISTINCT FROM` uses no index.
    /// - `x IS NOT ?` is `x IS DISTINCT FROM $1`.
    /// - `LIMIT -1 OFFSET ?` is `OFFSET $1`.
    enum PostgresDialect {
        struct Statement {
            let sql: String
            /// Whether it changes no rows.
            let isQuery: Bool
            /// The table whose rows it changes.
            let table: String?
        }

        /// Statements are few and come again and again.
        private static let known = Mutex<[String: Statement]>([:])

        /// Returns PostgreSQL's form of a statement.
        static func statement(_ sql: String) -> Statement {
            if let statement = known.withLock({ $0[sql] }) { return statement }
            let text = numbered(sql).replacing(/([\w.]+) IS (\$\d+)/) { match in
                let (column, value) = (match.1, match.2)
                return "(\(column) = \(value) OR \(column) IS NULL AND \(value) IS NULL)"
            }
            let isQuery = text.trimmingPrefix { $0.isWhitespace }.uppercased().hasPrefix("SELECT")
            let changed = text.firstMatch(of: /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/)
            let statement = Statement(sql: text, isQuery: isQuery, table: changed.map { String($0.1) })
            known.withLock { $0[sql] = statement }
            return statement
        }

        /// Numbers the parameters; texts in quotes stay as they are.
        private static func numbered(_ sql: String) -> String {
            let sql = sql.replacing(" IS NOT ?", with: " IS DISTINCT FROM ?")
                .replacing("LIMIT -1 OFFSET", with: "OFFSET")
            var text = "", next = 1, isQuoted = false, rest = Substring(sql)
            while let character = rest.popFirst() {
                if character == "'" { isQuoted.toggle() }
                guard character == "?", !isQuoted else {
                    text.append(character)
                    continue
                }
                let digits = rest.prefix { $0.isNumber }
                if digits.isEmpty {
                    text += "$\(next)"
                    next += 1
                } else {
                    text += "$" + digits
                    rest.removeFirst(digits.count)
                }
            }
            return text
        }
    }
#endif
