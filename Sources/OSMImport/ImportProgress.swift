/// Where import is: reported to a sink, often and from several threads.
package struct ImportProgress: Sendable, Equatable {
    /// The steps of an import, in order; the raw values are stable and appear in reports.
    package enum Phase: String, Sendable, CaseIterable {
        case read, join, roads, places, features, text, write, verify
    }

    package let phase: Phase
    /// What is done of the phase, from 0 to 1.
    package let fraction: Double
    /// What was read so far, in bytes of the inputs; only while reading.
    package let bytes: Int?

    package init(_ phase: Phase, fraction: Double, bytes: Int? = nil) {
        self.phase = phase
        self.fraction = fraction
        self.bytes = bytes
    }

    package typealias Sink = @Sendable (ImportProgress) -> Void
}
