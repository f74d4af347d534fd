import OSMImport
import Testing

@Suite struct ParallelTests {
    private struct Failure: Error, Equatable { let index: Int }

    @Test(arguments: [0, 1, 7, 5000])
    func `results come by index, from any thread`(count: Int) {
        #expect(Parallel.map(count) { $0 * 2 } == (0..<count).map { $0 * 2 })
        #expect(Parallel.mapRanges(of: count, length: 100) { Array($0) }.flatMap { $0 } == Array(0..<count))
        let reused = Parallel.map(count, workspace: { [Int]() }) { (space, index) throws(Never) in
            space.append(index)
            return index
        }
        #expect(reused == Array(0..<count))
    }

    @Test func `of several failures the first by index is thrown, every time`() {
        for _ in 0..<50 {
            #expect(throws: Failure(index: 300)) {
                _ = try Parallel.map(1000, workspace: { 0 }) { (_, index) throws(Failure) in
                    if index >= 300 && index % 3 == 0 { throw Failure(index: index) }
                }
            }
        }
    }
}
