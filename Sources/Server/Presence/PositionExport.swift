import Community
import Fairness
import Presence

/// A file of positions that is made as it is taken: a day of them is in memory, whatever there is.
struct PositionExport: PiecewiseBody {
    private let file: PositionFile
    private let person: AccountID
    private let desk: PositionDesk
    private let workers: WorkerPool
    private let asker = Asker.current
    /// Held until the last piece is made, or nobody wants the rest.
    private let memory: Room.Share
    private var days: ArraySlice<ClosedRange<Int64>>
    private var pieces: ArraySlice<PositionFile.Piece> = []
    private var isFirst = true
    private var hasBegun = false
    private var hasEnded = false

    /// What an export takes of the memory for answers: about what a day of one position a second is.
    static let memoryLength = 8 << 20
    /// A piece is handed over when it has so many bytes.
    private static let enough = 48 << 10
    private static let day: Int64 = 86_400_000

    init(
        _ file: PositionFile, of person: AccountID, in times: ClosedRange<Int64>, from desk: PositionDesk,
        on workers: WorkerPool, holding memory: Room.Share
    ) {
        self.file = file
        self.person = person
        self.desk = desk
        self.workers = workers
        self.memory = memory
        days =
            stride(from: times.lowerBound, through: times.upperBound, by: Int(Self.day)).map {
                $0...min($0 + Self.day - 1, times.upperBound)
            }[...]
    }

    mutating func next() async throws -> [UInt8]? {
        guard hasBegun else {
            hasBegun = true
            // What cannot be read is told before the answer begins, if it is of the first day that has anything.
            try await read()
            return file.head
        }
        try await read()
        guard !pieces.isEmpty else {
            defer { hasEnded = true }
            return hasEnded ? nil : file.tail
        }
        let (file, waiting, first) = (file, pieces, isFirst)
        let (text, rest) = try await Asker.$current.withValue(asker) {
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

    /// Reads on where nothing is left of what was read.
    private mutating func read() async throws {
        while pieces.isEmpty, let day = days.popFirst() {
            let (desk, person, workers, file) = (desk, person, workers, file)
            pieces = try await Asker.$current.withValue(asker) {
                try await desk.readings.hold(person) {
                    let found = try await desk.positions.recorded(of: person, in: day, on: workers.run)
                    return try await workers.run { file.pieces(of: found) }
                }
            }[...]
        }
    }
}
