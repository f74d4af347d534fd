import Community
import Fairness
import Presence

/// A file of positions that is made while the client reads it. Memory holds some hours of a day, however long the file
/// is.
struct PositionExport: PiecewiseBody {
    private let file: PositionFile
    private let person: AccountID
    private let presence: PresenceService
    private let workers: WorkerPool
    private let requester = Requester.current
    /// Whether the session that asked still exists: the export ends with it.
    private let isRunning: @Sendable () async throws -> Bool
    /// Held until the last piece is made, or the client has left.
    private let memory: SharedBudget.Share
    /// The days that are still to be read; the first may be partial.
    private var days: ArraySlice<ClosedRange<Timestamp>>
    private var pieces: ArraySlice<PositionFile.Piece> = []
    private var isFirst = true
    private var hasBegun = false
    private var hasEnded = false

    /// The memory that an export reserves, in bytes. It reads ten thousand positions at once, or an hour, which has 72
    /// 000 at most.
    static let memoryLength = 16 << 20
    /// The least bytes of a piece, except for the last.
    private static let enough = 48 << 10

    init(
        _ file: PositionFile, of person: AccountID, in times: ClosedRange<Timestamp>, from presence: PresenceService,
        on workers: WorkerPool, holding memory: SharedBudget.Share,
        whileRunning isRunning: @escaping @Sendable () async throws -> Bool = { true }
    ) {
        self.isRunning = isRunning
        self.file = file
        self.person = person
        self.presence = presence
        self.workers = workers
        self.memory = memory
        days =
            stride(from: times.lowerBound, through: times.upperBound, by: Int(UTCDay.milliseconds)).map {
                $0...min($0 + UTCDay.milliseconds - 1, times.upperBound)
            }[...]
    }

    mutating func next() async throws -> [UInt8]? {
        guard hasBegun else {
            hasBegun = true
            // An error with the first positions becomes the error of the whole answer.
            try await read()
            return file.head
        }
        try await read()
        guard !pieces.isEmpty else {
            defer { hasEnded = true }
            return hasEnded ? nil : file.tail
        }
        let (file, waiting, first) = (file, pieces, isFirst)
        let (text, rest) = try await Requester.$current.withValue(requester) {
            try await workers.run {
                var text: [UInt8] = [], rest = waiting, isFirst = first
                while text.count < Self.enough, let piece = rest.popFirst() {
                    text += file.text(piece, isFirst: isFirst)
                    isFirst = false
                }
                return (text, rest)
            }
        }
        pieces = rest
        isFirst = false
        return text
    }

    /// Reads on once all positions in memory are written.
    private mutating func read() async throws {
        while pieces.isEmpty, let day = days.popFirst() {
            guard try await isRunning() else { throw Authentication.notLoggedIn }
            let (presence, person, file) = (presence, person, file)
            let (found, rest) = try await Requester.$current.withValue(requester) {
                try await presence.readings.hold(person) {
                    var found: [PositionFile.Piece] = []
                    let rest = try await presence.positions.foldSome(&found, of: person, in: day) {
                        $0 = file.pieces(of: $1)
                    }
                    return (found, rest)
                }
            }
            pieces = found[...]
            if let rest { days.insert(rest, at: days.startIndex) }
        }
    }
}
