import Gossip
import MeshHost
import Testing

@Suite struct LinkAnnouncingTests {
    private let one = SignerKey(Bytes32(first: 1)), other = SignerKey(Bytes32(first: 2))
    private let start: Int64 = 1_800_000_000_000

    private func isDue(_ now: Set<SignerKey>, after last: Set<SignerKey>?, _ seconds: Int64) -> Bool {
        LinkAnnouncing.isDue(now, after: last.map { ($0, start) }, at: start + 1000 * seconds)
    }

    @Test func `the first link is told at once, and no links at first not at all`() {
        #expect(isDue([one], after: nil, 0))
        #expect(!isDue([], after: nil, 0) && !isDue([], after: nil, 7200))
    }

    @Test func `a change is told once a minute at most`() {
        for now: Set in [[one, other], [other], []] {
            #expect(!isDue(now, after: [one], 0) && !isDue(now, after: [one], 59) && isDue(now, after: [one], 60))
        }
        #expect(!isDue([one], after: [one], 60))
    }

    @Test func `the same links are told again each half hour, and being alone is not`() {
        #expect(!isDue([one], after: [one], 1799) && isDue([one], after: [one], 1800))
        #expect(!isDue([], after: [], 1800))
        #expect(isDue([], after: [one], 1800))
    }

    @Test func `a clock that was set back tells nothing twice`() {
        #expect(!isDue([other], after: [one], -3600))
    }
}

extension Bytes32 {
    fileprivate init(first: UInt8) {
        guard let bytes = Bytes32([first] + [UInt8](repeating: 0, count: 31)) else { preconditionFailure("32 bytes") }
        self = bytes
    }
}
