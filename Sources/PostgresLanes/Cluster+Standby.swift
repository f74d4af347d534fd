import Foundation

extension Cluster {
    /// How long a host has for each answer.
    private static let answerTime = Duration.seconds(4)
    private static let pause = 0.1

    /// Connects to a standby for one caller who reads for long, once it answers `question` with the number 1; `nil` if
    /// none does within `patience`. Blocks.
    package func standby(answering question: Statement, within patience: Duration) -> Connection? {
        let deadline = ContinuousClock.now + patience
        for host in connections() {
            // A host that cannot be asked is no standby to read from.
            guard let connection = try? host.connect(),
                (try? Self.prepare(connection, question, by: deadline)) == true
            else { continue }
            return connection
        }
        return nil
    }

    /// Returns whether the host follows another, and answers `question` before `deadline`.
    private static func prepare(
        _ connection: Connection, _ question: Statement, by deadline: ContinuousClock.Instant
    ) throws(PostgresFault) -> Bool {
        let kind = Statement("SELECT pg_is_in_recovery()")
        guard try connection.run([kind], by: .now + answerTime)[0].rows == [[.integer(1)]] else { return false }
        while try connection.run([question], by: .now + answerTime)[0].rows != [[.integer(1)]] {
            guard ContinuousClock.now < deadline else { return false }
            Thread.sleep(forTimeInterval: pause)
        }
        try connection.run([Statement(longSession)], by: .now + answerTime)
        return true
    }
}
