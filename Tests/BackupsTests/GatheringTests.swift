import Backups
import Testing

@Suite struct GatheringTests {
    @Test func `simultaneous wishes are fulfilled once, and wishes during the work once more`() {
        var gathering = Gathering()
        let before = (0..<5).map { _ in gathering.wish() }
        gathering.begin()
        let meanwhile = (0..<2).map { _ in gathering.wish() }
        #expect(before == [true, false, false, false, false] && meanwhile == [true, false])
    }
}
