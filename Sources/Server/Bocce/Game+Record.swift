package import Bocce
package import HereaboutsAPI

/// Translation between games and their records.
extension Game {
    /// The reason why a record is no game.
    package enum RecordFault: Error, Equatable, CustomStringConvertible {
        case court
        /// The record has more hashes than throws.
        case surplusHashes
        /// The game refuses a throw, by its number from 1 on.
        case refused(Int, ThrowRefusal)
        /// The hash after a throw is another one than the record says.
        case hash(Int, played: String, recorded: String)

        package var description: String {
            switch self {
            case .court: "court: a setting is out of its range"
            case .surplusHashes: "hashes: there are more of them than throws"
            case .refused(let number, let refusal): "throw \(number): \(refusal.sentence)"
            case .hash(let number, let played, let recorded):
                "throw \(number): it ends with the hash \(played), and the record says \(recorded)"
            }
        }
    }

    /// Plays a record.
    package init(replaying record: BocceGame) throws(RecordFault) {
        guard let court = Court(record.court) else { throw .court }
        guard record.hashes?.count ?? 0 <= record.throws.count else { throw .surplusHashes }
        self.init(court, first: Team(record.first))
        for (index, recorded) in record.throws.enumerated() {
            do throws(ThrowRefusal) {
                try play(Throw(recorded))
            } catch {
                throw .refused(index + 1, error)
            }
            guard let hash = record.hashes?.dropFirst(index).first else { continue }
            let played = Self.text(of: hashes[index])
            guard hash == played else { throw .hash(index + 1, played: played, recorded: hash) }
        }
    }

    /// The game as a record.
    package var record: BocceGame {
        BocceGame(
            court: BocceCourt(court), first: BocceTeam(first), throws: thrown.map { BocceThrow($0) },
            hashes: hashes.map(Self.text))
    }

    /// A hash as 16 hexadecimal digits.
    private static func text(of hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension ThrowRefusal {
    /// The reason in words, without a full stop.
    package var sentence: String {
        switch self {
        case .over: "the game is over"
        case .otherTurn: "it is the other team's turn"
        case .rolling: "a ball is still rolling"
        case .startOutside: "the ball must start within the width of the court"
        case .tooWeak: "the ball must roll past the line"
        case .tooStrong: "the ball would roll farther than one and a half times the length of the court"
        }
    }
}

extension Court {
    init?(_ wire: BocceCourt) {
        guard let width = Int32(exactly: wire.width), let length = Int32(exactly: wire.length),
            let resistance = Int32(exactly: wire.resistance), let damping = Int32(exactly: wire.angularDamping)
        else { return nil }
        self.init(width: width, length: length, resistance: resistance, angularDamping: damping)
    }
}

extension BocceCourt {
    init(_ court: Court) {
        self.init(
            width: Int(court.width), length: Int(court.length), resistance: Int(court.resistance),
            angularDamping: Int(court.angularDamping))
    }
}

extension Throw {
    /// A number beyond 32 bits becomes the nearest one, which no game accepts.
    init(_ wire: BocceThrow) {
        self.init(
            start: Int32(clamping: wire.start), across: Int32(clamping: wire.across), along: Int32(clamping: wire.along)
        )
    }
}

extension BocceThrow {
    init(_ thrown: Throw) {
        self.init(start: Int(thrown.start), across: Int(thrown.across), along: Int(thrown.along))
    }
}

extension Team {
    package init(_ wire: BocceTeam) { self = wire == .blue ? .blue : .orange }
}

extension BocceTeam {
    package init(_ team: Team) { self = team == .blue ? .blue : .orange }
}
