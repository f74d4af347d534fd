/// An error whose description says nothing of what people wrote or where they were: it may stand in the log.
package protocol LoggableFault: Error, CustomStringConvertible {}

extension Error {
    /// What the log may say of an error: what it is called, and no more unless it says nothing of people.
    package var inLog: String { (self as? any LoggableFault)?.description ?? "\(type(of: self))" }
}

/// A database could not do what it was asked for.
package struct StoreFault: LoggableFault, Equatable {
    /// As SQLite numbers results (https://sqlite.org/rescode.html).
    package let code: Int

    package init(code: Int) { self.code = code }

    package var description: String { "the database answered with result \(code), see https://sqlite.org/rescode.html" }
}
