import Backups
import Testing

@Suite struct GatheringTests {
    @Test func `what many wish for is done once, and again for whoever wishes while it is done`() {
        var gathering = Gathering()
        let before = (0..<5).map { _ in gathering.wish() }
        gathering.begin()
        let meanwhile = (0..<2).map { _ in gathering.wish() }
        #expect(before == [true, false, false, false, false] && meanwhile == [true, false])
    }
}
