#if arch(wasm32)
    import Bocce

    // The functions that the page calls. A table is the address that `makeTable` returns; there is no state outside
    // tables. A refusal is 0 for none, or its number in `number(of:)`. A team is 0 for blue, 1 for orange.

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

    /// Returns the address of what to draw: see `Table.numbersPerBall`.
    @_expose(wasm, "drawing")
    @c public func drawing(_ table: UnsafeMutableRawPointer) -> UnsafeRawPointer { unsafe at(table).pointee.address }

    /// Starts a throw, in hundredths of a point.
    @_expose(wasm, "begin")
    @c public func begin(
        _ table: UnsafeMutableRawPointer, _ start: Int32, _ across: Int32, _ along: Int32, _ team: Int32
    ) -> Int32 {
        unsafe number(
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
        unsafe number(of: at(table).pointee.propose(startingAt: start, across: across, along: along))
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

    /// A measure of the court in points: the distance from the near edge to the line (0), to the jack's wall (1) and
    /// to a ball that is about to be thrown (6), the longest (2) and the shortest (3) roll, the radius of a ball (4)
    /// and of the jack (5), and how far outside a ball may lie (7).
    @_expose(wasm, "measure")
    @c public func measure(_ table: UnsafeMutableRawPointer, _ what: Int32) -> Double {
        let court = unsafe at(table).pointee.game.court
        switch what {
        case 0: return court.lineDistance
        case 1: return court.wallDistance
        case 2: return court.maximumRoll
        case 3: return court.minimumRoll
        case 4: return Court.ballRadius
        case 5: return Court.jackRadius
        case 6: return Court.startDistance
        case 7: return Court.margin
        default: return .nan
        }
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

    private func number(of refusal: ThrowRefusal?) -> Int32 {
        switch refusal {
        case nil: 0
        case .over: 1
        case .otherTurn: 2
        case .rolling: 3
        case .startOutside: 4
        case .tooWeak: 5
        case .tooStrong: 6
        }
    }
#endif
