/// When a backup is made, on the clock of the place.
package struct BackupTime: Sendable, Equatable {
    /// Since 1970.
    package let seconds: Int64
    let year: Int
    let month: Int
    let day: Int
    let hour: Int

    package init(seconds: Int64, year: Int, month: Int, day: Int, hour: Int) {
        (self.seconds, self.year, self.month, self.day, self.hour) = (seconds, year, month, day, hour)
    }
}
