import Synchronization

/// Shows the progress of an import, or of other long work: one line that is rewritten on a terminal, otherwise one line for each phase.
///
/// A class because all threads of the work report to the one line.
package final class ProgressPrinter: Sendable {
    private struct State {
        /// The title of the current phase.
        var phase: String?
        var phaseStart: ContinuousClock.Instant
        var lastLine: ContinuousClock.Instant?
        var fraction = 0.0
    }

    private let isTerminal: Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// The minimum time between two updates of the line on a terminal.
    private static let interval = Duration.milliseconds(100)

    /// `write` receives the text; `isTerminal` says whether the output supports a carriage return.
    package init(
        isTerminal: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.now = now
        self.write = write
        state = Mutex(State(phaseStart: now()))
    }

    /// Shows `progress`; pass it to `Importer` as the sink.
    package func show(_ progress: ImportProgress) {
        show(progress.phase.title, fraction: progress.fraction, bytes: progress.bytes)
    }

    /// Shows a phase by its title and its completed share, from 0 to 1; `bytes` counts those that it has read.
    package func show(_ phase: String, fraction: Double, bytes: Int? = nil) {
        let text = state.withLock { state in
            isTerminal ? line(phase, fraction, bytes, &state) : note(phase, &state)
        }
        if let text { write(text) }
    }

    /// Ends the line on a terminal, so that later output does not overwrite it.
    package func finish() {
        if isTerminal { write("\r\u{1b}[K") }
    }

    /// Returns the terminal's line, unless it was updated just now.
    private func line(_ phase: String, _ fraction: Double, _ bytes: Int?, _ state: inout State) -> String? {
        let time = now(), isNew = state.phase != phase
        if isNew { state = State(phase: phase, phaseStart: time) }
        // Threads overtake each other: the displayed progress never goes back.
        state.fraction = max(state.fraction, fraction)
        if !isNew, let last = state.lastLine, time - last < Self.interval { return nil }
        state.lastLine = time
        return "\r\u{1b}[K" + describe(phase, state.fraction, bytes, elapsed: time - state.phaseStart)
    }

    /// Returns a line for each phase when it begins.
    private func note(_ phase: String, _ state: inout State) -> String? {
        guard state.phase != phase else { return nil }
        state.phase = phase
        return phase + "\n"
    }

    private func describe(_ phase: String, _ fraction: Double, _ bytes: Int?, elapsed: Duration) -> String {
        var text = phase
        let seconds = elapsed / .seconds(1)
        guard fraction > 0 else { return text }
        text += " \(Int(fraction * 100)) %"
        // Rates and forecasts in the first moments would be unreliable.
        guard seconds >= 0.5 else { return text }
        if let bytes { text += ", \(Int(Double(bytes) / seconds / 1e6)) MB/s" }
        if fraction < 1 { text += ", \(Int((seconds * (1 - fraction) / fraction).rounded(.up))) s left" }
        return text
    }
}

extension ImportProgress.Phase {
    fileprivate var title: String {
        switch self {
        case .read: "reading"
        case .join: "joining"
        case .roads: "building roads"
        case .places: "building places"
        case .features: "building map features"
        case .text: "collecting texts"
        case .write: "writing"
        case .verify: "verifying"
        }
    }
}
