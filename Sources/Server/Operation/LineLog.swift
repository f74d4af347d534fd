import FoundationEssentials
package import Logging

/// Writes each log message as one plain line: time, level, message.
package struct LineLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let place: String
    private let write: @Sendable (String) -> Void

    /// Passes each line, without a line end, to `write`. Messages about one of several places begin with its name.
    package init(level: Logger.Level, of place: String? = nil, write: @escaping @Sendable (String) -> Void) {
        logLevel = level
        self.place = place.map { $0 + ": " } ?? ""
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        // A message must not be able to forge a second line.
        write("\(Date.now.formatted(.iso8601)) \(event.level) \(place)\(event.message.description.onOneLine)")
    }
}

extension String {
    /// The text with a blank for each control character: a name on the map must neither end a line nor send a command
    /// to a terminal.
    package var onOneLine: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
