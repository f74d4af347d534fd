/// The progress of an import: reported to a sink, often and from several threads.
package struct ImportProgress: Sendable, Equatable {
    /// The steps of an import, in order; the raw values are stable and appear in reports.
    package enum Phase: String, Sendable, CaseIterable {
        case read, join, roads, places, features, text, write, verify
    }

    package let phase: Phase
    /// The completed share of the phase, from 0 to 1.
    package let fraction: Double
    /// The number of bytes read from the inputs; only while reading.
    package let bytes: Int?

    package init(_ phase: Phase, fraction: Double, bytes: Int? = nil) {
        self.phase = phase
        self.fraction = fraction
        self.bytes = bytes
    }

    package typealias Sink = @Sendable (ImportProgress) -> Void
}
