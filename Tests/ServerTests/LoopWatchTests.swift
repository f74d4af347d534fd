import Server
import Testing

/// The measure of how long event loops are held.
@Suite struct LoopWatchTests {
    private final class Loop {}

    @Test func `each turn counts by the time that its thread worked, loop by loop`() {
        let watch = LoopWatch(), (one, other) = (Loop(), Loop())
        // A thread's work before the end of its first turn counts for nobody.
        watch.ended(ObjectIdentifier(one), at: 5)
        watch.ended(ObjectIdentifier(other), at: 0.25)
        watch.ended(ObjectIdentifier(one), at: 5.004)
        watch.ended(ObjectIdentifier(other), at: 0.2505)
        watch.ended(ObjectIdentifier(one), at: 8.004)
        let lines = watch.text.split(separator: "\n")
        let name = "hereabouts_event_loop_held_seconds"
        #expect(lines.contains("\(name)_bucket{le=\"0.0001\"} 0"))
        #expect(lines.contains("\(name)_bucket{le=\"0.001\"} 1"))
        #expect(lines.contains("\(name)_bucket{le=\"0.005\"} 2"))
        #expect(lines.contains("\(name)_bucket{le=\"2.0\"} 2"))
        #expect(lines.contains("\(name)_bucket{le=\"+Inf\"} 3"))
        #expect(lines.contains("\(name)_count 3"))
    }
}
