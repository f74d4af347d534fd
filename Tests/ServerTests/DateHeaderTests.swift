import GeoCore
import Foundation
import Server
import Synchronization
import TestSupport
import Testing

/// The header `Date`, against the library's own formatter and the specification's example.
@Suite struct DateHeaderTests {
    private static func truth(_ second: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        format.timeZone = .gmt
        return format.string(from: Date(timeIntervalSince1970: TimeInterval(second)))
    }

    @Test func `a second has the specification's text`() {
        // RFC 9110 §5.6.7.
        #expect(DateHeader.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        var random = SeededGenerator(seed: 1)
        // Leap days and turns of the year among them.
        let known = [0, 68_256_000, 951_782_399, 951_782_400, 1_704_067_199, 4_107_542_400]
        for second in known + (0..<500).map({ _ in .random(in: 0..<8_000_000_000, using: &random) }) {
            #expect(DateHeader.text(second) == Self.truth(second))
        }
    }

    @Test func `the date follows the clock, also when the clock is set back`() {
        let clock = Mutex(1_700_000_000), date = DateHeader { clock.withLock { $0 } }
        for second in [1_700_000_000, 1_700_000_000, 1_700_000_001, 1_700_000_060, 1_600_000_000, 1_700_000_060] {
            clock.withLock { $0 = second }
            #expect(date.now == Self.truth(second))
        }
    }
}
