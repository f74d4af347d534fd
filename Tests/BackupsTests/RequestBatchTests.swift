import Backups
import Testing

@Suite struct RequestBatchTests {
    @Test func `simultaneous requests are fulfilled once, and requests during the work once more`() {
        var batch = RequestBatch()
        let before = (0..<5).map { _ in batch.add() }
        batch.begin()
        let meanwhile = (0..<2).map { _ in batch.add() }
        #expect(before == [true, false, false, false, false] && meanwhile == [true, false])
    }
}
