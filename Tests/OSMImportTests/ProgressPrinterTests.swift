import OSMImport
import Synchronization
import Testing

@Suite struct ProgressPrinterTests {
    /// A clock that stands still until it is moved, and what was printed.
    private final class Screen: Sendable {
        private let state: Mutex<(time: ContinuousClock.Instant, text: [String])> = Mutex((.now, []))

        func printer(isTerminal: Bool) -> ProgressPrinter {
            ProgressPrinter(
                isTerminal: isTerminal, now: { self.state.withLock { $0.time } },
                write: { text in self.state.withLock { $0.text.append(text) } })
        }

        func wait(_ duration: Duration) { state.withLock { $0.time += duration } }
        var text: [String] { state.withLock { $0.text } }
    }

    @Test func `a terminal sees one line with percentage, rate and time left`() {
        let screen = Screen(), printer = screen.printer(isTerminal: true)
        printer.show(ImportProgress(.read, fraction: 0, bytes: 0))
        screen.wait(.seconds(2))
        printer.show(ImportProgress(.read, fraction: 0.25, bytes: 100_000_000))
        printer.finish()
        #expect(
            screen.text == ["\r\u{1b}[Kreading", "\r\u{1b}[Kreading 25 %, 50 MB/s, 6 s left", "\r\u{1b}[K"])
    }

    @Test func `a terminal's line is not rewritten all the time and never goes back`() {
        let screen = Screen(), printer = screen.printer(isTerminal: true)
        printer.show(ImportProgress(.read, fraction: 0.5, bytes: 1))
        for step in 0..<1000 { printer.show(ImportProgress(.read, fraction: 0.5 + Double(step) / 2500, bytes: 1)) }
        screen.wait(.milliseconds(200))
        printer.show(ImportProgress(.read, fraction: 0.1, bytes: 1))
        #expect(screen.text == ["\r\u{1b}[Kreading 50 %", "\r\u{1b}[Kreading 89 %"])
    }

    @Test func `a file sees one line for each phase`() {
        let screen = Screen(), printer = screen.printer(isTerminal: false)
        for step in 0..<100 { printer.show(ImportProgress(.read, fraction: Double(step) / 100, bytes: step)) }
        printer.show(ImportProgress(.write, fraction: 0))
        printer.show(ImportProgress(.write, fraction: 1))
        printer.finish()
        #expect(screen.text == ["reading\n", "writing\n"])
    }
}
