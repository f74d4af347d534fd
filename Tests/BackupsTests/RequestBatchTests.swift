import Backups
import Testing

@Suite struct RequestBatchTests {
    @Test func `what many request is done once, and again for requests that come while it is done`() {
        var batch = RequestBatch()
        let before = (0..<5).map { _ in batch.add() }
        batch.begin()
        let meanwhile = (0..<2).map { _ in batch.add() }
        #expect(before == [true, false, false, false, false] && meanwhile == [true, false])
    }
}
