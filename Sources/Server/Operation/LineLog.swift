import FoundationEssentials
package import Logging

/// Writes each log message as one plain line: time, level, message.
package struct LineLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let write: @Sendable (String) -> Void

    /// Hands lines, without an end of line, to `write`.
    package init(level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        logLevel = level
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        // A message must not be able to forge a second line.
        let message = event.message.description.replacing("\n", with: " ").replacing("\r", with: " ")
        write("\(Date.now.formatted(.iso8601)) \(event.level) \(message)")
    }
}
