/// An error whose description reveals nothing that people wrote and no positions: the log may contain it.
package protocol LoggableFault: Error, CustomStringConvertible {
    /// Whether who asks again a little later may succeed.
    var passes: Bool { get }
}

extension LoggableFault {
    package var passes: Bool { false }
}

extension Error {
    /// The text of an error for the log: its description if that is private to nobody, otherwise only its type.
    package var inLog: String { (self as? any LoggableFault)?.description ?? "\(type(of: self))" }
}

/// A database could not complete an operation.
package struct StoreFault: LoggableFault, Equatable {
    /// An SQLite result code (https://sqlite.org/rescode.html).
    package let code: Int

    package init(code: Int) { self.code = code }

    package var description: String { "the database answered with result \(code), see https://sqlite.org/rescode.html" }
}
