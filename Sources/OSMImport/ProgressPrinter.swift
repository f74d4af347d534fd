import Synchronization

/// Shows the progress of an import: one line that is rewritten on a terminal, otherwise one line for each phase.
///
/// A class because all threads of an import report to the one line.
package final class ProgressPrinter: Sendable {
    private struct State {
        var phase: ImportProgress.Phase?
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
        let text = state.withLock { state in isTerminal ? line(progress, &state) : note(progress, &state) }
        if let text { write(text) }
    }

    /// Ends the line on a terminal, so that later output does not overwrite it.
    package func finish() {
        if isTerminal { write("\r\u{1b}[K") }
    }

    /// Returns the terminal's line, unless it was updated just now.
    private func line(_ progress: ImportProgress, _ state: inout State) -> String? {
        let time = now(), isNew = state.phase != progress.phase
        if isNew { state = State(phase: progress.phase, phaseStart: time) }
        // Threads overtake each other: the displayed progress never goes back.
        state.fraction = max(state.fraction, progress.fraction)
        if !isNew, let last = state.lastLine, time - last < Self.interval { return nil }
        state.lastLine = time
        return "\r\u{1b}[K" + describe(progress, fraction: state.fraction, elapsed: time - state.phaseStart)
    }

    /// Returns a line for each phase when it begins.
    private func note(_ progress: ImportProgress, _ state: inout State) -> String? {
        guard state.phase != progress.phase else { return nil }
        state.phase = progress.phase
        return progress.phase.title + "\n"
    }

    private func describe(_ progress: ImportProgress, fraction: Double, elapsed: Duration) -> String {
        var text = progress.phase.title
        let seconds = elapsed / .seconds(1)
        guard fraction > 0 else { return text }
        text += " \(Int(fraction * 100)) %"
        // Rates and forecasts in the first moments would be unreliable.
        guard seconds >= 0.5 else { return text }
        if let bytes = progress.bytes { text += ", \(Int(Double(bytes) / seconds / 1e6)) MB/s" }
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
