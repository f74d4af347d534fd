#if arch(wasm32)
    import Bocce

    // The functions that the page calls. A table is the address that `makeTable` returns; there is no state outside
    // tables. A refusal is 0 for none, or its number in `PageNumbers`. A team is 0 for blue, 1 for orange.

    @_expose(wasm, "makeTable")
    @c public func makeTable(
        _ width: Int32, _ length: Int32, _ resistance: Int32, _ angularDamping: Int32, _ first: Int32
    ) -> UnsafeMutableRawPointer? {
        guard let court = Court(width: width, length: length, resistance: resistance, angularDamping: angularDamping)
        else { return nil }
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        unsafe table.initialize(to: Table(Game(court, first: first == 0 ? .blue : .orange)))
        return UnsafeMutableRawPointer(table)
    }

    @_expose(wasm, "freeTable")
    @c public func freeTable(_ table: UnsafeMutableRawPointer) {
        let typed = unsafe table.assumingMemoryBound(to: Table.self)
        unsafe typed.deinitialize(count: 1)
        unsafe typed.deallocate()
    }

    /// Returns the address of what to draw: see `PageNumbers.perBall`.
    @_expose(wasm, "drawing")
    @c public func drawing(_ table: UnsafeMutableRawPointer) -> UnsafeRawPointer { unsafe at(table).pointee.address }

    /// Starts a throw, in hundredths of a point.
    @_expose(wasm, "begin")
    @c public func begin(
        _ table: UnsafeMutableRawPointer, _ start: Int32, _ across: Int32, _ along: Int32, _ team: Int32
    ) -> Int32 {
        unsafe PageNumbers.number(
            of: at(table).pointee.begin(
                Throw(start: start, across: across, along: along), by: team == 0 ? .blue : .orange))
    }

    /// Moves what rolls by steps of 1/240 s. Returns whether anything rolls still.
    @_expose(wasm, "step")
    @c public func step(_ table: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
        unsafe at(table).pointee.step(count)
        return unsafe at(table).pointee.game.isRolling ? 1 : 0
    }

    /// Prepares a throw from a start and a roll in points; returns the refusal that it would get.
    @_expose(wasm, "propose")
    @c public func propose(
        _ table: UnsafeMutableRawPointer, _ start: Double, _ across: Double, _ along: Double
    ) -> Int32 {
        unsafe PageNumbers.number(of: at(table).pointee.propose(startingAt: start, across: across, along: along))
    }

    /// The prepared throw: 0 for its start, 1 for its roll across, 2 for its roll along the court.
    @_expose(wasm, "proposed")
    @c public func proposed(_ table: UnsafeMutableRawPointer, _ part: Int32) -> Int32 {
        let thrown = unsafe at(table).pointee.proposed
        return part == 0 ? thrown.start : part == 1 ? thrown.across : thrown.along
    }

    /// Has the computer think about its next throw, in a strength of 0 to 2.
    @_expose(wasm, "consider")
    @c public func consider(_ table: UnsafeMutableRawPointer, _ strength: Int32, _ seed: Double) {
        unsafe at(table).pointee.consider(Opponent.Strength(rawValue: strength) ?? .skilled, seed: seed.bitPattern)
    }

    /// Lets the computer try some throws. Returns whether it has decided; its throw is then `proposed`.
    @_expose(wasm, "think")
    @c public func think(_ table: UnsafeMutableRawPointer, _ trials: Int32) -> Int32 {
        unsafe at(table).pointee.think(trials) ? 1 : 0
    }

    /// One of the facts about a game; see `Fact`. -1 for an unknown one.
    @_expose(wasm, "fact")
    @c public func fact(_ table: UnsafeMutableRawPointer, _ fact: Int32) -> Int32 {
        unsafe Fact(rawValue: fact)?.value(at(table).pointee.game) ?? -1
    }

    /// How hard the hardest meeting since the last call was, in points a second; 0 if nothing met.
    @_expose(wasm, "takeLoudest")
    @c public func takeLoudest(_ table: UnsafeMutableRawPointer) -> Double { unsafe at(table).pointee.takeLoudest() }

    /// The distance of a ball from the jack, in points.
    @_expose(wasm, "distance")
    @c public func distance(_ table: UnsafeMutableRawPointer, _ index: Int32) -> Double {
        let motion = unsafe at(table).pointee.game.motion
        guard motion.balls.indices.contains(Int(index)) else { return .nan }
        return motion.distance(of: Int(index))
    }

    /// A measure of the court in points; see `Measure`. Not a number for an unknown one.
    @_expose(wasm, "measure")
    @c public func measure(_ table: UnsafeMutableRawPointer, _ measure: Int32) -> Double {
        unsafe Measure(rawValue: measure)?.value(at(table).pointee.game.court) ?? .nan
    }

    /// The lower (0) or upper (1) half of the hash after a throw; 0 for a throw that has not ended.
    @_expose(wasm, "hash")
    @c public func hash(_ table: UnsafeMutableRawPointer, _ index: Int32, _ half: Int32) -> UInt32 {
        let hashes = unsafe at(table).pointee.game.hashes
        guard hashes.indices.contains(Int(index)) else { return 0 }
        return UInt32(truncatingIfNeeded: hashes[Int(index)] >> (half == 0 ? 0 : 32))
    }

    @unsafe
    private func at(_ table: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Table> {
        unsafe table.assumingMemoryBound(to: Table.self)
    }
#endif
